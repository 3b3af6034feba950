// The page: a stepper for each program. Keys and buttons do the same things.
'use strict';

const RATES = [1, 2, 5, 20];

// One program: its question, its controls, and what is shown at each event.
class Stepper {
  constructor(section, data, page) {
    this.section = section;
    this.page = page;
    this.run = new Run({ ...data, signs: page.signs, code: data.code.map((place) => page.code[place]) });
    this.last = Math.max(0, this.run.last);
    this.place = 0;
    this.timer = null;
    this.view = new View(this.last + 1, Picture.wantedScale(this.run));
    this.panels = new Panels(this.run);
    this.cards = new Cards(this.run, page.course, () => this.begin());
    this.picture = new Picture(this.run, this.view, {
      go: (place) => this.go(place),
      tell: (words, x, y) => page.tell(words, x, y),
      untell: () => { page.tip.hidden = true; },
    });
    this.build();
    this.picture.svg.addEventListener('click', (event) => this.go(this.picture.placeAt(event.clientX)));
    new ResizeObserver(() => this.resize()).observe(this.picture.element);
    section.addEventListener('focusin', () => { page.active = this; });
    section.addEventListener('pointerdown', () => { page.active = this; });
    this.setPhase(data.task ? 'ask' : 'run');
  }

  build() {
    const { panels, cards, picture, section } = this;
    const legend = make('ul', { class: 'legend', 'aria-label': 'What the signs mean' }, ...[
      ['start', 'start() is on the thread'], ['body', 'the work is on the thread'],
      ['unfinished', 'left the thread, not finished'], ['open', 'never comes to an end'], ['arrow', 'lets another go on'],
      ...(this.run.partings.length > 0 ? [['parts', 'where two programs part']] : []),
    ].map(([kind, words]) => make('li', {}, make('i', { class: kind }), words)));
    const threads = make('section', { class: 'panel threads' }, make('h3', {}, 'Threads'), picture.element, legend);
    const run = make('div', { class: 'run' }, this.toolbar(), panels.told, panels.seats, cards.end, threads, panels.operations);
    const stage = section.querySelector('.stage');
    stage.append(panels.listing, make('div', { class: 'side' }, cards.ask, run));
    stage.classList.toggle('alone', panels.listing === '');
    this.verdicts = section.querySelector('.verdicts');
    // The sentences tell the end.
    section.querySelectorAll('details').forEach((details) => details.removeAttribute('open'));
  }

  // The way to the next program. The further ones come after what to remember.
  onward() {
    const { sections } = this.page;
    const next = sections[sections.indexOf(this.section) + 1];
    if (!next || next.dataset.further !== this.section.dataset.further) return null;
    return make('p', {}, this.cards.plain(`Next program: ${next.dataset.program}`, () => {
      next.scrollIntoView({ behavior: calm() ? 'auto' : 'smooth' });
    }));
  }

  toolbar() {
    this.playing = button('▶', 'Play', () => this.play());
    this.number = make('output', { class: 'number' });
    this.slider = make('input', { type: 'range', min: 0, max: this.last, value: 0, 'aria-label': `Event of ${this.run.data.name}` });
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    this.rate = make('select', { 'aria-label': 'Events in a second' },
      ...RATES.map((rate) => make('option', { value: rate }, `${rate}/s`)));
    this.rate.value = '2';
    return make('div', { class: 'toolbar', role: 'toolbar', 'aria-label': `Steps of ${this.run.data.name}` },
      button('⇤', 'First event', () => this.go(0)), button('←', 'Previous event', () => this.go(this.place - 1)),
      this.playing, button('→', 'Next event', () => this.go(this.place + 1)), button('⇥', 'Last event', () => this.go(this.last)),
      this.rate, this.slider, this.number);
  }

  // `ask` shows the question and the code, `run` the run.
  setPhase(phase) {
    this.section.dataset.phase = phase;
    this.resize();
    this.show();
  }

  begin() {
    this.setPhase('run');
    this.go(0);
    this.slider.focus({ preventScroll: true });
  }

  go(place) {
    const there = Math.max(0, Math.min(place, this.last));
    if (there === this.last) this.pause();
    this.place = there;
    if (this.section.dataset.phase !== 'run') this.setPhase('run');
    if (this.view.reveal(there)) this.drawLater();
    this.show();
  }

  show() {
    this.section.dataset.event = this.place;
    this.slider.value = this.place;
    this.number.textContent = `${this.place} of ${this.last}`;
    this.panels.show(this.place);
    this.picture.show(this.place);
    const isEnd = this.place === this.last && this.section.dataset.phase === 'run';
    if (isEnd && this.cards.end.hidden) {
      this.cards.fillEnd(this.verdicts.children.length > 0 ? this.verdicts : null, this.onward());
      this.page.ended(this);
    }
    this.cards.end.hidden = !isEnd;
    this.section.classList.toggle('ended', isEnd);
    if (this.timer === null && this.section.dataset.phase === 'run') this.page.speak(this.panels.told.textContent);
  }

  play() {
    if (this.timer !== null) return this.pause();
    if (this.place === this.last) this.go(0);
    this.label('❚❚', 'Pause');
    const tick = () => {
      this.timer = setTimeout(tick, 1000 / Number(this.rate.value));
      this.go(this.place + 1);
    };
    this.timer = setTimeout(tick, 1000 / Number(this.rate.value));
    return undefined;
  }

  pause() {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.label('▶', 'Play');
    this.page.speak(this.panels.told.textContent);
  }

  label(sign, words) {
    this.playing.textContent = sign;
    this.playing.setAttribute('aria-label', words);
    this.playing.title = words;
  }

  press(event) {
    const actions = {
      ArrowRight: () => this.go(this.place + 1),
      ArrowLeft: () => this.go(this.place - 1),
      Home: () => this.go(0),
      End: () => this.go(this.last),
    };
    if (!event.target.closest?.('button, input, summary')) actions[' '] = () => this.play();
    if (!actions[event.key] || this.section.dataset.phase !== 'run') return;
    event.preventDefault();
    actions[event.key]();
  }

  resize() {
    const width = this.picture.element.clientWidth - GUTTER;
    if (width < 40) return;
    this.view.resize(width);
    this.view.reveal(this.place);
    this.drawNow();
  }

  // At most one drawing a frame.
  drawLater() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.drawNow();
    });
  }

  drawNow() {
    this.picture.draw();
    this.picture.show(this.place);
  }
}

// What the programs share: the keyboard, the voice for screen readers, the tip, and the end.
class LessonPage {
  constructor(data) {
    this.course = data.course;
    this.code = data.code;
    this.signs = data.signs;
    this.tip = make('div', { class: 'tip', 'aria-hidden': 'true', hidden: '' });
    this.spoken = make('p', { class: 'spoken', 'aria-live': 'polite' });
    this.sections = [...document.querySelectorAll('section.program')];
    this.sections.forEach((section, index) => {
      if (data.programs[index].task?.isFurther) section.dataset.further = 'yes';
    });
    document.body.append(this.tip, this.spoken);
    this.steppers = this.sections.map((section, index) => new Stepper(section, data.programs[index], this));
    this.active = this.steppers[0];
    document.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.('select, form')) return;
      this.active?.press(event);
    });
    if (this.course) this.frame();
  }

  // Around the programs: where one is, the further programs, what comes next.
  frame() {
    const further = this.steppers.filter(({ section }) => section.dataset.further);
    // Only on the site is there a page for each lesson.
    const isSite = location.pathname.includes('/steps/');
    const { number, page, next } = this.course;
    const link = (words, address) => make('a', { href: address }, words);
    const places = isSite
      ? [link('All lessons', '../'), link('The page of this lesson', `../documentation/operationlab/${page}`)]
      : [`The page of this lesson: lab read ${number}`];
    document.querySelector('.where').append(...places.flatMap((place) => [' · ', place]));
    this.after = document.querySelector('.remember') ?? document.querySelector('main').appendChild(make('section', { class: 'remember' }));
    const onward = [];
    if (further.length > 0) onward.push(this.more(further));
    if (next) onward.push(isSite ? link(`Lesson ${next.number}`, next.steps) : `Next: lab lesson ${next.number}`);
    this.after.append(make('p', { class: 'onward' }, ...onward.flatMap((one) => [one, ' '])));
    this.after.hidden = true;
    if (this.steppers.every(({ section }) => section.dataset.further)) this.after.hidden = false;
  }

  more(further) {
    further.forEach(({ section }) => { section.hidden = true; });
    return button(`Show ${count(further.length, 'further program')}`, 'Programs beyond the main line', (event) => {
      further.forEach((stepper) => {
        stepper.section.hidden = false;
        stepper.resize();
      });
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
window.lessonPage = new LessonPage(JSON.parse(document.getElementById('trace').textContent));
