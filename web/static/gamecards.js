// The games that were found, each with a small board of where.

import { drawThumb, koma, svg } from './boarddrawing.js';
import { element } from './continuations.js';
import { number, word } from './words.js';

const place = document.getElementById('games');

/**
 * Shows a page of games, with the boards on which they were found. The setup is what was
 * asked for, whose region is tinted.
 */
export function showGames(page, boards, setup) {
  const list = element('ol', 'cards');
  page.games.forEach((game, i) => list.append(card(game, boards?.[i], setup)));
  const more = element('p', 'more num', word('games.shown', number(page.games.length), number(page.total)));
  if (page.total > page.games.length) {
    const a = element('a', '', word('games.all'));
    a.href = `/search?q=${encodeURIComponent(document.getElementById('q').value)}`;
    more.append(' · ', a);
  }
  place.replaceChildren(element('div', 'hd', element('h2', '', word('games.title'))), list, page.games.length > 0 ? more : '');
}

function card(game, board, setup) {
  const hit = game.hits?.[0];
  const name = game.archive ? `${game.archive}:${game.id}` : String(game.id);
  const ref = hit?.ref ?? name;
  const dia = element('a', 'dia');
  dia.href = `/game/${encodeURIComponent(ref)}`;
  if (board) dia.append(drawThumb(board, { region: foundRegion(hit, setup) }));
  dia.append(element('span', 'visually-hidden', word('games.open', game.black || '?', game.white || '?')));
  const winner = /^[BW]/i.test(game.result ?? '') ? game.result[0].toUpperCase() : '';
  const moves = element('p', 'mt num');
  const facts = [(game.date ?? '').slice(0, 10), game.result].filter(Boolean);
  moves.append(facts.join(' · '));
  for (const [i, h] of (game.hits ?? []).slice(0, 3).entries()) {
    const a = element('a', '', i === 0 ? word('games.move', h.move) : String(h.move));
    a.href = `/game/${encodeURIComponent(h.ref)}`;
    moves.append(i === 0 ? (facts.length > 0 ? ' · ' : '') : ', ', a);
  }
  const item = element('li', '', dia, player('B', game.black, game.blackrank, winner, setup.board), player('W', game.white, game.whiterank, winner, setup.board), moves,
    game.event ? element('p', 'mt ev', element('bdi', '', game.event)) : null);
  const next = hit?.next?.[0];
  for (const [type, shown] of [['pointerenter', next], ['focusin', next], ['pointerleave', null], ['focusout', null]]) {
    item.addEventListener(type, () => place.dispatchEvent(new CustomEvent('kifu-next', { detail: shown ?? null })));
  }
  return item;
}

function player(color, name, rank, winner, board) {
  const sign = board.signs ? koma(color) : svg('circle', { class: `stone ${color}`, cx: 5, cy: 5, r: 4.3 });
  const disc = svg('svg', { class: 'ds', viewBox: '0 0 10 10', 'aria-hidden': 'true' }, sign);
  return element('p', 'pl', disc, element('bdi', winner === color ? 'win' : '', name || '?'), rank ? element('i', '', rank) : null);
}

/** Where what was asked for lies on the board of a hit: turned, as the hit says. */
function foundRegion(hit, setup) {
  const r = setup.region;
  if (!r || !hit?.anchor) return null;
  const turned = (hit.symmetry ?? 0) >= 4; // columns are rows then
  const [cols, rows] = [r.right - r.left + 1, r.bottom - r.top + 1];
  const letter = (c) => (c >= 'a' ? c.charCodeAt(0) - 97 : c.charCodeAt(0) - 65 + 26);
  const [left, top] = [letter(hit.anchor[0]), letter(hit.anchor[1])];
  return { left, top, right: left + (turned ? rows : cols) - 1, bottom: top + (turned ? cols : rows) - 1 };
}
