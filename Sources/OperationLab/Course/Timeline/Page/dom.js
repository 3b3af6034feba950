// Small helpers for making elements. Text from a trace only ever becomes text, never markup.
'use strict';

const TRACE = JSON.parse(document.getElementById('trace').textContent);
const WORDS = TRACE.words ?? {};

// Words in the page's language, which `Lessons/page.zh.json` has by the English ones: `%1 of %2` for say`${place} of ${last}`.
function say(parts, ...gaps) {
  return said(parts.reduce((words, part, index) => `${words}%${index}${part}`), gaps);
}

function said(english, gaps = []) {
  return (WORDS[english] ?? english).replace(/%(\d)/g, (_, number) => gaps[number - 1]);
}

const SVG = 'http://www.w3.org/2000/svg';

// An element with attributes and children. Children that are strings become text.
function make(tag, attributes = {}, ...children) {
  return dressed(document.createElement(tag), attributes, children);
}

// The same for the elements of a drawing.
function draw(tag, attributes = {}, ...children) {
  return dressed(document.createElementNS(SVG, tag), attributes, children);
}

function dressed(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// A button. If it only shows a sign, `words` say what it does.
function button(sign, words, action, attributes = {}) {
  const element = make('button', { type: 'button', 'aria-label': words, title: words, ...attributes }, sign);
  element.addEventListener('click', action);
  return element;
}

// `1 event`, `2 events`.
function count(number, noun) {
  return said(`%1 ${noun}${number === 1 ? '' : 's'}`, [number]);
}

// The last index of a sorted list whose value is not above the limit. -1 if all are.
function lastAtMost(list, limit, value = (item) => item) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value(list[middle]) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

// Comments, texts, keywords, and types with numbers. The last group is where a long line may break.
const TOKENS = /(\/\/.*)|("(?:\\.|[^"\\])*")|(@\w+|#\w+|\b(?:any|as|async|await|break|case|catch|class|continue|default|defer|do|else|enum|extension|false|fileprivate|final|for|func|guard|if|import|in|init|inout|is|let|nil|override|private|return|self|Self|some|static|struct|super|switch|throws?|true|try|var|where|while)\b)|(\b[A-Z]\w*|\b\d[\d_.]*)|([([,])/g;
const COLOURS = ['comment', 'string', 'keyword', 'type'];

// A line of Swift, in colour.
function swift(line) {
  const parts = [];
  let end = 0;
  for (const match of line.matchAll(TOKENS)) {
    const colour = COLOURS[match.slice(1).findIndex((group) => group !== undefined)];
    parts.push(line.slice(end, match.index), colour ? make('span', { class: colour }, match[0]) : match[0]);
    if (!colour) parts.push(make('wbr'));
    end = match.index + match[0].length;
  }
  return [...parts, line.slice(end)];
}
