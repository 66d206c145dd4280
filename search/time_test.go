package search

import (
	"errors"
	"testing"

	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// Nobody answers for the clocks of games that an earlier version added.
func TestUntimed(t *testing.T) {
	games := titledGames(true)
	for _, g := range games[:2] {
		g.Facts.Flags |= store.ClocksRead
	}
	games[1].Facts.Flags |= store.HasClocks
	games[1].Info = append(games[1].Info, store.Value{Ident: "clocks", Text: "B t90@3 u100"})
	a := newArchiveOf(t, games, 2)
	for text, refused := range map[string]bool{
		"thought:>5": true, "-thought:>5": true, "has:clocks": true, "left:<3 id:3": true, "used:>5 id:<3": false, "has:clocks id:<3": false,
	} {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		ids, err := gamesFound(a.Snapshot, q)
		if errors.Is(err, match.ErrUntimed) != refused || err != nil && !refused {
			t.Errorf("%s: %v", text, err)
		}
		if !refused && (len(ids) != 1 || ids[0] != 2) {
			t.Errorf("%s: %v", text, ids)
		}
	}
}
