// A game against the archive, as far as it is known: the server gives one value on each
// line, how far it is, and at last what the page shows.

import { lines } from './api.js';
import { number, word } from './words.js';

let asking = null;

/** Fills a section with the answer at an address. */
export async function growAnnotation(section, address) {
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  const said = document.createElement('p');
  said.className = 'bits num';
  said.setAttribute('role', 'status');
  said.textContent = word('annotate.begins');
  const bar = document.createElement('progress');
  bar.className = 'looked';
  bar.setAttribute('aria-label', word('annotate.begins'));
  section.querySelectorAll(':scope > :not(.hd)').forEach((e) => e.remove());
  section.append(bar, said);
  try {
    const response = await fetch(address, { headers: { Accept: 'application/x-ndjson' }, signal: mine.signal });
    for await (const line of lines(response.body)) {
      const value = JSON.parse(line);
      if (value.detail) throw new Error(value.detail);
      if (value.html) {
        const page = new DOMParser().parseFromString(value.html, 'text/html');
        bar.remove();
        said.remove();
        section.append(...page.body.childNodes);
        return;
      }
      bar.max = value.total;
      bar.value = value.done ?? 0;
      said.textContent = word('annotate.progress', number(Math.floor(100 * bar.value / Math.max(bar.max, 1))));
    }
    throw new Error(word('annotate.cut'));
  } catch (error) {
    if (error.name === 'AbortError') return;
    bar.remove();
    said.className = 'notice';
    said.textContent = error.message;
  }
}
