// The controls of the page: stepping, playing, zooming. Keys and buttons do the same things.
'use strict';

const RATES = [1, 2, 5, 20, 60];

class Stepper {
  constructor(data) {
    this.runs = data.programs.map((program) => new Run(program));
    this.last = Math.max(0, ...this.runs.map((run) => run.last));
    this.place = 0;
    this.timer = null;
    this.view = new View(this.last + 1);
    this.tip = make('div', { class: 'tip', 'aria-hidden': 'true', hidden: '' });
    this.spoken = make('p', { class: 'spoken', 'aria-live': 'polite' });
    this.stages = this.runs.map((run) => this.stage(run));
    document.querySelector('main').before(this.toolbar(data.title));
    document.body.append(this.tip, this.spoken);
    document.addEventListener('keydown', (event) => this.press(event));
    new ResizeObserver(() => this.resize()).observe(this.stages[0]?.picture.element ?? document.body);
    this.resize();
  }

  stage(run) {
    const actions = {
      go: (place) => this.go(place),
      tell: (words, x, y) => this.tell(words, x, y),
      untell: () => { this.tip.hidden = true; },
    };
    const picture = new Picture(run, this.view, actions);
    const panels = new Panels(run);
    const section = document.querySelectorAll('section.program')[this.runs.indexOf(run)];
    section.querySelector('.stage').append(panels.told, picture.element, panels.element);
    this.drag(picture);
    // So that the programs stand right above one another.
    if (this.runs.length > 1) section.querySelector('.prose')?.removeAttribute('open');
    return { run, picture, panels, section };
  }

  toolbar(title) {
    this.playing = button('▶', 'Play', () => this.play());
    this.number = make('output', { class: 'number' });
    this.slider = make('input', { type: 'range', min: 0, max: this.last, value: 0, 'aria-label': 'Event' });
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    this.rate = make('select', { 'aria-label': 'Events in a second' },
      ...RATES.map((rate) => make('option', { value: rate }, `${rate}/s`)));
    this.rate.value = '2';
    const group = (words, ...items) => make('div', { class: 'group', role: 'group', 'aria-label': words }, ...items);
    const bar = make('div', { class: 'toolbar', role: 'toolbar', 'aria-label': title },
      group('Step', button('⇤', 'First event', () => this.go(0)),
        button('←', 'Previous event', () => this.go(this.place - 1)), this.playing,
        button('→', 'Next event', () => this.go(this.place + 1)),
        button('⇥', 'Last event', () => this.go(this.last)), this.rate),
      this.slider, this.number,
      group('Zoom', button('−', 'Zoom out', () => this.zoom(1 / 1.5)), button('+', 'Zoom in', () => this.zoom(1.5)),
        button('↔', 'Whole run', () => this.zoom(0))));
    if (this.runs.length > 1) bar.append(this.chooser());
    return bar;
  }

  // Which programs are shown. All at first.
  chooser() {
    const boxes = this.stages.map(({ run, section }) => {
      const box = make('input', { type: 'checkbox', checked: '' });
      box.addEventListener('change', () => {
        section.hidden = !box.checked;
        if (box.checked) this.resize();
      });
      return make('label', {}, box, ` ${run.data.name}`);
    });
    return make('details', { class: 'chooser' }, make('summary', {}, 'Programs'), ...boxes);
  }

  // Shows that event of every program.
  go(place) {
    const there = Math.max(0, Math.min(place, this.last));
    if (there === this.last) this.pause();
    this.place = there;
    if (this.view.reveal(there)) this.drawLater();
    this.show();
  }

  show() {
    document.documentElement.dataset.event = this.place;
    this.slider.value = this.place;
    this.number.textContent = `Event ${this.place} of ${this.last}`;
    for (const { section, picture, panels } of this.stages) {
      panels.show(this.place);
      if (!section.hidden) picture.show(this.place);
    }
    if (this.timer === null) this.speak();
  }

  // For screen readers: one voice for all programs, silent while playing.
  speak() {
    const seen = this.stages.filter(({ section }) => !section.hidden);
    this.spoken.textContent = seen.map(({ run, panels }) =>
      (seen.length > 1 ? `${run.data.name}: ` : '') + panels.told.textContent).join(' ');
  }

  play() {
    if (this.timer !== null) return this.pause();
    if (this.place === this.last) this.go(0);
    this.label(this.playing, '❚❚', 'Pause');
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
    this.label(this.playing, '▶', 'Play');
    this.speak();
  }

  label(element, sign, words) {
    element.textContent = sign;
    element.setAttribute('aria-label', words);
    element.title = words;
  }

  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.('select')) return;
    const pan = event.shiftKey ? this.view.width / this.view.scale / 4 : 0;
    const actions = {
      ArrowRight: () => (pan > 0 ? this.pan(pan) : this.go(this.place + 1)),
      ArrowLeft: () => (pan > 0 ? this.pan(-pan) : this.go(this.place - 1)),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      '+': () => this.zoom(1.5),
      '=': () => this.zoom(1.5),
      '-': () => this.zoom(1 / 1.5),
      0: () => this.zoom(0),
    };
    if (!event.target.closest?.('button, input, summary')) actions[' '] = () => this.play();
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  // By a factor around the event that is shown. 0 shows the whole run.
  zoom(factor, x) {
    const inside = this.view.x(this.place);
    const isSeen = inside >= 0 && inside <= this.view.width;
    if (factor === 0) this.view.showWhole();
    else this.view.zoom(factor, x ?? (isSeen ? inside : undefined));
    this.drawLater();
  }

  pan(events) {
    this.view.scroll(this.view.left + events);
    this.drawLater();
  }

  resize() {
    const first = this.stages.find(({ section }) => !section.hidden);
    if (!first) return;
    const width = first.picture.element.clientWidth - GUTTER;
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
    for (const { section, picture } of this.stages) {
      if (!section.hidden) picture.draw();
    }
    this.show();
  }

  // Drag to pan, click to go to an event, the wheel with Ctrl to zoom, and sideways to pan.
  drag(picture) {
    const { svg } = picture;
    let from = null;
    svg.addEventListener('pointerdown', (event) => {
      from = { x: event.clientX, left: this.view.left, moved: false };
    });
    svg.addEventListener('pointermove', (event) => {
      if (!from || event.buttons === 0) return;
      const way = event.clientX - from.x;
      if (!from.moved && Math.abs(way) < 5) return;
      if (!from.moved) svg.setPointerCapture(event.pointerId);
      from.moved = true;
      this.pan(from.left - way / this.view.scale - this.view.left);
    });
    svg.addEventListener('pointerup', (event) => {
      if (from && !from.moved) this.go(picture.placeAt(event.clientX));
      from = null;
    });
    svg.addEventListener('pointercancel', () => { from = null; });
    svg.addEventListener('wheel', (event) => {
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (!event.ctrlKey && !isSideways) return;
      event.preventDefault();
      const x = event.clientX - svg.getBoundingClientRect().left - GUTTER;
      if (event.ctrlKey) this.zoom(Math.exp(-event.deltaY / 300), x);
      else this.pan((event.deltaX || event.deltaY) / this.view.scale);
    }, { passive: false });
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

document.documentElement.classList.add('steps');
window.stepper = new Stepper(JSON.parse(document.getElementById('trace').textContent));
