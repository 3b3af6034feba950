// What the lesson asks before a run, and what it says after it.
'use strict';

class Cards {
  // `start` is called when the learner has answered or wants to see the run.
  constructor(run, course, words, start) {
    this.words = words;
    this.run = run;
    this.task = run.data.task;
    this.key = `lab ${course?.number} ${run.data.name}${TRACE.words ? ` ${document.documentElement.lang}` : ''}`;
    this.ask = make('div', { class: 'card ask' });
    this.end = make('div', { class: 'card end', hidden: '' });
    this.said = make('p', { class: 'said' });
    this.start = start;
    if (this.task) this.fillQuestion();
  }

  // The answers, kept in this browser only. A page in a file may not be allowed to keep anything.
  get answer() { return this.kept(''); }

  set answer(answer) { this.keep('', answer); }

  kept(what) {
    try { return localStorage.getItem(this.key + what) ?? this.given?.[what]; } catch { return this.given?.[what]; }
  }

  keep(what, answer) {
    this.given = { ...this.given, [what]: answer };
    try { localStorage.setItem(this.key + what, answer); } catch { /* It counts for this visit. */ }
  }

  fillQuestion() {
    const { question, choices } = this.task;
    const answers = choices
      ? choices.map((choice) => button(choice, null, () => this.give(choice)))
      : [this.numberForm()];
    this.ask.append(make('h3', {}, say`What do you think?`), make('p', { class: 'question' }, question),
      make('div', { class: 'answers' }, ...answers),
      make('p', {}, button(say`Show me without a guess`, null, () => this.start())));
    const isWide = matchMedia('(min-width: 861px)').matches;
    if (this.run.data.glossary.length > 0) this.ask.append(make('details', { open: isWide ? '' : null }, make('summary', {}, say`Words in the code`), this.words));
  }

  numberForm() {
    const input = make('input', { type: 'number', min: 0, inputmode: 'numeric', 'aria-label': this.task.question });
    const form = make('form', {}, input, make('button', { type: 'submit', class: 'main' }, say`Answer`));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (input.value !== '') this.give(String(Number(input.value)));
    });
    return form;
  }

  give(answer) {
    this.answer = answer;
    const { why, question } = this.task;
    if (why.length === 0) return this.start();
    const buttons = why.map(({ reason }) => button(reason, null, () => {
      this.keep(' why', reason);
      this.start();
    }));
    this.ask.replaceChildren(make('h3', {}, say`Why?`), make('p', { class: 'question' }, question),
      make('p', {}, say`You said: ${answer}.`), make('div', { class: 'answers' }, ...buttons),
      make('p', {}, button(say`I do not know`, null, () => this.start())));
    buttons[0].focus();
    return undefined;
  }

  // Beside the run: the answer, and the way to the event that decides it.
  fillSaid(go) {
    if (!this.task?.answer) return;
    const given = this.answer ?? null;
    this.said.replaceChildren(given === null ? '' : say`You said: ${given}.`, ' ', button(say`Jump to what decides it`, null, () => go(this.task.deciding ?? null)));
  }

  // Shown at the last event: how it ended, the answer, the verdicts.
  fillEnd(verdicts, further) {
    const { answer } = this.task ?? {};
    const waits = this.run.data.waits.map((wait) => make('li', { class: 'wait' }, say`${wait.words}.`));
    const parts = [make('h3', {}, say`The end`)];
    if (waits.length > 0) parts.push(make('ul', { class: 'links' }, ...waits));
    else parts.push(make('p', {}, say`No operation waits for another, or for a slot.`));
    if (answer !== undefined && answer !== null) parts.push(this.comparison(answer));
    if (verdicts) parts.push(verdicts);
    if (further) parts.push(further);
    this.end.replaceChildren(...parts);
  }

  comparison(answer) {
    const given = this.answer;
    const isRight = given === answer;
    const text = given === undefined || given === null ? say`The answer: ${answer}.`
      : isRight ? say`You said: ${given}. That is right.` : say`You said: ${given}. It is: ${answer}.`;
    return make('div', {}, make('p', { class: `answer ${isRight ? 'right' : 'other'}` },
      make('span', { class: 'faint' }, this.task.question), make('br'), make('strong', {}, text)),
    ...this.reasons(given, isRight).map((words) => make('p', {}, words)));
  }

  // What refutes a wrong answer, why the right one is right, and what is wrong with the reason.
  reasons(given, isRight) {
    const { reasons, why } = this.task;
    if (!reasons) return [];
    const belief = isRight || !given ? null : reasons.otherwise[given] ?? reasons.otherwise['*'];
    const reason = why.find((one) => one.reason === this.kept(' why'));
    const verdict = !reason ? null : reason.but ? say`Your reason: ${reason.reason} That is not why. ${reason.but}` : say`Your reason is right.`;
    return [belief, reasons.because, verdict].filter((words) => words);
  }
}
