package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"kifudb/format"
	registry "kifudb/game"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/search/match"
	"kifudb/sgfread"
)

// MaxTried is how many moves can be tried from a node.
const MaxTried = 400

// A TriedMove is a move that the user tries from a node of a game.
type TriedMove struct {
	Move
	Text string // as [View.Try] reads it
	Name string // as players write it
	Cell int    // of the board, -1 for a pass
}

// Try returns a node with moves that are not in the record: the board after them, and no
// texts and marks. A move is written as one of the moves of [registry.Board] or as players
// write it. The error of a move that the rules forbid is a [RequestError].
func (v *View) Try(n *Node, moves []string) (*Node, error) {
	if n.Step == nil {
		return nil, n.NoBoard()
	}
	if len(moves) > MaxTried {
		return nil, badRequest("play", "%d moves are too many to be tried; try at most %d", len(moves), MaxTried)
	}
	after := n.Step.Position.Clone()
	mover, ok := after.(registry.Mover)
	if !ok {
		return nil, &RequestError{"play", registry.ErrNoRules}
	}
	tried := *n
	tried.Texts, tried.Markup, tried.Judged, tried.Clock, tried.Estimate, tried.Loss, tried.Fault = []Value{}, Markup{}, nil, nil, nil, nil, ""
	step := registry.Step{Moved: true, Done: true, Node: n.Node, Parent: n.Node, MoveNumber: n.Move, Position: after}
	for _, text := range moves {
		code, err := mover.ReadMove(text)
		if err != nil {
			return nil, &RequestError{"play", err}
		}
		step.Move, step.Before = position.Move{Color: after.ToPlay(), Point: code}, after.Clone()
		_, stones := n.Kind.(registry.Stones)
		if stones {
			step.Before = nil // as in steps of records
		}
		m := TriedMove{Move: NewMove(n.Kind, match.Reply{Move: step.Move}), Name: mover.Name(code, false), Cell: -1}
		switch m.Text = m.Point; {
		case m.Text == "":
			m.Text = "pass"
		case stones:
			m.Text = m.Name
		}
		for _, legal := range mover.Moves() {
			if same, err := mover.ReadMove(legal.Text); err == nil && same == code {
				m.Cell = legal.To
			}
		}
		if fault, done := mover.Play(code); !done || fault != "" {
			return nil, badRequest("play", "%s is against the rules: %s", m.Name, fault)
		}
		step.MoveNumber++
		tried.Tried, tried.Last = append(tried.Tried, m), &m.Move
	}
	tried.take(&step, nil)
	tried.Variation = n.Variation
	var notes Notices
	tried.PositionNote = v.noteOn(&tried, &notes)
	tried.Notices = notes.list
	return &tried, nil
}

// Following returns which of some moves leads to the position that a move of the record
// leads to: the same move, or one that is the same by symmetry; -1 for none.
func (n *Node) Following(m Move, among []Move) int {
	for i := range among {
		if among[i].Color == m.Color && among[i].Point == m.Point {
			return i
		}
	}
	want, ok := n.after(m)
	for i := range among {
		if key, same := n.after(among[i]); ok && same && among[i].Color == m.Color && key == want {
			return i
		}
	}
	return -1
}

// after returns the key of the position after a move.
func (n *Node) after(m Move) (position.Key, bool) {
	if n.Step == nil {
		return 0, false
	}
	after := n.Step.Position.Clone()
	mover, ok := after.(registry.Mover)
	if !ok || after.ToPlay().Letter() != m.Color {
		return 0, false
	}
	code := position.Pass
	if m.Point != "" {
		var err error
		if code, err = mover.ReadMove(m.Point); err != nil {
			return 0, false
		}
	}
	_, done := mover.Play(code)
	return after.Canonical(), done
}

// WriteTried writes the record in SGF with the moves that are tried as a variation. A
// record that cannot be written in SGF is an error.
func (n *Node) WriteTried(w io.Writer) error {
	game, err := indexer.Derive(n.Record)
	if err != nil {
		return err
	}
	sgf := &indexer.Formats()[0].Writers[0]
	var text bytes.Buffer
	written := format.Written{Game: game, From: indexer.FormatOf(&n.Record), Lost: func(format.Loss) {}}
	if err := sgf.Write(&text, &written); err != nil {
		return &RequestError{"", err}
	}
	trees, err := sgfread.Parse(text.Bytes(), nil)
	if err != nil {
		return err
	}
	if len(trees) != 1 || n.Node >= trees[0].Len() {
		return errors.New("the record has no such node in SGF")
	}
	at, number := sgfread.NodeID(0), 0
	for id := range trees[0].All() {
		if number == n.Node {
			at = id
		}
		number++
	}
	for _, m := range n.Tried {
		at = trees[0].Add(at)
		trees[0].Set(at, m.Color, []byte(m.Point))
	}
	if err := sgfread.Format(w, trees...); err != nil {
		return fmt.Errorf("game %s: %w", n.Game.Name(), err)
	}
	return nil
}
