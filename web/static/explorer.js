// The explorer: a board to set up, and beside it what the archive knows of it. The
// whole question is in the address, so that back, forward and a kept link work.

import { failBy, openBy, taken } from './anywhere.js';
import './board.js';
import './copy.js';
import './further.js';
import { cellName } from './boarddrawing.js';
import * as api from './api.js';
import { Picking } from './picking.js';
import { placeOf, queryOf, touching } from './term.js';
import { markRow, onParts, showParts } from './parts.js';
import { showFault } from './fault.js';
import { count, number, word } from './words.js';

const TOOLS = ['alternate', 'black', 'white', 'erase', 'any', 'black_or_empty', 'white_or_empty', 'region', 'sequence'];
const OPEN = { any: '*', black_or_empty: 'x', white_or_empty: 'o' };

const board = document.querySelector('kifu-board');
const search = document.getElementById('q');

/** What is set up: see term(). rest is the query without its board term. */
let setup = null;
let rest = '';
let tool = 'alternate';
let turn = 'B'; // whose stone the tool alternate puts next
let table = null; // the rows that are shown: color, cell, letter, games
let hovered = null; // the row under the pointer
let asking = null; // ends what is being asked
let given = JSON.parse(document.getElementById('given')?.textContent ?? 'null'); // the answer that the page came with
let tree = null; // {id, name, text} of one's own tree, whose moves are marked

// Reading the address.

/** Shows a question that came as text: the server says what it asks for on the board. */
function open(query, { keepTurn = false, at = '', typing = false } = {}) {
  if (!typing && search.value.trim() !== query) search.value = query;
  ask(query, (scene) => {
    const open_ = {};
    for (const o of scene.open) open_[o.cell] = o.admits;
    setup = {
      board: scene.board, region: scene.region ?? null, open: open_, moves: scene.moves,
      options: scene.options, kind: scene.kind, played: playedIn(query, scene),
    };
    rest = scene.rest;
    if (!keepTurn) turn = turnOf(setup);
    table = null;
    showFault(null);
    draw();
  }, at);
}

const keyOf = (row) => row.color + row.cell;

/** What is asked by now. */
const queryNow = () => asked('q');

/** Where on the board a pattern lies that may lie anywhere: it stays there. */
const placeNow = () => (setup?.region?.place === 'anywhere' ? cellName(setup.board, setup.region.top * setup.board.cols + setup.region.left) : '');

/** How the answer is shown, as the address says: it stays so for other questions. */
const view = () => Object.fromEntries(['side', 'sort'].map((name) => [name, asked(name)]).filter(([, value]) => value));

const addressOf = (query, at) => `?${new URLSearchParams({ q: query, ...(at ? { at } : {}), ...view() })}`;

/** The moves by which a query names its position; null if it names it otherwise. */
function playedIn(query, scene) {
  if (scene.board.pieces.length === 0 && !scene.region) return [];
  const names = /(?:^|\s)pos:"([A-HJ-T]\d{1,2}(?: [A-HJ-T]\d{1,2})*)"/.exec(query);
  return names ? names[1].split(' ') : null;
}

/** Whose stone comes next: of a part of a board it is guessed from the stones. */
function turnOf({ board: b, region }) {
  if (!region) return b.to_play;
  const black = b.pieces.filter((p) => p.color === 'B').length;
  return black * 2 > b.pieces.length ? 'W' : 'B';
}

/** Goes on to another question, which gets its own entry in the history. */
function go(query, options) {
  if (!query) return;
  history.pushState({ turn }, '', addressOf(query, options?.at));
  open(query, options);
}

/** Asks for what is set up by now. */
function changed() {
  const query = queryOf(setup, rest);
  search.value = query;
  history.pushState({ turn }, '', addressOf(query, placeNow()));
  table = null;
  showFault(null);
  draw();
  ask(query, null, placeNow());
}

/** A value of the address. */
const asked = (name) => new URLSearchParams(location.search).get(name)?.trim() ?? '';

window.addEventListener('popstate', (event) => {
  if (event.state?.turn) turn = event.state.turn;
  open(asked('q'), { keepTurn: Boolean(event.state?.turn), at: asked('at') });
});

// Asking.

/**
 * Asks a question and shows what is known of it. If it came as text, begin is told what
 * it asks for on the board, and at is where it lies if it may lie anywhere.
 */
async function ask(query, begin = null, at = '') {
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  document.querySelector('.printed .asked').textContent = query;
  const figures = document.getElementById('figures');
  const fade = setTimeout(() => figures.classList.add('old'), 100);
  let last = null;
  const show = (answer) => {
    if (asking !== mine) return;
    if (answer.picture) board.picture = answer.picture;
    begin?.(answer.scene);
    begin = null;
    if (!answer.parts) return;
    last = answer;
    clearTimeout(fade);
    figures.classList.remove('old');
    table = answer.rows ?? [];
    showParts(answer.parts);
    draw();
  };
  const first = tree ? null : given; // all of it but the moves of one's own tree
  given = null;
  try {
    try {
      if (first) show({ ...first, parts: {} });
      else await api.explore(query, { at, tree: tree?.id, all: asked('all'), ...view() }, show, mine.signal);
    } catch (error) {
      if (error.status !== 404 || !tree) throw error;
      await giveTree(tree.name, tree.text); // the server was started again
      await api.explore(query, { at, tree: tree?.id, all: asked('all'), ...view() }, show, mine.signal);
    }
    if (asking === mine && last?.games > 0) board.announce(count('figures.spoken', last.games, number(last.hits)));
  } catch (error) {
    if (error.name !== 'AbortError' && asking === mine) showFault(error, query);
  } finally {
    clearTimeout(fade);
    if (asking === mine) figures.classList.remove('old');
  }
}

// Drawing.

function draw() {
  if (!setup) return;
  const letters = {};
  const notes = {};
  if (table) {
    for (const row of table) {
      if (!row.letter || letters[row.cell]) continue;
      letters[row.cell] = row.letter;
      notes[row.cell] = count('figures.games', row.games);
    }
  }
  const pieces = [...setup.board.pieces];
  for (const m of setup.moves) {
    if (!pieces.some((p) => p.cell === m.cell)) pieces.push({ cell: m.cell, color: m.color, kind: 'stone' });
  }
  board.board = { ...setup.board, pieces };
  board.marks = {
    region: setup.region, open: setup.open, letters, notes, keys: ['e', 'i', 'x', 'p', 'w'], hand: picking.hand,
    ghost: hovered && hovered.cell >= 0 ? { cell: hovered.cell, color: hovered.color, letter: hovered.letter } : null,
  };
  board.marksRegions = tool === 'region';
  for (const bar of document.querySelectorAll('.tools, .scope')) bar.hidden = setup.board.cells !== 'points'; // pieces are moved, not put
  for (const button of document.querySelectorAll('[data-tool]')) {
    button.setAttribute('aria-pressed', String(button.dataset.tool === tool));
  }
  for (const button of document.querySelectorAll('[data-scope]')) {
    button.setAttribute('aria-pressed', String(button.dataset.scope === scope()));
  }
  const on = { e: Boolean(setup.region?.edges), i: eitherColors() };
  for (const [k, is] of Object.entries(on)) document.querySelector(`[data-key="${k}"]`)?.setAttribute('aria-pressed', String(is));
}

const EITHER = 'colors:either';
const eitherColors = () => setup.options.split(' ').includes(EITHER);

// Setting up.

const has = (cell) => setup.board.pieces.find((p) => p.cell === cell);

function put(cell, color) {
  setup.board = { ...setup.board, pieces: setup.board.pieces.filter((p) => p.cell !== cell) };
  delete setup.open[cell];
  if (color) setup.board.pieces.push({ cell, color, kind: 'stone' });
}

/**
 * Moves and setup of a whole board are executed by the server, which knows the rules: one after
 * the other, each on the board that the last one left. Without a color it is that whose turn it is
 * by then, and a point that is taken by then stays as it is.
 */
let playing = Promise.resolve();

function play(move, color) {
  playing = playing.then(() => execute(move, color));
}

async function execute(move, color) {
  if (!color && setup.board.pieces.some((p) => cellName(setup.board, p.cell) === move)) return;
  color ??= turn;
  const mine = setup;
  try {
    let given, after;
    do { // stones that were put meanwhile stay
      given = setup.board;
      after = await api.after(given, move, color);
      if (setup !== mine) return; // another question is looked at
    } while (setup.board !== given);
    setup.board = after;
    const inTurn = setup.played && color === (setup.played.length % 2 === 0 ? 'B' : 'W');
    setup.played = inTurn ? [...setup.played, move] : null;
    turn = color === 'B' ? 'W' : 'B';
    changed();
    board.announce(word('move.played', word(`color.${color}`), move));
  } catch (error) {
    board.announce(error.message);
    showFault(error);
  }
}

/** The setup as the server writes it, after stones were put or taken. */
async function settle() {
  const given = setup.board;
  try {
    const arranged = await api.arranged(given);
    if (setup.board !== given) return; // more was put meanwhile, which is settled by itself
    setup.board = arranged;
    setup.played = setup.board.pieces.length === 0 ? [] : null;
  } catch (error) {
    if (setup.board === given) showFault(error);
    return;
  }
  changed();
}

function point(cell) {
  if (!setup) return;
  if (setup.board.cells !== 'points') {
    picking.point(cell);
    return;
  }
  const open_ = OPEN[tool];
  if (open_ || ['alternate', 'black', 'white'].includes(tool)) follows(cell);
  if (open_) {
    const same = setup.open[cell] === open_;
    put(cell, null);
    if (!same) setup.open[cell] = open_;
    settle();
  } else if (tool === 'erase') {
    erase(cell);
  } else if (tool === 'black' || tool === 'white') {
    put(cell, tool === 'black' ? 'B' : 'W');
    settle();
  } else if (tool === 'sequence') {
    if (setup.moves.some((m) => m.cell === cell)) {
      setup.moves = setup.moves.filter((m) => m.cell !== cell);
    } else if (setup.moves.length > 0 || setup.board.pieces.length === 0) {
      const color = setup.moves.length % 2 === 0 ? (setup.moves[0]?.color ?? 'B') : setup.moves[0].color === 'B' ? 'W' : 'B';
      setup.moves = [...setup.moves, { cell, color }];
    } else {
      showFault({ message: word('sequence.needs_empty') });
      return;
    }
    // The server says which part of the board the moves span, in which they go on.
    if (setup.moves.length > 0) go(queryOf(setup, rest), { keepTurn: true });
    else settle();
  } else if (tool === 'region') {
    setRegion({ left: cell % setup.board.cols, right: cell % setup.board.cols, top: Math.floor(cell / setup.board.cols), bottom: Math.floor(cell / setup.board.cols) });
  } else if (has(cell) || setup.open[cell]) {
    erase(cell);
  } else {
    play(cellName(setup.board, cell));
  }
}

function erase(cell) {
  if (!has(cell) && !setup.open[cell] && !setup.moves.some((m) => m.cell === cell)) return;
  setup.moves = setup.moves.filter((m) => m.cell !== cell);
  put(cell, null);
  settle();
}

const picking = new Picking(() => setup.board, (picked, targets) => {
  draw();
  board.marks = { ...board.marks, picked, targets };
}, (m) => play(m.move, setup.board.to_play));

function setRegion(r, done = true) {
  const edges = touching(setup.board, r);
  setup.region = edges === 'NESW' ? null : { ...r, edges, place: placeOf(edges) || 'anywhere' };
  setup.moves = setup.moves.filter((m) => {
    const [col, row] = [m.cell % setup.board.cols, Math.floor(m.cell / setup.board.cols)];
    return !setup.region || col >= r.left && col <= r.right && row >= r.top && row <= r.bottom;
  });
  if (done) changed();
  else draw();
}

// The switch between a corner, a side and the whole board.

/** How much of the board is asked about. */
function scope() {
  if (!setup?.region) return setup ? 'board' : '';
  return { 1: 'side', 2: 'corner' }[touching(setup.board, setup.region).length] ?? '';
}

/** The corner or the side of the board that holds a cell: half of the board, less a middle line. */
function partAround(name, cell) {
  const { cols, rows } = setup.board;
  const [col, row] = [cell % cols, Math.floor(cell / cols)];
  const [wide, high] = [Math.floor(cols / 2), Math.floor(rows / 2)];
  const corner = { left: col * 2 < cols ? 0 : cols - wide, top: row * 2 < rows ? 0 : rows - high };
  if (name === 'corner') return { ...corner, right: corner.left + wide - 1, bottom: corner.top + high - 1 };
  // The side is that of the nearest edge, its part lies around the cell and in no corner.
  const within = (at, size, of) => Math.min(Math.max(at - Math.floor(size / 2), 1), of - size - 1);
  const upright = Math.min(col, cols - 1 - col) < Math.min(row, rows - 1 - row);
  const part = { left: upright ? corner.left : within(col, wide, cols), top: upright ? within(row, high, rows) : corner.top };
  return { ...part, right: part.left + wide - 1, bottom: part.top + high - 1 };
}

/**
 * Asks about a corner, a side or the whole board. Where stones lie decides which corner it is; on an
 * empty board the first stone does, and until then the upper right one waits for it.
 */
function setScope(name) {
  if (!setup) return;
  if (name === 'board') {
    key('w');
    return;
  }
  const last = setup.board.pieces.at(-1);
  const cell = last?.cell ?? (name === 'corner' ? setup.board.cols - 1 : Math.floor(setup.board.cols / 2));
  setRegion(partAround(name, cell), Boolean(last));
}

/** Moves an empty corner or side to where the first stone is put. */
function follows(cell) {
  if (!setup.region || setup.board.pieces.length > 0 || Object.keys(setup.open).length > 0) return;
  const name = scope();
  if (name === 'corner' || name === 'side') setRegion(partAround(name, cell), false);
}

for (const button of document.querySelectorAll('[data-scope]')) {
  button.addEventListener('click', () => setScope(button.dataset.scope));
}

// What the keys and the tools do.

function choose(name) {
  tool = name;
  if (name === 'region' && !setup.region) board.announce(word('region.how'));
  draw();
}

function key(k) {
  if (k >= '1' && k <= String(TOOLS.length)) choose(TOOLS[Number(k) - 1]);
  else if (k === 'e' && setup.region) {
    setup.region.edges = setup.region.edges ? '' : touching(setup.board, setup.region);
    setup.region.place = placeOf(setup.region.edges) || 'anywhere';
    changed();
  } else if (k === 'x') {
    setup.board = { ...setup.board, pieces: setup.board.pieces.map((p) => ({ ...p, color: p.color === 'B' ? 'W' : 'B' })) };
    for (const [cell, o] of Object.entries(setup.open)) setup.open[cell] = { x: 'o', o: 'x' }[o] ?? o;
    turn = turn === 'B' ? 'W' : 'B';
    settle();
  } else if (k === 'i') {
    setup.options = eitherColors() ? setup.options.split(' ').filter((o) => o !== EITHER).join(' ') : `${setup.options} ${EITHER}`.trim();
    changed();
  } else if (k === 'w') { // the whole board again
    setup.region = null;
    setup.open = {};
    changed();
  }
}

board.addEventListener('point', (e) => point(e.detail.cell));
board.addEventListener('erase', (e) => erase(e.detail.cell));
board.addEventListener('region', (e) => setRegion(e.detail, e.detail.done));
board.addEventListener('hand', (e) => picking.pick(null, e.detail.color + e.detail.kind));
board.addEventListener('key', (e) => key(e.detail.key));
board.addEventListener('hover', (e) => {
  const row = table?.find((r) => r.cell === e.detail.cell && r.cell >= 0);
  markRow(row ? keyOf(row) : null);
  if (!e.detail.touch || !setup) return;
  // Below a finger nothing is seen: the stone that it would play is shown.
  hovered = e.detail.cell >= 0 && !has(e.detail.cell) && setup.board.cells === 'points' ? { cell: e.detail.cell, color: turn } : null;
  draw();
});

for (const button of document.querySelectorAll('[data-tool]')) {
  button.addEventListener('click', () => choose(button.dataset.tool));
}
for (const button of document.querySelectorAll('[data-key]')) {
  button.addEventListener('click', () => key(button.dataset.key));
}

document.addEventListener('keydown', (event) => {
  const typing = event.target.closest('input, textarea, select') && !(event.target === search && event.key === 'Escape');
  if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === 'PageUp') history.back();
  else if (event.key === 'PageDown') history.forward();
  else if (event.key === 'Escape') board.focus();
  else return;
  event.preventDefault();
});

/** A click on a row plays its move, one on another link shows the answer otherwise or asks more. */
function follow(link) {
  const to = new URL(link.href).searchParams;
  if (link.matches('[data-view]')) {
    history.pushState({ turn }, '', link.href);
    ask(queryNow(), null, placeNow());
    return;
  }
  if (link.matches('[data-play]')) {
    hovered = null;
    picking.drop();
    turn = link.dataset.play === 'B' ? 'W' : 'B';
    go(to.get('q'), { keepTurn: true, at: placeNow() });
    return;
  }
  go(to.get('q'));
}

/** The move that is shown on the board of what is under the pointer. */
function showMove(color, cell) {
  hovered = cell >= 0 && !has(cell) && setup?.board.cells === 'points' ? { cell, color } : null;
  draw();
}

onParts({
  follow,
  hover: (key) => {
    if (!key) showMove('', -1);
    else {
      hovered = table?.find((row) => keyOf(row) === key) ?? null;
      draw();
    }
  },
  next: (text) => {
    const [color, cell] = text?.split(' ') ?? ['', '-1'];
    showMove(color, Number(cell));
  },
});

const keep = document.getElementById('keep');
for (const type of ['pointerdown', 'focus', 'click']) keep.addEventListener(type, () => { keep.href = location.href; });
keep.addEventListener('click', async (event) => {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault(); // the link leads here
  try {
    await navigator.clipboard.writeText(location.href);
    keep.parentElement.querySelector('[role=status]').textContent = keep.dataset.kept;
  } catch { /* the browser does not let the page copy: the link can be copied by its menu */ }
});

// What was copied from elsewhere, and one's own tree.

openBy((query) => go(query));
failBy(showFault);

board.addEventListener('dragover', (event) => event.preventDefault());
board.addEventListener('drop', async (event) => {
  const file = event.dataTransfer.files[0];
  if (event.dataTransfer.files.length > 1 || file?.size > 1e6) return; // they are imported
  event.preventDefault();
  const text = file ? await file.text() : event.dataTransfer.getData('text/plain');
  taken(text).catch((error) => showFault(error, text));
});

const pasteForm = document.getElementById('paste');
pasteForm.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = pasteForm.elements.text.value;
  if (text.trim()) taken(text).catch((error) => showFault(error, text));
});

const KEPT = 'kifudb-tree';
const treeForm = document.getElementById('own-tree');

/** Gives the server a tree, and keeps it in this browser. */
async function giveTree(name, text) {
  const taken = await api.takeTree(name, text);
  tree = { id: taken.id, name, text };
  treeForm.querySelector('output').textContent = word('own.shown', name, number(taken.nodes));
  treeForm.querySelector('button').hidden = false;
  treeForm.closest('details').open = true;
}

/** The tree that this browser kept; the server is given it again when it is needed. */
function openKeptTree() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
    if (!kept) return;
    tree = kept;
    treeForm.querySelector('output').textContent = kept.name;
    treeForm.querySelector('button').hidden = false;
    treeForm.closest('details').open = true;
  } catch { /* a browser that keeps nothing */ }
}

function keepTree() {
  try {
    if (tree) localStorage.setItem(KEPT, JSON.stringify(tree));
    else localStorage.removeItem(KEPT);
  } catch { /* too large, or nothing is kept: then it is there until the page is left */ }
}

treeForm.addEventListener('change', async (event) => {
  const file = event.target.files?.[0];
  if (!file) return;
  try {
    await giveTree(file.name, await file.text());
    keepTree();
    ask(queryOf(setup, rest), null, placeNow());
  } catch (error) {
    showFault(error);
  }
});

treeForm.querySelector('button').addEventListener('click', () => {
  tree = null;
  keepTree();
  treeForm.reset();
  treeForm.querySelector('output').textContent = '';
  treeForm.querySelector('button').hidden = true;
  ask(queryOf(setup, rest), null, placeNow());
});

search.form.addEventListener('submit', (event) => {
  event.preventDefault();
  go(search.value.trim());
});

/** Another language comes back to the question that is asked by then. */
document.querySelector('.languages').addEventListener('submit', (event) => {
  event.target.elements.back.value = location.pathname + location.search;
});

openKeptTree();
// Scripts come later than the page, and by then somebody may have begun to type.
open(asked('q'), { at: asked('at'), typing: document.activeElement === search });
