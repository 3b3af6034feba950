// Which part of the longest trace is on the screen. The others follow it.
'use strict';

class View {
  constructor(longest) {
    this.longest = longest;
    this.left = 0;
    this.scale = 0;
    this.width = 0;
  }

  // Told the width of the lanes, in pixels. Keeps what is shown.
  resize(width) {
    this.width = width;
    this.scale = this.scale === 0 ? Math.max(9, this.whole) : Math.max(this.scale, this.whole);
    this.scroll(this.left);
  }

  // The scale at which everything fits, in pixels for an event.
  get whole() {
    return Math.min(64, this.width / this.longest);
  }

  get right() {
    return this.left + this.width / this.scale;
  }

  x(place) {
    return (place - this.left) * this.scale;
  }

  place(x) {
    return this.left + x / this.scale;
  }

  scroll(left) {
    this.left = Math.max(0, Math.min(left, this.longest - this.width / this.scale));
  }

  // Keeps the event under `x` where it is.
  zoom(factor, x = this.width / 2) {
    const place = this.place(x);
    this.scale = Math.min(64, Math.max(this.whole, this.scale * factor));
    this.scroll(place - x / this.scale);
  }

  showWhole() {
    this.scale = this.whole;
    this.scroll(0);
  }

  // Moves so that an event is well inside. Says whether it had to.
  reveal(place) {
    const margin = Math.min(2, (this.right - this.left) / 4);
    if (place >= this.left + margin - 0.001 && place + 1 <= this.right - margin + 0.001) return false;
    const before = this.left;
    this.scroll(place - (this.right - this.left) / 2);
    return this.left !== before;
  }
}
