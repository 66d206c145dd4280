// An answer that is not whole grows on the page, until it is or who looks stops it.

import { number, word } from './words.js';

const answer = document.getElementById('answer');

/** Shows a line of the answer: what is known, and of how many games. */
function show(line) {
  if (line.status >= 400) {
    stopped(line.detail);
    return;
  }
  if (line.html !== undefined) {
    const growing = document.getElementById('growing');
    answer.innerHTML = line.html; // made by the server, which escapes every text
    if (line.looked && growing) answer.prepend(growing);
  }
  if (!line.looked) {
    delete answer.dataset.growing;
    return;
  }
  const bar = document.querySelector('#growing progress');
  bar.max = line.looked.of;
  bar.value = line.looked.games;
  if (line.looked.games < line.looked.of) document.querySelector('#growing span').textContent = word('study.looked', number(line.looked.games), number(line.looked.of));
}

/** Says that the answer stays as it is. */
function stopped(text) {
  document.getElementById('stop').hidden = true;
  if (text) document.querySelector('#growing span').textContent = text;
}

async function grow(signal) {
  const response = await fetch(location.href, { headers: { Accept: 'application/x-ndjson' }, signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    rest += value ?? '';
    const lines = rest.split('\n');
    rest = lines.pop();
    for (const line of lines) if (line.trim()) show(JSON.parse(line));
    if (done) return;
  }
}

if (answer?.hasAttribute('data-growing')) {
  const stop = new AbortController();
  const button = document.getElementById('stop');
  button.hidden = false;
  button.addEventListener('click', () => stop.abort());
  grow(stop.signal).catch(() => stopped());
}
