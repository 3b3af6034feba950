// Small helpers for making elements. Text from a trace only ever becomes text, never markup.
'use strict';

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

// A button that says what it does in words, also where only a sign is shown.
function button(sign, words, action) {
  const element = make('button', { type: 'button', 'aria-label': words, title: words }, sign);
  element.addEventListener('click', action);
  return element;
}

// `1 event`, `2 events`.
function count(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
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
