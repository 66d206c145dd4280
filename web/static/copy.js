// Buttons that copy what is shown: the position as programs take it, the board as a diagram, or
// the address of the page.

import { word } from './words.js';

const board = document.querySelector('kifu-board');
const texts = {
  position: () => board?.board?.text ?? '',
  diagram: () => board?.text() ?? '',
  link: () => location.href,
};

/** Copies a text, also where the browser lets only what is selected be copied. */
async function copy(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (!done) throw new Error();
}

for (const place of document.querySelectorAll('.copies')) {
  place.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-copy]');
    if (!button) return;
    const said = place.querySelector('[role=status]');
    try {
      await copy(texts[button.dataset.copy]());
      said.textContent = word('copy.done', button.textContent);
    } catch {
      said.textContent = word('copy.failed');
    }
  });
}
