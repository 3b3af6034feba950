// How spans are laid out: a lane for each thread, and in it as few rows as keep spans apart.
'use strict';

const ROW = 24;
const MARKS = 22;
const RULER = 26;
const LANE_LIMIT = 60;
const ROW_LIMIT = 12;

const SIGNS = {
  enqueued: '+', returned: ')', ended: '>', cancelled: '×', finished: '✓', announced: '○',
  completed: '◆', observed: '◦', waiting: '◌', opened: '●', timedOut: '!', suspended: '‖',
  resumed: '▸', released: '~', settled: '·', progressed: '▪', noted: '•',
};

class Lanes {
  constructor(run) {
    this.run = run;
    this.lanes = [];
    this.height = RULER;
    this.middleOf = new Map();
    const spans = new Map(run.data.lanes.map(({ thread }) => [thread, []]));
    run.data.spans.forEach((span, index) => spans.get(span.thread).push({ ...span, index }));
    for (const { thread, marks } of run.data.lanes.slice(0, LANE_LIMIT)) {
      this.add(thread, spans.get(thread), marks);
    }
    this.hidden = Math.max(0, run.data.lanes.length - LANE_LIMIT);
    this.height += this.hidden > 0 ? ROW : 4;
  }

  add(thread, spans, marks) {
    const rows = [];
    const rowOfCall = new Map();
    for (const span of spans) {
      const row = this.rowFor(span, rows, rowOfCall);
      rows[row].push(span);
      rows[row].end = Math.max(rows[row].end, span.open ? Infinity : span.to);
      if (span.kind === 'start') rowOfCall.set(span.subject, { row, span });
    }
    const top = this.height;
    rows.forEach((row, index) => {
      row.y = top + 3 + index * ROW;
      for (const span of row) {
        this.middleOf.set(span.from, row.y + ROW / 2);
        if (!span.open) this.middleOf.set(span.to, row.y + ROW / 2);
      }
    });
    const y = top + 3 + rows.length * ROW;
    for (const place of marks) this.middleOf.set(place, y + MARKS / 2);
    const hasMarks = marks.length > 0 || rows.length === 0;
    this.height = y + (hasMarks ? MARKS : 0) + 5;
    this.lanes.push({ thread, rows, marks, top, bottom: this.height, marksY: y });
  }

  // A body lies on its call and the rest follows it; everything else goes where there is room.
  rowFor(span, rows, rowOfCall) {
    const call = span.kind === 'start' ? undefined : rowOfCall.get(span.subject);
    if (call) {
      const belongs = span.kind === 'body' ? span.from <= call.span.to : span.from === call.span.to;
      if (span.kind === 'body' && belongs) call.span.hasBody = true;
      if (belongs) span.call = call.span;
      if (belongs || call.span.open) return call.row;
    }
    const free = rows.findIndex((row) => row.end < span.from);
    if (free >= 0) return free;
    if (rows.length < ROW_LIMIT) {
      rows.push(Object.assign([], { end: -1 }));
      return rows.length - 1;
    }
    return ROW_LIMIT - 1;
  }
}
