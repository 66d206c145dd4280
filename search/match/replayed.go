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
type replayed struct {
	board  *query.Board
	game   uint8 // SGF's number
	asked  game.Position
	images []game.Image // the asked position first, all different
	term   string
}

func newReplayed(b *query.Board, asked query.Asked) (*replayed, error) {
	p := &replayed{board: b, game: uint8(asked.Game.About().Number), asked: asked.Position, term: query.Print(b)}
	imager, ok := asked.Position.(game.Imager)
	if !ok {
		return nil, errors.New("positions of " + asked.Game.About().Name + " have no images")
	}
	mirror := b.Symmetry == "on" || b.Symmetry == "" && !asked.Game.About().AsIs
	p.images = imager.Images(game.ImageOptions{Mirror: mirror, Swap: b.SwapColors})
	return p, nil
}

func (p *replayed) indexed() position.Key      { return p.asked.Canonical() }
func (p *replayed) searcher() positionSearcher { return p }

func (p *replayed) find(s *store.Segment, local int, k Keep) ([]Hit, error) {
	if s.Facts(local).Game != p.game {
		return nil, nil
	}
	var hits []Hit
	var images []*game.Image // of the hits
	at := make(map[int]int)  // nodes at which a hit's position stands, to the hit
	var came []bool          // by node: it came up there or above
	err := Replay(s, local, func(step *game.Step) bool {
		came = append(came, step.Parent >= 0 && came[step.Parent])
		if p.board.MainLine && !step.MainLine {
			return false
		}
		if i, ok := at[step.Parent]; ok {
			switch {
			case !step.Moved:
				at[step.Node] = i
			case step.Done:
				move := position.Move{Color: p.asked.ToPlay(), Point: images[i].Back(step.Move.Point)}
				hits[i].Board.Next = append(hits[i].Board.Next, Reply{Move: move})
			}
		}
		n := slices.IndexFunc(p.images, func(i game.Image) bool { return i.Position.Equal(step.Position) })
		if step.Parent >= 0 && !step.Moved || n < 0 || came[step.Node] && !p.board.Every {
			return true
		}
		came[step.Node] = true
		if !p.board.Moves.Contains(step.MoveNumber) {
			return true
		}
		image := &p.images[n]
		place := &Place{Term: p.term, Symmetry: image.Symmetry, Swapped: image.Swapped}
		images = append(images, image)
		at[step.Node] = len(hits)
		hits = append(hits, Hit{Node: step.Node, MoveNumber: step.MoveNumber, Board: place})
		return k != KeepNone
	})
	return hits, err
}
