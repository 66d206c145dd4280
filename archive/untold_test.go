package archive

import (
	"slices"
	"strings"
	"testing"
)

// What is missing of games because an earlier version added them is said wherever it is
// listed or counted, and no longer when they were made again.
func TestUntold(t *testing.T) {
	a, err := Open(olderArchive(t, "format6.zip"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
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
			found, err := v.Stats(t.Context(), s, &Grouping{By: []string{field}})
			return found.Notices, err
		},
		"next": func(v *View, s *Search, field string) ([]Notice, error) {
			s.Query, s.Table.By = parse(t, "pos:1@4"), field
			found, err := v.Next(t.Context(), s)
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
			fields := []string{"thought", "whiteleft", "has", "player"}
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
				if (i >= 0) != want || want && !strings.Contains(said[i].Text, field+" (6 of 6)") {
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

// Openings are missing of the games that have some, and not where the record's own are asked
// for; what engines thought may be missing of all.
func TestUntoldOpenings(t *testing.T) {
	a, err := Open(olderArchive(t, "format3.zip"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	s := &Search{Records: true}
	if s.Shown, err = v.Columns("opening,ON,handicap,eval"); err != nil {
		t.Fatal(err)
	}
	p, err := v.Search(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Notices) != 1 || !strings.Contains(p.Notices[0].Text, ": eval (9 of 9), opening (2 of 9);") {
		t.Errorf("%v", p.Notices)
	}
}
