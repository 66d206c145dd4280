// Jobs say how far they are, by the events that the server sends of each.

import { count, number, word } from './words.js';

const watched = new Set(); // the events that come of jobs

/** Keeps what the page shows of running jobs up to date. */
export function watchJobs() {
  for (const section of document.querySelectorAll('.job[data-running]')) watch(section);
}

function watch(section) {
  const bar = section.querySelector('progress');
  const line = section.querySelector('[data-part="line"]');
  const events = new EventSource(`/api/v1/jobs/${section.dataset.job}/events`);
  watched.add(events);
  events.onmessage = (event) => {
    const job = JSON.parse(event.data);
    if (job.state !== 'running') {
      showAnew();
      return;
    }
    if (job.share > 0) bar.value = job.share;
    else bar.removeAttribute('value');
    line.replaceChildren(...lineOf(job).flatMap((text) => {
      const span = document.createElement('span');
      span.textContent = text;
      return [span, ' '];
    }));
  };
  events.onerror = () => {
    // The browser asks again by itself, until the page is left.
    if (events.readyState !== EventSource.OPEN) line.textContent = word('job.silent');
  };
}

addEventListener('pagehide', unwatch);

function unwatch() {
  for (const events of watched) events.close();
  watched.clear();
}

/**
 * Replaces the parts of the page that jobs change. A reload would take the reader back to this
 * page if it came while he follows a link, and would empty the forms.
 */
async function showAnew() {
  unwatch();
  let page;
  try {
    const answer = await fetch(location.href);
    page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  } catch { // the server is away
    for (const line of document.querySelectorAll('.job [data-part="line"]')) line.textContent = word('job.silent');
    return;
  }
  for (const part of document.querySelectorAll('[data-jobs]')) {
    const anew = page.getElementById(part.id);
    if (!anew) continue;
    const focused = part.contains(document.activeElement);
    part.replaceWith(anew);
    if (focused) {
      anew.tabIndex = -1;
      anew.focus();
    }
  }
  watchJobs();
}

/** What is known of a job, as the server's pages write it. */
function lineOf(job) {
  const p = job.progress;
  const parts = [stage(p.stage)];
  if (p.total) parts.push(word('job.of', amount(p.done, p.unit), amount(p.total, p.unit)));
  if (p.files) parts.push(count('job.files', p.files));
  if (p.games) parts.push(count('job.games', p.games));
  if (job.games_rate) parts.push(word('job.rate', number(Math.round(job.games_rate))));
  if (job.left) parts.push(word('job.left', lasting(job.left)));
  return parts;
}

function stage(name) {
  if (!name) return word('stage.begins');
  const key = `stage.${name.replaceAll(' ', '_')}`;
  const text = word(key);
  return text === key ? name : text;
}

const amount = (n, unit) => (unit === 'bytes' ? bytes(n) : number(n));

/** A number of bytes for people. */
export function bytes(n) {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let size = n;
  let i = 0;
  for (; size >= 1000 && i < units.length - 1; i++) size /= 1000;
  return `${i === 0 ? size : size.toFixed(1)} ${units[i]}`;
}

/** A number of seconds for people: 12 s, 3:05, 1:02:03. */
export function lasting(seconds) {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const all = Math.round(seconds);
  if (all < 60) return `${all} s`;
  const two = (n) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
