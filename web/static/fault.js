// What is wrong with a query, said under the search box as the server says it on a page.

const place = document.getElementById('fault');
const box = document.getElementById('q');

/** Returns an element with a class and children. */
function element(name, className, ...children) {
  const e = document.createElement(name);
  if (className) e.className = className;
  e.append(...children);
  return e;
}

/** Shows what is wrong, with the word in the query if that is known; null for nothing. */
export function showFault(error, query = '') {
  place.hidden = !error;
  box.setAttribute('aria-invalid', error ? 'true' : 'false');
  if (!error) {
    box.removeAttribute('aria-describedby');
    place.replaceChildren();
    return;
  }
  box.setAttribute('aria-describedby', 'fault');
  const parts = [];
  const { column, word, cure } = error.problem ?? {};
  if (column) {
    const text = [...query]; // columns count characters
    const from = Math.min(column - 1, text.length);
    const to = from + [...(word ?? '')].length;
    parts.push(element('code', '', text.slice(0, from).join(''), element('span', 'wrong', word ?? ''), text.slice(to).join('')));
  }
  const message = element('p', '', error.message);
  if (cure) {
    const link = element('a', '', cure);
    link.href = `?q=${encodeURIComponent(cure)}`;
    message.append(' ', link);
  }
  place.replaceChildren(...parts, message);
}
