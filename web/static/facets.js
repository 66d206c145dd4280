// What narrows the games by a click: the values that most of them have.

import { element } from './continuations.js';
import { number, word } from './words.js';

const place = document.getElementById('facets');

/** Shows the facets of a page. Each value is a link to the question with it. */
export function showFacets(page, query) {
  place.replaceChildren(...(page.facets ?? []).filter((f) => f.values.length > 0).map((facet) => {
    const list = element('ul', '', ...facet.values.map((v) => {
      const name = element('bdi', '', v.value);
      name.dir = 'auto';
      const a = element('a', '', name);
      a.href = `/?q=${encodeURIComponent(`${query} ${termOf(facet.field, v.value)}`)}`;
      return element('li', '', a, ' ', element('span', '', number(v.games)));
    }));
    const section = element('section', 'facet', element('h2', '', word(`facet.${facet.field}`)), list);
    if (facet.distinct > facet.values.length) section.append(element('p', 'more', word('facet.more', number(facet.distinct))));
    return section;
  }));
}

/** The term that finds the games with a value. */
function termOf(field, value) {
  const name = ['year', 'month', 'decade'].includes(field) ? 'date' : field;
  return `${name}:"${value.replace(/["\\]/g, '\\$&')}"`;
}
