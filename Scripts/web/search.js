// Searches the text of all pages: each word must be there. Pages in the language of this one come first; then a
// whole title counts most, then a word of one.
'use strict';

const query = new URLSearchParams(location.search).get('q')?.trim() ?? '';
const ours = document.documentElement.lang;
const up = document.currentScript.getAttribute('src').replace('search.js', '');
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
  [link.href, link.textContent, part.className, item.lang] = [up + place, title, 'faint', language];
  part.textContent = text.slice(at, at + 200);
  item.append(link, part);
  return item;
};
document.querySelector('[name=q]').value = query;
document.getElementById('found').textContent = ours === 'en' ? 'All pages. Type a word above to search their text.' : '全部页面。在上面输入词语，搜索正文。';
if (words.length > 0) {
  const found = pages.map((page) => [score(page), page]).filter(([points]) => points > 0)
    .sort(([one, [, , first]], [other, [, , second]]) => (second === ours) - (first === ours) || other - one);
  const isMore = found.length > 60;
  document.getElementById('found').textContent = ours === 'en' ? `${found.length} places with “${query}”${isMore ? '; the first 60' : ''}`
    : `有“${query}”的地方共 ${found.length} 处${isMore ? '，这里是前 60 处' : ''}`;
  document.getElementById('hits').append(...found.slice(0, 60).map(([, page]) => hit(page)));
  document.getElementById('all').hidden = found.length > 0;
}
