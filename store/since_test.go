package store

import (
	"testing"
)

// What is told of games only since an archive was made is missing there, not damaged;
// anything else that differs is damage.
func TestCheckToldSince(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 3)
	commit(t, w)
	with := func(flags Flags, info ...Value) Derive {
		return func(r Record) (*Game, error) {
			g, err := derive(r)
			if err == nil {
				g.Facts.Flags |= flags
				g.Info = append(g.Info, info...)
			}
			return g, err
		}
	}
	own, record := Value{Ident: "opening", Text: "Shusaku"}, Value{Ident: "ZZ", Text: "never there"}
	for _, tc := range []struct {
		name   string
		derive Derive
		faults bool
	}{
		{"names", with(HasNames, own), false},
		{"names and values", with(HasNames|HasValues, own), false},
		{"what moves lost", with(LossesRead, Value{Ident: "grades", Text: "1B/"}), false},
		{"more values, and faults in them", with(LossesRead|HasValues|HasProblems, Value{Ident: "eval", Text: "1:5"}), false},
		{"a problem that was known", with(HasProblems, own), true},
		{"a name that was known", with(0, own), true},
		{"a value of the record", with(HasNames, own, record), true},
		{"another fact", with(HasNames|HasSetup, own), true},
	} {
		n := 0
		for err := range db.Check(t.Context(), tc.derive) {
			n++
			if !tc.faults {
				t.Errorf("%s: %v", tc.name, err)
			}
		}
		if tc.faults && n == 0 {
			t.Errorf("%s: no fault was found", tc.name)
		}
	}
}
