// <kifu-board>: a board to look at and to point at. It holds a picture that the server has
// drawn, moves a cursor over it by the keyboard, and says where it was pointed; what a click
// does is decided by the page. It knows no rules.
//
// Events, all of them CustomEvents that bubble:
//   point   {cell}                 clicked, tapped, or Enter on the cursor
//   erase   {cell}                 Backspace or Delete on the cursor
//   region  {left, top, right, bottom}   dragged or stretched; done is false while it lasts
//   key     {key}                  a single letter that the page may understand
//   hover   {cell}                 -1 when the pointer has left; touch is true for a finger that rests
//   hand    {color, kind}          a piece in hand was clicked
//   swipe   {way}                  a finger went over it: -1 to the left, 1 to the right

import { Picture, cellName } from './boarddrawing.js';
import { word } from './words.js';

const DRAG = 6; // pixels that a pointer moves before it is dragging
const HOLD = 350; // milliseconds until a finger that rests shows where it is
const SWIPE = 40; // pixels that a finger goes sideways to swipe

export class KifuBoard extends HTMLElement {
  #board = null;
  #marks = {};
  #cursor = -1;
  #dragging = false; // whether a drag marks a region
  #steps = false; // whether arrows belong to the page until the cursor is asked for
  #pointing = true; // whether arrows move the cursor
  #typed = '';
  #pointer = null; // the pointer that is down
  #frame = 0;
  #live = null;
  #picture = null;

  connectedCallback() {
    this.tabIndex = 0;
    this.setAttribute('role', 'application');
    this.setAttribute('aria-roledescription', word('board.role'));
    if (!this.hasAttribute('aria-label')) this.setAttribute('aria-label', word('board.label'));
    this.#live ??= document.createElement('p');
    this.#live.className = 'visually-hidden';
    this.#live.setAttribute('aria-live', 'polite');
    this.after(this.#live);
    this.addEventListener('keydown', this.#key);
    this.addEventListener('pointerdown', this.#down);
    this.addEventListener('pointermove', this.#move);
    this.addEventListener('pointerup', this.#up);
    this.addEventListener('pointercancel', this.#cancel);
    // A finger that rested, or marks a region, does not scroll the page, nor open a menu.
    const busy = (event) => { if (this.#pointer && (this.#pointer.held || this.#pointer.grip || this.#dragging)) event.preventDefault(); };
    this.addEventListener('touchmove', busy, { passive: false });
    this.addEventListener('contextmenu', busy);
    this.addEventListener('pointerleave', () => this.#tell('hover', { cell: -1 }));
    this.addEventListener('focus', () => this.#draw());
    this.addEventListener('blur', () => this.#draw());
    this.#draw();
  }

  disconnectedCallback() {
    this.#live?.remove();
  }

  /** The picture of the position, as the server has drawn it: HTML that holds texts of records as texts. */
  set picture(html) {
    this.innerHTML = html;
    this.#draw();
  }

  /** The position, as the server gives it. */
  get board() { return this.#board; }
  set board(board) {
    const same = this.#board && this.#board.cols === board.cols && this.#board.rows === board.rows;
    this.#board = board;
    if (!same) this.#cursor = Math.floor(board.rows / 2) * board.cols + Math.floor(board.cols / 2);
    this.#draw();
  }

  /**
   * What lies over it, see Picture.draw; and in words, by their cells, open points, letters and
   * notes, the cell of the last move, and the letters that are keys of the page.
   */
  get marks() { return this.#marks; }
  set marks(marks) {
    this.#marks = marks;
    this.#draw();
  }

  /** Whether dragging marks a region. */
  get marksRegions() { return this.#dragging; }
  set marksRegions(on) { this.#dragging = on; }

  /** Whether arrows belong to the page, and the cursor comes with Enter and goes with Escape. */
  get leavesArrows() { return this.#steps; }
  set leavesArrows(on) {
    this.#steps = on;
    this.#pointing = !on;
    this.#draw();
  }

  /** Says something to those who do not see the board. */
  announce(text) {
    if (this.#live) this.#live.textContent = text;
  }

  /** What is said of a cell: "black R16", "empty Q15, letter B". */
  describe(cell) {
    if (!this.#board || cell < 0) return '';
    const piece = this.#board.pieces.find((p) => p.cell === cell);
    const name = cellName(this.#board, cell);
    const open = this.#marks.open?.[cell];
    let text;
    if (open) text = word(`open.${{ '*': 'any', x: 'black', o: 'white', '!': 'stone', _: 'outside' }[open]}`, name);
    else if (!piece) text = word('cell.empty', name);
    else if (piece.sign) text = word(`cell.piece.${piece.color}`, name, piece.sign);
    else text = word(`cell.${piece.color}`, name);
    const letter = this.#marks.letters?.[cell];
    if (letter) text += `, ${word('cell.letter', letter)}`;
    const note = this.#marks.notes?.[cell];
    if (note) text += `, ${note}`;
    if (this.#marks.last === cell) text += `, ${word('cell.last')}`;
    return text;
  }

  /** The board as lines of text, for screen readers and for copying. */
  text() {
    const b = this.#board;
    if (!b) return '';
    const at = new Map(b.pieces.map((p) => [p.cell, p.sign ?? (p.color === 'B' ? 'X' : 'O')]));
    const wide = Math.max(...b.lines.map((l) => l.length));
    const lines = [`${' '.repeat(wide)} ${b.columns.join(' ')}`];
    for (let row = 0; row < b.rows; row++) {
      let line = b.lines[row].padStart(wide);
      for (let col = 0; col < b.cols; col++) {
        const cell = row * b.cols + col;
        line += ` ${this.#marks.open?.[cell] ?? at.get(cell) ?? '.'}`;
      }
      lines.push(line);
    }
    return lines.join('\n');
  }

  #draw() {
    if (!this.#board || this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#drawn()?.draw({ ...this.#marks, cursor: this.#pointing && document.activeElement === this ? this.#cursor : -1 });
    });
  }

  /** The picture, null while there is none of the board. */
  #drawn() {
    const element = this.querySelector(':scope > svg.board');
    if (element !== this.#picture?.element) this.#picture = element && this.#board ? new Picture(element, this.#board) : null;
    return this.#picture;
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }

  // Pointing.

  #cellAt(event) {
    return this.#drawn()?.cellAt(event.clientX, event.clientY) ?? -1;
  }

  #down = (event) => {
    if (!event.isPrimary || event.button !== 0 || !this.#board) return;
    const cell = this.#cellAt(event);
    const grip = event.target.closest?.('[data-grip]')?.dataset.grip;
    this.#pointer = { id: event.pointerId, x: event.clientX, y: event.clientY, cell, grip, moved: false, held: false };
    if (event.pointerType === 'touch' && !grip && !this.#dragging) {
      this.#pointer.timer = setTimeout(() => {
        if (!this.#pointer || this.#pointer.moved) return;
        this.#pointer.held = true;
        this.#aim(this.#pointer.cell);
      }, HOLD);
    }
    if (grip || this.#dragging) {
      this.setPointerCapture(event.pointerId);
      event.preventDefault();
      this.focus({ preventScroll: true });
    }
  };

  #move = (event) => {
    if (!this.#board) return;
    const down = this.#pointer;
    if (!down) {
      if (event.pointerType === 'mouse') this.#tell('hover', { cell: this.#cellAt(event) });
      return;
    }
    if (event.pointerId !== down.id) return;
    if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > DRAG) down.moved = true;
    const region = this.#stretched(event);
    if (region) this.#tell('region', { ...region, done: false });
    else if (down.held) {
      down.cell = this.#cellAt(event);
      this.#aim(down.cell);
    }
  };

  #up = (event) => {
    const down = this.#pointer;
    if (!down || event.pointerId !== down.id) return;
    this.#cancel();
    const region = down.moved ? this.#stretched(event, down) : null;
    if (region) {
      this.#tell('region', { ...region, done: true });
      return;
    }
    if (down.moved && !down.held) {
      const [dx, dy] = [event.clientX - down.x, event.clientY - down.y];
      if (event.pointerType === 'touch' && Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) this.#tell('swipe', { way: Math.sign(dx) });
      return; // a grip that was not dragged is a point as others
    }
    const cell = down.held ? down.cell : this.#cellAt(event);
    const held = event.target.closest?.('[data-hand]')?.dataset.hand;
    if (cell < 0 && held) this.#tell('hand', { color: held[0], kind: held.slice(1) });
    if (cell < 0) return;
    this.#cursor = cell;
    this.focus({ preventScroll: true });
    this.#tell('point', { cell });
  };

  #cancel = () => {
    clearTimeout(this.#pointer?.timer);
    if (this.#pointer?.held) this.#tell('hover', { cell: -1, touch: true });
    delete this.dataset.aim;
    this.#pointer = null;
  };

  /** A finger that rests: the point it means is named, and shown by the page. */
  #aim(cell) {
    this.announce(this.describe(cell));
    this.dataset.aim = cell >= 0 ? cellName(this.#board, cell) : '';
    this.#tell('hover', { cell, touch: true });
  }

  /** The region that a drag marks; null if the pointer marks none. */
  #stretched(event, down = this.#pointer) {
    const { cols, rows } = this.#board;
    const clamp = (cell, { clientX, clientY }) => (cell >= 0 ? cell : this.#picture.nearest(clientX, clientY));
    if (!down.moved) return null;
    const to = clamp(this.#cellAt(event), event);
    if (down.grip) {
      const r = { ...this.#marks.region };
      const [col, row] = [to % cols, Math.floor(to / cols)];
      if (down.grip.includes('w')) r.left = Math.min(col, r.right);
      if (down.grip.includes('e')) r.right = Math.max(col, r.left);
      if (down.grip.includes('n')) r.top = Math.min(row, r.bottom);
      if (down.grip.includes('s')) r.bottom = Math.max(row, r.top);
      return { left: r.left, top: r.top, right: r.right, bottom: r.bottom };
    }
    if (!this.#dragging || down.cell < 0 && to < 0) return null;
    const from = clamp(down.cell, { clientX: down.x, clientY: down.y });
    const [c0, r0, c1, r1] = [from % cols, Math.floor(from / cols), to % cols, Math.floor(to / cols)];
    return { left: Math.min(c0, c1), top: Math.min(r0, r1), right: Math.max(c0, c1), bottom: Math.max(r0, r1) };
  }

  // Keyboard.

  #key = (event) => {
    if (!this.#board || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (!this.#pointing && (step || event.key === 'Delete' || event.key === 'Backspace')) return;
    if (!this.#pointing && event.key === 'Enter' && !this.#typed) this.#point(true);
    else if (this.#pointing && this.#steps && event.key === 'Escape' && !this.#typed) this.#point(false);
    else if (step && event.shiftKey) this.#stretchBy(...step);
    else if (step) this.#moveCursor(...step);
    else if (event.key === 'Enter') this.#enter();
    else if (event.key === 'Backspace' || event.key === 'Delete') {
      if (this.#typed) this.#type(this.#typed.slice(0, -1));
      else this.#tell('erase', { cell: this.#cursor });
    } else if (event.key === 'Escape' && this.#typed) this.#type('');
    else if (/^[a-z0-9]$/i.test(event.key)) this.#typeOrTell(event.key);
    else return;
    event.preventDefault();
  };

  /** The cursor comes or goes, where arrows belong to the page. */
  #point(on) {
    this.#pointing = on;
    this.#draw();
    this.announce(on ? this.describe(this.#cursor) : word('board.no_cursor'));
  }

  #moveCursor(dx, dy) {
    const { cols, rows } = this.#board;
    if (this.#typed) this.#type('');
    const col = Math.min(Math.max((this.#cursor % cols) + dx, 0), cols - 1);
    const row = Math.min(Math.max(Math.floor(this.#cursor / cols) + dy, 0), rows - 1);
    this.#cursor = row * cols + col;
    this.#draw();
    this.announce(this.describe(this.#cursor));
  }

  #stretchBy(dx, dy) {
    const { cols, rows } = this.#board;
    const col = this.#cursor % cols;
    const row = Math.floor(this.#cursor / cols);
    const r = { ...(this.#marks.region ?? { left: col, right: col, top: row, bottom: row }) };
    if (dx > 0) r.right = Math.min(r.right + 1, cols - 1);
    if (dx < 0) {
      if (r.right > col) r.right--;
      else r.left = Math.max(r.left - 1, 0);
    }
    if (dy > 0) r.bottom = Math.min(r.bottom + 1, rows - 1);
    if (dy < 0) {
      if (r.bottom > row) r.bottom--;
      else r.top = Math.max(r.top - 1, 0);
    }
    this.#tell('region', { left: r.left, top: r.top, right: r.right, bottom: r.bottom, done: true });
    this.announce(word('board.region', cellName(this.#board, r.top * cols + r.left), cellName(this.#board, r.bottom * cols + r.right)));
  }

  #enter() {
    const cell = this.#typed ? this.#named(this.#typed) : this.#cursor;
    const typed = this.#typed;
    this.#type('');
    if (typed && this.#steps) this.#pointing = false; // the cursor has not been asked for
    if (cell < 0) {
      this.announce(word('board.no_cell', typed));
      return;
    }
    this.#cursor = cell;
    this.#tell('point', { cell });
    this.#draw();
  }

  /** Letters and digits name a cell if they can; otherwise they are keys of the page. */
  #typeOrTell(key) {
    const typed = (this.#typed + key).toUpperCase();
    const digit = /[0-9]/.test(key);
    if (this.#typed && this.#begins(typed)) {
      this.#type(typed);
      return;
    }
    if (this.#typed) { // that was all of a name, and this begins another
      this.#type('');
      this.#typeOrTell(key);
      return;
    }
    // Digits are tools where stones are put, and columns where there are pieces.
    const isColumn = (!digit || this.#board.cells === 'squares') && this.#board.columns.some((c) => c.toUpperCase() === typed);
    if (isColumn && !this.#marks.keys?.includes(key)) this.#type(typed);
    else if (isColumn) {
      // A letter that is a column as well as a key waits for a digit to tell.
      this.#type(typed);
      this.#pending = setTimeout(() => {
        if (this.#typed !== typed) return;
        this.#type('');
        this.#tell('key', { key: key.toLowerCase() });
      }, 700);
    } else {
      this.#type('');
      this.#tell('key', { key: key.toLowerCase() });
    }
  }

  #pending = 0;

  #type(text) {
    clearTimeout(this.#pending);
    this.#typed = text;
    this.dataset.typed = text;
    const cell = this.#named(text);
    if (cell >= 0) {
      this.#pointing = true;
      this.#cursor = cell;
      this.#draw();
      this.announce(this.describe(cell));
    }
  }

  #begins(typed) {
    return this.#names().some((n) => n.startsWith(typed));
  }

  #named(typed) {
    return this.#names().indexOf(typed.toUpperCase());
  }

  #names() {
    const names = [];
    for (let cell = 0; cell < this.#board.cols * this.#board.rows; cell++) names.push(cellName(this.#board, cell).toUpperCase());
    return names;
  }
}

customElements.define('kifu-board', KifuBoard);
