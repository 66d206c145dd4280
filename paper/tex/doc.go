// Package tex writes printed documents as LaTeX.
//
// [Write] writes a file that compiles with the standard packages of TeX Live: boards are pictures of
// TikZ. The first lines of the file say which program compiles it: pdflatex for Latin letters, and
// xelatex if there are others. Nothing of a record is read as a command: see [Escape].
package tex
