package ask

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/search/statistics"
)

func countOf(t *testing.T, v *archive.View, query string) int {
	t.Helper()
	page, err := v.Count(t.Context(), &archive.Search{Query: archivetest.Query(t, query), Records: true})
	if err != nil {
		t.Fatal(err)
	}
	return page.Total
}

// Names have the games that a search for each of them finds, by another way.
func TestNames(t *testing.T) {
	v := archivetest.Collection(t)
	list, err := Of(v.Views).Names(t.Context(), &archive.Search{Query: archivetest.Query(t, ""), Records: true}, &NamesOptions{Kind: PlayerNames})
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Names) < 20 || len(list.Names) != list.Distinct {
		t.Fatalf("%d names of %d", len(list.Names), list.Distinct)
	}
	drawn := 0
	for _, n := range list.Names {
		is := func(color string) string { return fmt.Sprintf("%s=%q", color, n.Name) }
		games := countOf(t, v, is("black")+" or "+is("white"))
		black, white := countOf(t, v, is("black")+" winner:black"), countOf(t, v, is("white")+" winner:white")
		draws := countOf(t, v, is("black")+" winner:draw") + countOf(t, v, is("white")+" winner:draw")
		if n.Games != games || n.Outcome.Won != black+white || n.Outcome.Drawn != draws || n.Outcome.Decided+n.Outcome.Unknown < games {
			t.Errorf("%s: %d games, %+v; want %d, %d+%d won, %d drawn", n.Name, n.Games, n.Outcome, games, black, white, draws)
		}
		drawn += draws
		if n.FirstYear > 0 && countOf(t, v, fmt.Sprintf("(%s or %s) date:%04d", is("black"), is("white"), n.FirstYear)) == 0 || n.FirstYear > n.LastYear {
			t.Errorf("%s: %d–%d", n.Name, n.FirstYear, n.LastYear)
		}
	}
	if drawn == 0 {
		t.Error("no draw is among the games")
	}
	for kind, field := range map[NameKind]string{EventNames: "event", CollectionNames: "folder"} {
		list, err := Of(v.Views).Names(t.Context(), &archive.Search{Query: archivetest.Query(t, "")}, &NamesOptions{Kind: kind})
		if err != nil {
			t.Fatal(err)
		}
		page, err := v.Count(t.Context(), &archive.Search{Query: archivetest.Query(t, ""), Facets: []string{field}})
		if err != nil {
			t.Fatal(err)
		}
		f := page.Facets[0]
		if list.Distinct != f.Distinct || list.Without != f.Without || list.Names[0].Name != f.Values[0].Value || list.Names[0].Won.Black != f.Values[0].Won.Black || list.Names[0].Outcome != nil {
			t.Errorf("%s: %+v, want %+v", kind, list, f)
		}
	}
}

// Orders, words and limits of lists.
func TestNameLists(t *testing.T) {
	v := archivetest.Collection(t)
	list := func(n NamesOptions) (names []string) {
		t.Helper()
		found, err := Of(v.Views).Names(t.Context(), &archive.Search{Query: archivetest.Query(t, "")}, &n)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range found.Names {
			names = append(names, e.Name)
		}
		return names
	}
	byName := list(NamesOptions{Kind: PlayerNames, Sort: "name"})
	back := list(NamesOptions{Kind: PlayerNames, Sort: "-name"})
	slices.Reverse(back)
	if !slices.IsSorted(byName) || !slices.Equal(byName, back) {
		t.Errorf("by name %v, backwards %v", byName, back)
	}
	for _, order := range []string{"first", "-first", "last", "-last"} {
		found, err := Of(v.Views).Names(t.Context(), &archive.Search{Query: archivetest.Query(t, "")}, &NamesOptions{Kind: PlayerNames, Sort: order})
		if err != nil {
			t.Fatal(err)
		}
		known := 0
		for i, e := range found.Names {
			year := e.FirstYear
			if order == "last" || order == "-last" {
				year = e.LastYear
			}
			if year == 0 {
				continue
			}
			if known++; known != i+1 {
				t.Fatalf("%s: %s comes after one without a year", order, e.Name)
			}
			if i > 0 {
				before := found.Names[i-1].FirstYear
				if order == "last" || order == "-last" {
					before = found.Names[i-1].LastYear
				}
				if (order == "first" || order == "-last") && before > year || (order == "-first" || order == "last") && before < year {
					t.Fatalf("%s: %d before %d", order, before, year)
				}
			}
		}
	}
	found, err := Of(v.Views).Names(t.Context(), &archive.Search{Query: archivetest.Query(t, "game:go")}, &NamesOptions{Kind: PlayerNames, Sort: "score"})
	if err != nil {
		t.Fatal(err)
	}
	var rows []statistics.Results
	var sum statistics.Results
	for _, e := range found.Names {
		rows = append(rows, statistics.Results{Won: e.Outcome.Won, Drawn: e.Outcome.Drawn, Lost: e.Outcome.Lost})
		sum = sum.Add(rows[len(rows)-1])
	}
	prior := statistics.FitPrior(sum, rows)
	for i := range rows[1:] {
		if before, after := prior.Estimate(rows[i]), prior.Estimate(rows[i+1]); before < after-1e-12 || !found.Shrunken {
			t.Fatalf("by score, %s with %v comes before %s with %v", found.Names[i].Name, before, found.Names[i+1].Name, after)
		}
	}
	some := list(NamesOptions{Kind: PlayerNames, Words: "shusaku"})
	if len(some) == 0 || len(some) == len(byName) || len(list(NamesOptions{Kind: PlayerNames, Limit: 3})) != 3 || len(list(NamesOptions{Kind: PlayerNames, Min: 2})) >= len(byName) {
		t.Errorf("with the word: %v", some)
	}
	for _, n := range []NamesOptions{{Kind: "komi"}, {Kind: PlayerNames, Sort: "luck"}, {Kind: EventNames, Sort: "score"}, {Kind: PlayerNames, Min: -1}} {
		if _, err := Of(v.Views).Names(t.Context(), &archive.Search{Query: archivetest.Query(t, "")}, &n); !errors.Is(err, archive.ErrRequest) {
			t.Errorf("%+v: %v", n, err)
		}
	}
}

// A player's page counts what searches find, by another way.
func TestNamePage(t *testing.T) {
	v := archivetest.Collection(t)
	s := &archive.Search{Query: archivetest.Query(t, ""), Records: true}
	list, err := Of(v.Views).Names(t.Context(), s, &NamesOptions{Kind: PlayerNames, Limit: 6})
	if err != nil {
		t.Fatal(err)
	}
	opponents, openings := 0, 0
	for _, n := range list.Names {
		p, err := Of(v.Views).NamePage(t.Context(), s, PlayerNames, n.Name)
		if err != nil {
			t.Fatal(err)
		}
		black, white := fmt.Sprintf("black=%q", n.Name), fmt.Sprintf("white=%q", n.Name)
		if p.AsBlack.Won != countOf(t, v, black+" winner:black") || p.AsBlack.Lost != countOf(t, v, black+" winner:white") || p.AsWhite.Won != countOf(t, v, white+" winner:white") {
			t.Errorf("%s: %+v as Black, %+v as White", n.Name, p.AsBlack, p.AsWhite)
		}
		if p.AsBlack.Decided+p.AsBlack.Unknown != countOf(t, v, black) {
			t.Errorf("%s: %+v as Black of %d", n.Name, p.AsBlack, countOf(t, v, black))
		}
		for _, o := range p.Opponents {
			games := countOf(t, v, fmt.Sprintf("(%s white=%q) or (%s black=%q)", black, o.Name, white, o.Name))
			won := countOf(t, v, fmt.Sprintf("(%s white=%q winner:black) or (%s black=%q winner:white)", black, o.Name, white, o.Name))
			if o.Games != games || o.Name != n.Name && o.Outcome.Won != won {
				t.Errorf("%s against %s: %d games, %+v; want %d, %d won", n.Name, o.Name, o.Games, o.Outcome, games, won)
			}
			opponents++
		}
		for _, y := range p.Years {
			year, err := strconv.Atoi(y.Name)
			if err != nil || countOf(t, v, fmt.Sprintf("(%s or %s) date:%04d", black, white, year)) < y.Games {
				t.Errorf("%s in %s: %d games", n.Name, y.Name, y.Games)
			}
		}
		for _, f := range p.Openings {
			side := map[string]string{"B": black, "W": white}[f.Color]
			if games := countOf(t, v, fmt.Sprintf("%s pos:%q move:4..4 variations:off", side, f.Value)); games != f.Games || f.Of < f.Games {
				t.Errorf("%s opens %s as %s in %d games of %d, want %d", n.Name, f.Value, f.Color, f.Games, f.Of, games)
			}
			others := fmt.Sprintf("-%s -%s pos:%q move:4..4 variations:off", black, white, f.Value)
			if n.FirstYear > 0 {
				others += fmt.Sprintf(" date:%04d..%04d", n.FirstYear, n.LastYear)
			}
			if f.OthersOf < f.Others || f.Others > 0 && (f.OthersShare == nil || math.Abs(f.OthersShare.Value-float64(f.Others)/float64(f.OthersOf)) > 1e-6) {
				t.Errorf("%s: others open %s in %d of %d games", n.Name, f.Value, f.Others, f.OthersOf)
			}
			if games := countOf(t, v, others); games != f.Others {
				t.Errorf("%s: others open %s in %d games, want %d", n.Name, f.Value, f.Others, games)
			}
			openings++
		}
	}
	if opponents < 10 || openings < 10 {
		t.Errorf("only %d opponents and %d openings were compared", opponents, openings)
	}
	if _, err := Of(v.Views).NamePage(t.Context(), s, PlayerNames, "Nobody"); !errors.Is(err, archive.ErrNoName) || archive.KindOf(err) != archive.KindNotFound {
		t.Errorf("nobody: %v", err)
	}
	events, err := Of(v.Views).Names(t.Context(), s, &NamesOptions{Kind: EventNames, Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	p, err := Of(v.Views).NamePage(t.Context(), s, EventNames, events.Names[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	if p.Games != events.Names[0].Games || len(p.Players) == 0 || p.AsBlack != nil {
		t.Errorf("%+v", p)
	}
}
