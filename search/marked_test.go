package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/query"
	"kifudb/store"
)

// What the user put on games is found on them, and on no removed game.
func TestUserFields(t *testing.T) {
	a := newTestArchive(t, 350)
	db := user.Open(t.TempDir())
	on := func(ids ...store.GameID) (games []user.Game) {
		for _, id := range ids {
			games = append(games, user.Game{ID: id})
		}
		return games
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	tag := func(name string, ids ...store.GameID) {
		_, err := db.AddTag(name, on(ids...))
		must(err)
	}
	tag("Joseki", 1, 100, 101, 350)
	tag("joseki/3-3", 200, 201)
	tag("gone", 7, 57) // removed
	must(db.PutNotes([]user.Note{
		{Game: 3, Text: "A ladder that works,\nsays Cho"},
		{Game: 101, Text: "the ladders of 定石"},
		{Game: 7, Text: "a ladder in a removed game"},
		{Position: "SZ[19]AB[aa][sa][as][ss]", Text: "a ladder in no game"},
	}, nil))
	save := func(name, text string) {
		q, err := query.Parse(text)
		must(err)
		_, err = db.AddSearch(user.Search{Name: name, Query: q.String()}, false)
		must(err)
	}
	save("both", "tag:joseki,joseki/3-3")
	save("Some", "saved:both -id:<150")
	save("either", "saved:some or id:<3")
	save("all", "")
	save("self", "id:1 or saved:Other")
	save("other", "saved:self")

	ctx := context.Background()
	run := func(text string) ([]store.GameID, error) {
		q, err := query.Parse(text)
		must(err)
		mustSurvive(t, q)
		var ids []store.GameID
		for hit, err := range Run(ctx, a.Snapshot, q, &Options{User: db, PerGame: 1}) {
			if err != nil {
				return nil, err
			}
			ids = append(ids, hit.Game)
		}
		return ids, nil
	}
	for _, test := range []struct{ query, want string }{
		{"tag:joseki", "[1 100 101 350]"},
		{"tag=JOSEKI", "[1 100 101 350]"},
		{"tag:jo*", "[1 100 101 200 201 350]"},
		{"tag:joseki/3-3,gone", "[200 201]"},
		{"tag:nothing", "[]"},
		{"tag:joseki -tag:jo*", "[]"},
		{"id:99..102 -tag:joseki", "[99 102]"},
		{"has:tag", "[1 100 101 200 201 350]"},
		{"note:ladder", "[3]"},
		{"note:ladd*", "[3 101]"},
		{`note:"that works"`, "[3]"},
		{"note:/定石$/", "[101]"},
		{"has:note", "[3 101]"},
		{"has:note has:tag", "[101]"},
		{"saved:both", "[1 100 101 200 201 350]"},
		{"saved:BOTH id:>100", "[101 200 201 350]"},
		{"saved:some", "[200 201 350]"},
		{"saved:either,both -saved:some", "[1 2 100 101]"},
		{"saved:all id:1..2", "[1 2]"},
		{"-saved:all", "[]"},
	} {
		if got, err := run(test.query); err != nil || fmt.Sprint(got) != test.want {
			t.Errorf("%s: got %v, %v; want %s", test.query, got, err, test.want)
		}
	}
	// A note on a position is on the games in which it comes up.
	must(db.PutNotes([]user.Note{{Position: "SZ[19]", Text: "The beginning"}}, nil))
	noted, err := run("note:beginning")
	must(err)
	if want, err := run("pos:SZ[19]"); err != nil || len(want) == 0 || !slices.Equal(noted, want) {
		t.Errorf("games with a note on a position: %v, want %v, %v", noted, want, err)
	}
	if _, err := run("saved:self"); err == nil || !strings.Contains(err.Error(), "self") {
		t.Errorf("saved:self: got %v, want an error that names it", err)
	}
	if _, err := run("saved:missing"); !errors.Is(err, user.ErrNoSearch) {
		t.Errorf("saved:missing: got %v, want ErrNoSearch", err)
	}

	// A search can be one among some games.
	for _, order := range [][]Order{nil, {{Field: "id", Descending: true}}} {
		q, err := query.Parse("tag:jo*")
		must(err)
		ids, _ := collect(t, Run(ctx, a.Snapshot, q, &Options{User: db, Sort: order, Among: roaring.BitmapOf(7, 99, 100, 101, 201)}))
		slices.Sort(ids)
		if want := "[100 101 201]"; fmt.Sprint(ids) != want {
			t.Errorf("among some games: got %v, want %s", ids, want)
		}
	}

	// Without the user's file nothing is tagged.
	for _, text := range []string{"has:tag", "tag:joseki", "note:ladder", "has:note"} {
		q, err := query.Parse(text)
		must(err)
		if n, err := CountGames(ctx, a.Snapshot, q, nil); err != nil || n != 0 {
			t.Errorf("%s: got %d, %v; want none", text, n, err)
		}
	}
}

// What is on one record of a game is on the game, where its records count once.
func TestMarkedCopies(t *testing.T) {
	a := newTestArchive(t, 120)
	db := user.Open(t.TempDir())
	if _, err := db.AddTag("read", []user.Game{{ID: 2}, {ID: 110}}); err != nil {
		t.Fatal(err)
	}
	clusters := new(duplicate.Clusters).Decided(a.Snapshot, []user.Decision{
		{Kind: user.Same, Games: []store.GameID{1, 2}},
		{Kind: user.Same, Games: []store.GameID{2, 105}},
		{Kind: user.Same, Games: []store.GameID{3, 4}},
	})
	for _, test := range []struct {
		query   string
		records bool
		want    int
	}{
		{"tag:read", true, 2},
		{"tag:read", false, 2}, // 1, 2, 105 are one game
		{"-tag:read", true, len(a.games) - 2},
		{"-tag:read", false, len(a.games) - 5}, // without 110; 3 and 4 are one
	} {
		q, err := query.Parse(test.query)
		if err != nil {
			t.Fatal(err)
		}
		n, err := CountGames(context.Background(), a.Snapshot, q, &Options{User: db, Clusters: clusters, Records: test.records})
		if err != nil || n != test.want {
			t.Errorf("%s, records %v: got %d, %v; want %d", test.query, test.records, n, err, test.want)
		}
	}
}

// Saved searches that double what they stand for end in an error, soon.
func TestSavedSearchesAreBounded(t *testing.T) {
	a := newTestArchive(t, 50)
	db := user.Open(t.TempDir())
	for i := range 30 {
		text := "id:1"
		if i > 0 {
			text = fmt.Sprintf("saved:s%d or -saved:s%d", i-1, i-1)
		}
		if _, err := db.AddSearch(user.Search{Name: fmt.Sprintf("s%d", i), Query: text}, false); err != nil {
			t.Fatal(err)
		}
	}
	q, err := query.Parse("saved:s29")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := CountGames(context.Background(), a.Snapshot, q, &Options{User: db}); err == nil || !strings.Contains(err.Error(), "more than 100") {
		t.Errorf("got %v, want an error about their number", err)
	}
}

// A saved search that holds a board term is one for what follows it, too.
func TestNextOfSavedSearch(t *testing.T) {
	a := newTestArchive(t, 100)
	db := user.Open(t.TempDir())
	if _, err := db.AddSearch(user.Search{Name: "corner", Query: `pat:"[X]" anchor:anywhere size:9`}, false); err != nil {
		t.Fatal(err)
	}
	next := func(text string) *Table {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		table, err := Next(context.Background(), a.Snapshot, q, &Options{User: db})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := whatIsAsked(a.Snapshot, q, &Options{User: db}); err != nil {
			t.Fatal(err)
		}
		return table
	}
	want, got := next(`pat:"[X]" anchor:anywhere size:9 id:<50`), next("saved:corner id:<50")
	if want.Games == 0 || got.Games != want.Games || !slices.Equal(got.Continuations, want.Continuations) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
