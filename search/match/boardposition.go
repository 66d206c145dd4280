package match

import (
	"math"

	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
	"kifudb/store/columns"
)

// boardPosition is a board that is sought in games whose stones are put on points
// and stay, as in Go.
type boardPosition struct {
	board   *query.Board
	asked   *position.Board
	game    uint8 // SGF's number
	keys    store.PositionKeys
	shape   []position.Image // the asked board as a pattern, for the pattern index
	images  []boardImage
	table   *misfitTable // of the images
	folding position.Folding
	swaps   bool           // the asked board is its own image with the colors exchanged
	ko      position.Point // what must be barred by ko, Pass for nothing, if that is asked for
	term    string
	aspects aspects
}

// A boardImage is the asked board as it may lie.
type boardImage struct {
	symmetry position.Symmetry
	swapped  bool
	board    *position.Board
}

func newBoardPosition(b *query.Board, asked *position.Board) (*boardPosition, error) {
	w := &boardPosition{board: b, asked: asked, game: uint8(asked.Rules().Number()), keys: store.PositionKeysOf(asked), term: query.Print(b)}
	pattern := position.BoardPattern(asked)
	options := position.ImageOptions{NoSymmetry: b.Symmetry == "off", SwapColors: b.SwapColors, Hexes: asked.Rules().Hexes}
	w.folding = pattern.Folding(asked.Size(), options)
	w.swaps = isOwnSwap(&w.folding)
	w.shape = pattern.Images(asked.Size(), options)
	for _, m := range w.shape {
		w.images = append(w.images, boardImage{m.Symmetry, m.Swapped, imageOf(asked, m.Symmetry, m.Swapped)})
	}
	w.table = newMisfitTable(asked.Size(), w.images)
	var err error
	w.ko, err = b.Barred(asked)
	return w, err
}

// koFits reports whether what is barred by ko on an image is what was asked for.
func (w *boardPosition) koFits(m *boardImage, b *position.Board) bool {
	if w.board.Ko == "" {
		return true
	}
	barred, is := b.Ko()
	if !is || w.ko == position.Pass {
		return is == (w.ko != position.Pass)
	}
	fold := func(p position.Point) position.Point {
		return w.folding.Fold(position.Change{Point: p, Color: position.Black}).Point
	}
	return fold(m.symmetry.Inverse().Apply(barred, m.board.Size())) == fold(w.ko)
}

// imageOf returns a board turned by a symmetry and perhaps with the colors
// exchanged.
func imageOf(b *position.Board, s position.Symmetry, swapped bool) *position.Board {
	size := b.Size()
	image := b.Rules().NewBoard(s.Size(size))
	for i := range size.Area() {
		p := size.At(i)
		c := b.At(p)
		if swapped {
			c = c.Opponent()
		}
		if c != position.Empty {
			image.Set(s.Apply(p, size), c)
		}
	}
	return image
}

// indexed implements askedPosition.
func (w *boardPosition) indexed(s *store.Segment) position.Key {
	return s.KeyOf(&w.keys)
}

func (w *boardPosition) searcher() positionSearcher {
	return &boardSearcher{boardPosition: w, replayer: position.Replayer{Rules: w.asked.Rules()}, at: make(map[int]int)}
}

// boardSearcher finds a board by replaying games.
type boardSearcher struct {
	*boardPosition
	replayer position.Replayer
	script   position.ScriptBuffer
	misfits  misfits
	plans    *columns.Plans // of the shape, for index
	room     sortingRoom

	// Of the game at hand.
	hits   []Hit
	places []*Place // of the hits; those behind are of games before
	stands []standing
	at     map[int]int // nodes at which a hit's position stands, to the hit
	came   []bool      // by depth: it came up on the path so far
}

// A standing is a hit whose continuations are awaited.
type standing struct {
	right bool // the player asked for moved next, in some branch
	moved bool // somebody did
	next  position.Color
}

// find returns the nodes that the board comes up at: the root, or a node that
// changes the board to it.
func (f *boardSearcher) find(s *store.Segment, local int, k Keep) ([]Hit, error) {
	facts := s.Facts(local)
	if facts.Game != f.game || facts.Size != f.asked.Size() {
		return nil, nil
	}
	script, err := s.ScriptIn(&f.script, local)
	if err != nil {
		return nil, err
	}
	if k == KeepAll { // the hits are the caller's from now on
		f.hits, f.places = nil, nil
		defer func() { f.hits, f.places = nil, nil }()
	}
	first := k == KeepNone
	f.begin()
	if !f.opening(script, first) {
		var spans []position.Span
		if len(script) > largeScript {
			if spans, err = f.spans(s, local); err != nil {
				return nil, err
			}
		}
		f.begin()
		f.replay(script, spans, first)
	}
	return f.kept(), nil
}

// largeScript is how many words make it worth asking where to look.
const largeScript = 512

// spans returns the nodes where the position may come up in a game with many
// variations, nil for all: the pattern index knows.
func (f *boardSearcher) spans(s *store.Segment, local int) ([]position.Span, error) {
	index := s.Columns(int(f.game), f.asked.Size())
	if index == nil || local > math.MaxUint16 {
		return nil, nil
	}
	if !f.plans.Suits(index) {
		var err error
		if f.plans, err = index.Plan(f.shape); err != nil {
			return nil, err
		}
	}
	return index.Parts(uint16(local), f.plans), nil
}

// kept returns the hits that go on as is asked for.
func (f *boardSearcher) kept() []Hit {
	if f.board.Next == position.Empty {
		return f.hits
	}
	kept := f.hits[:0]
	for i, s := range f.stands {
		// Where the game ends there, it is the one whose turn it was.
		if s.right || !s.moved && (f.swaps || s.next == f.board.Next) {
			kept = append(kept, f.hits[i])
		}
	}
	return kept
}

// begin prepares for a script.
func (f *boardSearcher) begin() {
	f.hits, f.stands, f.came = f.hits[:0], f.stands[:0], f.came[:0]
	clear(f.at)
	f.misfits.reset(f.table)
}

// replay executes a script, of which the position comes up in some spans only.
func (f *boardSearcher) replay(script position.Script, spans []position.Span, first bool) {
	r := &f.replayer
	r.StartIn(f.asked.Size(), script, spans)
	for {
		event := r.Next()
		if event == position.End || event == position.Closed && f.board.MainLine {
			return
		}
		f.misfits.change(r.Step().Changes)
		if event == position.Opened {
			if _, awaited := f.at[r.Step().Node]; !awaited {
				r.SkipIdle()
			}
		}
		if event != position.AtNode {
			continue
		}
		f.node(r.Step(), r.Board().ToPlay(), r.Board())
		if first && len(f.hits) > 0 && f.board.Next == position.Empty {
			return
		}
		if f.done(r.Step()) {
			r.Skip()
		}
	}
}

// done reports whether neither hits nor their continuations can come below a
// node.
func (f *boardSearcher) done(step *position.Step) bool {
	if _, awaited := f.at[step.Node]; awaited {
		return false
	}
	to := f.board.Moves.To
	return f.came[step.Depth] && !f.board.Every || to > 0 && step.MoveNumber > to
}

// node takes in a node, after which it is toPlay's turn. The board is there for
// what is barred by ko.
func (f *boardSearcher) node(step *position.Step, toPlay position.Color, b *position.Board) {
	f.came = append(f.came[:step.Depth], step.Depth > 0 && f.came[step.Depth-1])
	if i, ok := f.at[step.Parent]; ok {
		switch {
		case step.Moved:
			place, s := f.hits[i].Board, &f.stands[i]
			m := f.back(&boardImage{symmetry: place.Symmetry, swapped: place.Swapped}, f.asked.Rules().Reply(step))
			s.moved, s.right = true, s.right || f.swaps || m.Color == f.board.Next
			folded := f.folding.Fold(position.Change{Point: m.Point, Color: m.Color})
			place.Next = append(place.Next, Reply{Move: position.Move{Color: folded.Color, Point: folded.Point}})
		case len(step.Changes) == 0:
			f.at[step.Node] = i
		}
	}
	if step.Parent >= 0 && len(step.Changes) == 0 || f.came[step.Depth] && !f.board.Every {
		return
	}
	image := f.misfits.fitting()
	if image < 0 {
		return
	}
	m := &f.images[image]
	f.came[step.Depth] = true
	if !f.board.Moves.Contains(step.MoveNumber) || !f.koFits(m, b) {
		return
	}
	next := toPlay
	if m.swapped {
		next = next.Opponent()
	}
	f.at[step.Node] = len(f.hits)
	f.stands = append(f.stands, standing{next: next})
	place := f.place(len(f.hits))
	*place = Place{Term: f.term, Symmetry: m.symmetry, Swapped: m.swapped, Next: place.Next[:0]}
	f.hits = append(f.hits, Hit{Node: step.Node, MoveNumber: step.MoveNumber, Board: place})
}

// place returns the i-th place.
func (f *boardSearcher) place(i int) *Place {
	if i == len(f.places) {
		f.places = append(f.places, new(Place))
	}
	return f.places[i]
}

// back maps a move on the board of a game, where an image lies, to the asked
// board.
func (w *boardPosition) back(image *boardImage, m position.Move) position.Move {
	size := image.symmetry.Size(w.asked.Size())
	m.Point = image.symmetry.Inverse().Apply(m.Point, size)
	if image.swapped {
		m.Color = m.Color.Opponent()
	}
	return m
}
