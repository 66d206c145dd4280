package query

import (
	"errors"
	"fmt"
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

// parseShogi returns the position that a text describes.
func parseShogi(text string) (*shogi.Position, error) {
	words := strings.Fields(text)
	if len(words) > 0 && words[0] == "position" {
		words = words[1:]
	}
	if len(words) > 0 && words[0] == "sfen" {
		words = words[1:]
	}
	setup := len(words)
	var moves []string
	for i, word := range words {
		if word == "moves" {
			setup, moves = i, words[i+1:]
			break
		}
	}
	p, err := shogi.ParseSFEN(strings.Join(words[:setup], " "))
	if err != nil {
		return nil, err
	}
	for i, word := range moves {
		m, err := shogi.ParseMove(word)
		if err != nil {
			return nil, err
		}
		if fault := p.Play(m); !fault.Possible() {
			return nil, fmt.Errorf("move %d, %s, cannot be made: %s", i+1, word, fault)
		}
	}
	return p, nil
}

func (shogiRules) seek(b *Board, text string) (sought, error) {
	asked, err := parseShogi(text)
	if err != nil {
		return nil, err
	}
	return newPieces(b, asked)
}

func (shogiRules) seekAt(b *Board, s *store.Segment, local int, at moveRef) (sought, error) {
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
	if err != nil {
		return nil, err
	}
	return newPieces(b, found)
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
// position is found as it is, and with colors:either also turned round.
type pieces struct {
	board *Board
	asked *shogi.Position
	turn  *shogi.Position // as seen by the other player; nil if it is not wanted
	term  string
}

func newPieces(b *Board, asked *shogi.Position) (*pieces, error) {
	if b.Ko != "" {
		return nil, errors.New("ko: belongs to positions of Go")
	}
	p := &pieces{board: b, asked: asked, term: printNode(b)}
	if b.SwapColors {
		if p.turn = asked.Image(turnedRound); *p.turn == *asked {
			p.turn = nil
		}
	}
	return p, nil
}

// turnedRound is the symmetry that exchanges the players, as shogi and as Go
// number it.
const (
	turnedRound   shogi.Symmetry    = 2
	turnedRoundGo position.Symmetry = 3
)

func (p *pieces) indexed() position.Key { return p.asked.Canonical() }
func (p *pieces) shown() Asked          { return Asked{Shogi: p.asked} }
func (p *pieces) searcher() searcher    { return p }

func (p *pieces) find(s *store.Segment, local int, k keep) ([]Hit, error) {
	if s.Facts(local).Game != gameShogi || p.board.Next != position.Empty && p.board.Next != p.asked.ToPlay() {
		return nil, nil
	}
	var hits []Hit
	at := make(map[int]int) // nodes at which a hit's position stands, to the hit
	var came []bool         // by node: it came up there or above
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
				hits[i].Board.Next = append(hits[i].Board.Next, Reply{Move: p.reply(step.Move, hits[i].Board.Swapped)})
			}
		}
		swapped := p.turn != nil && *step.Position == *p.turn
		if step.Parent >= 0 && !step.Moved || !swapped && *step.Position != *p.asked || came[step.Node] && !p.board.Every {
			return true
		}
		came[step.Node] = true
		if !p.board.Moves.Contains(step.MoveNumber) {
			return true
		}
		place := &Place{Term: p.term, Swapped: swapped}
		if swapped {
			place.Symmetry = turnedRoundGo
		}
		at[step.Node] = len(hits)
		hits = append(hits, Hit{Node: step.Node, MoveNumber: step.MoveNumber, Board: place})
		return k != keepNone
	})
	return hits, err
}

// reply returns a move as it is in the asked position.
func (p *pieces) reply(m shogi.Move, swapped bool) position.Move {
	if swapped {
		m = turnedRound.Move(m)
	}
	return shogi.ScriptMove(p.asked.ToPlay(), m)
}
