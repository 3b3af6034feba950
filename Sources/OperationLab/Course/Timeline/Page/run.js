// One program's run: what was so at which event. Knows nothing of the screen.
'use strict';

class Run {
  constructor(data) {
    this.data = data;
    this.events = data.events;
    this.last = data.events.length - 1;
    this.readings = new Map();
    this.operations = new Map(data.operations.map((operation) => [operation.subject, operation]));
    data.events.forEach((event, place) => this.read(event, place));
    this.endsAt = new Map();
    for (const holding of data.queues.flatMap((queue) => queue.holdings)) {
      const operation = this.operations.get(holding.subject);
      if (operation) operation.holding = operation.holding ?? holding;
      this.endsAt.set(holding.to, [...(this.endsAt.get(holding.to) ?? []), holding.subject]);
    }
    this.members = new Map();
    for (const operation of this.operations.values()) {
      if (operation.queue === undefined) continue;
      if (!this.members.has(operation.queue)) this.members.set(operation.queue, []);
      this.members.get(operation.queue).push(operation);
    }
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

  // An event's number, within what this run has.
  clamped(place) {
    return Math.max(0, Math.min(place, this.last));
  }

  // The flags that were last read. Empty before the first reading.
  stateAt(name, place) {
    const list = this.readings.get(name);
    if (!list) return '';
    const index = lastAtMost(list, place, (reading) => reading.place);
    return index < 0 ? '' : list[index].state;
  }

  // Where an operation stands, in a few words.
  standingAt(operation, place) {
    if (this.isOver(operation, place)) return 'over';
    const { started, holding, queue } = operation;
    if (holding && holding.from <= place) return `in a slot of ${this.shown(queue)}`;
    if (started <= place) return 'started';
    if (operation.enqueued <= place) return `waits in ${this.shown(queue)}`;
    return 'not there yet';
  }

  isOver({ holding, finished }, place) {
    return (holding?.to ?? finished ?? Infinity) <= place;
  }

  // It is in its queue, and nothing has started it.
  isWaiting(operation, place) {
    const { enqueued, started, holding } = operation;
    return enqueued <= place && !(started <= place) && !(holding?.from <= place)
      && !this.isOver(operation, place);
  }

  // The operations that hold the slots of a queue, and those in it without a slot.
  slotsAt(queue, place) {
    const holders = queue.holdings.filter(({ from, to }) => from <= place && (to ?? Infinity) > place);
    const members = this.members.get(queue.name) ?? [];
    return {
      holders: holders.map((holding) => holding.subject),
      waiting: members.filter((one) => this.isWaiting(one, place)).map((one) => one.subject),
    };
  }

  // Whose row may be another when one event is shown after another: nothing changes but at events
  // of the operation itself, and where it lost its slot to another.
  changedBetween(before, after) {
    if (before === null || Math.abs(after - before) > 500) return this.operations.keys();
    const changed = new Set();
    for (let place = Math.min(before, after) + 1; place <= Math.max(before, after); place += 1) {
      for (const name of [this.events[place].subject, ...(this.endsAt.get(place) ?? [])]) {
        if (this.operations.has(name)) changed.add(name);
      }
    }
    return changed;
  }

  // The event in words, without its number.
  wordsAt(place) {
    const event = this.events[place];
    if (!event) return 'Nothing happened: the trace is empty.';
    const state = event.state.length > 0 ? ` (${event.state.join(' ')})` : '';
    const phrase = this.data.phrases[this.data.phraseOfEvent[place]];
    return `${this.shown(event.thread)}: ${this.shown(event.subject)}: ${phrase}${state}`;
  }

  // The arrows from and to the event, in words.
  linksAt(place) {
    return (this.arrowsAt.get(place) ?? []).map((arrow) => arrow.words);
  }

  // A name that is safe to show.
  shown(name) {
    return this.data.names[name] ?? name;
  }
}
