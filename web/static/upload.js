// Files and folders that are dropped on the page, or chosen, are sent to the server a
// few at a time and imported when all are there.

import { bytes, lasting } from './jobs.js';
import { count, number, word } from './words.js';

const root = '/api/v1/uploads';

// How much is sent with one request: many small files, or one large.
const BATCH_FILES = 100;
const BATCH_BYTES = 8e6;

/** Takes what is dropped anywhere on the page, or chosen in the form. */
export function takeFiles(give) {
  const form = give.querySelector('form.drop');
  let sending = null;
  const take = (collect) => {
    if (sending) return;
    sending = new Sending(give);
    sending.run(collect).catch((error) => sending.fail(error)).finally(() => { sending = null; });
  };
  for (const scripted of give.querySelectorAll('.scripted')) scripted.hidden = false;
  form.querySelector('button').hidden = true; // choosing is enough
  for (const input of form.querySelectorAll('input[type=file]')) {
    input.addEventListener('change', () => {
      const files = [...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
      if (files.length > 0) take(async () => files);
    });
  }
  let over = 0;
  const mark = (n) => {
    over = Math.max(0, over + n);
    form.classList.toggle('over', over > 0);
  };
  const holdsFiles = (event) => event.dataTransfer?.types.includes('Files');
  addEventListener('dragenter', (event) => { if (holdsFiles(event)) mark(1); });
  addEventListener('dragleave', (event) => { if (holdsFiles(event)) mark(-1); });
  addEventListener('dragover', (event) => { if (holdsFiles(event)) event.preventDefault(); });
  addEventListener('drop', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault(); // the browser would open the file in place of the page
    mark(-over);
    // What was dropped can be asked for its entries only now.
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const plain = [...event.dataTransfer.files].map((file) => ({ path: file.name, file }));
    take((found) => (entries.length > 0 ? filesOf(entries, found) : plain));
  });
}

/** All files of entries and of the folders among them. */
export async function filesOf(entries, found) {
  const files = [];
  const left = [...entries];
  while (left.length > 0) {
    const entry = left.pop();
    if (entry.isFile) {
      files.push({ path: entry.fullPath.replace(/^\//, ''), file: await new Promise((ok, no) => { entry.file(ok, no); }) });
      if (files.length % 100 === 0) found(files.length);
      continue;
    }
    const reader = entry.createReader();
    for (;;) { // a reader gives a hundred at a time
      const some = await new Promise((ok, no) => { reader.readEntries(ok, no); });
      if (some.length === 0) break;
      left.push(...some);
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Sends files of a place on the page, and says how far that is. */
export class Sending {
  constructor(give) {
    this.limit = Number(give.dataset.limit);
    this.most = Number(give.dataset.files);
    this.place = give.querySelector('.sending');
    this.bar = this.place.querySelector('progress');
    this.line = this.place.querySelector('[role=status]');
    this.unsent = this.place.querySelector('.unsent');
    this.buttons = Object.fromEntries([...this.place.querySelectorAll('[data-act]')].map((b) => [b.dataset.act, b]));
    this.unsent.replaceChildren();
    this.place.hidden = false;
    this.buttons.go.hidden = true;
    this.buttons.stop.hidden = false;
    this.buttons.stop.onclick = () => this.stop();
    this.stopped = false;
    this.id = null;
  }

  async run(collect) {
    this.say(word('drop.looking'));
    const files = await collect((n) => this.say(count('drop.found', n)));
    const total = files.reduce((n, f) => n + f.file.size, 0);
    if (files.length === 0) throw new Error(word('error.nofiles'));
    if (total > this.limit || files.length > this.most) throw new Error(word('drop.toolarge', bytes(this.limit), number(this.most)));
    if (this.stopped) return;
    this.id = (await this.ask('POST', root)).id;
    const begun = performance.now();
    let sent = 0;
    let kept = 0;
    const show = (now) => {
      const done = Math.min(total, sent + now);
      this.bar.value = total ? done / total : 0;
      const seconds = (performance.now() - begun) / 1000;
      const parts = [word('job.of', bytes(done), bytes(total)), word('drop.kepts', number(kept), number(files.length))];
      if (seconds > 2 && done > 0 && done < total) parts.push(word('job.left', lasting((seconds / done) * (total - done))));
      this.say(parts.join(' · '));
    };
    for (const batch of batches(files)) {
      if (this.stopped) return;
      const form = new FormData();
      for (const { path, file } of batch) form.append(encodeURIComponent(path), file, 'file');
      const answer = await this.ask('POST', `${root}/${this.id}/files`, form, show);
      sent += batch.reduce((n, f) => n + f.file.size, 0);
      for (const f of answer.files) {
        if (f.error) this.note(`${f.sent}: ${f.error}`);
        else kept++;
      }
      show(0);
    }
    if (this.stopped) return;
    if (this.unsent.childElementCount === 0) {
      await this.go();
      return;
    }
    // What was not taken is said before anything goes on.
    this.buttons.go.hidden = false;
    await new Promise((ok) => { this.buttons.go.onclick = ok; });
    if (!this.stopped) await this.go();
  }

  async go() {
    const job = await this.ask('POST', `${root}/${this.id}/import`);
    this.id = null;
    location.assign(`/archive/jobs/${job.id}`);
  }

  async stop() {
    this.stopped = true;
    this.request?.abort();
    this.end();
    this.say(word('drop.stopped'));
  }

  fail(error) {
    if (this.stopped) return;
    this.end();
    this.say('');
    this.note(error.message);
  }

  /** Takes back what has arrived. */
  end() {
    this.buttons.stop.hidden = true;
    this.buttons.go.hidden = true;
    this.bar.value = 0;
    if (this.id) this.ask('DELETE', `${root}/${this.id}`).catch(() => {}); // it is removed when it is old
    this.id = null;
  }

  say(text) { this.line.textContent = text; }

  note(text) {
    const item = document.createElement('li');
    item.textContent = text;
    this.unsent.append(item);
  }

  /** Asks the server. Only XMLHttpRequest says how much of a request is sent. */
  ask(method, address, body, progress) {
    return new Promise((ok, no) => {
      const request = new XMLHttpRequest();
      this.request = request;
      request.open(method, address);
      request.setRequestHeader('Accept', 'application/json');
      if (progress) request.upload.onprogress = (event) => progress(event.loaded);
      request.onload = () => {
        let answer = {};
        try {
          answer = JSON.parse(request.responseText);
        } catch { /* an answer that is not the server's own */ }
        if (request.status < 400) ok(answer);
        else no(new Error(answer.detail ?? answer.title ?? String(request.status)));
      };
      request.onerror = () => no(new Error(word('drop.unsent')));
      request.onabort = () => no(new Error(word('drop.stopped')));
      request.send(body);
    });
  }
}

/** Files in groups that are sent together. */
function* batches(files) {
  let batch = [];
  let size = 0;
  for (const f of files) {
    if (batch.length > 0 && (batch.length === BATCH_FILES || size + f.file.size > BATCH_BYTES)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(f);
    size += f.file.size;
  }
  if (batch.length > 0) yield batch;
}
