// Searches the text of all pages: each word must be there. A whole title counts most, then a word of one.
'use strict';

const query = new URLSearchParams(location.search).get('q')?.trim() ?? '';
const words = query.toLowerCase().split(/\s+/).filter(Boolean);
const score = ([title, , , text]) => words.reduce((sum, word) => {
  const at = ` ${title.toLowerCase()}`.indexOf(word);
  const begins = at > 0 && !/[a-z]/.test(` ${title.toLowerCase()}`[at - 1]);
  const inText = text.toLowerCase().includes(word);
  return at >= 0 || inText ? sum + (at < 0 ? 0 : begins ? 20 : 5) + (at === 1 ? 10 : 0) + (inText ? 1 : 0) : -Infinity;
}, 0);
const hit = ([title, place, language, text]) => {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
  const [item, link, part] = ['li', 'a', 'p'].map((tag) => document.createElement(tag));
  [link.href, link.textContent, part.className, item.lang] = [`../${place}`, title, 'faint', language];
  part.textContent = text.slice(at, at + 200);
  item.append(link, part);
  return item;
};
document.querySelector('[name=q]').value = query;
document.getElementById('found').textContent = 'All pages. Type a word above to search their text.';
if (words.length > 0) {
  const found = pages.map((page) => [score(page), page]).filter(([points]) => points > 0).sort((one, other) => other[0] - one[0]);
  document.getElementById('found').textContent = `${found.length} places with “${query}”${found.length > 60 ? '; the first 60' : ''}`;
  document.getElementById('hits').append(...found.slice(0, 60).map(([, page]) => hit(page)));
  document.getElementById('all').hidden = found.length > 0;
}
