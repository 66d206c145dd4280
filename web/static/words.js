// The words of the page's language, from a script of their own that the page loads before
// this one.

const words = globalThis.kifudbWords ?? {};
const numbers = new Intl.NumberFormat(document.documentElement.lang || 'en');

/** Returns a number as people of the page's language write it. */
export const number = (n) => numbers.format(n);

/** Returns a text with its values in the places {0}, {1}. */
export function word(key, ...values) {
  return (words[key] ?? key).replace(/\{(\d)\}/g, (all, i) => (i in values ? String(values[i]) : all));
}

/** Returns the text for so many things, of which {0} is the number. */
export function count(key, n, ...values) {
  const one = `${key}.one`;
  return word(n === 1 && words[one] ? one : key, number(n), ...values);
}
