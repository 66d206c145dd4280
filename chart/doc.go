// Package chart draws numbers: as blocks for a terminal, and as SVG for a page.
// It knows nothing of games.
package chart
