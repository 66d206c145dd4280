// Draws a board as SVG, from the data that the server gives of a position and from
// marks on it. It knows no game: what lies where, and what cells are called, is in
// the data. Units: one cell is 40.

const NS = 'http://www.w3.org/2000/svg';
export const CELL = 40;
const MARGIN = 46; // from the outermost lines to the edge of the picture
const STONE = 18.7;
const RISE = Math.sqrt(3) / 2; // how far one row of hexagons lies below the other, in cells

/** Returns an SVG element with attributes and children; children may be text. */
export function svg(name, attributes = {}, ...children) {
  const e = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
}

/**
 * Where things lie in the picture of a board. Points lie where lines cross, squares
 * between them.
 */
export class Geometry {
  constructor(board) {
    this.cols = board.cols;
    this.rows = board.rows;
    this.squares = board.cells === 'squares';
    this.hexes = board.cells === 'hexes';
    this.hands = board.hands.some((h) => h.pieces.length > 0) || this.squares && board.hands.length > 0;
    const extra = this.squares || this.hexes ? CELL : 0;
    this.side = this.hands ? 2 * CELL : 0; // room for pieces in hand, left and right
    this.width = (this.cols - 1) * CELL + extra + 2 * MARGIN + 2 * this.side;
    this.height = (this.rows - 1) * CELL + extra + 2 * MARGIN;
    this.left = MARGIN + this.side + extra / 2; // of the first cell's middle
    this.top = MARGIN + extra / 2;
    if (this.hexes) {
      this.width += (this.rows - 1) * CELL / 2;
      this.height -= (this.rows - 1) * CELL * (1 - RISE);
    }
  }

  /** The middle of a cell. */
  at(cell) {
    if (this.hexes) return this.hexAt(cell % this.cols, Math.floor(cell / this.cols));
    return [this.left + (cell % this.cols) * CELL, this.top + Math.floor(cell / this.cols) * CELL];
  }

  /** The middle of a hexagon: each row is half a cell further to the right. */
  hexAt(col, row) {
    return [this.left + (col + row / 2) * CELL, this.top + row * RISE * CELL];
  }

  /** The cell at a place in the picture, or -1. */
  cellAt(x, y) {
    const row = Math.round((y - this.top) / (this.hexes ? RISE * CELL : CELL));
    const col = Math.round((x - this.left) / CELL - (this.hexes ? row / 2 : 0));
    if (col < 0 || row < 0 || col >= this.cols || row >= this.rows) return -1;
    return row * this.cols + col;
  }
}

/** The name of a cell, as players say it: "Q16". */
export function cellName(board, cell) {
  const col = board.columns[cell % board.cols];
  const row = board.lines[Math.floor(cell / board.cols)];
  return col + row;
}

/**
 * Draws a board.
 *
 * Marks, all of them optional:
 *   region   {left, top, right, bottom, edges}; edges of N E S W
 *   open     {cell: 'x' | 'o' | '*' | '!' | '_'}
 *   numbers  {cell: number} on stones
 *   letters  {cell: text}
 *   shapes   {cell: 'TR' | 'SQ' | 'CR' | 'MA' | 'SL'}
 *   last, ko a cell
 *   arrows, lines  [[from, to]]
 *   faded    cells whose pieces are pale
 *   dim, hidden  cells that are grayed out, and that are not shown
 *   territory {B: cells, W: cells}
 *   ghost    {cell, color, letter, number}
 *   cursor   a cell
 *   differs  cells
 *   hand     a piece in hand: its color and kind, as in "BP"
 * and for the keyboard: keys, letters that the page understands.
 */
export function drawBoard(board, marks = {}) {
  const g = new Geometry(board);
  const root = svg('svg', { class: 'board', viewBox: `0 0 ${g.width} ${g.height}`, 'aria-hidden': 'true', focusable: 'false' });
  if (g.hexes) {
    root.append(hexGrid(g), hexNames(board, g));
    if (marks.region) root.append(hexTint(marks.region, CELL, (col, row) => g.hexAt(col, row)));
  } else {
    root.append(surface(g));
    if (marks.region) root.append(tint(g, marks.region));
    root.append(grid(board, g, marks), coordinates(board, g, marks.region));
  }
  root.append(pieces(board, g, marks));
  if (marks.territory) root.append(territory(g, marks.territory));
  root.append(veil(g, 'dim', marks.dim), openCells(g, marks), letters(board, g, marks), shapes(board, g, marks), arrows(g, marks));
  if (g.hands) root.append(hands(board, g, marks.hand));
  if (marks.ko !== undefined && marks.ko >= 0) root.append(square(g, marks.ko, 7, 'ko'));
  if (marks.last !== undefined && marks.last >= 0) root.append(lastMove(board, g, marks.last));
  root.append(veil(g, 'hidden', marks.hidden));
  for (const cell of marks.differs ?? []) root.append(square(g, cell, 19, 'differs'));
  if (marks.region) root.append(frame(g, marks.region));
  if (marks.ghost) root.append(ghost(g, marks.ghost));
  if (marks.cursor !== undefined && marks.cursor >= 0) root.append(square(g, marks.cursor, 19, 'cursor'));
  return root;
}

const inside = (region, col, row) =>
  !region || (col >= region.left && col <= region.right && row >= region.top && row <= region.bottom);

function surface(g) {
  const pad = g.squares ? CELL / 2 : 24;
  return svg('rect', {
    class: 'surface', x: g.left - pad, y: g.top - pad,
    width: (g.cols - 1) * CELL + 2 * pad, height: (g.rows - 1) * CELL + 2 * pad,
  });
}

/** The rectangle around a region: half a cell, so that at an edge it reaches past it. */
function around(g, r) {
  return {
    x: g.left + (r.left - 0.5) * CELL, y: g.top + (r.top - 0.5) * CELL,
    width: (r.right - r.left + 1) * CELL, height: (r.bottom - r.top + 1) * CELL,
  };
}

const tint = (g, region) => svg('rect', { class: 'tint', ...around(g, region) });

/** The lines, pale outside of the region. Lines and dots are left out under letters. */
function grid(board, g, marks) {
  const group = svg('g', { class: 'grid' });
  const { region } = marks;
  const pale = { lines: [], edges: [] };
  const dark = { lines: [], edges: [] };
  const x = (col) => g.left + col * CELL;
  const y = (row) => g.top + row * CELL;
  if (g.squares) {
    const half = CELL / 2;
    for (let c = 0; c <= g.cols; c++) {
      const list = c === 0 || c === g.cols ? dark.edges : dark.lines;
      list.push(`M${x(c) - half} ${y(0) - half}V${y(g.rows) - half}`);
    }
    for (let r = 0; r <= g.rows; r++) {
      const list = r === 0 || r === g.rows ? dark.edges : dark.lines;
      list.push(`M${x(0) - half} ${y(r) - half}H${x(g.cols) - half}`);
    }
  } else {
    const add = (along, at, first, last, edge, letter) => {
      // Each line in three parts, before, within and behind the region.
      const low = region ? (along === 'H' ? region.left : region.top) : first;
      const high = region ? (along === 'H' ? region.right : region.bottom) : last;
      const crosses = !region || (along === 'H' ? at >= region.top && at <= region.bottom : at >= region.left && at <= region.right);
      const part = (from, to, within) => {
        if (to <= from) return;
        const set = within ? dark : pale;
        const counted = !edge || !region || region.edges.includes(letter) || !within;
        const list = edge && counted ? set.edges : set.lines;
        list.push(along === 'H' ? `M${x(from)} ${y(at)}H${x(to)}` : `M${x(at)} ${y(from)}V${y(to)}`);
      };
      if (!crosses) {
        part(first, last, false);
        return;
      }
      const reach = 0.5; // lines run to the frame
      const from = region && low > first ? low - reach : first;
      const to = region && high < last ? high + reach : last;
      part(first, from, false);
      part(from, to, true);
      part(to, last, false);
    };
    for (let c = 0; c < g.cols; c++) {
      const letter = c === 0 ? 'W' : c === g.cols - 1 ? 'E' : '';
      add('V', c, 0, g.rows - 1, letter !== '', letter);
    }
    for (let r = 0; r < g.rows; r++) {
      const letter = r === 0 ? 'N' : r === g.rows - 1 ? 'S' : '';
      add('H', r, 0, g.cols - 1, letter !== '', letter);
    }
  }
  group.append(
    svg('path', { class: 'line pale', d: pale.lines.join('') }),
    svg('path', { class: 'edge pale', d: pale.edges.join('') }),
    svg('path', { class: 'line', d: dark.lines.join('') }),
    svg('path', { class: 'edge', d: dark.edges.join('') }),
  );
  for (const cell of board.stars) {
    let [cx, cy] = g.at(cell);
    if (g.squares) { // dots of boards of squares lie at the corner to the lower right
      cx += CELL / 2;
      cy += CELL / 2;
    }
    const within = inside(region, cell % g.cols, Math.floor(cell / g.cols));
    group.append(svg('circle', { class: within ? 'star' : 'star pale', cx, cy, r: 3.6 }));
  }
  return group;
}

/** Hexagons, and along the sides that the players want to join a line in their color. */

/** A line through corners of a hexagon around a place: 0 is the uppermost, and on clockwise. */
function hexLine([x, y], unit, corners) {
  const r = unit / Math.sqrt(3);
  return `M${corners.map((i) => `${(x + r * Math.sin(i * Math.PI / 3)).toFixed(1)} ${(y - r * Math.cos(i * Math.PI / 3)).toFixed(1)}`).join('L')}`;
}

const hexagon = (place, unit) => `${hexLine(place, unit, [0, 1, 2, 3, 4, 5])}Z`;

/** The cells of a board of hexagons, and along its sides those that each player wants to join. */
function honeycomb(cols, rows, unit, at) {
  const path = { hexes: '', B: '', W: '' };
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const place = at(col, row);
      path.hexes += hexagon(place, unit);
      if (row === 0) path.B += hexLine(place, unit, [5, 0, 1]);
      if (row === rows - 1) path.B += hexLine(place, unit, [4, 3, 2]);
      if (col === 0) path.W += hexLine(place, unit, [5, 4, 3]);
      if (col === cols - 1) path.W += hexLine(place, unit, [0, 1, 2]);
    }
  }
  return [
    svg('path', { class: 'side W', d: path.W }), svg('path', { class: 'side W inner', d: path.W }),
    svg('path', { class: 'side B', d: path.B }), svg('path', { class: 'hex', d: path.hexes }),
  ];
}

/** The hexagons of a region. */
function hexTint(r, unit, at) {
  let d = '';
  for (let row = r.top; row <= r.bottom; row++) {
    for (let col = r.left; col <= r.right; col++) d += hexagon(at(col, row), unit);
  }
  return svg('path', { class: 'tint', d });
}

const hexGrid = (g) => svg('g', { class: 'grid' }, ...honeycomb(g.cols, g.rows, CELL, (col, row) => g.hexAt(col, row)));

/** The names of columns and rows at the ends of both. */
function hexNames(board, g) {
  const group = svg('g', { class: 'coordinates' });
  const put = (text, [x, y], dx, dy) => group.append(svg('text', { x: x + dx, y: y + dy + 5 }, text));
  board.columns.forEach((name, c) => {
    put(name, g.hexAt(c, 0), -17, -30);
    put(name, g.hexAt(c, g.rows - 1), 17, 30);
  });
  board.lines.forEach((name, r) => {
    put(name, g.hexAt(0, r), -36, 0);
    put(name, g.hexAt(g.cols - 1, r), 36, 0);
  });
  return group;
}

function coordinates(board, g, region) {
  const group = svg('g', { class: 'coordinates' });
  const pad = g.squares ? CELL / 2 + 14 : 32;
  const put = (text, x, y, pale) => group.append(svg('text', { x, y, class: pale ? 'pale' : null }, text));
  board.columns.forEach((name, c) => {
    const x = g.left + c * CELL;
    const pale = region && (c < region.left || c > region.right);
    put(name, x, g.top - pad + 5, pale);
    put(name, x, g.top + (g.rows - 1) * CELL + pad + 5, pale);
  });
  board.lines.forEach((name, r) => {
    const y = g.top + r * CELL + 5;
    const pale = region && (r < region.top || r > region.bottom);
    put(name, g.left - pad, y, pale);
    put(name, g.left + (g.cols - 1) * CELL + pad, y, pale);
  });
  return group;
}

function pieces(board, g, marks) {
  const group = svg('g', { class: 'pieces' });
  const faded = new Set(marks.faded ?? []);
  for (const piece of board.pieces) {
    const [x, y] = g.at(piece.cell);
    const drawn = piece.sign ? signed(x, y, piece) : stone(x, y, piece.color, marks.shapes?.[piece.cell] || marks.letters?.[piece.cell] ? undefined : marks.numbers?.[piece.cell]);
    if (faded.has(piece.cell)) drawn.classList.add('faded');
    group.append(drawn);
  }
  return group;
}

/** The sign of a side that moves pieces with a direction, ten units wide and high. */
export const koma = (color) => svg('path', { class: `koma ${color}`, d: 'M5 .5L8.2 2.2 9.2 9.4H.8L1.8 2.2Z' });

/** A stone, with a number if there is one: past 999 its last two digits. */
export function stone(x, y, color, number, r = STONE) {
  const group = svg('g', { class: `stone ${color}` }, svg('circle', { cx: x, cy: y, r }));
  if (number !== undefined) {
    const text = number > 999 ? String(number % 100).padStart(2, '0') : String(number);
    group.append(svg('text', { x, y: y + 7, class: text.length > 2 ? 'long' : null }, text));
  }
  return group;
}

/** A piece with a character on it, whose point shows to the other side. */
function signed(x, y, piece) {
  if (piece.sign >= '♔' && piece.sign <= '♟') { // a figure stands upright; in ink, not as an emoji
    return svg('g', { class: `piece figure ${piece.color}`, transform: `translate(${x} ${y})` }, svg('text', { y: 10 }, piece.sign + '\ufe0e'));
  }
  const d = 'M0 -18L12 -12L15.5 17H-15.5L-12 -12Z';
  const turn = piece.color === 'W' ? ' rotate(180)' : '';
  const promoted = piece.kind.startsWith('+') ? ' promoted' : '';
  return svg('g', { class: `piece ${piece.color}${promoted}`, transform: `translate(${x} ${y})${turn}` },
    svg('path', { d }), svg('text', { y: 10, class: [...piece.sign].length > 1 ? 'long' : null }, piece.sign));
}

/** Pieces in hand: White's at the left from the top, Black's at the right from the bottom. */
function hands(board, g, picked) {
  const group = svg('g', { class: 'hands' });
  for (const hand of board.hands) {
    const white = hand.color === 'W';
    const x = white ? CELL : g.width - CELL;
    hand.pieces.forEach((held, i) => {
      const y = white ? g.top + i * CELL : g.top + (g.rows - 1 - i) * CELL;
      const drawn = signed(x - 8, y, { color: hand.color, kind: held.kind, sign: held.sign ?? held.kind });
      drawn.dataset.hand = hand.color + held.kind;
      if (picked === hand.color + held.kind) drawn.append(svg('rect', { class: 'last', x: -19, y: -19, width: 38, height: 38 }));
      group.append(drawn);
      if (held.count > 1) group.append(svg('text', { class: 'count', x: x + 18, y: y + 5 }, String(held.count)));
    });
  }
  return group;
}

/** What may lie on cells of a pattern: told apart by shape, not by colour. */
function openCells(g, marks) {
  const group = svg('g', { class: 'open' });
  for (const [cell, admits] of Object.entries(marks.open ?? {})) {
    const [x, y] = g.at(Number(cell));
    if (admits === '_') {
      group.append(svg('path', { class: 'outside', d: `M${x - 8} ${y - 8}L${x + 8} ${y + 8}M${x + 8} ${y - 8}L${x - 8} ${y + 8}` }));
      continue;
    }
    group.append(svg('circle', { class: 'knock', cx: x, cy: y, r: 17 }), svg('circle', { class: 'dashed', cx: x, cy: y, r: 17 }));
    if (admits === '*') group.append(svg('circle', { class: 'dot', cx: x, cy: y, r: 4.5 }));
    if (admits === 'x') group.append(svg('circle', { class: 'disc B', cx: x, cy: y, r: 9 }));
    if (admits === 'o') group.append(svg('circle', { class: 'disc W', cx: x, cy: y, r: 9 }));
    if (admits === '!') {
      group.append(svg('path', { class: 'disc B', d: `M${x} ${y - 9}A9 9 0 0 0 ${x} ${y + 9}Z` }), svg('circle', { class: 'disc W ring', cx: x, cy: y, r: 9 }));
    }
  }
  return group;
}

/** Letters cut the lines under them, as in print; on a stone they are in the other colour. */
function letters(board, g, marks) {
  const group = svg('g', { class: 'letters' });
  const on = colorsOf(board);
  for (const [cell, text] of Object.entries(marks.letters ?? {})) {
    if (marks.ghost?.cell === Number(cell)) continue;
    const [x, y] = g.at(Number(cell));
    const under = on.get(Number(cell));
    const tinted = marks.region && inside(marks.region, cell % g.cols, Math.floor(cell / g.cols));
    if (!under) group.append(svg('circle', { class: tinted ? 'knock tinted' : 'knock', cx: x, cy: y, r: 14 }));
    const shown = [...String(text)].slice(0, 4).join('');
    const size = [...shown].length;
    group.append(svg('text', { x, y: y + 8, class: `letter${under ? ` on-${under}` : ''}${size > 2 ? ' tiny' : size > 1 ? ' small' : ''}` }, shown));
  }
  return group;
}

function colorsOf(board) {
  const on = new Map();
  for (const piece of board.pieces) on.set(piece.cell, piece.color);
  return on;
}

function shapes(board, g, marks) {
  const group = svg('g', { class: 'shapes' });
  const on = colorsOf(board);
  for (const [cell, kind] of Object.entries(marks.shapes ?? {})) {
    const [x, y] = g.at(Number(cell));
    const under = on.get(Number(cell));
    const attributes = { class: `shape ${kind}${under ? ` on-${under}` : ''}` };
    switch (kind) {
      case 'TR': group.append(svg('path', { ...attributes, d: `M${x} ${y - 11}L${x + 9.5} ${y + 6}H${x - 9.5}Z` })); break;
      case 'SQ': group.append(svg('path', { ...attributes, d: `M${x - 8} ${y - 8}h16v16h-16Z` })); break;
      case 'CR': group.append(svg('circle', { ...attributes, cx: x, cy: y, r: 9.3 })); break;
      case 'MA': group.append(svg('path', { ...attributes, d: `M${x - 8} ${y - 8}l16 16M${x + 8} ${y - 8}l-16 16` })); break;
      case 'SL': group.append(svg('path', { ...attributes, d: `M${x - 6} ${y - 6}h12v12h-12Z` })); break;
    }
  }
  return group;
}

/** Arrows and lines stop at the edges of stones. */
function arrows(g, marks) {
  const group = svg('g', { class: 'arrows' });
  const put = ([from, to], head) => {
    const [x0, y0] = g.at(from);
    const [x1, y1] = g.at(to);
    const length = Math.hypot(x1 - x0, y1 - y0);
    if (length === 0) return;
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    const [sx, sy, ex, ey] = [x0 + ux * STONE, y0 + uy * STONE, x1 - ux * STONE, y1 - uy * STONE];
    group.append(svg('path', { class: 'arrow', d: `M${sx} ${sy}L${ex} ${ey}` }));
    if (head) {
      const [bx, by] = [ex - ux * 9, ey - uy * 9];
      group.append(svg('path', { class: 'head', d: `M${ex} ${ey}L${bx - uy * 5} ${by + ux * 5}L${bx + uy * 5} ${by - ux * 5}Z` }));
    }
  };
  for (const pair of marks.arrows ?? []) put(pair, true);
  for (const pair of marks.lines ?? []) put(pair, false);
  return group;
}

/** What lies over cells that are grayed out or not shown. */
function veil(g, name, cells) {
  const group = svg('g', { class: name });
  for (const cell of cells ?? []) group.append(square(g, cell, CELL / 2, null));
  return group;
}

function territory(g, points) {
  const group = svg('g', { class: 'territory' });
  for (const color of ['B', 'W']) {
    for (const cell of points[color] ?? []) {
      const [x, y] = g.at(cell);
      group.append(svg('rect', { class: color, x: x - 6.5, y: y - 6.5, width: 13, height: 13 }));
    }
  }
  return group;
}

function square(g, cell, half, name) {
  const [x, y] = g.at(cell);
  return svg('rect', { class: name, x: x - half, y: y - half, width: 2 * half, height: 2 * half });
}

function lastMove(board, g, cell) {
  const [x, y] = g.at(cell);
  return g.squares ? square(g, cell, 18.8, 'last') : svg('circle', { class: 'last', cx: x, cy: y, r: 19.8 });
}

/** The frame of a region with the grips by which it is stretched. */
function frame(g, region) {
  const at = (col, row) => (g.hexes ? g.hexAt(col, row) : [g.left + col * CELL, g.top + row * CELL]);
  const [left, top, right, bottom] = [region.left - 0.5, region.top - 0.5, region.right + 0.5, region.bottom + 0.5];
  const corners = { nw: at(left, top), ne: at(right, top), se: at(right, bottom), sw: at(left, bottom) };
  const group = svg('g', { class: 'frame' }, svg('polygon', { points: Object.values(corners).join(' ') }));
  for (const [name, [x, y]] of Object.entries(corners)) {
    group.append(
      svg('rect', { class: 'grip', x: x - 4, y: y - 4, width: 8, height: 8 }),
      svg('rect', { class: `touch ${name}`, 'data-grip': name, x: x - 22, y: y - 22, width: 44, height: 44 }),
    );
  }
  return group;
}

function ghost(g, { cell, color, letter, number }) {
  const [x, y] = g.at(cell);
  const drawn = stone(x, y, color, number);
  drawn.classList.add('ghost');
  if (letter !== undefined) drawn.append(svg('text', { x, y: y + 7 }, letter));
  return drawn;
}
