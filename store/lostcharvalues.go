package store

import (
	"context"
	"sort"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store/fulltext"
)

// lostValues are the values of a segment with lost characters, folded. Each search for a name
// compares them, and folding them would take as long as the rest of the search. They stay in
// memory while the segment is open, since it never changes.
type lostValues struct {
	numbers []uint32 // ascending
	folded  [][]byte // by number
}

// maxLostBytes is the most that is kept for a segment. If there is more, each search folds it.
const maxLostBytes = 256 << 10

// lostValueBytes is the memory of a value beside its text.
const lostValueBytes = 32

// newLostValues folds the candidates of which characters were lost; nil if these are too many.
func newLostValues(d *dictionary, candidates *roaring.Bitmap) *lostValues {
	l := &lostValues{}
	bytes := 0
	var f fulltext.FoldedText
	for all := candidates.Iterator(); all.HasNext(); {
		number := all.Next()
		text := d.text(int(number))
		if !strings.ContainsAny(text, fulltext.LostChars) {
			continue
		}
		f.Text = f.Text[:0]
		if f.Fold(text, false); !fulltext.IsDamaged(string(f.Text)) {
			continue
		}
		if bytes += len(f.Text) + lostValueBytes; bytes > maxLostBytes {
			return nil
		}
		l.numbers = append(l.numbers, number)
		l.folded = append(l.folded, append([]byte(nil), f.Text...))
	}
	return l
}

// within returns those of a range, by number.
func (l *lostValues) within(r identRange) (numbers []uint32, folded [][]byte) {
	find := func(n int) int {
		return sort.Search(len(l.numbers), func(i int) bool { return int(l.numbers[i]) >= n })
	}
	lo, hi := find(r.lo), find(r.hi)
	return l.numbers[lo:hi], l.folded[lo:hi]
}

// lostNames returns the values of a segment of which characters were lost, as its index of names knows
// them. If they are too many to be kept, folded, it returns the candidates instead.
func (s *segmentFiles) lostNames(ctx context.Context, names *fulltext.Index) (*lostValues, *roaring.Bitmap, error) {
	s.lostMu.Lock()
	defer s.lostMu.Unlock()
	if s.lost != nil {
		return s.lost, nil, nil
	}
	candidates, err := names.Damaged(ctx)
	if err != nil {
		return nil, nil, err
	}
	if !s.lostMany {
		s.lost = newLostValues(s.dict(), candidates)
		s.lostMany = s.lost == nil
	}
	return s.lost, candidates, nil
}
