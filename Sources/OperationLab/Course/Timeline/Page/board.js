// Be the scheduler: the reader chooses the thread of each step. Every order is a recorded run.
'use strict';

class Board {
  constructor(section, data, page) {
    Object.assign(this, { section, data, page, tree: data.tree, chosen: [], hint: [], goal: 0, note: '' });
    this.code = data.code.map((place) => page.code[place]);
    let steps = [];
    this.paths = this.tree.paths.map(([[shared, ending, ...reached], rest, slots, turns]) => {
      steps = [...steps.slice(0, shared), ...rest];
      return { steps, ending: this.tree.endings[ending], reached, slots, turns };
    });
    this.panels = new Panels(this.run(this.paths[0]));
    this.build();
    for (const event of ['focusin', 'pointerdown']) section.addEventListener(event, () => { page.active = this; });
    this.show();
  }

  build() {
    const { panels, tree } = this;
    this.goals = make('div', { class: 'goals', role: 'group', 'aria-label': say`Goals` });
    this.task = make('p', { class: 'question' });
    this.moves = make('ol', { class: 'moves', 'aria-label': say`Threads that can go on` });
    this.asleep = make('p', { class: 'faint' });
    this.verdict = make('div', { class: 'judgement' });
    this.order = make('p', { class: 'order faint' });
    const orders = count(this.paths.length, 'order');
    const extent = tree.isComplete ? say`${orders}, and there are no others` : say`${orders}, and there are more`;
    const keys = [
      this.key('b', say`Back`, () => this.back()), this.key('r', say`Begin again`, () => this.restart()),
      ...(tree.goals.length > 0 ? [this.key('i', say`It is impossible`, () => this.claim()), this.key('s', say`Show me how`, () => this.solve())]
        : tree.endings.map((ending) => this.ending(ending))),
    ];
    // What changes stands beside the moves, so that one sees both at once.
    const play = make('div', { class: 'play' }, this.goals, this.task,
      make('p', { class: 'faint' }, say`Which thread runs next? Each order is a recorded run: ${extent}.`),
      this.moves, this.asleep, make('div', { class: 'keys' }, ...keys));
    const seen = make('div', { class: 'play' }, panels.told, this.verdict, panels.seats, this.order);
    this.section.querySelector('.stage').append(play, seen, panels.listing, panels.operations);
  }

  key(letter, words, action) {
    const element = button(words, null, action, { 'aria-keyshortcuts': letter });
    element.append(make('kbd', {}, letter));
    return element;
  }

  // Without a goal: the shortest order to an ending.
  ending(ending) {
    const ways = this.paths.filter((path) => path.ending === ending);
    const shortest = ways.reduce((one, other) => (other.steps.length < one.steps.length ? other : one));
    return button(say`${ending.outcome} Show one of ${count(ways.length, 'order')}`, null, () => this.follow(shortest.steps, ''));
  }

  // A path as the run that all panels show.
  run({ steps, slots, turns }) {
    const { tree } = this;
    const events = steps.map((step, seq) => ({ ...tree.steps[step], ns: undefined, seq }));
    const operations = tree.operations.map((subject, index) => {
      const [enqueued, started, finished] = turns.slice(index * 3, index * 3 + 3).map((place) => (place < 0 ? undefined : place));
      return { subject, enqueued, started, finished, queue: events[enqueued]?.enqueueing?.queue };
    });
    const queues = tree.queues.map((queue) => ({ ...queue, holdings: [] }));
    for (let at = 0; at < slots.length; at += 4) {
      const [queue, operation, from, to] = slots.slice(at, at + 4);
      queues[queue].holdings.push({ subject: tree.operations[operation], from, to: to < 0 ? undefined : to });
    }
    const spans = events.flatMap(({ kind, subject }, from) => {
      const end = { began: 'ended', started: 'returned' }[kind];
      const to = events.findIndex((event, place) => place > from && event.subject === subject && event.kind === end);
      return end ? [{ kind: kind === 'began' ? 'body' : 'start', subject, from, to, open: to < 0 }] : [];
    });
    return new Run({
      name: tree.program, first: -1, events, operations, queues, phrases: tree.phrases, phraseOfEvent: steps, spans,
      arrows: [], waits: [], names: {}, code: this.code, lineOfEvent: steps.map((step) => this.data.lineOfStep[step]), glossary: [],
    });
  }

  // Whether these steps begin as it has gone so far.
  begins(steps) {
    return this.chosen.every((step, place) => steps[place] === step);
  }

  // The threads that can go on, and what each does next.
  get options() {
    const place = this.chosen.length;
    const found = new Map();
    for (const { steps } of this.paths) {
      const step = steps[place];
      if (step === undefined || !this.begins(steps)) continue;
      const { thread, subject } = this.tree.steps[step];
      if (!found.has(thread)) found.set(thread, { thread, step, words: say`${subject}: ${this.tree.phrases[step]}` });
    }
    for (const other of this.tree.unrecorded) {
      if (other.place === place && this.begins(this.paths[other.path].steps)) found.set(other.thread, other);
    }
    const rank = ({ thread }) => Number(thread.slice(1)) || 0;
    return [...found.values()].sort((one, other) => rank(one) - rank(other));
  }

  // The order so far, as the command line takes it.
  orderWith(...more) {
    const threads = [...this.chosen.map((step) => this.tree.steps[step].thread), ...more];
    const turns = [];
    for (const thread of threads) {
      if (turns.at(-1)?.thread === thread) turns.at(-1).count += 1;
      else turns.push({ thread, count: 1 });
    }
    return turns.map(({ thread, count }) => (count === 1 ? thread : `${thread}:${count}`)).join(',');
  }

  choose(option) {
    if (!option) return;
    if (option.step === undefined) {
      this.note = say`This order was not recorded. Run it: ${this.tree.command} ${this.orderWith(option.thread)}`;
    } else {
      this.chosen.push(option.step);
      this.note = '';
    }
    this.show();
  }

  back() {
    this.chosen.pop();
    this.note = '';
    this.show();
  }

  restart(note = '') {
    Object.assign(this, { chosen: [], hint: [], note });
    this.show();
  }

  get ways() {
    return this.paths.filter(({ reached }) => reached[this.goal] > 0);
  }

  get isReached() {
    const { length } = this.chosen;
    return this.paths.some(({ steps, reached }) => reached[this.goal] > 0 && reached[this.goal] <= length && this.begins(steps));
  }

  // The reader says that no order does it.
  claim() {
    const all = this.paths.length;
    if (this.ways.length > 0) this.restart(say`Not so: ${this.ways.length} of ${all} orders do it. Begin again.`);
    else this.restart(this.verdictOfNone(say`Right. `));
  }

  verdictOfNone(before) {
    const all = this.paths.length;
    if (!this.tree.isComplete) return say`Not known: none of the ${all} recorded orders does it, and there are more.`;
    const why = all === 1 ? say`there is one order only` : say`all ${all} orders were run, and it happens in none`;
    return say`${before}It cannot be done: ${why}. ${this.tree.goals[this.goal].reason}`;
  }

  // Shows the way, one press at a time.
  solve() {
    if (this.ways.length === 0) return this.restart(this.verdictOfNone(''));
    const best = this.ways.reduce((one, other) => (other.reached[this.goal] < one.reached[this.goal] ? other : one));
    return this.follow(best.steps.slice(0, best.reached[this.goal]), say`${this.ways.length} of ${this.paths.length} orders do it. `);
  }

  follow(steps, note) {
    this.restart(say`${note}Press the marked thread.`);
    this.hint = steps;
    this.show();
  }

  take(goal) {
    this.goal = goal;
    this.restart();
  }

  show() {
    const { chosen, tree } = this;
    const goal = tree.goals[this.goal];
    const path = this.paths.find(({ steps }) => this.begins(steps));
    const options = this.options;
    const hadFocus = this.moves.contains(document.activeElement);
    this.goals.replaceChildren(...tree.goals.length < 2 ? [] : tree.goals.map(({ task }, place) =>
      button(say`Goal ${place + 1}`, say`Goal ${place + 1}: ${task}`, () => this.take(place), { 'aria-pressed': place === this.goal })));
    this.task.textContent = goal?.task ?? say`Choose the order yourself.`;
    this.moves.replaceChildren(...options.map((option, place) => make('li', {}, this.move(option, place))));
    if (hadFocus) (this.moves.querySelector('button') ?? this.section.querySelector('.keys button')).focus({ preventScroll: true });
    const awake = options.map(({ thread }) => thread);
    const asleep = new Set(chosen.map((step) => tree.steps[step].thread).filter((thread) => !awake.includes(thread)));
    const sleepers = [...asleep].sort().join(say`, `);
    this.asleep.textContent = sleepers && awake.length > 0 ? say`Asleep, or done: ${sleepers}` : '';
    this.panels.change(this.run(path), chosen.length - 1);
    this.judge(goal, options.length === 0 ? path : null);
    const order = this.orderWith();
    this.order.replaceChildren(...order ? [say`The same on your machine: `, make('code', {}, `${tree.command} ${order}`)] : []);
    this.section.dataset.order = order;
    this.page.speak(`${this.verdict.textContent} ${this.panels.told.textContent}`);
  }

  move(option, place) {
    const { thread, step, words } = option;
    const isNext = step !== undefined && this.begins(this.hint) && this.hint[this.chosen.length] === step;
    const element = button('', null, () => this.choose(option), { class: isNext ? 'hint' : '', 'aria-keyshortcuts': place + 1 });
    element.append(make('kbd', {}, String(place + 1)), make('b', {}, thread), ` ${words}${step === undefined ? say` (not recorded)` : ''}`);
    return element;
  }

  judge(goal, ended) {
    const isReached = goal !== undefined && this.isReached;
    const end = ended ? [ended.ending.outcome, ...ended.ending.sentences].join(' ') : '';
    const lines = isReached ? [say`Reached! ${goal.reason}`] : ended && goal ? [say`Not reached. Go back, or begin again.`] : [];
    this.verdict.replaceChildren(...[end, ...lines, this.note].filter(Boolean).map((words) => make('p', {}, words)));
    this.section.dataset.verdict = isReached ? 'reached' : ended ? 'ended' : this.note ? 'note' : '';
  }

  press(event) {
    const actions = { b: () => this.back(), ArrowLeft: () => this.back(), r: () => this.restart() };
    if (this.tree.goals.length > 0) Object.assign(actions, { i: () => this.claim(), s: () => this.solve() });
    const action = actions[event.key] ?? (event.key > '0' && event.key <= '9' ? () => this.choose(this.options[event.key - 1]) : null);
    if (!action) return;
    event.preventDefault();
    action();
  }
}
