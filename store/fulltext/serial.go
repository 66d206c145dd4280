package fulltext

import "github.com/RoaringBitmap/roaring/v2"

// Servers number their games, and some write the number into GN: a value of its own for
// every game. As a document with a term of its own each of them took longer than all the
// rest of a name's index, and four fifths of its bytes. A value of nothing but digits is one
// word, the same as its text, and the dictionary is sorted by text: so such values are not
// in the index of names, and are found by their text.

// leastSerial is the number of digits from which a number is a serial one. Shorter ones,
// such as years, are few.
const leastSerial = 5

// Serials has the serial numbers that an index of words has not.
type Serials interface {
	// AddSerials adds the numbers of the texts that are a serial number and the wanted word.
	AddSerials(found *roaring.Bitmap, w *Word)
}

// IsSerial reports whether a value is not in the index of names because it is nothing but
// a serial number.
func IsSerial(text string) bool {
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

// MaySerial reports whether a serial number may be what is wanted.
func (w *Word) MaySerial() bool {
	others := 0 // characters that are not digits
	for _, r := range w.Text {
		if r < '0' || r > '9' {
			others++
		}
	}
	switch {
	case w.Edits > 0:
		return others <= w.Edits && len(w.Text)+w.Edits >= leastSerial
	case w.Prefix:
		return others == 0 && len(w.Text) <= maxWord
	}
	return IsSerial(w.Text)
}
