// A program's run, event by event. Keys and buttons do the same things.
'use strict';

const RATES = [1, 2, 5, 20];

// One program: its question, its controls, and what is shown at each event.
class Stepper {
  constructor(section, data, page) {
    this.section = section;
    this.page = page;
    this.run = new Run({ ...data, code: data.code.map((place) => page.code[place]) });
    this.last = Math.max(0, this.run.last);
    this.place = 0;
    this.timer = null;
    this.panels = new Panels(this.run);
    this.cards = new Cards(this.run, page.course, this.panels.glossary(), () => this.begin());
    this.picture = new Picture(this.run, section.querySelector('figure'), {
      go: (place) => this.go(place),
      tell: (words, x, y) => page.tell(words, x, y),
      untell: () => { page.tip.hidden = true; },
    });
    this.build();
    section.addEventListener('focusin', () => { page.active = this; });
    section.addEventListener('pointerdown', () => { page.active = this; });
    this.setPhase(data.task ? 'ask' : 'run');
  }

  build() {
    const { panels, cards, picture, section } = this;
    const threads = make('section', { class: 'panel threads' }, make('h3', {}, say`Threads`), picture.box);
    const run = make('div', { class: 'run' }, this.toolbar(), cards.said, panels.told, panels.seats, cards.end, threads, panels.operations);
    const stage = section.querySelector('.stage');
    // In the book, the sentences about the run stand below the code.
    const about = section.querySelector('.about');
    const beside = [panels.listing, about].filter(Boolean);
    stage.append(make('div', { class: 'side' }, cards.ask, run), ...beside.length > 0 ? [make('div', { class: 'beside' }, ...beside)] : []);
    stage.classList.toggle('alone', beside.length === 0);
    this.verdicts = section.querySelector('.verdicts');
    // The sentences tell the end.
    section.querySelectorAll('.details details').forEach((details) => details.removeAttribute('open'));
  }

  // The way to the next program. The further ones come after what to remember.
  onward() {
    const { sections } = this.page;
    const next = sections[sections.indexOf(this.section) + 1];
    if (!next?.hidden || next.dataset.further !== this.section.dataset.further) return null;
    return make('p', {}, button(say`Next program: ${next.dataset.program}`, null, () => {
      next.hidden = false;
      next.scrollIntoView({ behavior: calm() ? 'auto' : 'smooth' });
    }));
  }

  toolbar() {
    // On a phone the slider does as much.
    const outer = { class: 'outer' };
    this.playing = button('▶', say`Play`, () => this.play());
    this.number = make('output', { class: 'number' });
    this.slider = make('input', { type: 'range', min: 0, max: this.last, value: 0, 'aria-label': say`Event of ${this.run.data.name}` });
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    this.rate = make('select', { class: 'outer', 'aria-label': say`Events in a second` },
      ...RATES.map((rate) => make('option', { value: rate }, say`${rate}/s`)));
    this.rate.value = '2';
    return make('div', { class: 'toolbar', role: 'toolbar', 'aria-label': say`Steps of ${this.run.data.name}` },
      button('⇤', say`First event`, () => this.go(0), outer), button('←', say`Previous event`, () => this.go(this.place - 1)),
      this.playing, button('→', say`Next event`, () => this.go(this.place + 1)), button('⇥', say`Last event`, () => this.go(this.last), outer),
      this.rate, this.slider, this.number);
  }

  // `ask` shows the question and the code, `run` the run.
  setPhase(phase) {
    this.section.dataset.phase = phase;
    if (phase === 'run') this.show();
  }

  begin() {
    this.cards.fillSaid((seq) => this.go(seq === null ? this.last : this.run.placeOf(seq)));
    this.setPhase('run');
    this.go(0);
    this.slider.focus({ preventScroll: true });
  }

  go(place) {
    const there = Math.max(0, Math.min(place, this.last));
    if (there === this.last) this.pause();
    this.place = there;
    if (this.section.dataset.phase !== 'run') this.setPhase('run');
    this.show();
  }

  show() {
    this.section.dataset.event = this.place;
    this.slider.value = this.place;
    this.number.textContent = say`${this.place} of ${this.last}`;
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
    this.label('❚❚', say`Pause`);
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
    this.label('▶', say`Play`);
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
}
