package evaluation

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kifudb/store"
)

// said returns evaluations that a source might give of a game.
func said(r *rand.Rand, s *Source, nodes int) (list []Evaluation) {
	for node := range nodes {
		if r.IntN(3) == 0 {
			continue
		}
		black, lead := float64(r.IntN(10001))/10000, float64(r.IntN(2000)-1000)/8
		e, ok := s.of().Beside(&black, &lead, r.IntN(1000), []string{"Q16", "pass"}[:r.IntN(3)], r.IntN(9) == 0)
		if !ok {
			panic("it is none")
		}
		if len(e.Best) == 0 {
			e.Best = nil
		}
		list = append(list, Evaluation{node, e})
	}
	return list
}

// model is what a DB holds, by source and game.
type model map[int]map[store.Digest]*Game

func compare(t *testing.T, db *DB, want model, order []int, texts map[store.Digest]string) {
	t.Helper()
	s, err := Open(db.dir).State() // by another program
	if err != nil {
		t.Fatal(err)
	}
	mine, err := db.State()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*State{s, mine} {
		var numbers []int
		for _, source := range s.Sources() {
			numbers = append(numbers, source.Number)
			games := 0
			for d := range s.Digests() {
				got, err := s.Game(d, source)
				if err != nil {
					t.Fatal(err)
				}
				if got == nil {
					continue
				}
				games++
				w := want[source.Number][d]
				if w == nil || got.Nodes != w.Nodes || !reflect.DeepEqual(got.At, w.At) {
					t.Fatalf("analysis %d of %s: got %v, want %v", source.Number, d, got, w)
				}
			}
			if games != len(want[source.Number]) {
				t.Errorf("analysis %d is of %d games, want %d", source.Number, games, len(want[source.Number]))
			}
		}
		if !slices.Equal(numbers, order) {
			t.Errorf("analyses %v, want %v", numbers, order)
		}
		if s.Len() != len(texts) {
			t.Errorf("%d games, want %d", s.Len(), len(texts))
		}
		for d, text := range texts {
			if got, err := s.Shown(d); err != nil || got.Shown[0] != text {
				t.Errorf("of %s is shown %v, %v, want %s", d, got, err, text)
			}
		}
	}
	if faults, err := db.Check(); err != nil || len(faults) > 0 {
		t.Errorf("check: %v, %v", faults, err)
	}
}

// A file says the same as a map, whatever is added, replaced and removed.
func TestDB(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	db := Open(t.TempDir())
	want, texts := model{}, map[store.Digest]string{}
	var order []int
	compare(t, db, want, order, texts)
	for step := range 60 {
		if step%7 == 6 && len(order) > 0 {
			gone := order[r.IntN(len(order))]
			before := len(want[gone])
			games, err := db.Remove([]int{gone}, func(left *State, d store.Digest) (*Game, error) {
				texts[d] = fmt.Sprint("left ", step)
				return &Game{Digest: d, Nodes: 30, Shown: [3]string{texts[d]}, Version: 1}, nil
			})
			if err != nil || games != before {
				t.Fatalf("removed %d games, %v, want %d", games, err, before)
			}
			for d := range want[gone] {
				if !slices.ContainsFunc(order, func(n int) bool { return n != gone && want[n][d] != nil }) {
					delete(texts, d)
				}
			}
			delete(want, gone)
			order = slices.DeleteFunc(order, func(n int) bool { return n == gone })
		} else {
			err := db.Change(func(c *Change) error {
				s, err := c.Source(Source{Kind: KindFile, Name: fmt.Sprint("file ", r.IntN(4)), View: ViewBlack})
				if err != nil {
					return err
				}
				if want[s.Number] == nil {
					want[s.Number] = map[store.Digest]*Game{}
				}
				order = append(slices.DeleteFunc(order, func(n int) bool { return n == s.Number }), s.Number)
				for range 1 + r.IntN(5) {
					g := &Game{Digest: store.Digest{byte(1 + r.IntN(9))}, Nodes: 30, Shown: [3]string{fmt.Sprint("step ", step)}, Version: 1, At: said(r, s, 30)}
					want[s.Number][g.Digest], texts[g.Digest] = g, g.Shown[0]
					if err := c.Put(s, g); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		compare(t, db, want, order, texts)
	}
}

// filled returns a DB with games, and the file.
func filled(t *testing.T) (*DB, []byte) {
	db := Open(t.TempDir())
	r := rand.New(rand.NewPCG(3, 4))
	err := db.Change(func(c *Change) error {
		s, err := c.Source(Source{Kind: KindFile, Name: "a", View: ViewBlack})
		for i := range 5 {
			err = errors.Join(err, c.Put(s, &Game{Digest: store.Digest{byte(i + 1)}, Nodes: 10, Version: 1, At: said(r, s, 10)}))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(db.Path())
	if err != nil {
		t.Fatal(err)
	}
	return db, data
}

// A file that a crash has cut off anywhere holds the games before, and the next change continues there.
func TestCutOff(t *testing.T) {
	db, data := filled(t)
	for size := 0; size < len(data); size += 7 {
		if err := os.WriteFile(db.Path(), data[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		again := Open(db.dir)
		s, err := again.State()
		if err != nil || len(s.Damage()) > 0 {
			t.Fatalf("%d bytes: %v, %v", size, s.Damage(), err)
		}
		games := s.Len()
		if err := again.Change(func(c *Change) error {
			s, err := c.Source(Source{Kind: KindFile, Name: "b", View: ViewBlack})
			return errors.Join(err, c.Put(s, &Game{Digest: store.Digest{99}, Nodes: 1, Version: 1}))
		}); err != nil {
			t.Fatal(err)
		}
		s, err = Open(db.dir).State()
		if err != nil || s.Len() != games+1 || len(s.Damage()) > 0 {
			t.Fatalf("%d bytes, and one more game: %d of %d games, %v, %v", size, s.Len(), games+1, s.Damage(), err)
		}
		if faults, err := again.Check(); err != nil || len(faults) > 0 {
			t.Fatalf("%d bytes: check finds %v, %v", size, faults, err)
		}
	}
}

// Each flipped byte is noticed by the check, costs one entry at most, and crashes nothing.
func TestDamage(t *testing.T) {
	db, data := filled(t)
	for at := range data {
		bad := slices.Clone(data)
		bad[at] ^= 1 << (at % 8)
		if err := os.WriteFile(db.Path(), bad, 0o666); err != nil {
			t.Fatal(err)
		}
		again := Open(db.dir)
		faults, err := again.Check()
		s, _ := again.State()
		cut := err == nil && s.end < int64(len(data)) // the last entry looks as if it had been cut off
		if err == nil && len(faults) == 0 && !cut {
			t.Fatalf("byte %d of %d: nothing is noticed", at, len(data))
		}
		if s.Len() < 4 {
			t.Fatalf("byte %d: %d games are left", at, s.Len())
		}
	}
	if err := os.WriteFile(db.Path(), []byte(strings.Repeat("x", 3<<20)), 0o666); err != nil {
		t.Fatal(err)
	}
	if faults, err := Open(db.dir).Check(); err != nil || len(faults) != 1 {
		t.Errorf("of other bytes: %v, %v", faults, err)
	}
}

func FuzzBody(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	source := &Source{Number: 1}
	f.Add((&Game{Nodes: 10, Shown: [3]string{"a", "", "c"}, At: said(r, source, 10)}).appendBody(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		var g Game
		if g.readBody(b, source.of()) != nil {
			return
		}
		var again Game
		if err := again.readBody(g.appendBody(nil), source.of()); err != nil || !reflect.DeepEqual(again, g) {
			t.Fatalf("%v, read again %v, %v", g, again, err)
		}
	})
}
