package user

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"kifudb/store"
)

// Corrections are what a map of maps would hold, whatever is changed and undone.
func TestCorrectionsAgreeWithAMap(t *testing.T) {
	db := Open(t.TempDir())
	type place struct {
		game  store.GameID
		ident string
	}
	want := map[place]string{}
	var before []map[place]string
	r := rand.New(rand.NewPCG(14, 19))
	random := func() place { return place{store.GameID(1 + r.IntN(4)), []string{"PB", "DT", "RE"}[r.IntN(3)]} }
	for step := range 150 {
		was := maps.Clone(want)
		switch r.IntN(5) {
		case 0: // undo
			_, err := db.UndoCorrections()
			if len(before) == 0 {
				if !errors.Is(err, ErrNothingToUndo) {
					t.Fatalf("step %d: %v", step, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			want, before = before[len(before)-1], before[:len(before)-1]
		case 1: // withdraw
			p := random()
			var idents []string
			if r.IntN(2) == 0 {
				idents = []string{p.ident}
			}
			gone, err := db.Uncorrect([]store.GameID{p.game}, idents...)
			if err != nil {
				t.Fatal(err)
			}
			maps.DeleteFunc(want, func(q place, _ string) bool { return q.game == p.game && (idents == nil || q.ident == p.ident) })
			if len(gone) != len(was)-len(want) {
				t.Fatalf("step %d: %d withdrawn, want %d", step, len(gone), len(was)-len(want))
			}
			if len(gone) > 0 {
				before = append(before, was)
			}
		default:
			var list []Correction
			for range 1 + r.IntN(3) {
				p := random()
				text := []string{"", "a", "b", "line\nbreak ]\\"}[r.IntN(4)]
				c := Correction{Game: p.game, Ident: p.ident, Text: text, Withdrawn: r.IntN(5) == 0}
				list = append(list, c)
				if want[p] = text; c.Withdrawn {
					delete(want, p)
				}
			}
			changed, err := db.Correct(list, []Game{{ID: list[0].Game}})
			if err != nil {
				t.Fatal(err)
			}
			differ := 0
			for p, text := range want {
				if old, ok := was[p]; !ok || old != text {
					differ++
				}
			}
			for p := range was {
				if _, ok := want[p]; !ok {
					differ++ // withdrawn
				}
			}
			if changed != differ {
				t.Fatalf("step %d: %d changed, want %d", step, changed, differ)
			}
			if changed > 0 {
				before = append(before, was)
			}
		}
		before = before[max(0, len(before)-maxUndo):]
		if step%10 == 0 {
			db = Open(db.dir) // from the files
		}
		list, err := db.Corrections()
		if err != nil {
			t.Fatal(err)
		}
		got := map[place]string{}
		for _, c := range list {
			got[place{c.Game, c.Ident}] = c.Text
		}
		if !maps.Equal(got, want) || len(list) != len(got) {
			t.Fatalf("step %d: %v, want %v", step, list, want)
		}
	}
	if len(want) == 0 {
		t.Error("nothing was corrected in the end")
	}
}

func TestCorrectionsThatCannotBeKept(t *testing.T) {
	db := Open(t.TempDir())
	for _, tt := range []struct {
		c    Correction
		want string
	}{
		{Correction{Game: 0, Ident: "PB", Text: "x"}, "of a game"},
		{Correction{Game: 1, Ident: "", Text: "x"}, "is not an SGF identifier"},
		{Correction{Game: 1, Ident: "black", Text: "x"}, "is not an SGF identifier"},
		{Correction{Game: 1, Ident: "9X", Text: "x"}, "is not an SGF identifier"},
		{Correction{Game: 1, Ident: "PB", Text: strings.Repeat("x", maxCorrection+1)}, fmt.Sprint("at most ", maxCorrection)},
		{Correction{Game: 1, Ident: "PB", Text: "\xff"}, "not UTF-8"},
	} {
		if _, err := db.Correct([]Correction{{Game: 1, Ident: "DT", Text: "1846"}, tt.c}, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.c, err, tt.want)
		}
	}
	if list, err := db.Corrections(); len(list) > 0 || err != nil {
		t.Errorf("%v was kept: %v", list, err)
	}
}
