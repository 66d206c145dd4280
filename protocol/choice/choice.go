// Package choice answers for an archive what programs ask an engine: which moves are there at a position,
// how good are they, and which one is to be played. A Book has the answers, each an Answer with its Moves.
package choice

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/position"
)

// Options say which games of an archive count, and how a move is chosen among theirs.
type Options struct {
	Query    archive.Query // chooses the games; it has no board
	Records  bool          // each record counts, also those of one game
	MinGames int           // moves in fewer games are neither shown nor played
	Depth    int           // moves in the lines that are shown, 1 and more
	Pick     string        // one of Picks
	Seed     uint64        // of the choice of weighted moves; 0 for another one each time
}

// The ways to choose a move.
const (
	Weighted = "weighted" // at random, each as often as games have it
	Most     = "most"     // the move in most games
	Score    = "score"    // the move with the best estimate
)

// Picks are the ways to choose a move.
var Picks = []string{Weighted, Most, Score}

// A Book is an archive that is asked at one position after the other. It is used by one goroutine.
type Book struct {
	Options
	view   func() (*archive.Views, error)
	random *rand.Rand
}

// NewBook returns the book of an archive, of which view returns the state at the moment. The error says what
// is wrong with the options.
func NewBook(view func() (*archive.Views, error), o Options) (*Book, error) {
	if !slices.Contains(Picks, o.Pick) {
		return nil, fmt.Errorf("a move cannot be picked by %q; expected weighted, most or score", o.Pick)
	}
	if _, err := ask.At(o.Query, "pos:start"); err != nil {
		return nil, fmt.Errorf("the query chooses the games and must have no pos:, pat: or seq:, as the other program sends the position")
	}
	seed := o.Seed
	if seed == 0 {
		seed = rand.Uint64()
	}
	return &Book{Options: o, view: view, random: rand.New(rand.NewPCG(seed, seed))}, nil
}

// An Answer is what the archive knows about a position.
type Answer struct {
	Games   int    // with the position, whoever is to move
	Moves   []Move // of the player who was asked about, those in most games first
	Notices []archive.Notice
}

// A Move is a move that was played at a position.
type Move struct {
	Played position.Move
	Text   string  // two letters as in SGF, or the notation of a game whose pieces move
	Games  int     // in which it was played
	Share  float64 // of the games with the position
	Won    archive.Results
	// Score is the score of the player who moves, as a part of 1: of the decided games or, if none
	// was decided, an estimate. Low is the lower end of its 95 % interval, 0 if none was decided.
	Score, Low float64
	Estimate   float64 // of the score; with few games it lies near the score of the position

	Line  []position.Move // the move, and what was played most often after it
	Texts []string        // of the moves of Line
}

// At returns the moves of a color at a position, which a term such as pos:"SZ[19]AB[pd]" game:go asks
// for. While the archive is searched, watch is called with the figures so far, if it is not nil, by another goroutine
// that has ended when At returns.
func (b *Book) At(ctx context.Context, term string, color position.Color, watch func(*Answer)) (*Answer, error) {
	q, err := ask.At(b.Query, term)
	if err != nil {
		return nil, err
	}
	var found *Answer
	err = b.ask(func(vs *ask.Views) error {
		s := &archive.Search{Query: q, Records: b.Records}
		o := &ask.NextOptions{Min: b.MinGames}
		if watch != nil {
			o.Watch = func(sofar *ask.Next) { watch(answerOf(sofar, color)) }
		}
		next, err := vs.Next(ctx, s, o)
		if err != nil {
			return err
		}
		found = answerOf(next, color)
		return nil
	})
	return found, err
}

// Lines adds to an answer how the games went on after its moves. The lines are of moves that
// at least one in a hundred games with the position has, so that there are not too many.
func (b *Book) Lines(ctx context.Context, term string, a *Answer) error {
	if b.Depth < 2 || len(a.Moves) == 0 {
		return nil
	}
	q, err := ask.At(b.Query, term)
	if err != nil {
		return err
	}
	return b.ask(func(vs *ask.Views) error {
		const part = 100
		least := max(1, b.MinGames, a.Games/part)
		tree, err := vs.Tree(ctx, &archive.Search{Query: q, Records: b.Records}, &ask.TreeOptions{Depth: b.Depth, MinGames: least})
		if err != nil {
			return err
		}
		follow(tree, a.Moves)
		return nil
	})
}

// follow fills in the lines of moves from a tree.
func follow(tree *ask.Tree, moves []Move) {
	best := make([]int, len(tree.Nodes)) // the child in most games, 0 for none
	for i := range tree.Nodes {
		if p := tree.Nodes[i].Parent; p >= 0 && (best[p] == 0 || tree.Nodes[i].Here > tree.Nodes[best[p]].Here) {
			best[p] = i
		}
	}
	for i := range tree.Nodes {
		if tree.Nodes[i].Parent != 0 {
			continue
		}
		for m := range moves {
			if moves[m].Played != tree.Nodes[i].Played {
				continue
			}
			for at := best[i]; at > 0; at = best[at] {
				n := &tree.Nodes[at]
				moves[m].Line = append(moves[m].Line, n.Played)
				moves[m].Texts = append(moves[m].Texts, n.Move.Point)
			}
		}
	}
}

// answerOf returns what a table says about the moves of a color.
func answerOf(next *ask.Next, color position.Color) *Answer {
	a := &Answer{Games: next.Games, Notices: next.Notices}
	for i := range next.Next {
		if n := &next.Next[i]; n.Played.Color == color && n.Games > 0 {
			a.Moves = append(a.Moves, moveOf(n))
		}
	}
	return a
}

// moveOf returns a row of a table as its player sees it.
func moveOf(n *ask.NextMove) Move {
	m := Move{
		Played: n.Played, Text: n.Point, Games: n.Games, Won: n.Won, Estimate: n.Estimate, Score: n.Estimate,
		Line: []position.Move{n.Played}, Texts: []string{n.Point},
	}
	if n.Share != nil {
		m.Share = n.Share.Value
	}
	black := n.Won.BlackShare
	if n.Won.BlackScore != nil {
		black = n.Won.BlackScore
	}
	switch {
	case black == nil:
	case n.Played.Color == position.White:
		m.Score, m.Low = archive.Round6(1-black.Value), archive.Round6(1-black.High)
	default:
		m.Score, m.Low = black.Value, black.Low
	}
	return m
}

// Pick chooses one of the moves of an answer. It reports false if there is none.
func (b *Book) Pick(a *Answer) (chosen Move, ok bool) {
	sum := 0
	for i := range a.Moves {
		m := &a.Moves[i]
		sum += m.Games
		switch {
		case !ok,
			b.Options.Pick == Most && m.Games > chosen.Games,
			b.Options.Pick == Score && m.Estimate > chosen.Estimate,
			b.Options.Pick == Weighted && b.random.IntN(sum) < m.Games:
			chosen, ok = *m, true
		}
	}
	return chosen, ok
}

// Games returns a page of the games with a position, with the places where they have it.
func (b *Book) Games(ctx context.Context, term string, offset, limit int) (*archive.Page, error) {
	q, err := ask.At(b.Query, term)
	if err != nil {
		return nil, err
	}
	var found *archive.Page
	err = b.ask(func(vs *ask.Views) error {
		found, err = vs.Search(ctx, &archive.Search{Query: q, Records: b.Records, Offset: offset, Limit: limit, PerGame: 1})
		return err
	})
	return found, err
}

// maxTries bounds how often a question is put anew because another program has changed the archive.
const maxTries = 8

// ask calls a function with the archive as it is now, and again with a newer state where a writer took away what the
// first had not opened yet.
func (b *Book) ask(question func(*ask.Views) error) error {
	for try := 1; ; try++ {
		vs, err := b.view()
		if err != nil {
			return err
		}
		err = question(ask.Of(vs))
		if closed := vs.Close(); err == nil {
			err = closed
		}
		if !archive.IsStale(err) || try == maxTries {
			return err
		}
	}
}
