// The board term of a query, from what is set up on a board. The server reads it
// again, so that what is shown and what is asked cannot differ for long.

import { cellName } from './boarddrawing.js';

/** The letters of the edges that a region touches, of N, E, S, W in this order. */
export function touching(board, region) {
  return (region.top === 0 ? 'N' : '') + (region.right === board.cols - 1 ? 'E' : '')
    + (region.bottom === board.rows - 1 ? 'S' : '') + (region.left === 0 ? 'W' : '');
}

/** Where a pattern lies whose region has these edges: "NE", "S", "board", "" for anywhere. */
export function placeOf(edges) {
  if (edges === 'NESW') return 'board';
  // A region from one edge to the opposite one lies in both corners; either says it.
  const vertical = edges.includes('N') ? 'N' : edges.includes('S') ? 'S' : '';
  const horizontal = edges.includes('E') ? 'E' : edges.includes('W') ? 'W' : '';
  return vertical + horizontal;
}

const quoted = (text) => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** The rows of a region, as patterns are written. */
function rows(setup, region) {
  const { board, open } = setup;
  const at = new Map(board.pieces.map((p) => [p.cell, p.color === 'B' ? 'X' : 'O']));
  const list = [];
  for (let row = region.top; row <= region.bottom; row++) {
    let line = '';
    for (let col = region.left; col <= region.right; col++) {
      const cell = row * board.cols + col;
      line += open[cell] ?? at.get(cell) ?? '.';
    }
    list.push(line);
  }
  return list.join('|');
}

/**
 * Returns the board term of a setup {board, region, open, moves, played, options},
 * without its options.
 */
export function term(setup) {
  const { board, region, open, moves } = setup;
  if (moves.length > 0) {
    const text = moves.map((m) => `${m.color} ${cellName(board, m.cell)}`).join(' ');
    const place = region ? placeOf(region.edges) : '';
    return `seq:${quoted(text)}${place ? ` anchor:${place}` : ''}`;
  }
  if (region) return `pat:${placeOf(region.edges)}[${rows(setup, region)}]`;
  if (Object.keys(open).length > 0) {
    return `pat:board[${rows(setup, { left: 0, top: 0, right: board.cols - 1, bottom: board.rows - 1 })}]`;
  }
  // Moves are easier to read than setup, but say it of the usual board only.
  if (setup.played?.length > 0 && board.cols === 19 && board.rows === 19) return `pos:${quoted(setup.played.join(' '))}`;
  return `pos:${quoted(board.text)}`;
}

/** Joins a board term, its options and the rest of a query. */
export function queryOf(setup, rest) {
  return [term(setup), setup.options, needsParentheses(rest) ? `(${rest})` : rest].filter(Boolean).join(' ');
}

/** An or at the top of the rest would take the board term in. */
const needsParentheses = (rest) => /\bor\b/i.test(rest) && !/^\(.*\)$/.test(rest);
