package ask

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/search"
)

// Of several games each has statistics of its own, those that the query with its name gives,
// and of all together there are counts and no shares.
func TestStatsByGame(t *testing.T) {
	v := archivetest.Collection(t)
	stats := func(text string, g *StatsOptions) *Stats {
		t.Helper()
		s, err := Of(v.Views).Stats(t.Context(), &archive.Search{Query: archivetest.Query(t, text)}, g)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, by := range [][]string{{"decade"}, {"player"}, {"decade", "handicap"}} {
		g := &StatsOptions{By: by, Metrics: []string{"games", "share", "bwin", "moves"}, Sort: "bwin"}
		all := stats("", g)
		if len(all.ByGame) < 2 || *all.All[0].Value == 0 || *all.All[1].Value != 1 || all.All[2].Value != nil || all.All[2].Low != nil || all.All[3].Value != nil || all.All[3].Quartiles != nil {
			t.Fatalf("%v: %d games, %+v", by, len(all.ByGame), all.All)
		}
		games := 0.0
		for i, part := range all.ByGame {
			want := stats("game:"+part.Game, g)
			want.Game = part.Game
			if d := cmp.Diff(want, part); d != "" {
				t.Errorf("%v of %s:\n%s", by, part.Game, d)
			}
			if i > 0 && *part.All[0].Value > *all.ByGame[i-1].All[0].Value {
				t.Errorf("%s comes after %s, which has fewer games", part.Game, all.ByGame[i-1].Game)
			}
			games += *part.All[0].Value
		}
		if games != *all.All[0].Value {
			t.Errorf("%v: %v games of all, %v of each", by, *all.All[0].Value, games)
		}
		for _, list := range [][]Group{all.Groups.Groups, all.Cells} {
			for _, group := range list {
				if group.Measured[0].Value == nil || group.Measured[1].Value == nil || group.Measured[2].Value != nil {
					t.Errorf("%v: %+v of several games", by, group)
				}
			}
		}
	}
	// Groups that are of one game each have shares.
	byGame := stats("", &StatsOptions{By: []string{"game"}})
	if len(byGame.ByGame) > 0 || byGame.All[1].Value != nil {
		t.Errorf("by game: %+v", byGame)
	}
	known := 0
	for _, group := range byGame.Groups.Groups {
		if group.Measured[1].Value != nil {
			known++
		}
	}
	if known == 0 {
		t.Errorf("by game: %+v", byGame.Groups.Groups)
	}
	cross := stats("", &StatsOptions{By: []string{"decade", "game"}, Metrics: []string{"bwin"}})
	if len(cross.Cells) == 0 || len(cross.Groups.Groups) == 0 {
		t.Fatalf("%+v", cross)
	}
	for _, group := range cross.Groups.Groups {
		if group.Measured[0].Value != nil {
			t.Errorf("decades of several games: %+v", group)
		}
	}
	for _, c := range cross.Cells {
		if (c.Measured[0].Of > 0) != (c.Measured[0].Value != nil) {
			t.Errorf("decade and game: %+v", c)
		}
	}
}

// Names have scores within a game, and lists of each game.
func TestNamesByGame(t *testing.T) {
	v := archivetest.Collection(t)
	for _, kind := range []NameKind{PlayerNames, CollectionNames} {
		names := func(text string) *NameList {
			t.Helper()
			l, err := Of(v.Views).Names(t.Context(), &archive.Search{Query: archivetest.Query(t, text)}, &NamesOptions{Kind: kind, Sort: "games"})
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
		all := names("")
		if len(all.ByGame) < 2 {
			t.Fatalf("%s of %d games", kind, len(all.ByGame))
		}
		for _, e := range all.Names {
			if e.Won.BlackShare != nil || e.Outcome != nil && e.Outcome.OwnScore() != nil {
				t.Errorf("%s has a share of several games", e.Name)
			}
		}
		for _, part := range all.ByGame {
			want := names("game:" + part.Game)
			want.Game = part.Game
			if d := cmp.Diff(want, part); d != "" {
				t.Errorf("%s of %s:\n%s", kind, part.Game, d)
			}
		}
	}
}

// A name with games of several kinds has a page of each, that of the query with its game, and no
// shares of all together.
func TestNamePageByGame(t *testing.T) {
	v := archivetest.Collection(t)
	list, err := Of(v.Views).Names(t.Context(), &archive.Search{}, &NamesOptions{Kind: CollectionNames})
	if err != nil {
		t.Fatal(err)
	}
	mixed := 0
	for _, e := range list.Names {
		page := func(text string) *NamePage {
			p, err := Of(v.Views).NamePage(t.Context(), &archive.Search{Query: archivetest.Query(t, text)}, CollectionNames, e.Name)
			if err != nil {
				t.Fatal(e.Name, text, err)
			}
			return p
		}
		all := page("")
		if len(all.ByGame) == 0 {
			continue
		}
		mixed++
		games := 0
		for _, part := range all.ByGame {
			want := page("game:" + part.Game)
			want.Game = part.Game
			if d := cmp.Diff(want, part); d != "" {
				t.Errorf("%s of %s:\n%s", e.Name, part.Game, d)
			}
			games += part.Games
		}
		if games != all.Games || all.Won.BlackShare != nil || len(all.Corners)+len(all.Openings) > 0 {
			t.Errorf("%s: %d games by game, %+v", e.Name, games, all)
		}
	}
	if mixed == 0 {
		t.Error("no collection has several games")
	}
}

// A report says what it counts together, and gives no shares of it.
func TestReportOfSeveralGames(t *testing.T) {
	v := archivetest.Collection(t)
	report := func(text string) *Report {
		r, err := Of(v.Views).Report(t.Context(), &archive.Search{Query: archivetest.Query(t, text)}, &ReportOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	all, one := report(""), report("game:go")
	if notice(all.Notices, archive.NoticeMixedGames) == "" || all.Results.BlackShare != nil || all.Results.Black == 0 || len(all.Decades.ByGame) > 0 || len(all.Players.ByGame) > 0 {
		t.Errorf("of all games: %v, %+v", all.Notices, all.Results)
	}
	if notice(one.Notices, archive.NoticeMixedGames) != "" || one.Results.BlackShare == nil {
		t.Errorf("of Go: %v, %+v", one.Notices, one.Results)
	}
	for winner, n := range map[string]int{"black": all.Results.Black, "white": all.Results.White, "draw": all.Results.Draw} {
		count, err := v.Count(t.Context(), &archive.Search{Query: archivetest.Query(t, "winner:"+winner)})
		if err != nil {
			t.Fatal(err)
		}
		if n != count.Total || n == 0 {
			t.Errorf("%s: %d games, want %d", winner, n, count.Total)
		}
	}
}

// Boards of several sizes are named, unless who asked has chosen.
func TestNoteSizes(t *testing.T) {
	v := archivetest.Collection(t)
	kinds, err := Of(v.Views).Kinds(t.Context(), &archive.Search{Query: archivetest.Query(t, "game:go")})
	if err != nil || len(kinds) < 2 || kinds[0].Games < kinds[1].Games {
		t.Fatalf("%+v, %v", kinds, err)
	}
	notices := func(text string) string {
		s := &archive.Search{Query: archivetest.Query(t, text)}
		stats, err := Of(v.Views).Stats(t.Context(), s, &StatsOptions{By: []string{"decade"}})
		if err != nil {
			t.Fatal(err)
		}
		said, err := Of(v.Views).NoteKinds(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(notice(stats.Notices, archive.NoticeMixedSizes), notice(said, archive.NoticeMixedSizes)); d != "" {
			t.Error(d)
		}
		return notice(stats.Notices, archive.NoticeMixedSizes)
	}
	if got := notices("game:go"); !strings.Contains(got, " on "+kinds[0].Size) || !strings.Contains(got, " on "+kinds[1].Size) {
		t.Errorf("%q", got)
	}
	for _, k := range kinds[:2] {
		if got := notices(k.Terms()); got != "" {
			t.Errorf("%s: %q", k.Terms(), got)
		}
		page, err := v.Count(t.Context(), &archive.Search{Query: archivetest.Query(t, k.Terms())})
		if err != nil || page.Total != k.Games {
			t.Errorf("%s finds %d games, %v, want %d", k.Terms(), page.Total, err, k.Games)
		}
	}
	if got := notices("game:go size:<=19"); got != "" {
		t.Errorf("of a choice: %q", got)
	}
	// The same pattern lies on boards of several sizes.
	next, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, "pat:[X]")}, &NextOptions{})
	if err != nil || notice(next.Notices, archive.NoticeMixedSizes) == "" {
		t.Errorf("%v, %v", next.Notices, err)
	}
	next, err = Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"Q16"`)}, &NextOptions{})
	if err != nil || notice(next.Notices, archive.NoticeMixedSizes) != "" {
		t.Errorf("%v, %v", next.Notices, err)
	}
}

// notice returns the text of a notice, "" if it is not there.
func notice(list []archive.Notice, code archive.NoticeCode) string {
	for _, n := range list {
		if n.Code == code {
			return n.Text
		}
	}
	return ""
}

// A query is taken apart into what says the kind and what does not.
func TestNamed(t *testing.T) {
	for text, want := range map[string]struct {
		rest       string
		game, size bool
	}{
		"":                              {"", false, false},
		"game:go":                       {"", true, false},
		"size:9 player:x game:go":       {"player:x", true, true},
		"(game:go or game:shogi)":       {"game:go or game:shogi", false, false},
		"player:x or game:go":           {"player:x or game:go", false, false},
		`pos:"Q16" size:19 date:1980..`: {`pos:"Q16" move:any next:any colors:fixed symmetry:on variations:on date:>=1980`, false, true},
	} {
		rest, game, size := Named(archivetest.Query(t, text))
		if d := cmp.Diff([]any{want.rest, want.game, want.size}, []any{rest.String(), game, size}, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s:\n%s", text, d)
		}
	}
}

// Games with one whole board are of one kind, and are not counted by kinds; a pattern lies on
// boards of several.
func TestWithSizes(t *testing.T) {
	for text, counted := range map[string]bool{
		`pos:"Q16"`: false, `pos:"Q16" player:go`: false, `game:chess pos:start`: false,
		"pat:[X]": true, `seq:"Q16 D4"`: true, `pos:"Q16" or pos:"D4"`: true, "": true,
	} {
		if got := withSizes(archivetest.Query(t, text), map[string]search.Aggregation{}); (got[askKinds] != nil) != counted {
			t.Errorf("%q: kinds counted: %v", text, !counted)
		}
	}
}
