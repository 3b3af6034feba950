// Draws one program's lanes: the names of the threads, and beside them a box that scrolls.
'use strict';

const GUTTER = 84;
const ARROW_LIMIT = 150;
const LETTER = 7.3;

class Picture {
  constructor(run, actions) {
    this.run = run;
    this.lanes = new Lanes(run);
    this.actions = actions;
    this.scale = 0;
    this.svg = draw('svg', { class: 'lanes', role: 'group', 'aria-label': `Lanes of ${run.data.name}` });
    this.names = draw('svg', { class: 'lanes', width: GUTTER, height: this.lanes.height });
    this.all = draw('g');
    this.future = draw('rect', { class: 'future', y: RULER });
    this.cursor = draw('path', { class: 'cursor' });
    this.near = draw('g', { class: 'near' });
    this.svg.append(this.all, this.future, this.near, this.cursor);
    this.box = make('div', { class: 'box' }, this.svg);
    this.element = make('div', { class: 'picture' }, this.names, this.box);
    this.nameThreads();
    this.svg.addEventListener('pointerover', ({ target }) => this.tell(target.closest('[data-words]')));
    this.svg.addEventListener('pointerleave', () => this.actions.untell());
    this.svg.addEventListener('focusin', ({ target }) => this.tell(target));
    this.svg.addEventListener('focusout', () => this.actions.untell());
    this.svg.addEventListener('keydown', (event) => this.walk(event));
  }

  x(place) {
    return place * this.scale;
  }

  tell(element) {
    if (!element?.dataset.words) return;
    const box = element.getBoundingClientRect();
    this.actions.tell(element.dataset.words, Math.max(box.left, 0), box.bottom);
  }

  // Up and down go from span to span, Enter goes to the event that begins it.
  walk(event) {
    const spans = [...this.svg.querySelectorAll('[data-span]')];
    const here = spans.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && here >= 0) spans[here + step]?.focus({ preventScroll: true });
    else if (event.key === 'Enter' && here >= 0) this.actions.go(Number(spans[here].dataset.from));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // The event at a point of the screen.
  placeAt(clientX) {
    return this.run.clamped(Math.floor((clientX - this.svg.getBoundingClientRect().left) / this.scale));
  }

  nameThreads() {
    const { lanes, hidden, height } = this.lanes;
    this.names.append(this.text('event', 'faint', 8, 17),
      ...lanes.flatMap(({ thread, top, bottom }, index) => [this.stripe(index, top, bottom, GUTTER),
        this.text(this.cut(this.run.shown(thread), 9), 'thread', 8, top + 19)]),
      ...hidden > 0 ? [this.text(`+ ${hidden} more`, 'faint', 8, height - 8)] : []);
  }

  stripe(index, top, bottom, width) {
    return draw('rect', { class: `lane${index % 2}`, x: 0, y: top, width, height: bottom - top });
  }

  // All of the run, once more when the room for it has changed.
  draw() {
    const { run, lanes } = this;
    const length = run.last + 1;
    this.scale = Math.min(64, Math.max(9, (this.box.clientWidth - 2) / length, Picture.wantedScale(run)));
    this.width = Math.max(this.x(length), this.box.clientWidth - 2);
    this.svg.setAttribute('width', this.width);
    this.svg.setAttribute('height', lanes.height);
    const parts = lanes.lanes.map(({ top, bottom }, index) => this.stripe(index, top, bottom, this.width));
    this.drawRuler(parts);
    for (const lane of lanes.lanes) {
      for (const row of lane.rows) parts.push(...row.map((span) => this.span(span, row.y)));
      this.drawMarks(lane, parts);
    }
    for (const arrow of run.data.arrows.slice(0, ARROW_LIMIT)) parts.push(...this.arrow(arrow, 'arrow'));
    this.all.replaceChildren(...parts);
    // The first span can be reached with Tab.
    this.svg.querySelector('[data-span]')?.setAttribute('tabindex', 0);
  }

  span(span, y) {
    const x = this.x(span.from + 0.2);
    const right = Math.max(x + 3, span.open ? this.x(this.run.last + 1) : this.x(span.to + 0.2));
    const inset = span.kind === 'start' ? 3 : 6;
    const element = draw('g', {
      class: `span ${span.kind}${span.open ? ' open' : ''}`, role: 'img', tabindex: -1,
      'aria-label': span.words, 'data-words': span.words, 'data-span': span.key, 'data-from': span.from,
    }, draw('rect', { x, y: y + inset, width: right - x, height: ROW - 2 * inset, rx: 3 }));
    if (span.open) element.append(draw('path', { class: 'edge', d: `M${right} ${y + 1}v${ROW - 2}` }));
    const name = this.nameOn(span);
    const room = Math.floor((right - x - 6) / LETTER);
    if (name.length > 0 && room >= Math.min(3, name.length)) {
      element.append(this.text(this.cut(name, room), span.open ? 'never' : 'label', x + 4, y + 16));
    }
    return element;
  }

  // The name of a call stands on the body inside it. That of what follows a call on the call, if
  // there is room.
  nameOn(span) {
    const name = this.run.shown(span.subject);
    const { call } = span;
    const callHasName = call && !call.hasBody && (call.to - call.from) * this.scale - 6 > name.length * LETTER;
    if (span.kind === 'unfinished' && span.open) return callHasName ? 'never finished' : `${name}: never finished`;
    return span.hasBody || callHasName ? '' : name;
  }

  drawMarks({ marks, marksY }, into) {
    const { run } = this;
    marks.forEach((place, index) => {
      const x = this.x(place + 0.1);
      const event = run.events[place];
      const mark = draw('g', { class: 'mark', 'data-words': `event ${event.seq}: ${run.wordsAt(place)}` },
        this.text(run.data.signs[event.kind], 'sign', x, marksY + 15));
      const next = this.x(Math.min(marks[index + 1] ?? run.last + 1, place + 4));
      const room = Math.floor((next - x - 14) / LETTER);
      const name = event.kind === 'settled' ? '' : run.shown(event.subject);
      if (room >= Math.min(3, name.length)) mark.append(this.text(this.cut(name, room), 'note', x + 11, marksY + 15));
      into.push(mark);
    });
  }

  drawRuler(into) {
    const { run, lanes } = this;
    const step = [1, 2, 5, 10, 20, 50].find((number) => number * this.scale >= 34) ?? 100;
    for (let place = 0; place <= run.last; place += step) {
      const x = this.x(place);
      into.push(draw('path', { class: 'grid', d: `M${x} ${RULER - 6}V${lanes.height}` }));
      into.push(this.text(String(run.events[place].seq), 'faint', x + 2, 17));
    }
    for (const { seq, sentence } of run.partings) {
      const x = this.x(run.events.findIndex((event) => event.seq === seq) + 0.5);
      into.push(draw('g', { class: 'parting', 'data-words': sentence }, draw('path', { d: `M${x} ${RULER}l-6 -9h12z` })));
    }
  }

  // The middle of an event.
  point(place) {
    const y = this.lanes.middleOf.get(place);
    return y === undefined ? null : { x: this.x(place + 0.2), y };
  }

  arrow(arrow, style) {
    const [from, to] = [this.point(arrow.from), this.point(arrow.to)];
    if (!from || !to) return [];
    const bend = Math.max(10, (to.x - from.x) / 2);
    return [draw('g', { class: style, 'data-words': arrow.words },
      draw('path', { d: `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x - 3} ${to.y}` }),
      draw('path', { class: 'head', d: `M${to.x} ${to.y}l-8 -4v8z` }))];
  }

  // Moves the cursor, and brings it into view. What has not happened yet is not shown.
  show(place) {
    if (this.scale === 0) return;
    const here = this.run.clamped(place);
    const [x, right] = [this.x(here), this.x(here + 1)];
    this.cursor.setAttribute('d', `M${x} ${RULER - 8}H${right}V${this.lanes.height}H${x}z`);
    this.future.setAttribute('x', right);
    this.future.setAttribute('width', Math.max(0, this.width - right));
    this.future.setAttribute('height', this.lanes.height - RULER);
    this.near.replaceChildren(...(this.run.arrowsAt.get(here) ?? []).flatMap((arrow) => this.arrow(arrow, 'arrow now')));
    const { scrollLeft, clientWidth } = this.box;
    const isSeen = x >= scrollLeft + this.scale && right <= scrollLeft + clientWidth - this.scale;
    if (!isSeen) this.box.scrollLeft = x - clientWidth / 2;
  }

  // The least scale at which every bar has room for its name.
  static wantedScale(run) {
    const spans = run.data.lanes.flatMap((lane) => lane.spans.map((span) => ({ ...span, call: lane.spans[span.call] })));
    const needs = spans.filter(({ kind, open }) => kind === 'body' || (kind === 'start' && !open))
      .map(({ subject, from, to, open }) => (run.shown(subject).length * LETTER + 8) / ((open ? run.last + 1 : to) - from));
    return needs.length > 60 ? 0 : Math.max(0, ...needs);
  }

  text(words, style, x, y) {
    return draw('text', { class: style, x, y }, words);
  }

  cut(words, room) {
    return words.length <= room ? words : `${words.slice(0, Math.max(1, room - 1))}…`;
  }
}
