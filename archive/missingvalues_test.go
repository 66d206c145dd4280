package archive

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/indexer"
	"kifudb/search/match"
	"kifudb/store"
)

// earlierArchive makes an archive as a version of the program would have that did not know
// what some flags say.
func earlierArchive(t *testing.T, unknown store.Flags) *Archive {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "earlier")
	db, err := store.Open(dir, &store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	w, err := db.Writer(func(r store.Record) (*store.Game, error) {
		g, err := indexer.Derive(r)
		g.Facts.Flags &^= unknown
		return g, err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"(;GM[1]SZ[19]PB[Ada]TM[60];B[pd]BL[55];W[dd]WL[50]TE[1];B[dp];W[pp])",
		"(;GM[1]SZ[9]PB[Bo];B[ee]V[1];W[cc]V[3];B[gg];W[gc])",
		"(;GM[8]PB[Cho];B[7g7f];W[3c3d])",
	} {
		g, err := indexer.Derive(store.Record{Raw: []byte(text), Tree: [2]int{0, len(text)}})
		if err != nil {
			t.Fatal(err)
		}
		g.Facts.Flags &^= unknown
		if _, err := w.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Commit(t.Context()), w.Close(), db.Close()); err != nil {
		t.Fatal(err)
	}
	a, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// What is missing of games because an earlier version added them is said wherever it is
// listed or counted, and no longer when they were made again.
func TestUntold(t *testing.T) {
	a := earlierArchive(t, store.ClocksRead|store.HasClocks|store.PropertiesRead|store.LossesRead)
	ways := map[string]func(v *View, s *Search, field string) ([]Notice, error){
		"column": func(v *View, s *Search, field string) ([]Notice, error) {
			var err error
			if s.Shown, err = v.Columns("id," + field); err != nil {
				return nil, err
			}
			p, err := v.Search(t.Context(), s)
			return p.Notices, err
		},
		"stream": func(v *View, s *Search, field string) ([]Notice, error) {
			var err error
			if s.Shown, err = v.Columns(field); err != nil {
				return nil, err
			}
			end, err := v.Each(t.Context(), s, func(*Game) error { return nil })
			return end.Notices, err
		},
		"facet": func(v *View, s *Search, field string) ([]Notice, error) {
			s.Facets = []string{field}
			p, err := v.Count(t.Context(), s)
			return p.Notices, err
		},
		"table": func(v *View, s *Search, field string) ([]Notice, error) {
			s.Facets = []string{"decade," + field}
			p, err := v.Count(t.Context(), s)
			return p.Notices, err
		},
		"stats": func(v *View, s *Search, field string) ([]Notice, error) {
			var found Gaps
			err := askedInto(t.Context(), v.Views, "stats", s, field, &found)
			return found.Notices, err
		},
		"next": func(v *View, s *Search, field string) ([]Notice, error) {
			s.Query = parse(t, "pos:1@4")
			var found Gaps
			err := askedInto(t.Context(), v.Views, "next", s, field, &found)
			return found.Notices, err
		},
	}
	check := func(state string, missing bool) {
		v, err := a.View()
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		for way, ask := range ways {
			fields := []string{"thought", "whiteleft", "has", "loss", "accuracy", "player"}
			if way == "column" || way == "stream" {
				fields = append(fields, "TM")
			}
			for _, field := range fields {
				said, err := ask(v, &Search{Records: true}, field)
				if err != nil {
					t.Fatal(way, field, err)
				}
				i := slices.IndexFunc(said, func(n Notice) bool { return n.Code == NoticeUntold })
				want := missing && field != "player" && field != "TM"
				if (i >= 0) != want || want && !strings.Contains(said[i].Text, field+" (3 of 3)") {
					t.Errorf("%s, %s by %s: %v", state, way, field, said)
				}
			}
		}
	}
	check("as it was written", true)
	if _, err := a.Rebuild(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	check("rebuilt", false)
}

// Openings and castles are missing of the games that have some, and not where the record's own are
// asked for; what engines thought may be missing of all.
func TestUntoldOpenings(t *testing.T) {
	a := earlierArchive(t, store.ClocksRead|store.HasClocks|store.HasValues|store.HasNames)
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	s := &Search{Records: true}
	if s.Shown, err = v.Columns("opening,castle,ON,handicap,eval"); err != nil {
		t.Fatal(err)
	}
	p, err := v.Search(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Notices) != 1 || !strings.Contains(p.Notices[0].Text, ": castle (1 of 3), eval (3 of 3), opening (3 of 3);") {
		t.Errorf("%v", p.Notices)
	}
}

// Words are looked for in the names of figures, too, which archives of earlier versions do
// not know.
func TestUntoldFigures(t *testing.T) {
	a := earlierArchive(t, store.PropertiesRead)
	check := func(missing bool) {
		v, err := a.View()
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		for text, asked := range map[string]bool{"honinbo": true, "-/x/ or id:1": true, "player:honinbo": false, "comment:honinbo": false} {
			page, err := v.Search(t.Context(), &Search{Query: parse(t, text)})
			if err != nil {
				t.Fatal(err)
			}
			said := slices.ContainsFunc(page.Notices, func(n Notice) bool {
				return n.Code == NoticeUntold && strings.Contains(n.Text, "names of figures (")
			})
			if said != (asked && missing) {
				t.Errorf("%s: %v", text, page.Notices)
			}
		}
	}
	check(true)
	if _, err := a.Rebuild(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	check(false)
}

// A question about what moves lost fails in an archive of an earlier version, which is no damage, until
// the archive is rebuilt.
func TestUngraded(t *testing.T) {
	a := earlierArchive(t, store.LossesRead)
	ask := func() error {
		v, err := a.View()
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		_, err = v.Search(t.Context(), &Search{Query: parse(t, "loss:>1")})
		return err
	}
	// Answers that only tell of losses say that they do not know them.
	said := func() bool {
		v, err := a.View()
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		var next struct{ Notices []Notice }
		if err := askedInto(t.Context(), v.Views, "next", &Search{Query: parse(t, "pos:[9x9]")}, "", &next); err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(next.Notices, func(n Notice) bool { return strings.Contains(n.Text, "that an earlier version added (1)") })
	}
	if !said() {
		t.Error("an earlier archive: nothing is said of losses")
	}
	if err := ask(); !errors.Is(err, match.ErrUngraded) || KindOf(err) != KindOutdated {
		t.Errorf("an earlier archive: %v", err)
	}
	if _, err := a.Rebuild(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if err := ask(); err != nil || said() {
		t.Errorf("rebuilt: %v", err)
	}
}
