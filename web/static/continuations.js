// What was played next, in figures and as a table beside the board. The table may be
// there already, as the server wrote it; this replaces it while a question is asked.

import { koma, stone, svg } from './boarddrawing.js';
import { count, number, word } from './words.js';

const SHOWN = 14; // rows, until all are asked for
const FEW = 10; // decided games, below which no share is shown
const SOME = 30; // below which shares lose their decimals
const SPARKS = 14; // decades in a chart
const DECADE = 20; // games of a decade, below which its share is not drawn
const TOP = 0.5; // the share that fills the height of a chart

const place = document.getElementById('continuations');
let shown = []; // the rows of the table
let all = false;
let color = ''; // whose moves are shown; "" for both

/** Returns an element with a class and children. */
export function element(name, className, ...children) {
  const e = document.createElement(name);
  if (className) e.className = className;
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

/** A share as a text, with as many digits as its number of games bears. */
export function percent(share, of, growing = false) {
  if (!share) return '–';
  const digits = of < SOME || growing ? 0 : 1;
  return `${(100 * share.value).toFixed(digits)}`;
}

/**
 * A bar of results: Black from the left, draws, White, and a whisker over the interval
 * of Black's share.
 */
export function bar(won, height = 13) {
  const [w, y, h] = [200, 3.5, height];
  const label = won.decided === 0 ? word('bar.none') : word('bar.label', percent(won.black_share, won.decided), percent(won.white_share, won.decided), number(won.decided));
  const root = svg('svg', { class: 'bar', viewBox: `0 0 ${w} ${h + 7}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label });
  if (won.decided === 0) return root;
  const black = won.black_share.value * w;
  const draw = (won.draw_share?.value ?? 0) * w;
  const [low, high] = [won.black_share.low * w, won.black_share.high * w];
  const middle = y + h / 2;
  root.append(
    svg('rect', { class: 'white', x: 0, y, width: w, height: h }),
    svg('rect', { class: 'draw', x: black, y, width: draw, height: h }),
    svg('rect', { class: 'black', x: 0, y, width: black, height: h }),
    svg('rect', { class: 'rim', x: 0.5, y, width: w - 1, height: h }),
    svg('path', { class: 'half', d: `M${w / 2} 0V${y - 0.5}M${w / 2} ${y + h + 0.5}V${h + 7}` }),
    svg('path', { class: 'whisker', d: `M${low} ${middle - 3}V${middle + 3}M${high} ${middle - 3}V${middle + 3}M${low} ${middle}H${high}` }),
  );
  return root;
}

/** In how many games the position came up in each decade, most of them as high as the chart. */
function sparkOfAll(decades) {
  const root = svg('svg', { class: 'spark', viewBox: `0 0 ${SPARKS * 6} 20`, role: 'img', 'aria-label': word('spark.whole') });
  const most = Math.max(...decades.map((d) => d.games));
  decades.forEach((d, i) => {
    const h = Math.max(0.6, d.games / most * 19);
    root.append(svg('rect', { x: i * 6, y: 20 - h, width: 5, height: h }, svg('title', {}, `${d.value}: ${number(d.games)}`)));
  });
  return root;
}

/** The share of a move in each decade, on a common scale. */
function spark(row, decades) {
  const root = svg('svg', { class: 'spark', viewBox: `0 0 ${SPARKS * 6} 20`, role: 'img', 'aria-label': word('spark.label') });
  const by = new Map((row.by ?? []).map((v) => [v.value, v]));
  decades.forEach((d, i) => {
    const v = by.get(d.value);
    if (!v || d.games < DECADE) return;
    const h = Math.min(1, v.games / d.games / TOP) * 19;
    root.append(svg('rect', { x: i * 6, y: 20 - Math.max(h, 0.6), width: 5, height: Math.max(h, 0.6) },
      svg('title', {}, `${d.value}: ${number(v.games)} / ${number(d.games)}`)));
  });
  return root;
}

/** Whether an answer is about a part of the games so far. */
export const growing = (next) => Boolean(next.looked) && next.looked.games < next.looked.of;

/**
 * The figures above the table: games, hits, the whole position's results, where the
 * region may lie, how sure.
 */
export function showFigures(next, region) {
  const figures = document.getElementById('figures');
  const sofar = growing(next);
  const head = element('p', 'sum num', element('strong', '', number(next.games)), ' ');
  if (sofar) head.append(word('figures.growing', number(next.looked.games), number(next.looked.of)));
  else head.append(count('figures.found', next.hits));
  const parts = [head];
  if (sofar) {
    const meter = element('progress', 'looked');
    meter.max = next.looked.of;
    meter.value = next.looked.games;
    meter.setAttribute('aria-label', word('figures.looked'));
    parts.push(meter);
  }
  if (next.games === 0 && !sofar) {
    parts.splice(0, 1, element('p', 'sum none', word('figures.nothing')));
  } else if (next.won.decided > 0) {
    const won = next.won;
    const few = won.decided < FEW;
    const side = (key, share, games) => element('span', '', few ? word(`figures.${key}few`, number(games)) : word(`figures.${key}`, percent(share, won.decided, sofar)));
    parts.push(element('div', 'whole num', side('black', won.black_share, won.black), bar(won, 16), side('white', won.white_share, won.white)));
  }
  const bits = element('p', 'bits num');
  const bit = (...children) => bits.append(element('span', '', ...children));
  if (next.games > 0) {
    if (next.won.draw > 0) bit(word('figures.draw', percent(next.won.draw_share, next.won.decided, sofar)));
    if (next.won.other > 0) bit(word('figures.other', number(next.won.other)));
    if (next.won.decided > 0) bit(word('figures.decided', number(next.won.decided)));
  }
  if (region) bit(region);
  if (!sofar && next.complete !== false) bit(element('b', '', word('figures.exact')));
  parts.push(bits);
  for (const notice of next.notices ?? []) parts.push(element('p', notice.code === 'incomplete' ? 'notice partial' : 'notice', notice.text));
  figures.replaceChildren(...parts);
}

/** The table. Rows keep their letters until the answer is exact. */
export function showTable(next, rows, unplayed = []) {
  const sofar = growing(next);
  const decades = next.by?.field === 'decade' ? next.by.values.slice(-SPARKS) : [];
  const mine = rows.filter((r) => !color || r.color === color);
  shown = all ? mine : mine.slice(0, SHOWN);
  if (rows.length === 0) {
    place.replaceChildren(...unplayedMoves(unplayed));
    return;
  }
  const head = element('thead', '', element('tr', '',
    cell('th', '', word('table.move'), 2), cell('th', 'r', word('table.games')), cell('th', 'r', word('table.share')),
    cell('th', 'r wide', next.next.some((r) => typeof r.detail?.reached === 'number') ? word('table.otherwise') : ''), cell('th', 'r', word('table.black')), cell('th', ''), cell('th', '', word('table.white')),
    cell('th', 'r wide', word('table.years')), decades.length > 0 ? cell('th', 'wide', `${decades[0].value}–${decades.at(-1).value}`) : null));
  const body = element('tbody', '', ...shown.map((row) => tableRow(row, next, decades, sofar)));
  const foot = element('p', 'more num');
  const whole = element('tfoot', '', wholeRow(next, decades, sofar));
  const left = element('span', '');
  left.append(word('table.shown', number(shown.length), number(mine.length)));
  if (shown.length < mine.length) left.append(' · ', link(word('table.all'), () => { all = true; place.dataset.all = 'yes'; showTable(next, rows, unplayed); }));
  const ended = [];
  if (next.ended > 0) ended.push(count('table.ended', next.ended));
  if (next.folded > 0) ended.push(count('table.folded', next.folded));
  foot.append(left, element('span', '', ended.join(' · ')));
  const sides = element('div', 'seg', ...[['', 'both'], ['B', 'black'], ['W', 'white']].map(([c, key]) => {
    const b = link(word(`table.${key}_to_play`), () => { color = c; showTable(next, rows, unplayed); });
    if (c === color) b.setAttribute('aria-current', 'true');
    return b;
  }));
  place.replaceChildren(
    element('div', 'hd', element('h2', '', word('table.title')), sides),
    element('table', 'ct', head, body, whole), foot, ...unplayedMoves(unplayed));
}

function cell(name, className, text = '', span = 1) {
  const e = element(name, className, text);
  if (span > 1) e.colSpan = span;
  if (name === 'th' && text) e.scope = 'col';
  return e;
}

function link(text, action) {
  const b = element('button', 'link', text);
  b.type = 'button';
  b.addEventListener('click', action);
  return b;
}

function tableRow(row, next, decades, sofar) {
  const { won } = row;
  const disc = svg('svg', { class: 'disc', viewBox: '0 0 40 40', 'aria-hidden': 'true' });
  const drawn = row.pieces ? svg('g', { transform: 'scale(4)' }, koma(row.color)) : stone(20, 20, row.color, undefined);
  if (row.letter) drawn.append(svg('text', { x: 20, y: 27 }, row.letter));
  disc.append(drawn);
  const few = won.decided < FEW;
  const name = link(row.name, () => tell(row, true));
  name.setAttribute('aria-label', word('table.play', word(`color.${row.color}`), row.name, number(row.games)));
  const others = row.detail?.reached === undefined || row.detail?.reached === null ? '' : row.detail.reached > row.games ? `+${number(row.detail.reached - row.games)}` : '–';
  const share = row.share ? `${percent(row.share, next.games, sofar)} %` : '';
  if (row.own) name.setAttribute('aria-label', `${name.getAttribute('aria-label')}, ${word('own.title')}`);
  const tr = element('tr', [row.detail?.one_player ? 'one' : '', row.own ? 'own-move' : ''].join(' ').trim(),
    element('td', 'c0', disc), element('td', 'pt', name, row.own ? element('small', 'own-mark', word('own.mark')) : null), element('td', 'r games', number(row.games)), element('td', 'r share', share),
    element('td', 'r wide', sofar ? '' : others),
    element('td', 'r pc', few ? '' : percent(won.black_share, won.decided, sofar)),
    element('td', 'bt', bar(won)),
    element('td', few ? 'pc few' : 'pc', few ? word('table.few', number(won.black), number(won.decided)) : percent(won.white_share, won.decided, sofar)),
    element('td', 'r wide yrs', sofar ? '' : yearsOf(row.detail)),
    decades.length > 0 ? element('td', 'wide', sofar ? '' : spark(row, decades)) : null);
  if (row.detail?.one_player) tr.title = word('table.one_player', row.detail.most?.player ?? '');
  tr.dataset.row = `${row.color}${row.point}`;
  tr.addEventListener('pointerenter', () => tell(row, false));
  tr.addEventListener('pointerleave', () => tell(null, false));
  tr.addEventListener('focusin', () => tell(row, false));
  tr.addEventListener('focusout', () => tell(null, false));
  tr.addEventListener('click', (event) => { if (!event.target.closest('button')) tell(row, true); });
  return tr;
}

/** The moves of one's own tree that no game has here. */
function unplayedMoves(rows) {
  if (rows.length === 0) return [];
  const line = element('p', 'bits own-moves', word('own.unplayed'));
  for (const row of rows) {
    const b = link(row.name, () => tell(row, true));
    b.setAttribute('aria-label', `${word(`color.${row.color}`)} ${row.name}`);
    b.addEventListener('pointerenter', () => tell(row, false));
    b.addEventListener('pointerleave', () => tell(null, false));
    line.append(' ', b);
  }
  return [line];
}

/** The row of the position itself: all games in which it came up. */
function wholeRow(next, decades, sofar) {
  const { won } = next;
  const few = won.decided < FEW;
  const name = cell('th', 'pt', word('table.whole'));
  name.scope = 'row';
  return element('tr', '',
    element('td', 'c0'), name, element('td', 'r games', number(next.games)), element('td', 'r share'), element('td', 'r wide'),
    element('td', 'r pc', few ? '' : percent(won.black_share, won.decided, sofar)),
    element('td', 'bt', bar(won)),
    element('td', few ? 'pc few' : 'pc', few ? word('table.few', number(won.black), number(won.decided)) : percent(won.white_share, won.decided, sofar)),
    element('td', 'r wide yrs', sofar ? '' : yearsOf(next.detail)),
    decades.length > 0 ? element('td', 'wide', sofar ? '' : sparkOfAll(decades)) : null);
}

/** The first and the last year of some games, '' if they are not known. */
function yearsOf(detail) {
  const [first, last] = [detail?.first?.year, detail?.last?.year];
  if (!first) return '';
  return last && last !== first ? `${first}–${last}` : String(first);
}

function tell(row, chosen) {
  place.dispatchEvent(new CustomEvent('kifu-row', { detail: { row, chosen } }));
}

/** Marks the row of the point under the pointer, null for none. */
export function showRow(row) {
  for (const tr of place.querySelectorAll('tr[data-row]')) {
    tr.classList.toggle('here', Boolean(row) && tr.dataset.row === `${row.color}${row.point}`);
  }
}
