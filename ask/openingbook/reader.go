package openingbook

import (
	"encoding/binary"

	"kifudb/archive"
	"kifudb/game"
	"kifudb/position"
	"kifudb/search/match"
	"kifudb/store"
)

// A reader counts the moves of games.
type reader struct {
	format  *Format
	options *Options
	tally   *tally
	book    *Book

	nodes []bookNode
	keys  []byte         // of the nodes
	seen  map[string]int // by key: the latest node with it in this game
	moved map[string]bool
	entry []byte
}

// A bookNode is a node of a game, as far as the book is concerned.
type bookNode struct {
	parent   int // with another position; -1 for none
	from, to int // where its key is in keys
	same     int // the node before with the same key, -1 for none
	depth    int // moves up to it
	at       int // itself, or the node above whose position it has
}

// game counts the moves of a game. As in the table of next moves, a position counts where it comes up
// first on a line of the game, and a move counts once.
func (r *reader) game(g *archive.Game) error {
	if g.Kind().About().Number != r.format.Number {
		r.book.Others++
		return nil
	}
	segment, local := g.Segment(), g.Local()
	facts := segment.Facts(local)
	if !g.Kind().About().Always && facts.Flags&store.HasRules == 0 {
		r.book.Unread++
		return nil
	}
	script, err := segment.Script(local)
	if err != nil {
		return err
	}
	branched := script.Branched()
	r.nodes, r.keys = r.nodes[:0], r.keys[:0]
	clear(r.seen)
	clear(r.moved)
	of := outcomeOf(segment, local)
	replayed := false
	err = match.Replay(segment, local, func(step *game.Step) bool {
		replayed = true
		r.step(step, &of)
		return branched || step.MoveNumber < r.options.Moves
	})
	if err != nil {
		return err
	}
	if !replayed {
		r.book.Unread++
		return nil
	}
	r.book.Games++
	return r.tally.spill()
}

// step takes in a node.
func (r *reader) step(step *game.Step, of *outcome) {
	node := bookNode{parent: -1, same: -1, depth: step.MoveNumber, at: len(r.nodes)}
	if step.Parent >= 0 {
		above := &r.nodes[step.Parent]
		if !step.Moved {
			node = *above
			r.nodes = append(r.nodes, node)
			return
		}
		node.parent = above.at
		if above.depth < r.options.Moves {
			r.play(&r.nodes[above.at], step, of)
		}
	}
	if step.MoveNumber < r.options.Moves {
		node.from = len(r.keys)
		var ok bool
		if r.keys, ok = r.format.key(r.keys, step.Position); !ok {
			r.keys = r.keys[:node.from]
		}
		node.to = len(r.keys)
		if before, ok := r.seen[string(r.keys[node.from:node.to])]; ok {
			node.same = before
		}
		r.seen[string(r.keys[node.from:node.to])] = len(r.nodes)
	}
	r.nodes = append(r.nodes, node)
}

// play counts the move of a node below another.
func (r *reader) play(before *bookNode, step *game.Step, of *outcome) {
	if step.Move.Point == position.Pass {
		return
	}
	if !step.Done || step.Fault != "" {
		r.book.Illegal++
		return
	}
	key := r.keys[before.from:before.to]
	if len(key) == 0 || r.again(before) || !of.wants(r.options.Side, step.Move.Color) {
		return
	}
	r.entry = append(r.entry[:0], key...)
	r.entry = binary.BigEndian.AppendUint16(r.entry, r.format.code(step.Before, step.Move.Point))
	if r.moved[string(r.entry)] {
		return
	}
	r.moved[string(r.entry)] = true
	r.tally.add(r.entry, of.of(step.Move.Color))
}

// again reports whether the position of a node came up on the way to it.
func (r *reader) again(node *bookNode) bool {
	if node.same < 0 {
		return false
	}
	key := string(r.keys[node.from:node.to])
	for at := node.parent; at >= 0; at = r.nodes[at].parent {
		if n := &r.nodes[at]; string(r.keys[n.from:n.to]) == key {
			return true
		}
	}
	return false
}

// An outcome says how a game ended.
type outcome struct {
	winner store.Winner
	margin int  // of Black, in the unit of the game
	known  bool // that is the margin
}

func outcomeOf(s *store.Segment, local int) outcome {
	facts := s.Facts(local)
	o := outcome{winner: facts.Winner}
	const unit = 100 // margins are kept in hundredths
	switch {
	case facts.Winner == store.WinnerNone:
		o.known = true
	case facts.How != store.ByPoints:
	case facts.Winner == store.WinnerBlack:
		o.margin, o.known = int(facts.Margin)/unit, true
	case facts.Winner == store.WinnerWhite:
		o.margin, o.known = -int(facts.Margin)/unit, true
	}
	return o
}

// wants reports whether a color's moves are in the book.
func (*outcome) wants(color string, by position.Color) bool {
	switch color {
	case "black":
		return by == position.Black
	case "white":
		return by == position.White
	}
	return true
}

// of returns the outcome as it counts for a player.
func (o *outcome) of(by position.Color) counts {
	c := counts{games: 1}
	switch {
	case o.winner == store.WinnerNone:
		c.drawn = 1
	case o.winner == store.WinnerBlack && by == position.Black, o.winner == store.WinnerWhite && by == position.White:
		c.won = 1
	case o.winner == store.WinnerBlack, o.winner == store.WinnerWhite:
		c.lost = 1
	}
	if o.known {
		c.scored, c.margins = 1, int64(o.margin)
		if by == position.White {
			c.margins = -c.margins
		}
	}
	return c
}
