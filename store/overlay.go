package store

import (
	"iter"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
)

// An Overlay has values of some games that are kept beside their records. A snapshot shows
// them in place of the records' values of the same identifiers. They are read when somebody
// asks for them, and are not searched as texts.
type Overlay struct {
	idents []string
	flags  Flags
	ids    []GameID // ascending
	read   func(GameID) []Value
}

// NewOverlay returns the values of some identifiers for games whose ids ascend. Their facts
// have the flags besides. Several goroutines call read. What it returns has no other
// identifiers, and nobody changes it.
func NewOverlay(idents []string, flags Flags, ids []GameID, read func(GameID) []Value) *Overlay {
	return &Overlay{idents, flags, ids, read}
}

// Games returns the ids of the games, ascending. The caller must not change them.
func (o *Overlay) Games() []GameID {
	if o == nil {
		return nil
	}
	return o.ids
}

// Lay makes the snapshot show an overlay. It must come after [Snapshot.Correct], and
// before anything else is done with the snapshot. Segments that are not in the folder do not show it.
func (s *Snapshot) Lay(o *Overlay) {
	if len(o.Games()) == 0 {
		return
	}
	segments := make([]*Segment, len(s.segments))
	for i, g := range s.segments {
		segments[i] = g
		lo, _ := slices.BinarySearch(o.ids, g.Base())
		hi, _ := slices.BinarySearch(o.ids, g.entry.end())
		if lo == hi || g.remote != nil {
			continue
		}
		with := *g
		with.overlay = &segmentOverlay{Overlay: o, base: g.Base(), locals: roaring.New()}
		with.overlay.first = sync.OnceValue(func() int {
			n := g.files.dict().len()
			if g.corrected != nil {
				n += len(g.corrected.more())
			}
			return n
		})
		with.overlay.spans = sync.OnceValue(func() (spans []NumberSpan) {
			for _, ident := range o.idents {
				for _, s := range g.ValueSpans(ident) {
					spans = append(spans, s)
				}
			}
			return spans
		})
		for _, id := range o.ids[lo:hi] {
			with.overlay.locals.AddInt(int(id - g.Base()))
		}
		segments[i] = &with
	}
	s.segments = segments
}

// A segmentOverlay is the part of an overlay for the games of a segment.
type segmentOverlay struct {
	*Overlay
	base   GameID
	locals *roaring.Bitmap
	first  func() int          // the number of the first value
	spans  func() []NumberSpan // the numbers of the values that are not shown
}

// covers reports whether there are values of a game.
func (o *segmentOverlay) covers(local int) bool {
	return o != nil && local >= 0 && o.locals.ContainsInt(local)
}

// has reports whether values of an identifier are shown from here.
func (o *segmentOverlay) has(ident string) bool {
	return o != nil && slices.Contains(o.idents, ident)
}

// lay puts the values of a game, of wanted identifiers, in the place of those of its record.
func (o *segmentOverlay) lay(local int, info []Value, wanted func(ident string) bool) []Value {
	if !o.covers(local) || wanted != nil && !slices.ContainsFunc(o.idents, wanted) {
		return info
	}
	info = slices.DeleteFunc(slices.Clone(info), func(v Value) bool { return o.has(v.Ident) })
	for _, v := range o.read(o.base + GameID(local)) {
		if wanted == nil || wanted(v.Ident) {
			info = append(info, v)
		}
	}
	return info
}

// facts adds to the facts of a game.
func (o *segmentOverlay) facts(local int, f *Facts) {
	if o.covers(local) {
		f.Flags |= o.flags
	}
}

// values yields the values of an identifier that are shown, with the live games that have them, given
// those of the records. They are not sorted among each other.
func (o *segmentOverlay) values(ident string, live *roaring.Bitmap, recorded iter.Seq2[string, *roaring.Bitmap]) iter.Seq2[string, *roaring.Bitmap] {
	return func(yield func(string, *roaring.Bitmap) bool) {
		for text, games := range recorded {
			games.AndNot(o.locals)
			if !games.IsEmpty() && !yield(text, games) {
				return
			}
		}
		for it := o.locals.Iterator(); it.HasNext(); {
			local := it.Next()
			if !live.Contains(local) {
				continue
			}
			for _, v := range o.read(o.base + GameID(local)) {
				if v.Ident == ident && !yield(v.Text, roaring.BitmapOf(local)) {
					return
				}
			}
		}
	}
}

// The values of a game have numbers behind all others of the segment, one for each identifier,
// in the order of the games.

// numbered yields the values of an identifier with their numbers.
func (o *segmentOverlay) numbered(ident string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		number := o.first() + slices.Index(o.idents, ident)
		for it := o.locals.Iterator(); it.HasNext(); number += len(o.idents) {
			for _, v := range o.read(o.base + GameID(it.Next())) {
				if v.Ident == ident && !yield(number, v.Text) {
					return
				}
			}
		}
	}
}

// number puts the numbers of the values of a game in the place of those of its record's, which
// are the ones from a place in the list on. Some are of values that it does not have.
func (o *segmentOverlay) number(local int, list []int, from int) []int {
	if !o.covers(local) {
		return list
	}
	hidden := func(n int) bool {
		return slices.ContainsFunc(o.spans(), func(s NumberSpan) bool { return s.Contains(n) })
	}
	list = append(list[:from], slices.DeleteFunc(list[from:], hidden)...)
	first := o.first() + (int(o.locals.Rank(uint32(local)))-1)*len(o.idents)
	for i := range o.idents {
		list = append(list, first+i)
	}
	return list
}

// text returns the text of a value by its number, and whether the number is one from here.
func (o *segmentOverlay) text(number int) (text string, ok bool) {
	if o == nil || number < o.first() {
		return "", false
	}
	number -= o.first()
	local, err := o.locals.Select(uint32(number / len(o.idents)))
	if err != nil {
		return "", true
	}
	for _, v := range o.read(o.base + GameID(local)) {
		if v.Ident == o.idents[number%len(o.idents)] {
			return v.Text, true
		}
	}
	return "", true
}
