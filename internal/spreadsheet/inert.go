// Package spreadsheet makes texts of records safe for programs that run formulas.
package spreadsheet

import (
	"strconv"
	"strings"

	"kifudb/internal/lazy"
)

// place is a place in a game as lists of hits have it, alone or before words that were
// found, which can be no part of a formula.
var place = lazy.Regexp(`^@n?[0-9]+(?:$| «)`)

// Inert puts an apostrophe before a text that a spreadsheet would run as a formula:
// it begins with = + - or @, whatever spaces stand before, and is not a number.
func Inert(cell string) string {
	text := strings.TrimLeft(cell, " \u00A0\u3000")
	if len(text) < 2 || !strings.ContainsAny(text[:1], "=+-@") && !strings.HasPrefix(text, "＝") &&
		!strings.HasPrefix(text, "＋") && !strings.HasPrefix(text, "－") && !strings.HasPrefix(text, "＠") {
		return cell
	}
	if place().MatchString(text) {
		return cell
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return cell
	}
	return "'" + cell
}
