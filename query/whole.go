package query

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
	"kifudb/store"
)

// whole is the condition that a whole board came up in a game.
type whole struct {
	board   *Board
	asked   *position.Board
	key     position.Key // of all images of the asked board
	images  []boardImage
	folding position.Folding
	swaps   bool           // the asked board is its own image with the colors exchanged
	ko      position.Point // what must be barred by ko, Pass for nothing, if that is asked for
	figures Figures
}

// A boardImage is the asked board as it may lie.
type boardImage struct {
	symmetry position.Symmetry
	swapped  bool
	board    *position.Board
	key      position.Key
}

func newWhole(b *Board, asked *position.Board) (*whole, error) {
	w := &whole{board: b, asked: asked, key: asked.Canonical(), figures: Figures{Term: printNode(b), Index: "positions"}}
	pattern := position.BoardPattern(asked)
	options := position.ImageOptions{NoSymmetry: b.NoSymmetry, SwapColors: b.SwapColors}
	w.folding = pattern.Folding(asked.Size(), options)
	w.swaps = isOwnSwap(&w.folding)
	for _, m := range pattern.Images(asked.Size(), options) {
		image := imageOf(asked, m.Symmetry, m.Swapped)
		w.images = append(w.images, boardImage{m.Symmetry, m.Swapped, image, image.Key()})
	}
	switch b.Ko {
	case "", "none":
		w.ko = position.Pass
	case "same":
		w.ko, _ = asked.Ko()
	default:
		var err error
		if w.ko, err = position.ParsePoint(b.Ko); err != nil {
			return nil, err
		}
		if !asked.Size().Contains(w.ko) {
			return nil, fmt.Errorf("ko:%s is not on a board of %v", b.Ko, asked.Size())
		}
	}
	return w, nil
}

// image returns which of the images a board is.
func (w *whole) image(b *position.Board) *boardImage {
	key := b.Key()
	for i := range w.images {
		if m := &w.images[i]; m.key == key && same(b, m.board) {
			return m
		}
	}
	return nil
}

// koFits reports whether what is barred by ko on an image is what was asked for.
func (w *whole) koFits(m *boardImage, b *position.Board) bool {
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
	image := position.NewBoard(s.Size(size))
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

// same reports whether two boards of one size hold the same stones.
func same(a, b *position.Board) bool {
	size := a.Size()
	for i := range size.Area() {
		if p := size.At(i); a.At(p) != b.At(p) {
			return false
		}
	}
	return true
}

func (w *whole) atoms(list []*Figures) []*Figures { return append(list, &w.figures) }

func (w *whole) open(s *store.Segment) filter { return &wholeFilter{whole: w, segment: s} }

// wholeFilter replays the games that the index offers.
type wholeFilter struct {
	*whole
	segment *store.Segment

	once       sync.Once // guards the candidates
	candidates *roaring.Bitmap
}

func (*wholeFilter) cost() cost { return costPosition }

func (f *wholeFilter) narrow(ctx context.Context, b *block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	start := time.Now()
	f.once.Do(func() {
		f.candidates = roaring.New()
		for _, local := range f.segment.Positions(f.key) {
			f.candidates.Add(uint32(local))
		}
	})
	candidates := roaring.And(f.candidates, mask)
	result := roaring.New()
	found := make(boardHits)
	var r position.Replayer
	for local := range iterate(candidates) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hits, err := f.find(&r, local, b.keep == keepNone)
		if err != nil {
			return nil, err
		}
		if len(hits) > 0 {
			result.Add(uint32(local))
			found[local] = hits
		}
	}
	if b.keep != keepNone {
		b.found[f] = found
	}
	f.figures.add(candidates.GetCardinality(), result.GetCardinality(), start)
	return result, nil
}

// hits returns what was kept, or replays the game again.
func (f *wholeFilter) hits(_ context.Context, b *block, local int, list []Hit) ([]Hit, error) {
	found := b.found[f][local]
	if b.keep == keepNone {
		var err error
		if found, err = f.find(new(position.Replayer), local, false); err != nil {
			return nil, err
		}
	}
	for _, h := range found {
		h.Game = b.id(local)
		list = append(list, h)
	}
	return list, nil
}

// find replays a game and returns the nodes where the position comes up: the
// root, or a node that changes the board to it, and unless every one is wanted
// only the first on its path. If the first of all will do, the search ends with
// it.
func (f *wholeFilter) find(r *position.Replayer, local int, first bool) ([]Hit, error) {
	facts := f.segment.Facts(local)
	if facts.Game != gameGo || facts.Size != f.asked.Size() {
		return nil, nil
	}
	script, err := f.segment.Script(local)
	if err != nil {
		return nil, err
	}
	return f.replay(r, facts.Size, script, first), nil
}

// A standing is a hit whose continuations are awaited.
type standing struct {
	right bool // the player asked for moved next, in some branch
	moved bool // somebody did
	next  position.Color
}

// replay finds the position in a script.
func (w *whole) replay(r *position.Replayer, size position.Size, script position.Script, first bool) []Hit {
	var hits []Hit
	var stand []standing
	at := make(map[int]int) // nodes at which a hit's position stands, to the hit
	var came []bool         // by depth: it came up on the path so far
	oneLine := !script.Branched()
	r.Replay(size, script, func(b *position.Board, step *position.Step) bool {
		if w.board.MainLine && !step.MainLine {
			return false
		}
		came = append(came[:step.Depth], step.Depth > 0 && came[step.Depth-1])
		if i, ok := at[step.Parent]; ok {
			switch {
			case step.Moved:
				place, s := hits[i].Board, &stand[i]
				m := w.back(place, step.Move)
				s.moved, s.right = true, s.right || w.swaps || m.Color == w.board.Next
				folded := w.folding.Fold(position.Change{Point: m.Point, Color: m.Color})
				place.Next = append(place.Next, Reply{Move: position.Move{Color: folded.Color, Point: folded.Point}})
				if oneLine && !w.board.Every {
					return false
				}
			case len(step.Changes) == 0:
				at[step.Node] = i
			}
		}
		if step.Parent >= 0 && len(step.Changes) == 0 || came[step.Depth] && !w.board.Every {
			return true
		}
		m := w.image(b)
		if m == nil {
			return true
		}
		came[step.Depth] = true
		if !w.board.Moves.Contains(step.MoveNumber) || !w.koFits(m, b) {
			return true
		}
		next := b.ToPlay()
		if m.swapped {
			next = next.Opponent()
		}
		at[step.Node] = len(hits)
		stand = append(stand, standing{next: next})
		hits = append(hits, Hit{
			Node: step.Node, MoveNumber: step.MoveNumber,
			Board: &Place{Term: w.figures.Term, Symmetry: m.symmetry, Swapped: m.swapped},
		})
		return !first || w.board.Next != position.Empty
	})
	if w.board.Next == position.Empty {
		return hits
	}
	kept := hits[:0]
	for i, s := range stand {
		// Where the game ends there, it is the one whose turn it was.
		if s.right || !s.moved && (w.swaps || s.next == w.board.Next) {
			kept = append(kept, hits[i])
		}
	}
	return kept
}

// back maps a move on the board of a game to the asked board.
func (w *whole) back(place *Place, m position.Move) position.Move {
	size := place.Symmetry.Size(w.asked.Size())
	m.Point = place.Symmetry.Inverse().Apply(m.Point, size)
	if place.Swapped {
		m.Color = m.Color.Opponent()
	}
	return m
}
