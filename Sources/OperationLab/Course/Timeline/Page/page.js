// What the programs of a page share: the keyboard, the voice for screen readers, the tip, and the end.
'use strict';

class LessonPage {
  constructor(data) {
    this.course = data.course;
    this.code = data.code;
    this.tip = make('div', { class: 'tip', 'aria-hidden': 'true', hidden: '' });
    this.spoken = make('p', { class: 'spoken', 'aria-live': 'polite' });
    this.sections = [...document.querySelectorAll('section.program')];
    // In the book the programs stand among the sentences about them.
    this.isBook = document.body.classList.contains('book');
    const programs = this.sections.map(({ dataset }) => data.programs.find(({ name }) => name === dataset.program));
    this.sections.forEach((section, index) => {
      if (programs[index].task?.isFurther) section.dataset.further = 'yes';
      // One after the other: a program follows from the one before.
      section.hidden = !this.isBook && this.course !== undefined && index > 0;
    });
    document.body.append(this.tip, this.spoken);
    this.steppers = this.sections.map((section, index) => new Stepper(section, programs[index], this));
    this.boards = [...document.querySelectorAll('section.board')].map((section) =>
      new Board(section, data.boards.find(({ tree }) => section.id === `play-${tree.program}`), this));
    this.active = this.steppers[0] ?? this.boards[0];
    this.turn();
    window.addEventListener('hashchange', () => this.turn());
    document.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.('select, form')) return;
      // Where there is more to read, keys belong to a program only while the focus is in it.
      if (this.isBook && !this.active?.section.contains(event.target)) return;
      this.active?.press(event);
    });
    if (this.course && !this.isBook) this.frame();
  }

  // An address may name a goal: `#play-width-2-2`.
  turn() {
    const board = this.boards.find(({ section }) => location.hash.startsWith(`#${section.id}`));
    if (!board) return;
    const goal = Number(location.hash.slice(board.section.id.length + 2)) - 1;
    if (board.tree.goals[goal]) board.take(goal);
    this.active = board;
    board.section.scrollIntoView();
  }

  // Around the programs: where one is, the further programs, what comes next.
  frame() {
    const further = this.steppers.filter(({ section }) => section.dataset.further);
    const { number, next } = this.course;
    document.querySelector('.where').append(say` · The page of this lesson: lab read ${number}`,
      ...this.boards.slice(0, 1).flatMap(({ section }) => [' · ', make('a', { href: `#${section.id}` }, say`Be the scheduler`)]));
    this.after = document.querySelector('.remember') ?? document.querySelector('main').appendChild(make('section', { class: 'remember' }));
    const onward = further.length > 0 ? [this.more(further)] : [];
    if (next) onward.push(say`Next: lab lesson ${next}`);
    this.after.append(make('p', { class: 'onward' }, ...onward.flatMap((one) => [one, ' '])));
    this.after.hidden = this.steppers.some(({ section }) => !section.dataset.further);
  }

  more(further) {
    return button(say`Show ${count(further.length, 'further program')}`, say`Programs beyond the main line`, (event) => {
      further.forEach(({ section }) => { section.hidden = false; });
      event.target.hidden = true;
      further[0].section.scrollIntoView({ behavior: calm() ? 'auto' : 'smooth' });
    });
  }

  // What to remember comes after the last program of the main line.
  ended({ section }) {
    const main = this.sections.filter((one) => !one.dataset.further);
    if (this.after && section === main.at(-1)) this.after.hidden = false;
  }

  // One voice for all programs, silent while playing.
  speak(words) {
    this.spoken.textContent = words;
  }

  tell(words, x, y) {
    this.tip.textContent = words;
    this.tip.hidden = false;
    const left = Math.max(4, Math.min(x, window.innerWidth - this.tip.offsetWidth - 8));
    const isLow = y + this.tip.offsetHeight + 12 > window.innerHeight;
    this.tip.style.left = `${left}px`;
    this.tip.style.top = `${isLow ? y - this.tip.offsetHeight - 34 : y + 6}px`;
  }
}

function calm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

document.documentElement.classList.add('steps');
window.lessonPage = new LessonPage(TRACE);
