// A program's picture, at an event: lit up is what happens there, covered is what is still to come.
'use strict';

class Picture {
  constructor(run, box, actions) {
    this.svg = box.querySelector('svg');
    Object.assign(this, { run, box, actions, begins: this.svg.dataset.events.split(' ').map(Number) });
    [this.left, this.top, this.right, this.bottom] = this.svg.dataset.lanes.split(' ').map(Number);
    this.future = draw('rect', { class: 'future tl-paper', y: this.top, height: this.bottom - this.top });
    this.near = draw('g', { class: 'near', 'aria-hidden': 'true' });
    this.cursor = draw('path', { class: 'cursor' });
    this.name();
    this.svg.append(this.future, this.near, this.cursor, this.threads());
    this.listen();
  }

  // The titles become names, so that no browser shows them beside the tip. Spans can be reached by keyboard.
  name() {
    const { svg, box } = this;
    dressed(svg, { role: 'group', 'aria-label': say`Threads of ${this.run.data.name}`, preserveAspectRatio: 'xMinYMin slice' }, []);
    svg.querySelectorAll(':scope > title, desc').forEach((one) => one.remove());
    for (const title of svg.querySelectorAll('title')) {
      dressed(title.parentNode, { role: 'img', 'aria-label': title.textContent }, []);
      title.remove();
    }
    this.spans = [...svg.querySelectorAll('[data-kind]')];
    this.spans.forEach((span, index) => span.setAttribute('tabindex', index === 0 ? 0 : -1));
    box.style.setProperty('--end', `${svg.dataset.end}px`);
  }

  // The names of the threads stay where they are while the lanes scroll, and so does what is below them.
  threads() {
    const stripes = [...this.svg.querySelectorAll('.tl-lane0, .tl-lane1')].map((stripe) => stripe.cloneNode());
    stripes.forEach((stripe) => stripe.setAttribute('width', this.left - 8));
    const names = [...this.svg.querySelectorAll('.tl-thread')].filter((name) => name.getAttribute('y') < this.bottom);
    const element = draw('g', { class: 'names' }, ...stripes, ...names);
    const below = this.svg.querySelector('.tl-below');
    this.box.addEventListener('scroll', () => {
      const { scrollLeft, clientWidth } = this.box;
      element.setAttribute('transform', `translate(${scrollLeft} 0)`);
      // In a narrow window its end comes into view first.
      const hidden = below ? Math.max(0, below.getBBox().width + 32 - clientWidth) : 0;
      below?.setAttribute('transform', `translate(${Math.max(0, scrollLeft - hidden)} 0)`);
    });
    return element;
  }

  listen() {
    const { svg, actions } = this;
    svg.addEventListener('pointerover', ({ target }) => this.tell(target.closest('g[aria-label]')));
    svg.addEventListener('focusin', ({ target }) => this.tell(target));
    for (const event of ['pointerleave', 'focusout']) svg.addEventListener(event, () => actions.untell());
    svg.addEventListener('keydown', (event) => this.walk(event));
    svg.addEventListener('click', ({ clientX }) => actions.go(this.placeAt(clientX)));
  }

  tell(element) {
    if (!element) return this.actions.untell();
    const box = element.getBoundingClientRect();
    return this.actions.tell(element.getAttribute('aria-label'), Math.max(box.left, 0), box.bottom);
  }

  // Up and down go from span to span, Enter goes to the event that begins it.
  walk(event) {
    const here = this.spans.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && here >= 0) this.spans[here + step]?.focus({ preventScroll: true });
    else if (event.key === 'Enter' && here >= 0) this.actions.go(this.run.placeOf(Number(this.spans[here].dataset.from)));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // The event at a point of the screen.
  placeAt(clientX) {
    return lastAtMost(this.begins, clientX - this.svg.getBoundingClientRect().left);
  }

  // Moves the cursor, and brings it into view.
  show(place) {
    const { box, begins, top, bottom } = this;
    if (this.run.events.length === 0) return;
    const here = this.run.clamped(place);
    const x = begins[here];
    const right = begins.find((other) => other > x) ?? this.right;
    this.cursor.setAttribute('d', `M${x} ${top - 8}H${right}V${bottom}H${x}z`);
    dressed(this.future, { x: right, width: right < this.right ? '100%' : 0 }, []);
    const seq = String(this.run.events[here]?.seq);
    const arrows = [...this.svg.querySelectorAll(':scope > [data-arrow]')].filter(({ dataset }) => dataset.from === seq || dataset.to === seq);
    this.near.replaceChildren(...arrows.map((arrow) => arrow.cloneNode(true)));
    const isSeen = x >= box.scrollLeft + this.left && right <= box.scrollLeft + box.clientWidth;
    if (!isSeen) box.scrollLeft = x - (box.clientWidth + this.left) / 2;
  }
}
