// A game: its board, and the ways through its record. What a page shows of a node is
// made by the server; going on takes the parts of the next page that are marked as
// live into this one, so that the board keeps the focus and is drawn at once. Parts of
// nodes before and behind are brought in advance, so that no step waits for them.

import './board.js';
import './copy.js';
import { Picking } from './picking.js';
import { cellName } from './boarddrawing.js';
import * as api from './api.js';
import { growAnnotation } from './annotation.js';
import { word } from './words.js';

const board = document.querySelector('kifu-board'); // of games without rules there is none
let scene = null;

// Going on.

let wanted = null; // where to go next
let going = false;
let index = 0; // in the line, of the last place that was asked for
let settled = 0; // timer of the address, which follows when steps come to rest
let resting = ''; // the address then
let treeShown = ''; // HTML of the tree that the last step brought

/** The address of a place in the line. */
function at(i) {
  const via = i < scene.turn ? `?via=${scene.line[scene.turn]}` : '';
  return `/game/${scene.game}@n${scene.line[i]}${via}`;
}

/** Goes to a page of the same game. Of places asked for meanwhile only the last counts. */
async function go(address, { history: how = 'push', announce = true, tried = '' } = {}) {
  wanted = { address, how, announce, tried };
  if (going) return;
  going = true;
  try {
    while (wanted) {
      const next = wanted;
      wanted = null;
      const response = await fetch(next.address, { headers: { Accept: 'text/html' } });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      if (response.ok) show(page, next);
      else if (next.tried) {
        read(); // the board as it was
        hint(page.querySelector('main .message')?.textContent ?? word('hint.cannot', next.tried));
        board.announce(document.getElementById('hint').textContent);
      } else throw new Error(String(response.status));
    }
  } catch {
    location.assign(address); // says what is wrong
  } finally {
    going = false;
  }
}

/** Takes over what another page of the game shows. */
function show(page, { address, how, announce, tree }) {
  const open = [...document.querySelectorAll('[data-live] details[open]')].map((d) => d.className);
  const focused = document.activeElement;
  const from = focused?.closest('#tree, #line, #steps')?.id;
  for (const other of page.querySelectorAll('[data-live]')) { // others are as they were
    const part = document.getElementById(other.id);
    if (part?.tagName === 'SCRIPT') part.textContent = other.textContent;
    else part?.replaceChildren(...other.childNodes);
  }
  if (tree && tree !== treeShown) document.getElementById('tree').innerHTML = tree;
  treeShown = tree ?? '';
  for (const name of open) for (const d of document.querySelectorAll(`[data-live] details.${name}`)) d.open = true;
  if (how === 'step') {
    clearTimeout(settled);
    resting = address;
    settled = setTimeout(settle, 150); // browsers refuse hundreds of changes at once
  } else settle();
  if (how === 'push') history.pushState(null, '', address);
  if (how === 'replace') history.replaceState(null, '', address);
  hint('');
  read();
  if (focused && !focused.isConnected) {
    const again = (focused.id && document.getElementById(focused.id)) || (from && document.querySelector(`#${from} [aria-current]`));
    (again || board)?.focus({ preventScroll: true });
  }
  if (announce && board) board.announce(scene.say);
  if (near.last >= 0) bring();
}

/** The address becomes that of the place where the last steps led. */
function settle() {
  clearTimeout(settled);
  if (resting) history.replaceState(null, '', resting);
  resting = '';
}

/** Reads what the page says of the board, and shows it. */
function read() {
  scene = JSON.parse(document.getElementById('scene')?.textContent ?? 'null');
  if (board && scene) {
    picking.drop();
    board.board = scene.board;
    board.marks = scene.marks;
    if (!wanted) {
      index = scene.line.indexOf(scene.at);
      asked = null;
    }
  }
  showHere();
  if (scene) look();
}

/** Marks the node in the tree and in the list of moves, which many nodes share. */
function showHere() {
  for (const a of document.querySelectorAll(':is(.tree, #line) [aria-current]')) {
    a.removeAttribute('aria-current');
    if (a.closest('.tree')) a.tabIndex = -1;
  }
  const { at } = document.querySelector('[data-at]').dataset;
  for (const a of document.querySelectorAll(`:is(.tree, #line) a[data-node="${at}"]`)) a.setAttribute('aria-current', 'true');
  const here = document.querySelector('.tree [aria-current]');
  if (!here) return;
  here.removeAttribute('tabindex');
  const [spot, ring] = [here.querySelector('rect'), document.querySelector('.tree .here')];
  for (const way of ['x', 'y']) ring.setAttribute(`c${way}`, spot.getAttribute(way));
  const place = here.closest('.tree-place');
  place.scrollLeft = Number(spot.getAttribute('x')) - place.clientWidth / 2;
}

window.addEventListener('popstate', () => go(location.pathname + location.search, { history: 'none' }));

/** Goes to a place of the line. */
function step(to) {
  if (!scene) return false;
  const next = Math.min(Math.max(to, 0), scene.line.length - 1);
  if (next !== index || scene.tried) {
    index = next;
    arrive();
  }
  return true;
}

/** Goes a move back (-1) or forward (1). Of a line of one's own moves are taken back and made again. */
function move(way) {
  const own = tried();
  if (own.length === 0) return step(index + way);
  if (way < 0) leave(own.length - 1);
  else if (undone.length > own.length && own.every((m, i) => m === undone[i])) playOn(undone[own.length]);
  return true;
}

/** Goes to a branch beside this one. */
function other(i) {
  const node = scene?.other[i];
  if (node === undefined || node < 0) return false;
  go(`/game/${scene.game}@n${node}`);
  return true;
}

// Stepping without waiting: the pages of nodes of the line, without what is the same on all
// of them, are brought in batches before they are needed.

const FIRST = 8; // nodes that are brought when somebody seems to begin
const AHEAD = 25; // nodes that are to be there on both sides of who steps
const BATCH = 40; // nodes that are brought at once then
const KEPT = 2000; // nodes at most

let near = { last: -1, pages: new Map(), stop: new AbortController() }; // of the line that ends in the node last

let stepping = false; // whether somebody steps, rather than only looks at the page

/** Brings what is missing around the place: little until somebody steps. */
function bring() {
  if (!scene || index < 0) return;
  const [ahead, batch] = stepping ? [AHEAD, BATCH] : [1, FIRST];
  const last = scene.line[scene.line.length - 1];
  if (near.last !== last || near.pages.size > KEPT) {
    near.stop.abort();
    near = { last, pages: new Map(), stop: new AbortController() };
  }
  for (const way of [1, -1]) {
    for (let i = index + way; Math.abs(i - index) <= ahead && scene.line[i] !== undefined; i += way) {
      if (near.pages.has(scene.line[i])) continue;
      if (way > 0) request(i, Math.min(i + batch, scene.line.length) - 1);
      else request(Math.max(i - batch + 1, 0), i);
      break;
    }
  }
}

/** Asks for the pages of nodes from one place of the line to another. */
function request(from, to) {
  const { last, pages, stop } = near;
  const found = fetch(`/game/${scene.game}/steps?line=${last}&from=${from}&to=${to}`, { signal: stop.signal })
    .then((response) => (response.ok ? response.json() : []))
    .then((list) => {
      let tree = '';
      return new Map(list.map((s) => [s.node, { page: s.page, tree: (tree = s.tree || tree) }]));
    })
    .catch(() => new Map()); // the page itself will say what is wrong
  for (const node of scene.line.slice(from, to + 1)) {
    if (pages.has(node)) continue;
    pages.set(node, found.then((all) => {
      if (!all.has(node)) pages.delete(node);
      return all.get(node);
    }));
  }
}

/** Shows the place in the line to which the last step led. */
async function arrive() {
  const [i, node, line] = [index, scene.line[index], near.last];
  stepping = true;
  const step_ = going ? undefined : await near.pages.get(node);
  if (i !== index || near.last !== line) return; // somebody has gone on meanwhile
  if (!step_) go(at(i), { history: 'replace' });
  else show(new DOMParser().parseFromString(step_.page, 'text/html'), { address: at(i), how: 'step', announce: true, tree: step_.tree });
}

// Who presses a key, or comes near the board or the buttons, seems to begin.
const begin = () => {
  if (near.last < 0) bring();
};
for (const sign of ['keydown', 'wheel', 'touchstart']) document.addEventListener(sign, begin, { passive: true });
for (const sign of ['pointerover', 'focusin']) document.addEventListener(sign, (event) => { if (event.target.closest?.('.board-side')) begin(); });

// Playing through.

const player = document.getElementById('play');
let playing = 0; // timer

function play(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => { if (!scene || index + 1 >= scene.line.length) play(false); else step(index + 1); }, 1000 * player.querySelector('select').value) : 0;
  const button = player.querySelector('button');
  button.setAttribute('aria-pressed', String(on));
  button.textContent = word(on ? 'play.stop' : 'play.start');
}

if (player && board) {
  player.hidden = false;
  player.querySelector('button').addEventListener('click', () => {
    if (!playing && scene && index + 1 >= scene.line.length) step(0); // again from the start
    play(!playing);
  });
  player.querySelector('select').addEventListener('change', () => { if (playing) play(true); });
}

// The board.

/** Says something below the board. */
function hint(text) {
  document.getElementById('hint').textContent = text;
}

// Lines of one's own: the server plays the moves, which are in the address.

let asked = null; // the moves that the server plays at the moment
let undone = []; // the moves of the line with those that were taken back

/** The moves of the line of one's own, none in the game. */
const tried = () => asked ?? scene?.tried ?? [];

/** The address of the place with moves of one's own. */
const withMoves = (moves) => {
  const to = new URL(at(index), location.href);
  if (moves.length > 0) to.searchParams.set('play', moves.join(' '));
  return to.pathname + to.search;
};

/** Makes a move of one's own; a stone is there before the server has played it. */
function playOn(move, cell = -1) {
  play(false);
  const made = tried();
  const moves = [...made, move];
  if (made.length === 0 || undone[moves.length - 1] !== move) undone = moves;
  if (cell >= 0) {
    const turn = (made.length - (scene.tried?.length ?? 0)) % 2 === 0 ? scene.board.to_play : { B: 'W', W: 'B' }[scene.board.to_play];
    board.board = { ...board.board, pieces: [...board.board.pieces, { cell, color: turn, kind: 'stone' }] };
    board.marks = { ...scene.marks, put: board.board.pieces.slice(scene.board.pieces.length) };
  }
  asked = moves;
  go(withMoves(moves), { tried: cell >= 0 ? cellName(scene.board, cell) : move });
}

/** Takes moves of one's own back, up to so many; without any it is the game again. */
function leave(left) {
  if (tried().length === 0) return false;
  asked = tried().slice(0, left);
  go(withMoves(asked));
  return true;
}

let legal = null; // the board with its moves
const picking = new Picking(() => legal, (picked, targets) => {
  board.marks = { ...scene.marks, picked, hand: picking.hand, targets };
}, (m) => {
  const next = scene.next.find((n) => n.move === m.move);
  if (next) go(`/game/${scene.game}@n${next.node}`);
  else playOn(m.move);
});

/** Takes up a piece, once the server has said where the pieces may go. */
async function pick(then) {
  const { board: shown } = scene;
  try {
    if (legal?.text !== shown.text) legal = await api.arranged(shown);
    if (scene.board === shown) then();
  } catch (error) {
    hint(error.message);
  }
}

// What the archive knows of the position, asked when steps come to rest.

const REST = 150; // milliseconds
const beside = document.getElementById('next');
let looking = null; // ends what is being asked
let lookedAt = '';

function look() {
  const to = new URL(withMoves(scene.tried ?? []), location.href);
  const address = `${to.pathname}/next${to.search}`;
  if (!beside || address === lookedAt) return;
  looking?.abort();
  lookedAt = address;
  const mine = looking = new AbortController();
  beside.setAttribute('aria-busy', 'true');
  const wait = setTimeout(async () => {
    try {
      const response = await fetch(address, { headers: { Accept: 'text/html' }, signal: mine.signal });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      if (!response.ok) throw new Error(page.querySelector('main .message')?.textContent ?? String(response.status));
      const rows = () => [...beside.querySelectorAll('tr a')];
      const focused = rows().indexOf(document.activeElement);
      beside.replaceChildren(...page.body.childNodes);
      if (focused >= 0) (rows()[focused] ?? board).focus({ preventScroll: true });
    } catch (error) {
      if (mine.signal.aborted) return;
      const said = document.createElement('p');
      said.className = 'notice';
      said.textContent = word('next.failed', error.message);
      beside.replaceChildren(said);
      lookedAt = '';
    }
    beside.setAttribute('aria-busy', 'false');
  }, beside.hasChildNodes() ? REST : 0);
  mine.signal.addEventListener('abort', () => clearTimeout(wait));
}

/** The move of a row that is pointed at is shown on the board. */
function ghost(row) {
  if (!scene || !board) return;
  const cell = Number(row?.dataset.row.slice(1) ?? -1);
  const taken = scene.board.cells === 'squares' || scene.board.pieces.some((p) => p.cell === cell);
  board.marks = cell >= 0 && !taken ? { ...scene.marks, ghost: { cell, color: row.dataset.row[0] } } : scene.marks;
}

if (beside) {
  for (const [type, shows] of [['pointerover', true], ['focusin', true], ['pointerleave', false], ['focusout', false]]) {
    beside.addEventListener(type, (event) => ghost(shows ? event.target.closest('tr[data-row]') : null));
  }
}

/** A point leads to the move that is played there next, to that of what lies there, or into a
 * line of one's own. */
function point(cell) {
  const next = scene.next.find((n) => n.cell === cell);
  if (next && !picking.active) {
    go(`/game/${scene.game}@n${next.node}`);
    return;
  }
  const lies = scene.board.pieces.find((p) => p.cell === cell);
  if (scene.board.cells === 'squares' && (!lies || lies.color === scene.board.to_play || picking.active)) {
    pick(() => picking.point(cell));
    return;
  }
  if (!lies) {
    playOn(cellName(scene.board, cell), cell);
    return;
  }
  const node = scene.from[cell];
  if (node !== undefined) step(scene.line.indexOf(node));
  else hint(word('hint.setup', cellName(scene.board, cell)));
}

function letter(key) {
  if (key === 'm' || key === 'M') {
    const places = scene.lost.map((n) => scene.line.indexOf(n));
    const to = key === 'm' ? places.find((i) => i > index) : places.findLast((i) => i < index);
    if (to !== undefined) step(to);
    else board.announce(word('hint.no_mistake'));
  }
  if (key === 'p') document.querySelector('#searches a')?.click();
  if (key === 'c') {
    const next = scene.notes.find((n) => scene.line.indexOf(n) > index);
    if (next !== undefined) step(scene.line.indexOf(next));
    else board.announce(word('hint.no_comment'));
  }
}

/** Goes where a button below the board leads, which is all there is without a board. */
function press(name) {
  const link = document.getElementById(`step-${name}`);
  if (link) go(link.getAttribute('href'), { history: 'replace' });
  return Boolean(link);
}

const KEYS = {
  ArrowLeft: () => KEYS.PageUp(),
  ArrowRight: () => KEYS.PageDown(),
  ArrowUp: () => other(0), // where there is no branch, the page scrolls
  ArrowDown: () => other(1),
  PageUp: () => (scene ? move(-1) : press('back')),
  PageDown: () => (scene ? move(1) : press('forward')),
  Backspace: () => leave(tried().length - 1),
  Home: () => (scene ? step(0) : press('first')),
  End: () => (scene ? step(scene.line.length - 1) : press('last')),
  '[': () => other(0),
  ']': () => other(1),
  Escape: () => {
    if (!leave(0)) board?.focus();
    return Boolean(board);
  },
};

// One press leads back to the game, also while the board has its cursor.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || tried().length === 0 || board.dataset.typed || event.target.closest('input, select, textarea')) return;
  event.preventDefault();
  event.stopPropagation();
  leave(0);
}, true);

document.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  if (event.target.closest('input, select, textarea') && event.key !== 'Escape') return;
  if (inTree(event) || KEYS[event.key]?.()) event.preventDefault();
});

/** Arrows go from node to node of the tree: along lines, and between them. */
function inTree(event) {
  const here = event.target.closest?.('.tree a');
  if (!here) return false;
  const nodes = [...here.closest('.tree').querySelectorAll('a')];
  const spot = (a) => { const r = a.querySelector('rect'); return [Number(r.getAttribute('x')), Number(r.getAttribute('y'))]; };
  const [x, y] = spot(here);
  let to = null;
  if (event.key === 'ArrowLeft') to = nodes.find((a) => a.dataset.node === here.dataset.parent);
  else if (event.key === 'ArrowRight') to = nodes.find((a) => a.dataset.parent === here.dataset.node);
  else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
    const sign = event.key === 'ArrowUp' ? -1 : 1;
    const far = (a) => { const [ax, ay] = spot(a); return sign * (ay - y) + Math.abs(ax - x) * 1.01; };
    to = nodes.filter((a) => sign * (spot(a)[1] - y) > 0).sort((a, b) => far(a) - far(b))[0];
  } else return false;
  if (!to) { // the tree goes on outside of the window
    const way = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' }[event.key];
    const link = document.querySelector(`[data-way="${way}"]`);
    if (link) go(here.getAttribute('href'));
    return true;
  }
  here.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
  return true;
}

// Links and the strip.

/** Whether a link leads to another place in the same game. */
function within(link) {
  const name = `/game/${document.getElementById('game').dataset.id}`;
  return link.origin === location.origin && (link.pathname === name || /^@[^/]*$/.test(link.pathname.slice(name.length)) && link.pathname.startsWith(name));
}

document.addEventListener('click', (event) => {
  if (event.button !== 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest('#game a');
  if (link) {
    // Links of drawings have an address that is an object.
    const to = new URL(link.href.baseVal ?? link.href, location.href);
    if (link.id === 'annotate' || link.closest('.annotation') && to.pathname.endsWith('/annotate')) {
      event.preventDefault();
      growAnnotation(document.getElementById('annotation'), to.pathname + to.search);
    } else if (within(to)) {
      event.preventDefault();
      go(to.pathname + to.search);
    }
    return;
  }
  const chart = event.target.closest('#course svg');
  if (chart) go(nearest(chart, event.clientX));
});

/** The address of the dot of a chart that is nearest to where it was clicked. */
function nearest(chart, x) {
  let best = null;
  for (const a of chart.querySelectorAll('a')) {
    const box = a.getBoundingClientRect();
    const far = Math.abs(box.x + box.width / 2 - x);
    if (!best || far < best.far) best = { far, address: a.getAttribute('href') };
  }
  return best.address;
}

let turned = 0; // how far the wheel has turned over the board since the last step

/** The wheel steps over the board; at the ends of the line the page scrolls. */
function turn(event) {
  if (event.ctrlKey || !scene || !event.deltaY) return;
  const way = Math.sign(event.deltaY);
  if (tried().length === 0 && scene.line[index + way] === undefined) return;
  event.preventDefault();
  if (Math.sign(turned) !== way) turned = 0;
  turned += event.deltaMode ? 60 * way : event.deltaY;
  if (Math.abs(turned) < 50) return;
  turned = 0;
  move(way);
}

let sliding = false;

function slide(event) {
  const strip = document.querySelector('.strip');
  if (!strip || !scene) return;
  const box = strip.getBoundingClientRect();
  const pad = 8 * box.width / strip.viewBox.baseVal.width;
  step(Math.round((event.clientX - box.x - pad) / (box.width - 2 * pad) * (scene.line.length - 1)));
}

document.addEventListener('pointerdown', (event) => {
  if (event.button !== 0 || !event.target.closest('.strip')) return;
  sliding = true;
  event.preventDefault();
  slide(event);
});
document.addEventListener('pointermove', (event) => { if (sliding) slide(event); });
for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => { sliding = false; });

if (board) {
  board.setAttribute('aria-describedby', 'words-of-board');
  board.leavesArrows = true;
  board.addEventListener('point', (event) => point(event.detail.cell));
  board.addEventListener('erase', () => leave(tried().length - 1));
  board.addEventListener('hand', (event) => pick(() => picking.pick(null, event.detail.color + event.detail.kind)));
  board.addEventListener('swipe', (event) => move(-event.detail.way));
  board.addEventListener('wheel', turn, { passive: false });
  board.addEventListener('key', (event) => letter(event.detail.key));
}
read();
