package match

import (
	"errors"
	"slices"

	"kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
)

// replayed is a position that is sought in games that the registry replays: all
// that belongs to it, the side to move included, is to be the same. It is found
// as it is, with colors:either also as the other player's, and turned or mirrored
// as far as that is usual for the game or asked for.
//
// Of a part of a position, the index knows nothing: all games that are left are
// candidates, unless their moves do not come to the squares that they must.
type replayed struct {
	board  *query.Board
	game   uint8 // SGF's number
	asked  game.Position
	ways   []game.Fitting // as which it may come up, the first as it is asked for
	selves []game.Image   // those that equal it, if the game tells: of their moves one stands for all
	part   bool
	term   string
}

func newReplayed(b *query.Board, asked query.Asked) (*replayed, error) {
	p := &replayed{board: b, game: uint8(asked.Game.About().Number), asked: asked.Position, term: query.Print(b)}
	mirror := b.Symmetry == "on" || b.Symmetry == "" && !asked.Game.About().AsIs
	options := game.ImageOptions{Mirror: mirror, Swap: b.SwapColors}
	if part, ok := asked.Position.(game.Partial); ok {
		p.ways, p.part = part.Fittings(options), true
		return p, nil
	}
	imager, ok := asked.Position.(game.Imager)
	if !ok {
		return nil, errors.New("positions of " + asked.Game.About().Name + " have no images")
	}
	for _, image := range imager.Images(options) {
		p.ways = append(p.ways, game.Fitting{Image: image, Fits: image.Position.Equal})
	}
	if symmetric, ok := asked.Position.(game.Symmetric); ok {
		p.selves = symmetric.Selves(options)
	}
	return p, nil
}

// fold returns the move that stands for all that mean the same since the position is its
// own image.
func (p *replayed) fold(code position.Point) position.Point { return Folded(p.selves, code) }

// Folded returns the move that stands for all that mean the same in a position which is its own
// image in some ways: the rightmost, and of those the topmost, as position.Folding chooses.
func Folded(selves []game.Image, code position.Point) position.Point {
	best := code
	for i := range selves {
		if c := selves[i].Back(code); c.X() > best.X() || c.X() == best.X() && c.Y() < best.Y() {
			best = c
		}
	}
	return best
}

func (p *replayed) indexed() position.Key { return p.asked.Canonical() }

// unindexed reports that a part of a position may come up in any game.
func (p *replayed) unindexed() bool { return p.part }

// possible reports whether a game has to be replayed.
func (p *replayed) possible(start game.Position, script position.Script) bool {
	return !p.part || slices.ContainsFunc(p.ways, func(w game.Fitting) bool { return w.Possible(start, script) })
}
func (p *replayed) searcher() positionSearcher { return p }

func (p *replayed) find(s *store.Segment, local int, k Keep) ([]Hit, error) {
	if s.Facts(local).Game != p.game {
		return nil, nil
	}
	var hits []Hit
	var ways []*game.Fitting // of the hits
	at := make(map[int]int)  // nodes at which a hit's position stands, to the hit
	var came []bool          // by node: it came up there or above
	err := replayIf(s, local, p.possible, func(step *game.Step) bool {
		came = append(came, step.Parent >= 0 && came[step.Parent])
		if p.board.MainLine && !step.MainLine {
			return false
		}
		if i, ok := at[step.Parent]; ok {
			switch {
			case !step.Moved:
				at[step.Node] = i
			case step.Done:
				move := position.Move{Color: step.Move.Color, Point: p.fold(ways[i].Back(step.Move.Point))}
				if ways[i].Swapped {
					move.Color = move.Color.Opponent()
				}
				hits[i].Board.Next = append(hits[i].Board.Next, Reply{Move: move, Node: step.Node})
			}
		}
		if step.Parent >= 0 && !step.Moved || came[step.Node] && !p.board.Every {
			return true
		}
		n := slices.IndexFunc(p.ways, func(w game.Fitting) bool { return w.Fits(step.Position) })
		if n < 0 {
			return true
		}
		came[step.Node] = true
		if !p.board.Moves.Contains(step.MoveNumber) {
			return true
		}
		way := &p.ways[n]
		place := &Place{Term: p.term, Symmetry: way.Symmetry, Swapped: way.Swapped}
		ways = append(ways, way)
		at[step.Node] = len(hits)
		hits = append(hits, Hit{Node: step.Node, MoveNumber: step.MoveNumber, Board: place})
		return k != KeepNone
	})
	return hits, err
}
