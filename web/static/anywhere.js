// What is dropped or pasted on a page that has no place for it. The server says what a text is: a
// position, a diagram or a question is asked for; a record is looked up or imported, as its owner
// wants; files that are no such text, several of them and folders are imported.

import * as api from './api.js';
import { Sending, filesOf } from './upload.js';
import { count, word } from './words.js';

const dialog = document.getElementById('anywhere');
const own = document.getElementById('give'); // the page's own place for files
const said = dialog.querySelector('.what');
const find = dialog.querySelector('[data-find]');
const held = dialog.querySelector('[data-held]');
const take = dialog.querySelector('[data-take]');
const place = dialog.querySelector('.give');
const SMALL = 1e6; // bytes of a file that may be one record
const CHARSETS = ['utf-8', 'shift_jis', 'gb18030', 'euc-kr'];

const READ = 'kifudb-read'; // under which the next page finds what a text was read as

let sending = null;
let open = (query, what) => {
  const onBoard = /\b(pos|pat|seq):|\bthen\(/.test(query);
  try {
    sessionStorage.setItem(READ, what);
  } catch { /* the browser keeps nothing: the page shows the query all the same */ }
  location.assign(`${onBoard ? '/' : '/search'}?${new URLSearchParams({ q: query })}`);
};
let direct = false;

/** Says how a page asks what was pasted; it wants the positions of records, too. */
export function openBy(ask) {
  open = ask;
  direct = true;
}

/** What the server read a text as, in words. */
function readAs({ as, game, record, games }) {
  if (as === 'record') return count('anywhere.record', games, record);
  return word(`anywhere.read.${as}`, game ?? '');
}

/** Says on the page what a text was read as. */
function tell(what) {
  const line = document.getElementById('anywhere-read');
  line.querySelector('p').textContent = what;
  line.hidden = !what;
}

function show(text, { query = '', game = '', files = null } = {}) {
  said.textContent = text;
  held.hidden = !game;
  held.href = `/game/${game}`;
  held.textContent = word('anywhere.held', game);
  find.hidden = !query;
  find.href = `/?${new URLSearchParams({ q: query })}`;
  take.hidden = !files || !place;
  take.onclick = () => send(async () => files);
  if (!dialog.open) dialog.showModal();
}

/** Sends files to be imported. */
function send(collect) {
  if (!place) {
    show(word('anywhere.readonly'));
    return;
  }
  show(word('anywhere.imports'));
  sending = new Sending(place);
  sending.run(collect).catch((error) => sending.fail(error)).finally(() => { sending = null; });
}

/** Opens what a text asks for, or says what can be done with the record that it is. */
async function taken(text, file = null) {
  act(await api.pasted(text), text, file);
}

function act(answer, text, file) {
  if (answer.query && (!answer.record || direct && !file)) {
    open(answer.query, readAs(answer));
    if (direct) tell(readAs(answer));
    return;
  }
  const path = file?.name ?? `pasted${answer.ending}`;
  const files = [{ path, file: file ?? new File([text], path) }];
  const what = [readAs(answer)];
  if (!answer.query) what.push(word('anywhere.noposition'));
  if (!place) what.push(word('anywhere.readonly'));
  show(what.join(' '), { query: answer.query, game: answer.held, files });
}

/** Takes one file: as a text, if it is one that the server can read, or else to be imported. */
async function takenFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = null;
  for (const charset of bytes.includes(0) ? [] : CHARSETS) {
    try {
      text = new TextDecoder(charset, { fatal: true }).decode(bytes);
      break;
    } catch { /* perhaps in another encoding */ }
  }
  let answer = null;
  try {
    if (text?.trim()) answer = await api.pasted(text);
  } catch (error) {
    if (!error.status) throw error; // the server does not answer
  }
  // A file with words in a line is none that somebody searches for.
  if (!answer || answer.as === 'words') send(async () => [{ path: file.name, file }]);
  else act(answer, text, file);
}

dialog.addEventListener('close', () => sending?.stop());
dialog.querySelector('[data-close]').addEventListener('click', () => dialog.close());

const holds = (event, kind) => event.dataTransfer?.types.includes(kind);

if (!own) {
  addEventListener('dragover', (event) => {
    if (holds(event, 'Files') || holds(event, 'text/plain') && !event.target.closest?.('input, textarea')) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    if (sending || event.defaultPrevented) return;
    const { files, items } = event.dataTransfer;
    if (!holds(event, 'Files')) {
      const text = event.dataTransfer.getData('text/plain');
      if (event.target.closest?.('input, textarea') || !text.trim()) return;
      event.preventDefault();
      taken(text).catch((error) => show(error.message));
      return;
    }
    event.preventDefault(); // the browser would open the file in place of the page
    // What was dropped can be asked for its entries only now.
    const entries = [...items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (files.length === 1 && files[0].size < SMALL && !entries.some((e) => e.isDirectory)) takenFile(files[0]).catch((error) => show(error.message));
    else {
      const plain = [...files].map((file) => ({ path: file.name, file }));
      send((found) => (entries.length > 0 ? filesOf(entries, found) : plain));
    }
  });
}

document.addEventListener('paste', (event) => {
  const { files } = event.clipboardData;
  const text = event.clipboardData.getData('text/plain');
  const typed = event.target.closest?.('input, textarea');
  // In a field what is pasted is typed; in the search box only a record or a diagram is more.
  if (typed && (typed.id !== 'q' || !text.trim().includes('\n') && !text.trim().startsWith('(;'))) return;
  if (sending || !text.trim() && files.length === 0) return;
  event.preventDefault();
  if (text.trim()) taken(text).catch((error) => failed(error, text));
  else if (files.length === 1 && files[0].size < SMALL) takenFile(files[0]).catch((error) => show(error.message));
  else send(async () => [...files].map((file) => ({ path: file.name, file })));
});

let failed = (error) => show(error.message);

/** Says where the page says what is wrong with a text. */
export function failBy(fail) { failed = fail; }

export { taken };

for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => tell('')); // it was read by now

try {
  tell(sessionStorage.getItem(READ) ?? '');
  sessionStorage.removeItem(READ);
} catch { /* the browser keeps nothing */ }
