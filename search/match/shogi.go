package match

import (
	"slices"

	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/query"
	"kifudb/store"
)

// gameShogi is SGF's number of the game.
const gameShogi = 8

// shogiRules are the rules of shogi.
type shogiRules struct{}

func (shogiRules) game() uint8 { return gameShogi }

func (shogiRules) position(b *query.Board, a query.Asked) (askedPosition, error) {
	if a.Shogi == nil {
		return nil, nil
	}
	return newPieces(b, a.Shogi), nil
}

func (shogiRules) place(b *query.Board, s *store.Segment, local int, at query.MoveRef) error {
	var found *shogi.Position
	err := replayShogi(s, local, func(step *shogi.Step) bool {
		switch {
		case at.Node >= 0 && step.Node != at.Node:
			return true
		case at.Node < 0 && (!step.MainLine || at.Move >= 0 && step.MoveNumber > at.Move):
			return false
		}
		if at.Node >= 0 || at.Move < 0 || step.MoveNumber == at.Move {
			found = step.Position.Clone()
		}
		return at.Node < 0
	})
	if err == nil && found == nil {
		err = at.Missing()
	}
	if err == nil {
		b.Text = "sfen " + found.SFEN()
	}
	return err
}

// replayShogi replays a game from the position in its private property SFEN,
// or from the even game's start.
func replayShogi(s *store.Segment, local int, visit func(*shogi.Step) bool) error {
	start := shogi.New()
	for _, v := range s.Info(local) {
		if v.Ident == "SFEN" {
			var err error
			if start, err = shogi.ParseSFEN(v.Text); err != nil {
				return nil // so it has no positions
			}
			break
		}
	}
	script, err := s.Script(local)
	if err != nil {
		return err
	}
	for step := range shogi.Replay(start, script) {
		if !visit(step) {
			break
		}
	}
	return nil
}

// pieces is a position that is sought in games of shogi: the board, both hands
// and the side to move. The rules know a mirror, but openings do not, so a
// position is found as it is, with colors:either also turned round, and with
// symmetry:on also mirrored.
type pieces struct {
	board  *query.Board
	asked  *shogi.Position
	images []pieceImage // the asked position first, all different
	term   string
}

// A pieceImage is the asked position as it may lie.
type pieceImage struct {
	symmetry shogi.Symmetry
	position *shogi.Position
}

// shogiOnGo are the symmetries as Go numbers them.
var shogiOnGo = [shogi.NumSymmetries]position.Symmetry{0, 1, 3, 2}

func newPieces(b *query.Board, asked *shogi.Position) *pieces {
	p := &pieces{board: b, asked: asked, term: query.Print(b)}
	for s := range shogi.Symmetry(shogi.NumSymmetries) {
		if s&1 != 0 && b.Symmetry != "on" || s&2 != 0 && !b.SwapColors {
			continue
		}
		image := asked.Image(s)
		if !slices.ContainsFunc(p.images, func(other pieceImage) bool { return *other.position == *image }) {
			p.images = append(p.images, pieceImage{s, image})
		}
	}
	return p
}

func (p *pieces) indexed() position.Key      { return p.asked.Canonical() }
func (p *pieces) searcher() positionSearcher { return p }

func (p *pieces) find(s *store.Segment, local int, k Keep) ([]Hit, error) {
	if s.Facts(local).Game != gameShogi {
		return nil, nil
	}
	var hits []Hit
	var images []shogi.Symmetry // of the hits
	at := make(map[int]int)     // nodes at which a hit's position stands, to the hit
	var came []bool             // by node: it came up there or above
	err := replayShogi(s, local, func(step *shogi.Step) bool {
		came = append(came, step.Parent >= 0 && came[step.Parent])
		if p.board.MainLine && !step.MainLine {
			return false
		}
		if i, ok := at[step.Parent]; ok {
			switch {
			case !step.Moved:
				at[step.Node] = i
			case step.Fault.Possible():
				hits[i].Board.Next = append(hits[i].Board.Next, Reply{Move: p.reply(step.Move, images[i])})
			}
		}
		image := slices.IndexFunc(p.images, func(i pieceImage) bool { return *i.position == *step.Position })
		if step.Parent >= 0 && !step.Moved || image < 0 || came[step.Node] && !p.board.Every {
			return true
		}
		came[step.Node] = true
		if !p.board.Moves.Contains(step.MoveNumber) {
			return true
		}
		symmetry := p.images[image].symmetry
		place := &Place{Term: p.term, Symmetry: shogiOnGo[symmetry], Swapped: symmetry&2 != 0}
		images = append(images, symmetry)
		at[step.Node] = len(hits)
		hits = append(hits, Hit{Node: step.Node, MoveNumber: step.MoveNumber, Board: place})
		return k != KeepNone
	})
	return hits, err
}

// reply returns a move in an image as it is in the asked position: every
// symmetry undoes itself.
func (p *pieces) reply(m shogi.Move, s shogi.Symmetry) position.Move {
	return shogi.ScriptMove(p.asked.ToPlay(), s.Move(m))
}
