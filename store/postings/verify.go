package postings

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"

	"kifudb/position"
)

// A Game holds the data that Verify needs about a game whose stones stay on their points.
type Game struct {
	Local  uint16
	Rules  position.Rules
	Size   position.Size
	Script position.Script
	// Keys are those of the root and of each node that changes the board, in the
	// order of the script.
	Keys Keys
	// Captures are those of the script, or nil: then it is executed.
	Captures position.Captures
}

// Verify compares the boards of the games that share keys in an index, and
// returns what became known. The games come in ascending order; of those that
// do not come, nothing is known. Keys only say which boards to compare.
func Verify(x *Index, games iter.Seq[Game]) []byte {
	v := newVerifier(x)
	for g := range games {
		v.game(&g)
	}
	return v.finish()
}

// A verifier takes games one by one. The first board that is met with a key is
// what the others are compared with.
type verifier struct {
	index  *Index
	filter []uint64 // a bit for the upper filterBits of each shared key
	shared []sharedKey
	lists  []uint16 // of all shared keys
	codes  []Code   // one for each of lists

	replayer position.Replayer
	turned   map[position.Size][][]uint16
	came     []keyOccurrence

	// The board of the game at hand, by Size.Index, and its stones.
	cells  []position.Color
	stones int
}

// A sharedKey is a shared key while games come.
type sharedKey struct {
	first, last int // of lists and codes
	at          int // the next game expected
	came        int // number in verifier.came of the game at hand, or of one before

	// The board that others are compared with; no size for none yet. Its game is
	// SGF's number.
	game   int
	size   position.Size
	stones []stone
	places []place // at which the board came up
}

// A place is a node of a main line with the number of its move.
type place struct{ node, move uint16 }

// A stone is a stone on a point, by Size.Index.
type stone struct {
	at    uint16
	color position.Color
}

// A keyOccurrence is a place where a position appears in the current game.
type keyOccurrence struct {
	key   int32 // shared
	order int32 // in the game's keys
	again bool  // it comes up another time, or so late that its place is not known
}

const filterBits = 18

func newVerifier(x *Index) *verifier {
	n := len(x.keys) / 8
	v := &verifier{
		index: x, filter: make([]uint64, 1<<filterBits/64), shared: make([]sharedKey, n),
		turned: map[position.Size][][]uint16{},
	}
	for i := range v.shared {
		bit := x.sharedKey(i) >> (64 - filterBits)
		v.filter[bit/64] |= 1 << (bit % 64)
		k := &v.shared[i]
		k.first, k.at = len(v.lists), len(v.lists)
		v.lists = x.appendShared(v.lists, i)
		k.last = len(v.lists)
	}
	v.codes = make([]Code, len(v.lists))
	return v
}

// game takes in a game.
func (v *verifier) game(g *Game) {
	if !g.Size.Valid() || placesOf(g.Size) == 0 {
		return
	}
	v.came = v.came[:0]
	for _, run := range g.Keys {
		if bit := run >> (64 - filterBits); v.filter[bit/64]&(1<<(bit%64)) == 0 {
			continue
		}
		i, ok := v.index.findShared(run)
		if !ok {
			continue
		}
		k := &v.shared[i]
		if k.came < len(v.came) && v.came[k.came].key == int32(i) {
			v.came[k.came].again = true
			continue
		}
		k.came = len(v.came)
		at := placeOf(run)
		v.came = append(v.came, keyOccurrence{key: int32(i), order: int32(at), again: repeated(run) || at == lastPlace})
	}
	if len(v.came) > 0 {
		v.follow(g)
	}
}

// follow replays the main line of a game till all has come that is to come.
func (v *verifier) follow(g *Game) {
	if len(v.cells) != g.Size.Area() {
		v.cells = make([]position.Color, g.Size.Area())
	}
	clear(v.cells)
	v.stones = 0
	came, order := v.came, int32(0)
	var met sameBoard
	r := &v.replayer
	if g.Captures != nil {
		r.StartRetold(g.Script, g.Captures)
	} else {
		r.Rules = g.Rules
		r.Start(g.Size, g.Script)
	}
	for {
		switch r.Next() {
		case position.Opened: // several branches follow
			met.key = nil
			continue
		case position.Closed, position.End:
			v.put(&met, position.Move{}, false, g.Size)
			return
		}
		step := r.Step()
		if step.Moved || len(step.Changes) > 0 {
			v.put(&met, g.Rules.Reply(step), step.Moved, g.Size)
		}
		if len(came) == 0 && met.key == nil {
			return
		}
		v.change(step.Changes, g.Size)
		if len(step.Changes) == 0 && step.Node > 0 {
			continue
		}
		if len(came) > 0 && came[0].order == order {
			if !came[0].again {
				met = v.meet(&v.shared[came[0].key], g, step)
			}
			came = came[1:]
		}
		order++
	}
}

// change takes in what a node changed.
func (v *verifier) change(changes []position.Change, size position.Size) {
	for _, c := range changes {
		at := size.Index(c.Point)
		if v.cells[at] != position.Empty {
			v.stones--
		}
		if c.Color != position.Empty {
			v.stones++
		}
		v.cells[at] = c.Color
	}
}

// A sameBoard records that the board of the current game is an image of the reference
// board. It has no key if it is not.
type sameBoard struct {
	key      *sharedKey
	code     int // of the game, its number
	place    int
	symmetry position.Symmetry
	swapped  bool
}

// meet compares the board of the game at hand with that of a key, which it
// becomes if there is none.
func (v *verifier) meet(k *sharedKey, g *Game, step *position.Step) sameBoard {
	for k.at < k.last && v.lists[k.at] < g.Local {
		k.at++
	}
	if k.at == k.last || v.lists[k.at] != g.Local {
		return sameBoard{} // the index is not of these games
	}
	if k.size == (position.Size{}) {
		k.game, k.size = g.Rules.Number(), g.Size
		k.stones = make([]stone, 0, v.stones)
		for at, c := range v.cells {
			if c != position.Empty {
				k.stones = append(k.stones, stone{uint16(at), c})
			}
		}
	}
	if k.game != g.Rules.Number() || k.size != g.Size || len(k.stones) != v.stones {
		return sameBoard{}
	}
	n, ok := k.place(step)
	if !ok {
		return sameBoard{}
	}
	turned := v.turns(g.Size)
	for _, swapped := range [...]bool{false, true} {
		for s, to := range turned {
			if v.lies(k.stones, to, swapped) {
				return sameBoard{k, k.at, n, position.Symmetry(s), swapped}
			}
		}
	}
	return sameBoard{}
}

// place returns the number of a place, which is a new one if need be; false if
// there are too many.
func (k *sharedKey) place(step *position.Step) (int, bool) {
	if step.Node > math.MaxUint16 || step.MoveNumber > math.MaxUint16 {
		return 0, false
	}
	here := place{uint16(step.Node), uint16(step.MoveNumber)}
	n := slices.Index(k.places, here)
	if n < 0 {
		n = len(k.places)
		if n == placesOf(k.size) {
			return 0, false
		}
		k.places = append(k.places, here)
	}
	return n, true
}

// lies reports whether stones lie on the board at hand after they were turned
// and perhaps exchanged.
func (v *verifier) lies(stones []stone, to []uint16, swapped bool) bool {
	for _, s := range stones {
		color := s.color
		if swapped {
			color = color.Opponent()
		}
		if v.cells[to[s.at]] != color {
			return false
		}
	}
	return true
}

// put notes what followed a meeting, which is over with that.
func (v *verifier) put(m *sameBoard, next position.Move, followed bool, size position.Size) {
	if m.key == nil {
		return
	}
	next.Point = m.symmetry.Inverse().Apply(next.Point, size)
	if m.swapped {
		next.Color = next.Color.Opponent()
	}
	if !followed || next.Point == position.Pass || size.Contains(next.Point) {
		v.codes[m.code] = codeOf(m.place, m.symmetry, m.swapped, next, followed, size)
	}
	m.key = nil
}

// turns returns for each symmetry where it takes the points of a size.
func (v *verifier) turns(size position.Size) [][]uint16 {
	t := v.turned[size]
	if t == nil {
		for s := range position.Symmetries(size) {
			to := make([]uint16, size.Area())
			for i := range to {
				to[i] = uint16(size.Index(position.Symmetry(s).Apply(size.At(i), size)))
			}
			t = append(t, to)
		}
		v.turned[size] = t
	}
	return t
}

// finish returns the bytes.
func (v *verifier) finish() []byte {
	le := binary.LittleEndian
	data := make([]byte, verifiedHeader, verifiedHeader+headSize*len(v.shared))
	var places, codes []byte
	for i := range v.shared {
		k := &v.shared[i]
		data = le.AppendUint32(data, uint32(len(codes)/2))
		data = le.AppendUint32(data, uint32(len(places)/placeSize))
		known := v.codes[k.first:k.last]
		at := slices.IndexFunc(known, Code.Known)
		if at < 0 {
			data = append(data, 0, 0, 0, 0)
			continue
		}
		data = le.AppendUint16(data, uint16(at))
		data = le.AppendUint16(data, uint16(len(k.places)))
		for _, p := range k.places {
			places = le.AppendUint16(places, p.node)
			places = le.AppendUint16(places, p.move)
		}
		for _, code := range known {
			codes = le.AppendUint16(codes, uint16(code))
		}
	}
	copy(data, verifiedMagic)
	le.PutUint32(data[4:], verifiedVersion)
	le.PutUint32(data[8:], uint32(len(v.shared)))
	le.PutUint32(data[12:], uint32(len(places)/placeSize))
	le.PutUint32(data[16:], uint32(len(codes)/2))
	return slices.Concat(data, places, codes)
}
