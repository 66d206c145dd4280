// Moves of a game whose pieces move: first the piece, on the board or in hand, then where it
// goes. Which moves there are says the server.

import { word } from './words.js';

export class Picking {
  #cell = null; // of the piece
  #hand = null; // or its color and kind

  /** Legal returns the board with its moves, mark shows where a piece may go, and play makes a move. */
  constructor(legal, mark, play) {
    [this.legal, this.mark, this.play] = [legal, mark, play];
  }

  #goesTo() {
    const { moves, to_play: turn } = this.legal();
    return moves.filter((m) => (this.#cell !== null && m.from === this.#cell) || (this.#hand && this.#hand[0] === turn && m.drop === this.#hand.slice(1)));
  }

  #has(cell) { return this.legal().pieces.some((p) => p.cell === cell); }

  /** Whether a piece was taken up. */
  get active() { return this.#cell !== null || this.#hand !== null; }

  /** Forgets the piece, on another board. */
  drop() {
    [this.#cell, this.#hand] = [null, null];
    document.getElementById('choice').replaceChildren();
  }

  /** The piece in hand that was taken up. */
  get hand() { return this.#hand; }

  /** A cell was pointed at. */
  point(cell) {
    const moves = this.#goesTo().filter((m) => m.to === cell);
    this.pick(null, null);
    const free = this.legal().moves.filter((m) => m.from === undefined && !m.drop && m.to === cell); // as a disc that is put
    if (moves.length > 1) this.#offer(moves);
    else if (moves.length > 0) this.play(moves[0]);
    else if (free.length > 0) this.play(free[0]);
    else if (this.#has(cell)) this.pick(cell, null);
  }

  /** Takes up a piece; where it may go is marked. */
  pick(cell, hand) {
    document.getElementById('choice').replaceChildren();
    [this.#cell, this.#hand] = [cell, hand];
    this.mark(cell ?? -1, this.#goesTo().map((m) => ({ cell: m.to, taken: this.#has(m.to) })));
  }

  /** Moves that differ in a choice, such as promoting: the buttons below the board decide. */
  #offer(moves) {
    const place = document.getElementById('choice');
    const order = moves.toSorted((a, b) => Boolean(b.choice) - Boolean(a.choice));
    place.replaceChildren(word('move.promote'), ...order.map((m) => {
      const b = document.createElement('button');
      b.type = 'button';
      b.textContent = word(m.choice ? 'move.promote.yes' : 'move.promote.no');
      b.addEventListener('click', () => {
        place.replaceChildren();
        document.querySelector('kifu-board').focus();
        this.play(m);
      });
      return b;
    }));
    place.querySelector('button').focus();
  }
}
