// Beside the lanes: the event in words, the slots, the states of all operations, the code.
'use strict';

const NAME_LIMIT = 24;

class Panels {
  constructor(run) {
    this.run = run;
    this.words = make('p', { class: 'words' });
    this.source = make('code', { class: 'source' });
    this.links = make('ul', { class: 'links' });
    this.told = make('div', { class: 'told' }, this.words, this.source, this.links);
    this.slots = make('div', { class: 'slots' });
    this.rows = new Map();
    this.shownState = new Map();
    this.lines = [];
    this.slotKey = '';
    this.seats = this.panel('slots', say`Slots`, this.slots);
    this.operations = run.operations.size > 0 ? this.panel('operations', say`Operations`, this.table()) : '';
    this.listing = run.data.code.length > 0 ? this.panel('code', say`Code`, this.code()) : '';
  }

  panel(kind, title, content) {
    // The code may be long: with the focus in it, the keys scroll it.
    return make('section', { class: `panel ${kind}`, tabindex: kind === 'code' ? 0 : null }, make('h3', {}, title), content);
  }

  // What the words of the bench in the code mean.
  glossary() {
    const entries = this.run.data.glossary.map((entry) => entry.match(/(.*?)(?:: |：)(.*)/s));
    return make('dl', { class: 'glossary' }, ...entries.flatMap(([, word, meaning]) =>
      [make('dt', {}, make('code', {}, word)), make('dd', {}, meaning)]));
  }

  // A table in the eyes of a screen reader. Boxes of their own, because a browser lays out a large
  // table anew with every change of a cell.
  table() {
    const body = make('div', { role: 'rowgroup' });
    for (const operation of this.run.operations.values()) {
      const cells = { standing: make('div', { role: 'cell' }), state: make('div', { role: 'cell', class: 'flags' }) };
      cells.name = make('div', { role: 'rowheader', class: 'name' }, this.run.shown(operation.subject));
      const element = make('div', {
        role: 'row', class: 'row', 'data-operation': operation.subject, 'data-state': '', 'data-program': this.run.data.name,
      }, cells.name, cells.standing, cells.state);
      this.rows.set(operation.subject, { row: element, ...cells });
      body.append(element);
    }
    const titles = [say`Operation`, say`Where`, say`Flags as last read`].map((word) => make('div', { role: 'columnheader' }, word));
    const isLong = this.rows.size > 14;
    this.scroller = make('div', {
      class: isLong ? 'scroll' : '', tabindex: isLong ? 0 : undefined, role: 'table', 'aria-label': say`Operations of ${this.run.data.name}`,
    }, make('div', { role: 'rowgroup', class: 'titles' }, make('div', { role: 'row', class: 'row' }, ...titles)), body);
    if (!isLong) return this.scroller;
    return make('div', {}, make('p', { class: 'faint' }, say`${this.rows.size} operations: scroll to see all.`), this.scroller);
  }

  code() {
    return make('div', { class: 'listing' }, ...this.run.data.code.map(({ name, lines, about }) => {
      const indents = lines.map((line) => line.length - line.trimStart().length);
      const margin = Math.min(...indents.filter((_, index) => lines[index].trim() !== ''));
      const rows = lines.map((line, index) => {
        const row = make('span', { class: 'line' }, ...swift(line.trim()), '\n');
        row.style.setProperty('--indent', Math.max(0, indents[index] - margin));
        return row;
      });
      this.lines.push(...rows);
      const pre = make('pre', { 'aria-label': name }, make('code', {}, ...rows));
      if (about === undefined) return pre;
      return make('details', {}, make('summary', {}, make('code', {}, name), about ? ` ${about}` : ''), pre);
    }));
  }

  // Another run of the same program, as it stands after an event.
  change(run, place) {
    [this.run, this.slotKey] = [run, ''];
    this.show(place);
  }

  show(place) {
    const here = this.run.clamped(place);
    this.tell(here);
    this.showStates(here);
    this.showSlots(here);
    this.showLine(this.lines[this.run.data.lineOfEvent[here]]);
  }

  tell(here) {
    const event = this.run.events[here];
    // In the end it counts who waits, not which operation was looked at last.
    const [wait] = here === this.run.last ? this.run.data.waits : [];
    this.words.replaceChildren(wait ? say`${wait.words}.` : this.run.wordsAt(here));
    const time = event?.ns === undefined ? '' : say`, ${(event.ns / 1e6).toFixed(3)} ms`;
    if (event) this.words.append(make('span', { class: 'when' }, say` event ${event.seq}${time}`));
    this.links.replaceChildren(...this.run.linksAt(here).map((link) => make('li', { class: 'link' }, link)));
  }

  showStates(here) {
    const subject = this.run.events[here]?.subject;
    for (const [name, { row, state, standing }] of this.rows) {
      const operation = this.run.operations.get(name);
      const { flags, since } = this.run.readingAt(name, here);
      const where = this.run.standingAt(operation, here);
      const key = `${flags}|${where.words}|${since}`;
      if (this.shownState.get(name) === key) continue;
      this.shownState.set(name, key);
      row.dataset.state = flags;
      row.dataset.where = where.kind;
      const isOld = flags !== '' && where.since > since;
      state.replaceChildren(...(flags === '' ? [say`not read yet`]
        : flags.split(' ').map((flag) => make('span', { class: `flag ${flag}` }, said(flag)))));
      if (isOld) state.append(say` before event ${this.run.events[where.since].seq}`);
      state.classList.toggle('old', flags === '' || isOld);
      standing.textContent = where.words;
    }
    this.marked?.classList.remove('now');
    this.marked = this.rows.get(subject)?.row;
    if (this.rows.size <= 100) this.gather();
    if (!this.marked) return;
    this.marked.classList.add('now');
    this.bringIn(this.scroller, this.marked);
  }

  // Rows that follow one another and say the same become one.
  gather() {
    let head = null;
    for (const [subject, { row, name, standing, state }] of this.rows) {
      const says = `${standing.textContent}|${state.textContent}`;
      const isSame = head?.says === says && row !== this.marked && head.row !== this.marked;
      if (isSame) head.names.push(subject);
      else head = { says, row, name, names: [subject] };
      row.hidden = isSame;
      const [first, last] = [head.names[0], head.names.at(-1)].map((one) => this.run.shown(one));
      head.name.textContent = first === last ? first : `${first}${head.names.length > 2 ? ' … ' : say`, `}${last}`;
    }
  }

  showSlots(here) {
    const queues = this.run.data.queues.map((queue) => ({ queue, ...this.run.slotsAt(queue, here) }));
    const key = JSON.stringify(queues.map(({ holders, waiting, gone }) => [holders, waiting, gone]));
    if (key === this.slotKey) return;
    this.slotKey = key;
    this.slots.replaceChildren(...(queues.length > 0 ? queues.map((one) => this.queue(one)) : [make('p', { class: 'faint' }, say`There is no queue in this program.`)]));
  }

  // Chairs in a row: who sits, who waits and why, who has left.
  queue({ queue, holders, waiting, gone }) {
    const { width } = queue;
    const isBounded = typeof width === 'number' && width >= 0;
    const free = isBounded && width <= 16 ? Math.max(0, width - holders.length) : 0;
    const title = isBounded ? count(width, 'slot')
      : width === undefined || width === null ? say`its number of slots is not known` : say`as many slots as the system gives`;
    const chairs = [
      ...holders.slice(0, NAME_LIMIT).map(({ subject, words, kind }) =>
        make('li', { class: `chair held ${kind}` }, make('b', {}, this.run.shown(subject)), make('span', {}, words))),
      ...this.rest(holders.length),
      ...Array.from({ length: free }, () => make('li', { class: 'chair free' }, make('span', {}, say`free`))),
    ];
    const parts = [make('h4', {}, this.run.shown(queue.name), make('span', { class: 'faint' }, ` ${title}`))];
    parts.push(chairs.length > 0 ? make('ul', { class: 'chairs', 'aria-label': say`In a slot` }, ...chairs) : make('p', { class: 'faint' }, say`No operation has a slot.`));
    for (const { why, names } of waiting) {
      parts.push(make('p', { class: 'why' }, make('b', {}, names.length === 1 ? say`${1} operation waits` : say`${names.length} operations wait`), say`: ${why}`),
        make('ul', { class: 'chips' }, ...this.chips(names)));
    }
    if (gone.length > 0) {
      parts.push(make('p', { class: 'why' }, say`${count(gone.length, 'operation')} left the queue:`),
        make('ul', { class: 'chips done' }, ...this.chips(gone)));
    }
    return make('div', { class: 'queue' }, ...parts);
  }

  chips(names) {
    return [...names.slice(0, NAME_LIMIT).map((name) => make('li', {}, this.run.shown(name))), ...this.rest(names.length)];
  }

  rest(length) {
    return length > NAME_LIMIT ? [make('li', { class: 'more' }, say`and ${length - NAME_LIMIT} more`)] : [];
  }

  showLine(line) {
    this.source.replaceChildren(...swift(line?.textContent.trim() ?? ''));
    // A helper that is folded is marked at its name.
    const helper = line?.closest('details');
    const shown = helper && !helper.open ? helper.firstChild : line;
    if (shown === this.line) return;
    this.line?.classList.remove('now');
    this.line?.removeAttribute('aria-current');
    this.line = shown;
    shown?.classList.add('now');
    shown?.setAttribute('aria-current', 'true');
    if (shown) this.bringIn(this.listing, shown);
  }

  // Scrolls the box, and never the page. Of the box, only what is in the window counts.
  bringIn(box, element) {
    const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
    const [top, bottom] = [Math.max(0, outer.top) + 28, Math.min(window.innerHeight, outer.bottom) - 4];
    if (inner.top < top) box.scrollTop -= top - inner.top;
    else if (inner.bottom > bottom) box.scrollTop += inner.bottom - bottom;
  }
}
