package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// titledGames are games of shogi with names in the archive, one of which says another
// spelling of the same itself, and one of Go.
func titledGames(known bool) []*store.Game {
	var games []*store.Game
	for i, info := range [][]store.Value{
		{{Ident: "blackopening", Text: "四間飛車 shikenbisha"}, {Ident: "whitecastle", Text: "左美濃 hidari mino"}, {Ident: "opening", Text: "対抗形 taikokei"}},
		{{Ident: "whiteopening", Text: "四間飛車 shikenbisha"}, {Ident: "whitecastle", Text: "美濃囲い mino gakoi"}, {Ident: "ON", Text: "Shikenbisha"}},
		{{Ident: "opening", Text: "横歩取り yokofudori"}},
		{{Ident: "ON", Text: "Kobayashi"}},
	} {
		g := &store.Game{Record: store.Record{Raw: fmt.Appendf(nil, "(;GC[%d])", i)}, Info: info}
		g.Record.Tree = [2]int{0, len(g.Record.Raw)}
		g.Digest = store.DigestOf(g.Record.Raw)
		g.Facts = store.Facts{Game: shogiNumber, Size: position.Square(9), Komi: store.NoKomi, Nodes: 1}
		if i == 3 {
			g.Facts.Game, g.Facts.Size = goNumber, position.Square(19)
		}
		if known {
			g.Facts.Flags = store.HasNames
		}
		var b position.ScriptBuilder
		b.Node()
		g.Script = b.Script()
		games = append(games, g)
	}
	return games
}

// A name is found by all of its spellings, and of one side if that is asked for.
func TestTitles(t *testing.T) {
	a := newArchiveOf(t, titledGames(true), 2)
	for text, want := range map[string][]store.GameID{
		"opening:四間飛車":                {1, 2},
		"opening:shikenbisha":         {1, 2},
		`opening:"fourth file rook"`:  {1, 2},
		"opening:横歩取":                 {3},
		`opening:"side pawn capture"`: {3},
		"blackopening:四間飛車":           {1},
		"blackopening:横歩取り":           {3}, // of both sides
		"whiteopening:shikenbisha":    {2},
		"castle:美濃":                   {1, 2},
		"castle=美濃":                   {2}, // as such
		"castle:本美濃":                  {2},
		"castle:hidarimino":           {1},
		"blackcastle:mino":            nil,
		"opening:kobayashi":           {4},
		"ON:shikenbisha":              {1, 2},
		"-opening:四間飛車 game:shogi":    {3},
		"opening:矢倉":                  nil,
	} {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := gamesFound(a.Snapshot, q)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: games %v, want %v", text, got, want)
		}
	}
	facets, _, err := facetsOf(context.Background(), a.Snapshot, query.Query{}, []string{"opening", "castle"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if f := facets[0]; f.Values[0].Value != "四間飛車 shikenbisha" || f.Values[0].Games != 2 || len(f.Values) != 4 {
		t.Errorf("%+v, want what a record says under the name of the table", f)
	}
}

// Of games whose moves nobody has named nothing is claimed; others are answered.
func TestUntitled(t *testing.T) {
	a := newArchiveOf(t, titledGames(false), 2)
	for text, refused := range map[string]bool{"opening:四間飛車": true, "-castle:mino": true, "opening:kobayashi game:go": true, "opening:四間飛車 game:go": false, "castle:mino game:go": false} {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := gamesFound(a.Snapshot, q); errors.Is(err, match.ErrUnnamed) != refused || err != nil && !refused {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, _, err := facetsOf(context.Background(), a.Snapshot, query.Query{}, []string{"castle"}, nil); !errors.Is(err, match.ErrUnnamed) {
		t.Errorf("counting castles: %v", err)
	}
}

// Nor of what engines thought, where an earlier version added the games.
func TestUnvalued(t *testing.T) {
	games := titledGames(true)
	games[3].Record.Raw = []byte("(;GC[3];B[dd]V[3])")
	games[3].Record.Tree[1], games[3].Digest = len(games[3].Record.Raw), store.DigestOf(games[3].Record.Raw)
	for _, g := range games[:1] {
		g.Facts.Flags |= store.HasValues
	}
	a := newArchiveOf(t, games, 2)
	for text, refused := range map[string]bool{"eval:>5": true, "-eval:>5": true, "winrate:<3 id:3": true, "winrate:<3 id:4": true, "eval:>5 id:<3": false} {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := gamesFound(a.Snapshot, q); errors.Is(err, match.ErrUnvalued) != refused || err != nil && !refused {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func gamesFound(s *store.Snapshot, q query.Query) (ids []store.GameID, err error) {
	for hit, err := range Run(context.Background(), s, q, nil) {
		if err != nil {
			return nil, err
		}
		if !slices.Contains(ids, hit.Game) {
			ids = append(ids, hit.Game)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// How games of chess end on the board was told later than their openings: of games that were
// added in between nothing is claimed, by any name of the field.
func TestLateEndings(t *testing.T) {
	const chess = 3
	for flags, refused := range map[store.Flags]bool{0: true, store.HasNames: true, store.HasNames | store.PropertiesRead: false} {
		games := titledGames(true)[:2]
		games[0].Facts.Game, games[0].Facts.Size, games[0].Facts.Flags = chess, position.Square(8), flags
		games[0].Info = []store.Value{{Ident: "ending", Text: "checkmate"}}
		a := newArchiveOf(t, games, 2)
		for _, text := range []string{"by:mate", "by:詰み", "ending:mate", "-by:stalemate"} {
			q, err := query.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := gamesFound(a.Snapshot, q); errors.Is(err, match.ErrUnnamed) != refused || err != nil && !refused {
				t.Errorf("%s with flags %b: %v", text, flags, err)
			}
		}
		q, err := query.Parse("opening:sicilian")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := gamesFound(a.Snapshot, q); (err != nil) != (flags == 0) {
			t.Errorf("openings with flags %b: %v", flags, err)
		}
	}
}
