// How spans are laid out: a lane for each thread, and in it the rows that the timeline gives them.
'use strict';

const ROW = 24;
const MARKS = 22;
const RULER = 26;
const LANE_LIMIT = 60;
const ROW_LIMIT = 12;

class Lanes {
  constructor(run) {
    this.run = run;
    this.lanes = [];
    this.height = RULER;
    this.middleOf = new Map();
    for (const lane of run.data.lanes.slice(0, LANE_LIMIT)) this.add(lane);
    this.hidden = Math.max(0, run.data.lanes.length - LANE_LIMIT);
    this.height += this.hidden > 0 ? ROW : 4;
  }

  add({ thread, spans, marks }) {
    const rows = [];
    spans.forEach((span, index) => {
      const call = spans[span.call];
      if (call && span.kind === 'body') call.hasBody = true;
      const row = Math.min(span.row, ROW_LIMIT - 1);
      rows[row] = rows[row] ?? [];
      rows[row].push(Object.assign(span, { call, key: `${thread} ${index}` }));
    });
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
}
