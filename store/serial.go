package store

import (
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
)

// Servers number their games, and some write the number into GN: a value of its own for
// every game. As a document with a term of its own each of them took longer than all the
// rest of a name's index, and four fifths of its bytes. A value of nothing but digits is one
// word, the same as its text, and the dictionary is sorted by text: so such values are not
// in the index of names, and are found by their text.

// leastSerial is the number of digits from which a number is a serial one. Shorter ones,
// such as years, are few.
const leastSerial = 5

// isSerial reports whether a value is not in the index of names because it is nothing but
// a serial number.
func isSerial(text string) bool {
	if len(text) < leastSerial || len(text) > maxWord {
		return false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// addSerials adds the serial numbers that are a wanted word to a set of values.
func (d *dictionary) addSerials(found *roaring.Bitmap, w *queryUnit) {
	if !w.maySerial() {
		return
	}
	for _, r := range d.idents {
		switch {
		case ownIdent(r.ident):
		case w.edits > 0:
			for number, text := range d.texts(r.lo, r.hi) {
				if isSerial(string(text)) && w.fits(string(text)) {
					found.Add(uint32(number))
				}
			}
		case w.prefix:
			first, _ := d.find(r, w.text)
			for number, text := range d.texts(first, r.hi) {
				if !strings.HasPrefix(string(text), w.text) {
					break
				}
				if isSerial(string(text)) {
					found.Add(uint32(number))
				}
			}
		default:
			if number, ok := d.find(r, w.text); ok {
				found.Add(uint32(number))
			}
		}
	}
}

// maySerial reports whether a serial number may be what is wanted.
func (w *queryUnit) maySerial() bool {
	others := 0 // characters that are not digits
	for _, r := range w.text {
		if r < '0' || r > '9' {
			others++
		}
	}
	switch {
	case w.edits > 0:
		return others <= w.edits && len(w.text)+w.edits >= leastSerial
	case w.prefix:
		return others == 0 && len(w.text) <= maxWord
	}
	return isSerial(w.text)
}
