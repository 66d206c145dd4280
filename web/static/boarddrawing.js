// What moves on a board: the cursor, a stone that would be played, the frame of a region while
// it is drawn. The board itself, with all that lies on it, is a picture that the server has
// drawn; this lies over it and knows where its cells are. Units are those of the picture.

const NS = 'http://www.w3.org/2000/svg';
const RISE = Math.sqrt(3) / 2; // how far one row of hexagons lies below the other, in cells

/** Returns an SVG element with attributes and children; children may be text. */
function svg(name, attributes = {}, ...children) {
  const e = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
}

/** The name of a cell, as players say it: "Q16". */
export function cellName(board, cell) {
  const col = board.columns[cell % board.cols];
  const row = board.lines[Math.floor(cell / board.cols)];
  return col + row;
}

/** The picture of a board, and what lies over it. */
export class Picture {
  #over = svg('g', { class: 'over' });
  #frame;

  /** The element is the picture as the server has drawn it. */
  constructor(element, board) {
    this.element = element;
    const { left, top, unit, stone } = element.dataset;
    [this.left, this.top, this.unit, this.stone] = [left, top, unit, stone].map(Number);
    [this.cols, this.rows] = [board.cols, board.rows];
    this.squares = board.cells === 'squares';
    this.hexes = board.cells === 'hexes';
    element.setAttribute('aria-hidden', 'true'); // <kifu-board> says what it shows
    element.removeAttribute('role');
    element.removeAttribute('aria-label');
    element.append(this.#over);
    this.#frame = element.querySelector('.frame');
  }

  /** Where a column and a row meet: each row of hexagons is half a cell further to the right. */
  #place(col, row) {
    if (this.hexes) return [this.left + (col + row / 2) * this.unit, this.top + row * RISE * this.unit];
    return [this.left + col * this.unit, this.top + row * this.unit];
  }

  /** The middle of a cell. */
  at(cell) { return this.#place(cell % this.cols, Math.floor(cell / this.cols)); }

  /** A point of the window, in units of the picture. */
  #inside(x, y) {
    const box = this.element.getBoundingClientRect();
    const view = this.element.viewBox.baseVal;
    const scale = view.width / box.width;
    return [view.x + (x - box.left) * scale, view.y + (y - box.top) * scale];
  }

  /** The cell at a point of the window, -1 for none. */
  cellAt(clientX, clientY) {
    const [x, y] = this.#inside(clientX, clientY);
    const row = Math.round((y - this.top) / (this.hexes ? RISE * this.unit : this.unit));
    const col = Math.round((x - this.left) / this.unit - (this.hexes ? row / 2 : 0));
    if (col < 0 || row < 0 || col >= this.cols || row >= this.rows) return -1;
    return row * this.cols + col;
  }

  /** The cell that is nearest to a point of the window. */
  nearest(clientX, clientY) {
    const [x, y] = this.#inside(clientX, clientY);
    const within = (value, most) => Math.min(Math.max(Math.round(value), 0), most);
    const row = within((y - this.top) / (this.hexes ? RISE * this.unit : this.unit), this.rows - 1);
    return row * this.cols + within((x - this.left) / this.unit - (this.hexes ? row / 2 : 0), this.cols - 1);
  }

  /**
   * Draws what lies over the board, all of it optional:
   *   region   {left, top, right, bottom}
   *   put      [{cell, color}], stones that the server has not played yet
   *   ghost    {cell, color, letter}, a stone that may be played
   *   picked   a cell whose piece is taken up
   *   hand     a piece in hand that is: its color and kind, as in "BP"
   *   targets  [{cell, taken}], where it may go
   *   cursor   a cell
   */
  draw({ region, put = [], ghost, picked, hand, targets = [], cursor = -1 }) {
    this.#drawRegion(region);
    this.#over.replaceChildren(
      ...put.map((p) => this.#stone(p)),
      ...targets.map((t) => this.#ring(t.cell, t.taken ? 'target taken' : 'target', t.taken ? this.stone : this.stone / 3)),
    );
    const held = hand && this.element.querySelector(`[data-hand="${CSS.escape(hand)}"]`);
    if (held) this.#over.append(svg('rect', { ...this.#square(0, 0), class: 'last', transform: held.getAttribute('transform') }));
    if (picked >= 0) this.#over.append(svg('rect', { ...this.#square(...this.at(picked)), class: 'last' }));
    if (put.length > 0 && !this.squares) this.#over.append(this.#ring(put.at(-1).cell, 'last', this.stone + 1));
    if (ghost) this.#over.append(this.#stone(ghost, ghost.letter));
    if (cursor >= 0) this.#over.append(svg('rect', { ...this.#square(...this.at(cursor)), class: 'cursor' }));
  }

  #stone({ cell, color }, text) {
    const [x, y] = this.at(cell);
    const drawn = svg('g', { class: `stone ${color} ghost` }, svg('circle', { cx: x, cy: y, r: this.stone }));
    if (text !== undefined) drawn.append(svg('text', { x, y, dy: 7 }, text));
    return drawn;
  }

  #ring(cell, name, r) {
    const [cx, cy] = this.at(cell);
    return svg('circle', { class: name, cx, cy, r });
  }

  #square(x, y) {
    const half = this.stone;
    return { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
  }

  /** The frame of a region with the grips by which it is stretched, and its tint on the board. */
  #drawRegion(region) {
    const tint = this.element.querySelector(':scope > .tint') ?? svg('rect', { class: 'tint' });
    if (!region) {
      this.#frame?.remove();
      this.#frame = null;
      tint.remove();
      return;
    }
    if (!this.#frame) {
      this.#frame = svg('g', { class: 'frame' }, svg('polygon'));
      this.#over.before(this.#frame);
    }
    const [left, top, right, bottom] = [region.left - 0.5, region.top - 0.5, region.right + 0.5, region.bottom + 0.5];
    const corners = { nw: this.#place(left, top), ne: this.#place(right, top), se: this.#place(right, bottom), sw: this.#place(left, bottom) };
    const polygon = this.#frame.querySelector('polygon');
    polygon.setAttribute('points', Object.values(corners).join(' '));
    this.#frame.replaceChildren(polygon, ...Object.entries(corners).flatMap(([name, [x, y]]) => [
      svg('rect', { class: 'grip', x: x - 4, y: y - 4, width: 8, height: 8 }),
      svg('rect', { class: `touch ${name}`, 'data-grip': name, x: x - 22, y: y - 22, width: 44, height: 44 }),
    ]));
    if (this.hexes) return;
    const [[x, y], [x2, y2]] = [corners.nw, corners.se];
    for (const [key, value] of Object.entries({ x, y, width: x2 - x, height: y2 - y })) tint.setAttribute(key, value);
    if (!tint.isConnected) this.element.querySelector('.surface')?.after(tint);
  }
}
