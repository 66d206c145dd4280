// Package drawing draws boards for the pages. From an archive's description of a position it makes
// the numbers and paths from which templates make SVG.
//
// Its nouns:
//
//   - A [Picture] is a board with everything that lies on it, see [Board].
//   - [Marks] are drawn on top: letters, numbers, markup, a region.
//   - A [Thumb] is a small board, see [SmallBoard].
//
// No script draws a board: boarddrawing.js lays over a picture what moves with the pointer.
package drawing
