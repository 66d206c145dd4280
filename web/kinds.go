package web

import (
	"context"
	"strings"
	"sync"

	"kifudb/archive"
	"kifudb/ask"
)

// A chooser offers the kinds of games that the archive holds: each is a link to the same page
// about games of that kind. What a page counts together is of one of them.
type chooser struct {
	Kinds []kindLink
	More  []kindLink // those with few games, behind a button
}

// A kindLink is a game on boards of one size.
type kindLink struct {
	Game  string
	Size  string // "" where the game has one size only
	Games int
	Link  string
	Here  bool
}

// shownKinds is how many kinds a page shows at once.
const shownKinds = 7

// kindList is the kinds of all games, counted once for each state of the archive.
type kindList struct {
	mu    sync.Mutex // protects what follows
	state string
	kinds []ask.Kind
}

// of returns the kinds of all games.
func (l *kindList) of(ctx context.Context, v *archive.View) ([]ask.Kind, error) {
	state := v.State()
	l.mu.Lock()
	kinds := l.kinds
	if l.state != state {
		kinds = nil
	}
	l.mu.Unlock()
	if kinds != nil {
		return kinds, nil
	}
	kinds, err := ask.Of(v.Views).Kinds(ctx, &archive.Search{})
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	l.state, l.kinds = state, kinds
	l.mu.Unlock()
	return kinds, nil
}

// oneKind returns the question about games of one kind: as it was typed if it names a game or
// asks for a board, whose game is known, and otherwise with the kind of most of its games. The
// chooser, nil if there is nothing to choose, has the others, with the links that link makes.
// The games are those that have the term only, if it is not "".
func (s *Server) oneKind(ctx context.Context, v *archive.View, text, only string, link func(query string) string) (string, *chooser, error) {
	q, err := parseQuery(text)
	if err != nil {
		return text, nil, nil // what is wrong is said where it is asked
	}
	if ask.HasBoard(q) {
		return text, nil, nil
	}
	rest, game, size := ask.Named(q)
	var kinds []ask.Kind
	counted := func(q archive.Query) ([]ask.Kind, error) {
		among, err := parseQuery(joinTerms(inParentheses(q.String(), q), only))
		if err != nil {
			return nil, err
		}
		return ask.Of(v.Views).Kinds(ctx, &archive.Search{Query: among})
	}
	if rest.Root == nil && only == "" {
		kinds, err = s.kinds.of(ctx, v)
	} else {
		kinds, err = counted(rest)
	}
	if err != nil || len(kinds) < 2 {
		return text, nil, err
	}
	if !game {
		chosen := kinds[0]
		if size { // which was typed: the game with most games of it
			sized, err := counted(q)
			if err != nil || len(sized) == 0 {
				return text, nil, err
			}
			chosen = ask.Kind{Game: sized[0].Game}
		}
		if text = joinTerms(inParentheses(text, q), chosen.Terms()); strings.HasPrefix(text, archive.EveryGame+" ") {
			text = strings.TrimPrefix(text, archive.EveryGame+" ")
		}
		if q, err = parseQuery(text); err != nil {
			return text, nil, err
		}
	}
	return text, newChooser(kinds, q, func(k *ask.Kind) string { return link(k.Among(rest)) }), nil
}

// inParentheses writes a question as it stands beside other terms.
func inParentheses(text string, q archive.Query) string {
	if ask.IsEither(q) {
		return "(" + text + ")"
	}
	return text
}

// newChooser offers kinds, of which the question names one.
func newChooser(kinds []ask.Kind, q archive.Query, link func(*ask.Kind) string) *chooser {
	c := &chooser{}
	for i := range kinds {
		k := &kinds[i]
		l := kindLink{Game: k.Game, Size: strings.Replace(k.Size, "x", "×", 1), Games: k.Games, Link: link(k), Here: k.Is(q)}
		if i < shownKinds || l.Here || len(kinds) == shownKinds+1 {
			c.Kinds = append(c.Kinds, l)
		} else {
			c.More = append(c.More, l)
		}
	}
	return c
}
