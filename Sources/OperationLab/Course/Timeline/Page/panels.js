// Beside the lanes: the event in words, the slots, the states of all operations, the code.
'use strict';

const NAME_LIMIT = 24;

class Panels {
  constructor(run) {
    this.run = run;
    this.words = make('p', { class: 'words' });
    this.links = make('ul', { class: 'links' });
    this.slots = make('div', { class: 'slots' });
    this.rows = new Map();
    this.shownState = new Map();
    this.shownPlace = null;
    this.lines = [];
    this.line = null;
    this.slotKey = '';
    const told = make('div', { class: 'told' }, this.words, this.links);
    this.told = told;
    const parts = [this.panel('Slots', this.slots)];
    if (this.run.operations.size > 0) parts.push(this.panel('Operations', this.table()));
    if (run.data.code.length > 0) parts.push(this.panel('Code', this.code()));
    this.element = make('div', { class: 'panels' }, ...parts);
  }

  panel(title, content) {
    return make('section', { class: `panel ${title.toLowerCase()}` }, make('h2', {}, title), content);
  }

  // A table in the eyes of a screen reader. Boxes of their own, because a browser lays out a large
  // table anew with every change of a cell.
  table() {
    const body = make('div', { role: 'rowgroup' });
    for (const operation of this.run.operations.values()) {
      const cells = { state: make('div', { role: 'cell', class: 'flags' }), standing: make('div', { role: 'cell' }) };
      const name = make('div', { role: 'rowheader', class: 'name' }, this.run.shown(operation.subject));
      const element = make('div', {
        role: 'row', class: 'row', 'data-operation': operation.subject, 'data-state': '', 'data-program': this.run.data.name,
      }, name, cells.state, cells.standing);
      this.rows.set(operation.subject, { row: element, ...cells, operation });
      body.append(element);
    }
    const titles = ['Operation', 'State', 'Where'].map((word) => make('div', { role: 'columnheader' }, word));
    this.scroller = make('div', { class: 'scroll', tabindex: 0, role: 'table', 'aria-label': `Operations of ${this.run.data.name}` },
      make('div', { role: 'rowgroup', class: 'titles' }, make('div', { role: 'row', class: 'row' }, ...titles)), body);
    return this.scroller;
  }

  code() {
    const list = make('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Code of ${this.run.data.name}` });
    for (const piece of this.run.data.code) {
      const lines = piece.lines.map((line) => make('span', { class: 'line' }, `${line}\n`));
      this.lines.push(...lines);
      list.append(make('pre', { 'aria-label': piece.name }, make('code', {}, ...lines)));
    }
    this.listing = list;
    return list;
  }

  show(place) {
    const here = this.run.clamped(place);
    this.tell(here, place > this.run.last);
    this.showStates(here);
    this.showSlots(here);
    this.showLine(this.run.data.lineOfEvent[here] ?? null);
  }

  tell(here, isOver) {
    const event = this.run.events[here];
    const what = this.run.wordsAt(here);
    const which = isOver ? 'Over. The last was event' : 'Event';
    this.words.textContent = event
      ? `${which} ${event.seq} (${(event.ns / 1e6).toFixed(3)} ms), ${what}` : what;
    const links = this.run.linksAt(here);
    const waits = here === this.run.last ? this.run.data.waits.map((wait) => `In the end ${wait.words}.`) : [];
    this.links.replaceChildren(...links.map((link) => make('li', { class: 'link' }, `${link}.`)),
      ...waits.map((wait) => make('li', { class: 'wait' }, wait)));
  }

  showStates(here) {
    const subject = this.run.events[here]?.subject;
    for (const name of this.run.changedBetween(this.shownPlace, here)) {
      const { row, state, standing, operation } = this.rows.get(name);
      const flags = this.run.stateAt(name, here);
      const where = this.run.standingAt(operation, here);
      const key = `${flags}|${where}`;
      if (this.shownState.get(name) !== key) {
        this.shownState.set(name, key);
        row.dataset.state = flags;
        state.replaceChildren(...(flags === '' ? ['not asked yet']
          : flags.split(' ').map((flag) => make('span', { class: `flag ${flag}` }, flag))));
        state.classList.toggle('unasked', flags === '');
        standing.textContent = where;
      }
    }
    this.shownPlace = here;
    if (this.marked) this.marked.classList.remove('now');
    this.marked = this.rows.get(subject)?.row;
    if (this.marked) {
      this.marked.classList.add('now');
      this.bringIn(this.scroller, this.marked);
    }
  }

  showSlots(here) {
    const queues = this.run.data.queues.map((queue) => ({ queue, ...this.run.slotsAt(queue, here) }));
    const key = JSON.stringify(queues.map(({ holders, waiting }) => [holders, waiting.length, waiting[0]]));
    if (key === this.slotKey) return;
    this.slotKey = key;
    this.slots.replaceChildren(...(queues.length > 0 ? queues.map((one) => this.queue(one)) : ['No queue.']));
  }

  queue({ queue, holders, waiting }) {
    const width = queue.width;
    const isBounded = typeof width === 'number' && width >= 0;
    const free = isBounded && width <= 16 ? Math.max(0, width - holders.length) : 0;
    const boxes = [
      ...this.names(holders, 'slot held'),
      ...Array.from({ length: free }, () => make('li', { class: 'slot free' }, 'free')),
    ];
    const title = isBounded ? `${count(width, 'slot')}`
      : width === undefined || width === null ? 'its number of slots is not known' : 'as many slots as the system gives';
    const parts = [make('h3', {}, `${this.run.shown(queue.name)}: ${title}`)];
    parts.push(boxes.length > 0 ? make('ul', { class: 'boxes', 'aria-label': 'In a slot' }, ...boxes) : make('p', { class: 'faint' }, 'Nobody is in a slot.'));
    if (waiting.length > 0) {
      parts.push(make('p', { class: 'faint' }, `${count(waiting.length, 'operation')} in the queue without a slot:`));
      parts.push(make('ul', { class: 'boxes' }, ...this.names(waiting, 'chip')));
    }
    return make('div', { class: 'queue' }, ...parts);
  }

  names(names, style) {
    const items = names.slice(0, NAME_LIMIT).map((name) => make('li', { class: style }, this.run.shown(name)));
    if (names.length > NAME_LIMIT) items.push(make('li', { class: 'faint' }, `and ${names.length - NAME_LIMIT} more`));
    return items;
  }

  showLine(line) {
    if (line === this.line) return;
    this.lines[this.line]?.classList.remove('now');
    this.lines[this.line]?.removeAttribute('aria-current');
    this.line = line;
    const element = this.lines[line];
    if (!element) return;
    element.classList.add('now');
    element.setAttribute('aria-current', 'true');
    this.bringIn(this.listing, element);
  }

  // Scrolls the box, and never the page.
  bringIn(box, element) {
    const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
    if (inner.top < outer.top + 28) box.scrollTop -= outer.top + 28 - inner.top;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 4;
  }
}
