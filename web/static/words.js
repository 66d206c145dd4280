// The words of the page's language, which the server puts into it.

const element = document.getElementById('words');
const words = element ? JSON.parse(element.textContent) : {};

/** Returns a text with its values put in: word('cell.empty', {name: 'Q16'}). */
export function word(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

const numbers = new Intl.NumberFormat(document.documentElement.lang || 'en');

/** Returns a number as people of the page's language write it. */
export const number = (n) => numbers.format(n);

/** Returns a word that depends on a number: word.one or word.many. */
export const count = (key, n) => word(n === 1 ? `${key}.one` : `${key}.many`, { n: number(n) });
