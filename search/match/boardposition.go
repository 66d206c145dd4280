package match

import (
	"math"
	"sync"

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
	game    uint8        // SGF's number
	key     position.Key // by which segments know the asked board
	images  []position.BoardImage
	folding position.Folding
	swaps   bool           // the asked board is its own image with the colors exchanged
	ko      position.Point // what must be barred by ko, Pass for nothing, if that is asked for
	term    string
	aspects aspects

	shape func() []position.Image // the asked board as a pattern, for the pattern index

	mu    sync.Mutex     // protects plans
	plans *columns.Plans // of the shape, for the index that was looked into last
}

func newBoardPosition(b *query.Board, asked *position.Board) (*boardPosition, error) {
	w := &boardPosition{board: b, asked: asked, game: uint8(asked.Rules().Number()), key: asked.IndexKey(), term: query.Print(b)}
	options := position.ImageOptions{NoSymmetry: b.Symmetry == "off", SwapColors: b.SwapColors, Hexes: asked.Rules().Hexes}
	w.images, w.folding = position.BoardImages(asked, options)
	w.swaps = isOwnSwap(&w.folding)
	w.shape = sync.OnceValue(func() []position.Image { return position.BoardPattern(asked).Images(asked.Size(), options) })
	var err error
	w.ko, err = b.Barred(asked)
	return w, err
}

// koFits reports whether what is barred by ko on an image is what was asked for.
func (w *boardPosition) koFits(m *position.BoardImage, b *position.Board) bool {
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
	return fold(m.Symmetry.Inverse().Apply(barred, m.Size)) == fold(w.ko)
}

// indexed implements askedPosition.
func (w *boardPosition) indexed() position.Key { return w.key }

func (w *boardPosition) searcher() positionSearcher {
	return &boardSearcher{boardPosition: w}
}

// A replayRoom is memory for replaying games, which lasts from one question to the next.
type replayRoom struct {
	replayer position.Replayer
	script   position.ScriptBuffer
	sorting  sortingRoom

	of      *boardPosition // that the table is of, nil for none yet
	table   misfitTable
	misfits misfits

	// Of the game at hand.
	hits   []Hit
	places []*Place // of the hits; those behind are of games before
	stands []standing
	at     map[int]int // nodes at which a hit's position stands, to the hit
	came   []bool      // by depth: it came up on the path so far
}

var replayRooms = sync.Pool{New: func() any { return &replayRoom{at: make(map[int]int)} }}

// enter takes memory until leave gives it back.
func (f *boardSearcher) enter() {
	f.replayRoom = replayRooms.Get().(*replayRoom)
	f.replayer.Rules = f.asked.Rules()
	if f.of != f.boardPosition {
		f.table.make(f.asked.Size(), f.images)
		f.of = f.boardPosition
	}
}

func (f *boardSearcher) leave() {
	replayRooms.Put(f.replayRoom)
	f.replayRoom = nil
}

// boardSearcher finds a board by replaying games.
type boardSearcher struct {
	*boardPosition
	*replayRoom // between enter and leave
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
	script, whole, err := s.ScriptHead(&f.script, local, headWords+4*len(f.images[0].Stones))
	if err != nil {
		return nil, err
	}
	if k == KeepAll { // the hits are the caller's from now on
		f.hits, f.places = nil, nil
		defer func() { f.hits, f.places = nil, nil }()
	}
	first := k == KeepNone
	if !whole {
		if f.head(script, first) {
			return f.kept(), nil
		}
	}
	excerpt := position.Excerpt{Script: script}
	if !whole {
		var spans []position.Span
		if s.ScriptBytes(local) > largeScript {
			if spans, err = f.spans(s, local); err != nil {
				return nil, err
			}
		}
		if excerpt, err = s.Excerpt(&f.script, local, spans); err != nil {
			return nil, err
		}
	}
	f.begin()
	told := false
	if excerpt.Spans == nil {
		told, _ = f.opening(excerpt.Script, first)
	}
	if !told {
		f.begin()
		f.replay(&excerpt, first)
	}
	return f.kept(), nil
}

// headWords is how much of a script is looked at before all of it, beside four words for each stone of the
// board: most of what is sought comes up as soon as there are so many stones, in trees of ten thousand nodes, too.
const headWords = 16

// head looks at the head of a script, and reports whether there is nothing more to find
// behind it.
func (f *boardSearcher) head(script position.Script, first bool) bool {
	f.begin()
	told, all := f.opening(script, first)
	if !told {
		f.begin()
		all = f.replay(&position.Excerpt{Script: script}, first)
	}
	return all
}

// largeScript is how many bytes make it worth asking where to look.
const largeScript = 600

// spans returns the nodes where the position may come up in a game with many
// variations, nil for all: the pattern index knows.
func (f *boardSearcher) spans(s *store.Segment, local int) ([]position.Span, error) {
	index := s.Columns(int(f.game), f.asked.Size())
	if index == nil || local > math.MaxUint16 {
		return nil, nil
	}
	plans, err := f.plansFor(index)
	if err != nil {
		return nil, err
	}
	return index.Parts(uint16(local), plans), nil
}

// plansFor returns the asked board made ready for an index, as a rule for all of them.
func (w *boardPosition) plansFor(index *columns.Index) (*columns.Plans, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.plans.Suits(index) {
		var err error
		if w.plans, err = index.Plan(w.shape()); err != nil {
			return nil, err
		}
	}
	return w.plans, nil
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
	f.misfits.reset(&f.table)
}

// replay executes an excerpt, the position coming up in its spans only. It reports whether there is
// nothing to find in what follows, if the script is the head of one.
func (f *boardSearcher) replay(excerpt *position.Excerpt, first bool) (all bool) {
	r := &f.replayer
	r.StartIn(f.asked.Size(), excerpt)
	for {
		event := r.Next()
		if event == position.End {
			// What follows is below the node that the end of the head has gone back to.
			return r.Step().Node >= 0 && f.done(r.Step())
		}
		if f.board.MainLine && (event == position.Closed || event == position.AtNode && !r.Step().MainLine) {
			return false // its end is not in every excerpt
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
			return true
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
			m := f.back(position.Orientation{Symmetry: place.Symmetry, Swapped: place.Swapped}, f.asked.Rules().Reply(step))
			s.moved, s.right = true, s.right || f.swaps || m.Color == f.board.Next
			folded := f.folding.Fold(position.Change{Point: m.Point, Color: m.Color})
			place.Next = append(place.Next, Reply{Move: position.Move{Color: folded.Color, Point: folded.Point}, Node: step.Node})
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
	if m.Swapped {
		next = next.Opponent()
	}
	f.at[step.Node] = len(f.hits)
	f.stands = append(f.stands, standing{next: next})
	place := f.place(len(f.hits))
	*place = Place{Term: f.term, Symmetry: m.Symmetry, Swapped: m.Swapped, Next: place.Next[:0]}
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
func (w *boardPosition) back(image position.Orientation, m position.Move) position.Move {
	size := image.Symmetry.Size(w.asked.Size())
	m.Point = image.Symmetry.Inverse().Apply(m.Point, size)
	if image.Swapped {
		m.Color = m.Color.Opponent()
	}
	return m
}
