package store

import (
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store/fulltext"
)

// AddSerials adds the serial numbers that are a wanted word to a set of values.
func (d *dictionary) AddSerials(found *roaring.Bitmap, w *fulltext.Word) {
	if !w.MaySerial() {
		return
	}
	for _, r := range d.idents {
		switch {
		case ownIdent(r.ident):
		case w.Edits > 0:
			for number, text := range d.texts(r.lo, r.hi) {
				if fulltext.IsSerial(string(text)) && w.Fits(string(text)) {
					found.Add(uint32(number))
				}
			}
		case w.Prefix:
			first, _ := d.find(r, w.Text)
			for number, text := range d.texts(first, r.hi) {
				if !strings.HasPrefix(string(text), w.Text) {
					break
				}
				if fulltext.IsSerial(string(text)) {
					found.Add(uint32(number))
				}
			}
		default:
			if number, ok := d.find(r, w.Text); ok {
				found.Add(uint32(number))
			}
		}
	}
}
