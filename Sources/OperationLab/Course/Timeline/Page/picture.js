// Draws the part of one program's lanes that is in view. What is too narrow to see is drawn together.
'use strict';

const GUTTER = 84;
const ARROW_LIMIT = 150;
const LETTER = 7.3;

class Picture {
  constructor(run, view, actions) {
    this.run = run;
    this.view = view;
    this.lanes = new Lanes(run);
    this.actions = actions;
    this.focused = null;
    this.svg = draw('svg', { class: 'lanes', role: 'group', 'aria-label': `Lanes of ${run.data.name}` });
    this.back = draw('g');
    this.front = draw('g');
    this.future = draw('rect', { class: 'future', y: 0 });
    this.cursor = draw('path', { class: 'cursor' });
    this.near = draw('g', { class: 'near' });
    this.svg.append(this.back, this.front, this.future, this.near, this.cursor);
    this.element = make('div', { class: 'picture' }, this.svg);
    this.listen();
  }

  // The first place in view. A run that has ended keeps its end in view while longer ones continue.
  get left() {
    return Math.min(this.view.left, Math.max(0, this.run.last + 1 - this.view.width / this.view.scale));
  }

  get right() {
    return this.left + this.view.width / this.view.scale;
  }

  x(place) {
    return (place - this.left) * this.view.scale;
  }

  listen() {
    this.svg.addEventListener('pointerover', ({ target }) => this.tell(target.closest('[data-words]')));
    this.svg.addEventListener('pointerleave', () => this.actions.untell());
    this.svg.addEventListener('focusin', ({ target }) => {
      this.focused = target.dataset.span ?? null;
      this.tell(target);
    });
    this.svg.addEventListener('focusout', () => {
      this.focused = null;
      this.actions.untell();
    });
    this.svg.addEventListener('keydown', (event) => this.walk(event));
  }

  tell(element) {
    if (!element?.dataset.words) return;
    const box = element.getBoundingClientRect();
    this.actions.tell(element.dataset.words, Math.max(box.left, GUTTER), box.bottom);
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
    const x = clientX - this.svg.getBoundingClientRect().left - GUTTER;
    return this.run.clamped(Math.floor(this.left + x / this.view.scale));
  }

  draw() {
    const { view, lanes } = this;
    // Not laid out yet.
    if (view.scale === 0) return;
    const width = GUTTER + view.width;
    this.svg.setAttribute('width', width);
    this.svg.setAttribute('height', lanes.height);
    const back = [];
    const front = [];
    lanes.lanes.forEach((lane, index) => {
      back.push(draw('rect', {
        class: `lane${index % 2}`, x: 0, y: lane.top, width, height: lane.bottom - lane.top,
      }));
      for (const row of lane.rows) this.drawRow(row, front);
      this.drawMarks(lane, front);
      front.push(draw('rect', { class: `lane${index % 2}`, x: 0, y: lane.top, width: GUTTER - 4, height: lane.bottom - lane.top }));
      front.push(this.text(this.cut(this.run.shown(lane.thread), 9), 'thread', 8, lane.top + 19));
    });
    if (lanes.hidden > 0) {
      front.push(this.text(`and ${count(lanes.hidden, 'more thread')}`, 'faint', 8, lanes.height - 8));
    }
    this.drawRuler(back);
    this.drawArrows(front);
    const focused = this.focused;
    this.back.replaceChildren(...back);
    this.front.replaceChildren(...front);
    this.letFocus(focused);
  }

  // The first span can be reached with Tab. The one that had the focus keeps it.
  letFocus(focused) {
    const spans = [...this.front.querySelectorAll('[data-span]')];
    spans[0]?.setAttribute('tabindex', 0);
    if (focused !== null) spans.find((span) => span.dataset.span === focused)?.focus({ preventScroll: true });
  }

  drawRow(row, into) {
    for (const span of row) {
      if (span.from > this.right) break;
      const end = span.open ? this.run.last + 1 : span.to;
      if (end < this.left) continue;
      const x = Math.max(0, this.x(span.from + 0.2));
      const right = Math.min(this.view.width, this.x(end + (span.open ? 0 : 0.2)));
      into.push(this.span(span, x, Math.max(right, x + 3), row.y));
    }
  }

  span(span, x, right, y) {
    const inset = span.kind === 'start' ? 3 : 6;
    const element = draw('g', {
      class: `span ${span.kind}${span.open ? ' open' : ''}`, role: 'img', tabindex: -1,
      'aria-label': span.words, 'data-words': span.words, 'data-span': span.key, 'data-from': span.from,
    }, draw('rect', { x: GUTTER + x, y: y + inset, width: right - x, height: ROW - 2 * inset, rx: 3 }));
    if (span.open) element.append(draw('path', { class: 'edge', d: `M${GUTTER + right} ${y + 1}v${ROW - 2}` }));
    const name = this.nameOn(span);
    const room = Math.floor((right - x - 6) / LETTER);
    if (name.length > 0 && room >= Math.min(3, name.length)) {
      element.append(this.text(this.cut(name, room), span.open ? 'never' : 'label', GUTTER + x + 4, y + 16));
    }
    return element;
  }

  // The name of a call stands on the body inside it. That of what follows a call on the call, if
  // there is room.
  nameOn(span) {
    const name = this.run.shown(span.subject);
    const { call } = span;
    const callHasName = call && !call.hasBody && (call.to - call.from) * this.view.scale - 6 > name.length * LETTER;
    if (span.kind === 'unfinished' && span.open) return callHasName ? 'never finished' : `${name}: never finished`;
    return span.hasBody || callHasName ? '' : name;
  }

  drawMarks(lane, into) {
    const { view, run } = this;
    for (let index = lastAtMost(lane.marks, this.left - 1) + 1; lane.marks[index] <= this.right; index += 1) {
      const place = lane.marks[index];
      const x = this.x(place + 0.1);
      const event = run.events[place];
      const mark = draw('g', { class: 'mark', 'data-words': `event ${event.seq}: ${run.wordsAt(place)}` },
        this.text(run.data.signs[event.kind], 'sign', GUTTER + x, lane.marksY + 15));
      const nextX = index + 1 < lane.marks.length ? this.x(lane.marks[index + 1]) : view.width;
      const room = Math.floor((Math.min(nextX, this.x(place + 4)) - x - 14) / LETTER);
      const name = event.kind === 'settled' ? '' : run.shown(event.subject);
      if (room >= Math.min(3, name.length)) {
        mark.append(this.text(this.cut(name, room), 'note', GUTTER + x + 11, lane.marksY + 15));
      }
      into.push(mark);
    }
  }

  drawRuler(into) {
    const { view, run, lanes } = this;
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000].find((n) => n * view.scale >= 34) ?? 20000;
    into.push(this.text('event', 'faint', 8, 17));
    for (let place = Math.ceil(this.left / step) * step; place <= Math.min(run.last, this.right); place += step) {
      const x = GUTTER + this.x(place);
      into.push(draw('path', { class: 'grid', d: `M${x} ${RULER - 6}V${lanes.height}` }));
      into.push(this.text(String(run.events[place].seq), 'faint', x + 2, 17));
    }
    for (const { seq, sentence } of run.partings) {
      const x = this.x(run.events.findIndex((event) => event.seq === seq) + 0.5);
      if (x < 0 || x > view.width) continue;
      into.push(draw('g', { class: 'parting', 'data-words': sentence }, draw('path', { d: `M${GUTTER + x} ${RULER}l-6 -9h12z` })));
    }
  }

  // The middle of an event, as far as it is in view.
  point(place) {
    const y = this.lanes.middleOf.get(place);
    return y === undefined ? null : { x: GUTTER + this.x(place + 0.2), y };
  }

  drawArrows(into) {
    const seen = this.run.data.arrows.filter((arrow) => arrow.to >= this.left && arrow.from <= this.right);
    for (const arrow of seen.slice(0, ARROW_LIMIT)) {
      const element = this.arrow(arrow, 'arrow');
      if (element) into.push(element);
    }
  }

  arrow(arrow, style) {
    const [from, to] = [this.point(arrow.from), this.point(arrow.to)];
    if (!from || !to || from.x < GUTTER || to.x < GUTTER) return null;
    const bend = Math.max(10, (to.x - from.x) / 2);
    return draw('g', { class: style, 'data-words': arrow.words },
      draw('path', { d: `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x - 3} ${to.y}` }),
      draw('path', { class: 'head', d: `M${to.x} ${to.y}l-8 -4v8z` }));
  }

  // Moves the cursor. What has not happened yet is not shown.
  show(place) {
    if (this.view.scale === 0) return;
    const here = this.run.clamped(place);
    const x = Math.max(GUTTER, GUTTER + this.x(here));
    const right = Math.max(GUTTER, GUTTER + this.x(here + 1));
    this.cursor.setAttribute('d', `M${x} ${RULER - 8}H${right}V${this.lanes.height}H${x}z`);
    this.future.setAttribute('x', right);
    this.future.setAttribute('y', RULER);
    this.future.setAttribute('width', Math.max(0, GUTTER + this.view.width - right));
    this.future.setAttribute('height', this.lanes.height - RULER);
    const arrows = (this.run.arrowsAt.get(here) ?? []).map((arrow) => this.arrow(arrow, 'arrow now'));
    this.near.replaceChildren(...arrows.filter((arrow) => arrow !== null));
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
