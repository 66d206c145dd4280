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

// A value of one line that an earlier version kept with a break of lines is no damage; another
// text is, and so is the break in a game that this version added.
func TestCheckBreaksOfLines(t *testing.T) {
	for _, tc := range []struct {
		name, stored, derived string
		flags                 Flags // of the stored game
		faults                bool
	}{
		{"a break of an earlier version", "Tokyo\r\nChiyoda", "Tokyo Chiyoda", 0, false},
		{"another text", "Tokyo\nChiyoda", "Tokyo Minato", 0, true},
		{"a break of this version", "Tokyo\nChiyoda", "Tokyo Chiyoda", LossesRead, true},
	} {
		db, err := Open(t.TempDir(), &Options{Create: true})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		w := newWriter(t, db)
		g := game(t, 0)
		g.Info = append(g.Info, Value{Ident: "ZZ", Text: tc.stored})
		g.Facts.Flags |= tc.flags
		if _, err := w.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		commit(t, w)
		n := 0
		for err := range db.Check(t.Context(), func(r Record) (*Game, error) {
			g, err := derive(r)
			if err == nil {
				g.Info = append(g.Info, Value{Ident: "ZZ", Text: tc.derived})
				g.Facts.Flags |= LossesRead
			}
			return g, err
		}) {
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
