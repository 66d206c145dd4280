package ask

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/query"
	"kifudb/search"
)

// A share of results means something among games of one kind: who wins how often in chess
// says nothing about Go. So answers count of which kinds their games are. Statistics of
// several games give a table of each game and no shares of all; what counts several sizes of
// boards together, or has no tables, says so in a notice.

// A Kind is a game on boards of one size.
type Kind struct {
	Game  string // as queries name it: "go"
	Size  string // such as 19x19, "" if it is not known or the game has no other
	Games int
}

// HasBoards reports whether the positions of such games can be asked for: whether the rules are
// known.
func (k *Kind) HasBoards() bool {
	g, ok := registry.Named(k.Game)
	return ok && registry.HasRules(g) == nil
}

// Terms returns the terms of the query language that find games of the kind.
func (k *Kind) Terms() string {
	term := kindTerm(gameField, k.Game)
	if k.Size != "" {
		term = archive.Joined(term, kindTerm(sizeField, k.Size))
	}
	return term
}

// The fields that keep kinds apart.
const (
	gameField = "game"
	sizeField = "size"
)

// kindTerm returns the term that finds a game or a size, as people write it.
func kindTerm(field, value string) string {
	if strings.ContainsFunc(value, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		return archive.FacetTerm(field, value)
	}
	return field + ":" + value
}

// askKinds is the name of the aggregation.
const askKinds = "kinds"

// kindsAsked counts games by their kinds.
func kindsAsked() search.Aggregation {
	return &search.CrossCounts{FacetCounts: search.FacetCounts{Labels: search.Labels{Fields: []string{gameField, sizeField}}}}
}

// withSizes adds the kinds of the games to what a question about a board counts, for
// [question.noteSizesOf]. All games with one whole board are of one kind, so there is nothing
// to count, and such questions stay cheap.
func withSizes(q archive.Query, also map[string]search.Aggregation) map[string]search.Aggregation {
	if b, err := query.OneBoard(q.Root); err != nil || b.Kind != "pos" {
		also[askKinds] = kindsAsked()
	}
	return also
}

// kinds are the kinds of the games that a query finds, those with the most games first: each
// game with its sizes.
type kinds struct {
	games []search.FacetValue
	sizes map[string][]Kind // by game
}

// kindsOf returns the kinds of the games of an answer.
func kindsOf(answer *search.Answer) *kinds {
	found := answer.Found[askKinds].(*search.Cross)
	k := &kinds{games: slices.Clone(found.Rows.Values), sizes: map[string][]Kind{}}
	slices.SortStableFunc(k.games, func(a, b search.FacetValue) int {
		return cmp.Or(b.Games-a.Games, strings.Compare(a.Value, b.Value))
	})
	for _, c := range found.Cells {
		k.sizes[c.Row] = append(k.sizes[c.Row], Kind{c.Row, c.Column, c.Games})
	}
	for _, g := range k.games {
		list := k.sizes[g.Value]
		without := g.Games
		for _, s := range list {
			without -= s.Games
		}
		if without > 0 {
			list = append(list, Kind{Game: g.Value, Games: without})
		}
		slices.SortStableFunc(list, func(a, b Kind) int { return cmp.Or(b.Games-a.Games, strings.Compare(a.Size, b.Size)) })
		k.sizes[g.Value] = list
	}
	return k
}

// several reports whether the games are of more than one game.
func (k *kinds) several() bool { return len(k.games) > 1 }

// gameWords lists games: "18,326 games of othello, 9,885 of go".
func gameWords(list []NameEntry) string {
	const most = 6
	var words []string
	for i, g := range list {
		switch {
		case i == 0:
			words = append(words, numberOf(g.Games, "game")+" of "+g.Name)
		case i == most:
			return strings.Join(words, ", ") + fmt.Sprintf(" and of %d other games", len(list)-most)
		default:
			words = append(words, count(g.Games)+" of "+g.Name)
		}
	}
	return strings.Join(words, ", ")
}

// noteGames says that games of several kinds were counted together.
func (q *question) noteGames(k *kinds) {
	if !k.several() {
		return
	}
	var list []NameEntry
	for _, g := range k.games {
		list = append(list, NameEntry{Name: g.Value, Games: g.Games})
	}
	q.Notices.Say(archive.NoticeMixedGames, "%s are counted together; name one, as in %s", gameWords(list), kindTerm(gameField, list[0].Name))
}

// noteSizes says that boards of several sizes were counted together, unless who asked
// chose among them.
func (q *question) noteSizes(k *kinds) {
	const most = 4
	for _, g := range k.games {
		list := k.sizes[g.Value]
		if len(list) < 2 || query.HasTerm(q.Search.Query.Root, isSizeTerm) {
			continue
		}
		var words []string
		others := 0
		for i, s := range list {
			if i < most && s.Size != "" {
				words = append(words, fmt.Sprintf("%s on %s", numberOf(s.Games, "game"), s.Size))
			} else {
				others += s.Games
			}
		}
		if others > 0 {
			words = append(words, numberOf(others, "game")+" on others")
		}
		q.Notices.Say(archive.NoticeMixedSizes, "boards of %s of several sizes are counted together, %s; name one, as in %s", g.Value, strings.Join(words, ", "), kindTerm(sizeField, list[0].Size))
	}
}

// noteSizesOf says of the answer to a question about a board what noteSizes says.
func (q *question) noteSizesOf(answer *search.Answer) {
	if answer.Found[askKinds] != nil {
		q.noteSizes(kindsOf(answer))
	}
}

func isSizeTerm(n query.Node) bool {
	t, ok := n.(*query.Term)
	return ok && t.Field == sizeField
}

// Kinds returns the kinds of the games that a query finds, those of the most games first.
func (vs *Views) Kinds(ctx context.Context, s *archive.Search) ([]Kind, error) {
	asking := *s
	asking.Also = map[string]search.Aggregation{askKinds: kindsAsked()}
	q, err := vs.question(ctx, &asking)
	if err != nil {
		return nil, err
	}
	answer, err := q.Ask(ctx, nil)
	if err != nil {
		return nil, err
	}
	found := kindsOf(answer)
	var list []Kind
	for _, g := range found.games {
		sizes := found.sizes[g.Value]
		if len(sizes) == 1 {
			sizes[0].Size = ""
		}
		list = append(list, sizes...)
	}
	slices.SortStableFunc(list, func(a, b Kind) int { return b.Games - a.Games })
	return list, nil
}

// Named returns the query without the terms that say of which game and size its games are, and
// reports which of the two it had. A query that asks for a board keeps what its board needs.
func Named(q archive.Query) (rest archive.Query, game, size bool) {
	nodes, ok := q.Root.(query.And)
	if !ok {
		nodes = query.And{q.Root}
	}
	var kept []query.Node
	for _, n := range nodes {
		t, ok := n.(*query.Term)
		switch {
		case ok && t.Field == gameField:
			game = true
		case ok && t.Field == sizeField:
			size = true
		default:
			kept = append(kept, n)
		}
	}
	return archive.Query{Root: query.AllOf(kept...)}, game, size
}

// ofGame returns the search for the games of one game.
func ofGame(s *archive.Search, game string) (*archive.Search, error) {
	term, err := archive.ParseQuery(kindTerm(gameField, game))
	if err != nil {
		return nil, err
	}
	one := *s
	one.Query = archive.Query{Root: query.AllOf(s.Query.Root, term.Root)}
	return &one, nil
}

// NoteKinds says of a search whose results are counted together what they are of.
func (vs *Views) NoteKinds(ctx context.Context, s *archive.Search) ([]archive.Notice, error) {
	asking := *s
	asking.Also = map[string]search.Aggregation{askKinds: kindsAsked()}
	asking.Facets, asking.Limit = nil, 0
	q, err := vs.question(ctx, &asking)
	if err != nil {
		return nil, err
	}
	answer, err := q.Ask(ctx, nil)
	if err != nil {
		return nil, err
	}
	found := kindsOf(answer)
	q.noteGames(found)
	q.noteSizes(found)
	return q.Notices.Of(archive.NoticeMixedGames, archive.NoticeMixedSizes), nil
}

// Among returns the query for the games of the kind, among those of a query that names no kind.
func (k *Kind) Among(rest archive.Query) string {
	if rest.Root == nil {
		return k.Terms()
	}
	text := rest.String()
	if IsEither(rest) {
		text = "(" + text + ")"
	}
	return archive.Joined(text, k.Terms())
}

// Is reports whether a query asks for games of the kind.
func (k *Kind) Is(q archive.Query) bool {
	own, err := archive.ParseQuery(k.Terms())
	if err != nil {
		return false
	}
	var named []string
	for n := range query.Terms(q.Root) {
		if t, ok := n.(*query.Term); ok && (t.Field == gameField || t.Field == sizeField) {
			named = append(named, query.Print(t))
		}
	}
	for n := range query.Terms(own.Root) {
		if !slices.Contains(named, query.Print(n)) {
			return false
		}
	}
	return true
}

// IsEither reports whether a query is one of several conditions, which needs parentheses beside
// other terms.
func IsEither(q archive.Query) bool {
	_, ok := q.Root.(query.Or)
	return ok
}

// WithoutBoards returns what a query says beside what it asks for on the board.
func WithoutBoards(q archive.Query) archive.Query {
	_, rest := query.SplitBoards(q.Root)
	return archive.Query{Root: rest}
}

// KindOf returns the kind of a list that has a game and a size, or what it would be.
func KindOf(list []Kind, game, size string) *Kind {
	for i := range list {
		if k := &list[i]; k.Game == game && (k.Size == size || k.Size == "") {
			return k
		}
	}
	return &Kind{Game: game, Size: size}
}
