// Package drawing draws boards for the pages: what an archive says of a position becomes
// the numbers and paths of which templates make SVG.
//
// Its nouns:
//
//   - A [Picture] is a board with everything that lies on it, see [Board].
//   - [Marks] are shown on it besides: letters, numbers, markup, a region.
//   - A [Thumb] is a small board, see [SmallBoard].
//
// boarddrawing.js draws the same in a browser, with the same measures and classes.
package drawing
