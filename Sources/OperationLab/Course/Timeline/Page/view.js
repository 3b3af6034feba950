// Which part of a trace is on the screen.
'use strict';

class View {
  // `wanted` is the scale, in pixels for an event, at which every bar has room for its name.
  constructor(length, wanted) {
    this.length = length;
    this.wanted = wanted;
    this.left = 0;
    this.scale = 0;
    this.width = 0;
  }

  // Told the width of the lanes, in pixels. Shows the whole trace if there is room.
  resize(width) {
    this.width = width;
    this.scale = Math.min(64, Math.max(9, width / this.length, this.wanted));
    this.scroll(this.left);
  }

  get right() {
    return this.left + this.width / this.scale;
  }

  scroll(left) {
    this.left = Math.max(0, Math.min(left, this.length - this.width / this.scale));
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
