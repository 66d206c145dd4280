// Package pdf writes printed documents as PDF.
//
// [Write] lays out a [paper.Document] on a [paper.Sheet] and returns a [Report]: how many pages
// there are, and which characters no font has. The same document gives the same bytes. Pages go
// out as they fill up, so that a long book needs little memory; only the places of its parts
// stay.
//
// Boards are drawn as lines and curves. Letters are set in Go's own fonts, which come with the
// program, in the fonts that the user gives, and in fonts of the system for scripts that those
// lack. Text is broken into lines as Unicode's annex 14 says. Letters of scripts
// that join, or run from right to left, stand in the order of the text.
package pdf
