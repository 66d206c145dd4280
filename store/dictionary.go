package store

import (
	"cmp"
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"
	"sort"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store/disk"
)

const (
	// frontBlock is how many values share prefixes; the first of a block is
	// written whole. File paths, one to a game, take a third of their bytes
	// that way, and finding value n decodes at most this many.
	frontBlock = 16

	// denseList is the number of games from which a value's list is a bitmap.
	denseList = 8192

	bitmapWords = maxGames / 64
)

// Tags of the dictionary's sections.
const (
	tagIdents   = "idents"
	tagValues   = "values"
	tagValuesAt = "values.at"
	tagGames    = "values.games"
	tagGamesAt  = "values.games.at"
	tagInfo     = "info"
	tagInfoAt   = "info.at"
)

// identRange is an identifier and the numbers of its values: [lo, hi).
type identRange struct {
	ident  string
	lo, hi int
}

// dictionary is a segment's distinct values, numbered in the order of their
// identifier and then of their text, with the games of each value and the
// values of each game.
type dictionary struct {
	idents   []identRange
	values   *disk.Section
	valuesAt *disk.Section
	games    *disk.Section
	gamesAt  *disk.Section
	info     *disk.Section
	infoAt   *disk.Section
}

// buildDictionary writes the sections and returns the distinct values in order.
func buildDictionary(numbered *valueNumbers, w *disk.SectionWriter) []Value {
	values, of := numbered.sorted()
	var idents, texts disk.Offsets
	var runs []identRange
	for i, v := range values {
		if len(runs) == 0 || runs[len(runs)-1].ident != v.Ident {
			runs = append(runs, identRange{v.Ident, i, i})
		}
		runs[len(runs)-1].hi = i + 1
		shared := 0
		if i%frontBlock == 0 {
			texts.End()
		} else {
			shared = commonPrefix(values[i-1].Text, v.Text)
		}
		texts.Data = binary.AppendUvarint(texts.Data, uint64(shared))
		texts.Data = appendText(texts.Data, v.Text[shared:])
	}
	texts.End()
	for _, r := range runs {
		idents.Data = appendText(idents.Data, r.ident)
		idents.Data = binary.AppendUvarint(idents.Data, uint64(r.hi-r.lo))
	}

	var info disk.Offsets
	for _, numbers := range of {
		info.End()
		for _, n := range numbers {
			info.Data = binary.AppendUvarint(info.Data, uint64(n))
		}
	}
	info.End()

	var members disk.Offsets
	for list := range gamesOfValues(of, len(values)) {
		members.End()
		members.Data = appendList(members.Data, list)
	}
	members.End()

	w.Add(tagIdents, idents.Data)
	w.Add(tagValues, texts.Data)
	w.Add(tagValuesAt, texts.At)
	w.Add(tagGames, members.Data)
	w.Add(tagGamesAt, members.At)
	w.Add(tagInfo, info.Data)
	w.Add(tagInfoAt, info.At)
	return values
}

// valueNumbers numbers the values of one game after the other, in the order in which they
// come. Its zero value is ready.
type valueNumbers struct {
	values []Value
	all    []uint32 // of all games
	ends   []uint32 // of all, of each game

	byIdent map[string]*identValues
	usual   []usualValue // the values of the game before: most records are alike
}

// A usualValue is a value of the game before, of which the next one may have the text or
// at least the identifier.
type usualValue struct {
	of     *identValues // nil if there was none
	text   string
	number uint32
}

// identValues are the numbers of the values of an identifier.
type identValues struct {
	ident   string
	numbers map[string]uint32
}

// valueWeight is about how many bytes a distinct value takes beside its text: where it
// is numbered, and when they are sorted.
const valueWeight = 96

// add takes in the values of the next game, in its record's order, and estimates how many bytes
// that took.
func (n *valueNumbers) add(info []Value) (weight int64) {
	if n.byIdent == nil {
		n.byIdent = map[string]*identValues{}
	}
	for i, v := range info {
		if i == len(n.usual) {
			n.usual = append(n.usual, usualValue{})
		}
		last := &n.usual[i]
		if last.of == nil || last.of.ident != v.Ident {
			some := n.byIdent[v.Ident]
			if some == nil {
				some = &identValues{v.Ident, map[string]uint32{}}
				n.byIdent[v.Ident] = some
			}
			last.of = some
		} else if last.text == v.Text {
			n.all = append(n.all, last.number)
			continue
		}
		number, ok := last.of.numbers[v.Text]
		if !ok {
			number = uint32(len(n.values))
			last.of.numbers[v.Text] = number
			n.values = append(n.values, v)
			weight += valueWeight + int64(len(v.Text))
		}
		last.text, last.number = v.Text, number
		n.all = append(n.all, number)
	}
	n.ends = append(n.ends, uint32(len(n.all)))
	return weight + 4*int64(len(info)+1)
}

// sorted returns the distinct values, in order, and the numbers of each game's
// values, in its record's order.
func (n *valueNumbers) sorted() (values []Value, of [][]uint32) {
	order := make([]uint32, len(n.values))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return compareValues(n.values[a], n.values[b]) })
	values = make([]Value, len(n.values))
	number := make([]uint32, len(n.values))
	for i, before := range order {
		values[i], number[before] = n.values[before], uint32(i)
	}
	all := make([]uint32, len(n.all))
	for i, before := range n.all {
		all[i] = number[before]
	}
	of = make([][]uint32, len(n.ends))
	first := uint32(0)
	for local, end := range n.ends {
		of[local] = all[first:end:end]
		first = end
	}
	return values, of
}

// gamesOfValues yields for each of n values the games that have it, ascending. The list
// is good until the next one.
func gamesOfValues(of [][]uint32, n int) iter.Seq[[]uint16] {
	starts := make([]uint32, n+1) // of the lists; a game may have a value twice
	for _, numbers := range of {
		for _, v := range numbers {
			starts[v+1]++
		}
	}
	for v := range n {
		starts[v+1] += starts[v]
	}
	all, ends := make([]uint16, starts[n]), slices.Clone(starts)
	for local, numbers := range of {
		for _, v := range numbers {
			all[ends[v]] = uint16(local)
			ends[v]++
		}
	}
	return func(yield func([]uint16) bool) {
		for v := range n {
			if !yield(slices.Compact(all[starts[v]:starts[v+1]])) {
				return
			}
		}
	}
}

func compareValues(a, b Value) int {
	return cmp.Or(strings.Compare(a.Ident, b.Ident), strings.Compare(a.Text, b.Text))
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func appendText(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// cutUvarint reads a number from the front of b. If there is none it returns 0 and
// leaves nothing.
func cutUvarint(b []byte) (int, []byte) {
	v, n := binary.Uvarint(b)
	if n <= 0 || v > 1<<40 {
		return 0, nil
	}
	return int(v), b[n:]
}

// cutText reads a length and as many bytes.
func cutText(b []byte) (text, rest []byte, ok bool) {
	if len(b) == 0 {
		return nil, nil, false
	}
	n, b := cutUvarint(b)
	if n > len(b) {
		return nil, nil, false
	}
	return b[:n], b[n:], true
}

// appendList writes the ascending games of a value: their number, then either
// their differences or, from denseList games, a bitmap.
func appendList(dst []byte, list []uint16) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(list)))
	if len(list) >= denseList {
		var words bitset
		for _, local := range list {
			words.add(int(local))
		}
		for _, word := range words {
			dst = binary.LittleEndian.AppendUint64(dst, word)
		}
		return dst
	}
	last := -1
	for _, local := range list {
		dst = binary.AppendUvarint(dst, uint64(int(local)-last-1))
		last = int(local)
	}
	return dst
}

// bitset is a set of local games in which lists are gathered.
type bitset [bitmapWords]uint64

func (s *bitset) add(local int) { s[local>>6] |= 1 << (local & 63) }

// addList adds the games of a list that appendList wrote.
func (s *bitset) addList(b []byte) {
	n, b := cutUvarint(b)
	if n >= denseList {
		for i := range min(bitmapWords, len(b)/8) {
			s[i] |= binary.LittleEndian.Uint64(b[8*i:])
		}
		return
	}
	local := -1
	for range n {
		if len(b) == 0 {
			return
		}
		var step int
		step, b = cutUvarint(b)
		if local += step + 1; local >= maxGames {
			return
		}
		s.add(local)
	}
}

// bitmap returns the set, below a limit.
func (s *bitset) bitmap(limit int) *roaring.Bitmap {
	b := roaring.FromDense(s[:], true)
	b.RemoveRange(uint64(limit), maxGames)
	b.RunOptimize()
	return b
}

func openDictionary(s *disk.Sections) (*dictionary, error) {
	d := &dictionary{
		values: s.Section(tagValues), valuesAt: s.Section(tagValuesAt),
		games: s.Section(tagGames), gamesAt: s.Section(tagGamesAt),
		info: s.Section(tagInfo), infoAt: s.Section(tagInfoAt),
	}
	if err := s.VerifySection(tagIdents); err != nil {
		return nil, err
	}
	lo := 0
	for rest := []byte(s.Raw(tagIdents)); len(rest) > 0; {
		ident, after, ok := cutText(rest)
		if !ok {
			return nil, disk.Damaged(s.Path, "section %s is cut off", tagIdents)
		}
		var n int
		n, rest = cutUvarint(after)
		if lo+n > d.len() {
			return nil, disk.Damaged(s.Path, "section %s tells of %d values, there are %d", tagIdents, lo+n, d.len())
		}
		d.idents = append(d.idents, identRange{string(ident), lo, lo + n})
		lo += n
	}
	if lo != d.len() {
		return nil, disk.Damaged(s.Path, "section %s tells of %d values, there are %d", tagIdents, lo, d.len())
	}
	return d, nil
}

// len returns the number of values.
func (d *dictionary) len() int { return max(0, d.gamesAt.Len()/4-1) }

// ranges returns the values of the given identifiers, or of all that the
// SGF specification and its users have, which are in upper case.
func (d *dictionary) ranges(idents []string) []identRange {
	var found []identRange
	for _, r := range d.idents {
		if wantedIdent(idents, r.ident) {
			found = append(found, r)
		}
	}
	return found
}

// ownIdent reports whether an identifier is the indexer's and not SGF's.
func ownIdent(ident string) bool { return ident != "" && ident[0] >= 'a' && ident[0] <= 'z' }

// texts yields the values with numbers in [lo, hi). The bytes are good until
// the next one.
func (d *dictionary) texts(lo, hi int) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		var text, rest []byte
		first := lo - lo%frontBlock
		for i := first; i < hi; i++ {
			if i%frontBlock == 0 {
				rest = d.valuesAt.Part(d.values, i/frontBlock)
				text = text[:0]
			}
			var shared int
			shared, rest = cutUvarint(rest)
			tail, after, ok := cutText(rest)
			if !ok || shared > len(text) {
				tail, shared = nil, 0
			}
			rest = after
			text = append(text[:shared], tail...)
			if i >= lo && !yield(i, text) {
				return
			}
		}
	}
}

// text returns the text of a value. It copies no more of the values before it than their
// common beginning.
func (d *dictionary) text(number int) string {
	var tails [frontBlock][]byte
	var shares [frontBlock]int
	rest := d.valuesAt.Part(d.values, number/frontBlock)
	last, length := number%frontBlock, 0
	for i := range last + 1 {
		var shared int
		shared, rest = cutUvarint(rest)
		tail, after, ok := cutText(rest)
		if !ok || shared > length {
			tail, shared = nil, 0
		}
		tails[i], shares[i], rest = tail, shared, after
		length = shared + len(tail)
	}
	text := make([]byte, length)
	missing := length // bytes at the front
	for i := last; i >= 0 && missing > 0; i-- {
		if shares[i] < missing {
			copy(text[shares[i]:missing], tails[i])
			missing = shares[i]
		}
	}
	return string(text)
}

// find returns the number of a value with the given text within a range.
func (d *dictionary) find(r identRange, text string) (int, bool) {
	n := r.lo + sort.Search(r.hi-r.lo, func(i int) bool { return d.text(r.lo+i) >= text })
	return n, n < r.hi && d.text(n) == text
}

// ident returns the identifier of a value.
func (d *dictionary) ident(number int) string {
	lo, hi := 0, len(d.idents) // the last range that begins at the number or before it
	for lo < hi {
		if i := (lo + hi) / 2; d.idents[i].lo <= number {
			lo = i + 1
		} else {
			hi = i
		}
	}
	if lo == 0 {
		return ""
	}
	return d.idents[lo-1].ident
}

// addGames adds a value's games to a set.
func (d *dictionary) addGames(set *bitset, number int) {
	set.addList(d.gamesAt.Part(d.games, number))
}

// eachGame calls a function with a value's games, ascending.
func (d *dictionary) eachGame(number int, each func(local int)) {
	n, b := cutUvarint(d.gamesAt.Part(d.games, number))
	if n >= denseList {
		for i := range min(bitmapWords, len(b)/8) {
			for w := binary.LittleEndian.Uint64(b[8*i:]); w != 0; w &= w - 1 {
				each(64*i + bits.TrailingZeros64(w))
			}
		}
		return
	}
	local := -1
	for range n {
		if len(b) == 0 {
			return
		}
		var step int
		step, b = cutUvarint(b)
		if local += step + 1; local >= maxGames {
			return
		}
		each(local)
	}
}

// infos returns the numbers of a game's values, as they are written.
func (d *dictionary) infos(local int) []byte { return d.infoAt.Part(d.info, local) }

// of returns the values of a game, in its record's order: those whose identifier is
// wanted. Nil wants all.
func (d *dictionary) of(local int, wanted func(ident string) bool) []Value {
	return d.each(local, wanted, d.text)
}

// each is of where the texts of values come from elsewhere.
func (d *dictionary) each(local int, wanted func(ident string) bool, text func(number int) string) []Value {
	var values []Value
	rest := d.infos(local)
	if wanted == nil {
		numbers := 0 // each ends with a byte without the highest bit
		for _, b := range rest {
			if b < 0x80 {
				numbers++
			}
		}
		values = make([]Value, 0, numbers)
	}
	for len(rest) > 0 {
		var n int
		n, rest = cutUvarint(rest)
		if n >= d.len() {
			continue
		}
		if ident := d.ident(n); wanted == nil || wanted(ident) {
			values = append(values, Value{ident, text(n)})
		}
	}
	return values
}
