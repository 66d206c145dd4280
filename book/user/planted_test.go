package user

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store"
)

// Of a group that another log has changed meanwhile, a part is taken away: two
// spellings remain a group, one does not.
func TestPartOfAGroupIsTakenAway(t *testing.T) {
	for n, want := range map[int]int{2: 0, 3: 2, 4: 3} {
		g := &groups{byID: map[int][]string{}, of: map[string]int{}}
		all := strings.Split("abcd", "")[:n]
		g.change(&aliasChange{After: [][]string{all}})
		g.change(&aliasChange{Before: [][]string{{"a"}}})
		if len(g.of) != want || len(g.byID[1]) != want || slices.Contains(g.byID[1], "a") {
			t.Errorf("of %d spellings: %v, %v are left, want %d", n, g.byID, g.of, want)
		}
	}
}

// Digests that a log lacks are unknown, and cost no others.
func TestDigestsThatWereCutOff(t *testing.T) {
	first := strings.Repeat("ab", len(store.Digest{}))
	for digests, want := range map[string]int{"": 0, "abab": 0, first[2:]: 0, first: 1, first + "cd": 1, first + first: 2, first + first + first: 2} {
		s := newState(nil)
		s.changeDigests(&digestChange{Games: newSet(roaring.BitmapOf(3, 7)), Digests: digests})
		if len(s.digests) != want || want > 0 && s.digests[3].String() != first {
			t.Errorf("%d digits: got %v, want %d digests", len(digests), s.digests, want)
		}
	}
}

func TestIdentifiersOfCorrections(t *testing.T) {
	for ident, valid := range map[string]bool{"C": true, "PB": true, strings.Repeat("X", 32): true, strings.Repeat("X", 33): false, "X9": true, "9X": false, "": false} {
		if err := (&Correction{Game: 1, Ident: ident, Text: "x"}).Check(); (err == nil) != valid {
			t.Errorf("%q: %v", ident, err)
		}
	}
}

// Notes are listed in one order, in whichever they were written.
func TestNotesAreOrdered(t *testing.T) {
	db := openAt(t.TempDir())
	var notes []Note
	var games []Game
	for _, i := range rand.New(rand.NewPCG(1, 12)).Perm(20) {
		id := store.GameID(i + 1)
		notes = append(notes, Note{Game: id, Text: "x", Changed: time.Unix(1, 0)},
			Note{Position: Position(fmt.Sprintf("SZ[19]AB[a%c]", 'a'+i)), Text: "x", Changed: time.Unix(1, 0)})
		games = append(games, game(id))
	}
	if err := db.PutNotes(notes, games); err != nil {
		t.Fatal(err)
	}
	onGames, err := db.GameNotes()
	if err != nil || len(onGames) != 20 || !slices.IsSortedFunc(onGames, func(a, b Note) int { return int(a.Game) - int(b.Game) }) {
		t.Errorf("got %v, %v", onGames, err)
	}
	positions, err := db.PositionNotes()
	if err != nil || len(positions) != 20 || !slices.IsSortedFunc(positions, func(a, b Note) int { return strings.Compare(string(a.Position), string(b.Position)) }) {
		t.Errorf("got %v, %v", positions, err)
	}
}
