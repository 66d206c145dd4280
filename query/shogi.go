package query

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/store"
)

// gameShogi is SGF's number of the game.
const gameShogi = 8

// shogiRules are the rules of shogi. Positions are written in SFEN, or as the
// moves in USI that lead to them: "lnsgk... b - 1", "sfen lnsgk... b - 1 moves
// 7g7f", "startpos moves 7g7f 3c3d".
type shogiRules struct{}

func (shogiRules) game() uint8 { return gameShogi }

func (shogiRules) reads(text string) (mine bool, err error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return false, nil
	}
	switch words[0] {
	case "startpos", "sfen", "position":
	default:
		// A diagram of Go on one line has slashes, too, and dots.
		if strings.Count(words[0], "/") != 8 || strings.Trim(words[0], "123456789/+plnsgbrkPLNSGBRK") != "" {
			return false, nil
		}
	}
	_, err = parseShogi(text)
	return true, err
}

// parseShogi returns the position that a text describes. A move that is wrong
// is an error, which is a placedError: what stands after it is not what was
// meant. The position after a foul can be given as it is, in SFEN.
func parseShogi(text string) (*shogi.Position, error) {
	words := strings.Fields(text)
	from := 0
	for _, name := range []string{"position", "sfen"} {
		if from < len(words) && words[from] == name {
			from++
		}
	}
	moves := max(from, len(words))
	if i := slices.Index(words[from:], "moves"); i >= 0 {
		moves = from + i
	}
	p, err := shogi.ParseSFEN(strings.Join(words[from:moves], " "))
	if err != nil {
		return nil, err
	}
	at := 0
	for i, word := range words {
		at += strings.Index(text[at:], word)
		if i > moves {
			if err := playWord(p, word); err != nil {
				return nil, placedError{at, fmt.Errorf("move %d, %s: %w", i-moves, word, err)}
			}
		}
		at += len(word)
	}
	return p, nil
}

// playWord makes a move that is written in USI.
func playWord(p *shogi.Position, word string) error {
	m, err := shogi.ParseMove(word)
	if err != nil {
		return errors.New("not a move in USI, such as 7g7f, 8h2b+ or P*5e")
	}
	if fault := p.Play(m); fault != 0 {
		return fmt.Errorf("against the rules: %s", fault)
	}
	return nil
}

func (shogiRules) position(b *Board, text string) (askedPosition, error) {
	asked, err := parseShogi(text)
	if err != nil {
		return nil, err
	}
	return newPieces(b, asked)
}

func (shogiRules) place(b *Board, s *store.Segment, local int, at moveRef) error {
	var found *shogi.Position
	err := replayShogi(s, local, func(step *shogi.Step) bool {
		switch {
		case at.node >= 0 && step.Node != at.node:
			return true
		case at.node < 0 && (!step.MainLine || at.move >= 0 && step.MoveNumber > at.move):
			return false
		}
		if at.node >= 0 || at.move < 0 || step.MoveNumber == at.move {
			found = step.Position.Clone()
		}
		return at.node < 0
	})
	if err == nil && found == nil {
		err = at.missing()
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
	board  *Board
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

func newPieces(b *Board, asked *shogi.Position) (*pieces, error) {
	if b.Ko != "" {
		return nil, errors.New("ko: belongs to positions of Go")
	}
	if b.Next != position.Empty && b.Next != asked.ToPlay() {
		return nil, fmt.Errorf("next:%s: the position says that %s is to move", b.printNext(), asked.ToPlay())
	}
	p := &pieces{board: b, asked: asked, term: printNode(b)}
	for s := range shogi.Symmetry(shogi.NumSymmetries) {
		if s&1 != 0 && b.Symmetry != "on" || s&2 != 0 && !b.SwapColors {
			continue
		}
		image := asked.Image(s)
		if !slices.ContainsFunc(p.images, func(other pieceImage) bool { return *other.position == *image }) {
			p.images = append(p.images, pieceImage{s, image})
		}
	}
	return p, nil
}

func (p *pieces) indexed() position.Key      { return p.asked.Canonical() }
func (p *pieces) shown() Asked               { return Asked{Shogi: p.asked} }
func (p *pieces) searcher() positionSearcher { return p }

func (p *pieces) find(s *store.Segment, local int, k keep) ([]Hit, error) {
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
		return k != keepNone
	})
	return hits, err
}

// reply returns a move in an image as it is in the asked position: every
// symmetry undoes itself.
func (p *pieces) reply(m shogi.Move, s shogi.Symmetry) position.Move {
	return shogi.ScriptMove(p.asked.ToPlay(), s.Move(m))
}
