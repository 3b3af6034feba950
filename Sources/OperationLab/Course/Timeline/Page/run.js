// One program's run: what was so at which event. Knows nothing of the screen.
'use strict';

class Run {
  constructor(data) {
    this.data = data;
    this.events = data.events;
    // Before its first step, a run that is played stands before its first event.
    this.first = data.first ?? 0;
    this.last = data.events.length - 1;
    this.readings = new Map();
    this.operations = new Map(data.operations.map((operation) => [operation.subject, operation]));
    data.events.forEach((event, place) => this.read(event, place));
    for (const holding of data.queues.flatMap((queue) => queue.holdings)) {
      const operation = this.operations.get(holding.subject);
      if (operation) operation.holding = operation.holding ?? holding;
    }
    this.members = new Map();
    for (const operation of this.operations.values()) {
      if (operation.queue === undefined) continue;
      if (!this.members.has(operation.queue)) this.members.set(operation.queue, []);
      this.members.get(operation.queue).push(operation);
    }
    this.removals = data.events.filter(({ fact }) => fact?.removedDependency);
    this.bodies = data.spans.filter(({ kind }) => kind === 'body' || kind === 'running');
    this.returns = new Map(data.spans.filter((span) => span.kind === 'start' && !span.open).map((span) => [span.subject, span.to]));
    this.arrowsAt = new Map();
    for (const arrow of data.arrows) {
      for (const place of [arrow.from, arrow.to]) {
        this.arrowsAt.set(place, [...(this.arrowsAt.get(place) ?? []), arrow]);
      }
    }
  }

  read({ subject, state }, place) {
    if (state.length === 0) return;
    if (!this.readings.has(subject)) this.readings.set(subject, []);
    this.readings.get(subject).push({ place, state: state.join(' ') });
  }

  placeOf(seq) {
    return this.events.findIndex((event) => event.seq === seq);
  }

  // An event's number, within what this run has.
  clamped(place) {
    return Math.max(this.first, Math.min(place, this.last));
  }

  // The flags that were last read, and the event that read them. Empty before the first reading.
  readingAt(name, place) {
    const list = this.readings.get(name);
    const index = list ? lastAtMost(list, place, (reading) => reading.place) : -1;
    return index < 0 ? { flags: '', since: -1 } : { flags: list[index].state, since: list[index].place };
  }

  // Where an operation is, in a few words, and since which event.
  standingAt(operation, place) {
    const { started, holding, queue, finished, enqueued } = operation;
    const end = holding?.to ?? finished;
    if (end <= place) return { words: holding ? say`left ${this.shown(queue)}` : say`finished`, kind: 'done', since: end };
    if (holding && holding.from <= place) return { words: say`in a slot of ${this.shown(queue)}`, kind: 'run', since: holding.from };
    if (started <= place) return { words: say`started`, kind: 'run', since: started };
    if (enqueued <= place) return { words: say`waits in ${this.shown(queue)}`, kind: 'wait', since: enqueued };
    const isTraced = [started, enqueued, finished, holding].some((place) => place !== undefined && place !== null);
    return { words: isTraced ? say`not there yet` : say`not in a queue`, kind: 'none', since: -1 };
  }

  isOver({ holding, finished }, place) {
    return (holding?.to ?? finished ?? Infinity) <= place;
  }

  // What holds a slot, what waits and why, what has left the queue.
  slotsAt(queue, place) {
    const holders = queue.holdings.filter(({ from, to }) => from <= place && (to ?? Infinity) > place)
      .map((holding) => ({ subject: holding.subject, ...this.seatAt(holding, place) }));
    const members = (this.members.get(queue.name) ?? []).filter(({ enqueued }) => enqueued <= place);
    const isFull = queue.width >= 0 && holders.length >= queue.width;
    const waiting = new Map();
    for (const operation of members) {
      if (this.standingAt(operation, place).kind !== 'wait') continue;
      const why = this.whyAt(operation, queue, isFull, place);
      waiting.set(why, [...(waiting.get(why) ?? []), operation.subject]);
    }
    return {
      holders, waiting: [...waiting].map(([why, names]) => ({ why, names })),
      gone: members.filter((one) => this.isOver(one, place)).map((one) => one.subject),
    };
  }

  // What an operation in a slot does there, as far as the trace shows.
  seatAt({ subject, from, to }, place) {
    const hasBody = this.bodies.some((body) => body.subject === subject && body.from <= place && (body.open || body.to > place));
    const isLeft = (this.returns.get(subject) ?? Infinity) <= place && !hasBody;
    const isStuck = place === this.last && (to === undefined || to === null);
    if (isStuck) return { words: isLeft ? say`start() returned, never finished` : say`never finished`, kind: 'stuck' };
    if (this.operations.get(subject)?.finished <= place) return { words: say`finished, about to leave`, kind: '' };
    if (isLeft) return { words: say`start() returned, not finished yet`, kind: '' };
    if (hasBody) return { words: say`at work`, kind: '' };
    return { words: from === place ? say`starts` : say`started`, kind: '' };
  }

  // Why an operation in a queue has no slot, as far as the trace shows.
  whyAt(operation, queue, isFull, place) {
    const needs = this.needsAt(operation, place);
    const some = needs.slice(0, 3).map((name) => this.shown(name)).join(say`, `);
    const all = needs.length > 3 ? say`${some} and ${needs.length - 3} more` : some;
    if (needs.length > 0) return say`for ${all} to finish`;
    if (this.isSuspendedAt(operation, queue, place)) return say`the queue is suspended`;
    return isFull ? say`no slot is free` : say`a slot is free, and none has started in it yet`;
  }

  // The unfinished dependencies of an operation that is not cancelled.
  needsAt(operation, place) {
    const needs = new Set(this.events[operation.enqueued].enqueueing?.dependencies ?? []);
    if (needs.size === 0 || this.readingAt(operation.subject, place).flags.includes('cancelled')) return [];
    for (const { subject, seq, fact } of this.removals) {
      if (subject === operation.subject && seq <= this.events[place].seq) needs.delete(fact.removedDependency.name);
    }
    return [...needs].filter((name) => {
      const other = this.operations.get(name);
      return !other || !this.isOver(other, place) && !this.readingAt(name, place).flags.includes('finished');
    });
  }

  isSuspendedAt(operation, queue, place) {
    const switches = this.events.slice(0, place + 1)
      .filter(({ subject, kind }) => subject === queue.name && (kind === 'suspended' || kind === 'resumed'));
    if (switches.length > 0) return switches.at(-1).kind === 'suspended';
    return this.events[operation.enqueued].enqueueing?.isSuspended === true;
  }

  // The event in words, without its number.
  wordsAt(place) {
    const event = this.events[place];
    if (!event) return place < 0 ? say`Nothing has happened yet.` : say`Nothing happened: the trace is empty.`;
    if (place === this.last && this.data.loss) return this.data.loss;
    const flags = event.state.map((flag) => said(flag)).join(say` `);
    const state = flags ? say` (${flags})` : '';
    const phrase = this.data.phrases[this.data.phraseOfEvent[place]];
    return say`${this.shown(event.subject)}: ${phrase}${state}, on ${this.shown(event.thread)}`;
  }

  // The arrows from and to the event, in words.
  linksAt(place) {
    return (this.arrowsAt.get(place) ?? []).map((arrow) => say`${arrow.words}.`);
  }

  // A name that is safe to show.
  shown(name) {
    return this.data.names[name] ?? name;
  }
}
