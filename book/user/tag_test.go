package user

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/go-cmp/cmp"

	"kifudb/store"
)

func game(id store.GameID) Game {
	return Game{id, store.DigestOf(fmt.Appendf(nil, "(;GN[%d])", id))}
}

func ids(games *roaring.Bitmap) []uint32 { return games.ToArray() }

// tagsIn returns the tags as a map.
func tagsIn(t *testing.T, db *DB) map[string][]uint32 {
	t.Helper()
	tags, err := db.Tags()
	if err != nil {
		t.Fatal(err)
	}
	m := map[string][]uint32{}
	for _, tag := range tags {
		m[tag.Name] = ids(tag.Games)
	}
	return m
}

func TestTagNames(t *testing.T) {
	for name, want := range map[string]bool{
		"joseki":                       true,
		"3-3":                          true,
		"to_read/2024.draft":           true,
		"定石":                           true,
		"Über":                         true,
		"U\u0308ber":                   true, // with a combining mark
		strings.Repeat("x", maxName):   true,
		"":                             false,
		"-x":                           false,
		"/x":                           false,
		"two words":                    false,
		"a,b":                          false,
		"a*":                           false,
		"a\x1b[31m":                    false,
		"a\u202eb":                     false,
		"a\xff":                        false,
		strings.Repeat("x", 1+maxName): false,
	} {
		if got := CheckTag(name) == nil; got != want {
			t.Errorf("CheckTag(%q) accepts it: %v, want %v", name, got, want)
		}
	}
}

func TestNamesAreComparedWithoutCase(t *testing.T) {
	db := openAt(t.TempDir())
	for i, name := range []string{"Über", "über", "ÜBER", "U\u0308ber"} {
		if _, err := db.AddTag(name, []Game{game(store.GameID(i + 1))}); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(map[string][]uint32{"Über": {1, 2, 3, 4}}, tagsIn(t, db)); diff != "" {
		t.Error(diff)
	}
}

// Random changes do to the file what they do to a map of sets.
func TestTagsAgreeWithAMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	db := openAt(t.TempDir())
	names := []string{"a", "ab", "abc", "b", "定石", "定石/三々"}
	twin := map[string]map[uint32]bool{}
	var history []map[string]map[uint32]bool
	clone := func() map[string]map[uint32]bool {
		c := map[string]map[uint32]bool{}
		for name, games := range twin {
			c[name] = maps.Clone(games)
		}
		return c
	}
	for step := range 150 {
		before := clone()
		name := names[r.IntN(len(names))]
		var games []Game
		set := roaring.New()
		for range r.IntN(5) {
			g := game(store.GameID(1 + r.IntN(20) + 70_000*r.IntN(2)))
			games = append(games, g)
			set.Add(uint32(g.ID))
		}
		changed := false
		switch r.IntN(5) {
		case 0, 1:
			added, err := db.AddTag(name, games)
			if err != nil {
				t.Fatal(err)
			}
			var want []uint32
			for _, id := range set.ToArray() {
				if !twin[name][id] {
					want = append(want, id)
					if twin[name] == nil {
						twin[name] = map[uint32]bool{}
					}
					twin[name][id] = true
				}
			}
			changed = len(want) > 0
			if got := ids(added); !slices.Equal(got, want) {
				t.Fatalf("step %d: added %v, want %v", step, got, want)
			}
		case 2:
			removed, err := db.RemoveTag(name, set)
			if twin[name] == nil {
				if !errors.Is(err, ErrNoTag) {
					t.Fatalf("step %d: got %v, want ErrNoTag", step, err)
				}
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			changed = !removed.IsEmpty()
			for _, id := range set.ToArray() {
				delete(twin[name], id)
			}
			if len(twin[name]) == 0 {
				delete(twin, name)
			}
		case 3:
			to := names[r.IntN(len(names))]
			err := db.RenameTag(name, to, true)
			if twin[name] == nil {
				if !errors.Is(err, ErrNoTag) {
					t.Fatalf("step %d: got %v, want ErrNoTag", step, err)
				}
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			changed = true
			if to != name {
				games := twin[name]
				delete(twin, name)
				if twin[to] == nil {
					twin[to] = map[uint32]bool{}
				}
				maps.Copy(twin[to], games)
			}
		case 4:
			_, err := db.UndoTags()
			if len(history) == 0 {
				if !errors.Is(err, ErrNothingToUndo) {
					t.Fatalf("step %d: got %v, want ErrNothingToUndo", step, err)
				}
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			twin, history = history[len(history)-1], history[:len(history)-1]
		}
		if changed {
			if history = append(history, before); len(history) > maxUndo {
				history = history[1:]
			}
		}
		want := map[string][]uint32{}
		for name, games := range twin {
			want[name] = slices.Sorted(maps.Keys(games))
		}
		if diff := cmp.Diff(want, tagsIn(t, db)); diff != "" {
			t.Fatalf("step %d: %s", step, diff)
		}
		begins := map[uint32]bool{}
		for name, games := range twin {
			if strings.HasPrefix(name, "ab") {
				maps.Copy(begins, games)
			}
		}
		exact, err1 := db.Tagged("AB", false)
		prefix, err2 := db.Tagged("aB", true)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprint(ids(exact), ids(prefix)), fmt.Sprint(slices.Sorted(maps.Keys(twin["ab"])), slices.Sorted(maps.Keys(begins))); got != want {
			t.Fatalf("step %d: Tagged: got %s, want %s", step, got, want)
		}
	}
	if len(history) == 0 {
		t.Error("nothing was changed")
	}
	if err := db.Check(); err != nil {
		t.Error(err)
	}
}

func TestRenameToAnotherTag(t *testing.T) {
	db := openAt(t.TempDir())
	for i, name := range []string{"a", "b"} {
		if _, err := db.AddTag(name, []Game{game(store.GameID(i + 1))}); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.RenameTag("a", "B", false); !errors.Is(err, ErrTagExists) {
		t.Errorf("got %v, want ErrTagExists", err)
	}
	if err := db.RenameTag("a", "A", false); err != nil {
		t.Errorf("another case: %v", err)
	}
	if diff := cmp.Diff(map[string][]uint32{"A": {1}, "b": {2}}, tagsIn(t, db)); diff != "" {
		t.Error(diff)
	}
}

func TestThousandsOfTags(t *testing.T) {
	db := openAt(t.TempDir())
	const n = 5000
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("tag-%04d", i))
	}
	added, err := db.AddTags([]Game{game(1), game(2)}, [][]string{names, names[:10]})
	if err != nil || added != n+10 {
		t.Fatalf("added %d, %v; want %d", added, err, n+10)
	}
	got, err := db.TagsOf(1)
	if err != nil || !slices.Equal(got, names) {
		t.Errorf("game 1 has %d tags, %v; want %d", len(got), err, n)
	}
	digests, err := db.Digests()
	if err != nil || digests[2] != game(2).Digest {
		t.Errorf("digest of game 2: %v, %v", digests[2], err)
	}
	if _, err := db.UndoTags(); err != nil {
		t.Fatal(err)
	}
	if got := tagsIn(t, db); len(got) != 0 {
		t.Errorf("%d tags are left", len(got))
	}
}
