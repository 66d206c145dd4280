package mirror_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/archive/mirror"
	"kifudb/archive/objects"
	"kifudb/indexer/ledger"
	"kifudb/internal/testsize"
)

// However much was imported, a commit writes what is new of the ledger, which stays a few
// parts; and whoever reads it, from the beginning or after each commit, reads all of it.
func TestLedgerCost(t *testing.T) {
	s := &counting{Store: objects.NewFolder(t.TempDir()), requests: map[string]int{}}
	one := open(t, s, mirror.Options{Cache: t.TempDir(), Create: true})
	two := open(t, s, mirror.Options{Cache: t.TempDir()})
	n := testsize.Of(150, 60)
	var want []string
	var costs []int64
	for i := range n {
		path := fmt.Sprintf("/games/%d/%s", i, strings.Repeat("name of a folder", i%5))
		s.reset()
		if err := one.Change(t.Context(), entering(path)); err != nil {
			t.Fatal(err)
		}
		costs = append(costs, s.written)
		want = append(want, fmt.Sprint(i+1, path))
		if i%7 == 0 || i > n-20 {
			if got := importsOf(t, two); !slices.Equal(got, want) {
				t.Fatalf("after %d imports another machine sees %q", i+1, got)
			}
		}
	}
	fresh := open(t, s, mirror.Options{Cache: t.TempDir()})
	for _, m := range []*mirror.Mirror{one, two, fresh} {
		if got := importsOf(t, m); !slices.Equal(got, want) {
			t.Errorf("%d imports, not %d", len(got), len(want))
		}
	}
	parts, err := ledger.Parts(oneLedger(t, fresh))
	if err != nil || len(parts) < 1 || len(parts) > 16 {
		t.Errorf("%d parts, %v", len(parts), err)
	}
	// The whole ledger is some 50 kB by then; a line is a few hundred bytes, a commit and its hint 3 kB.
	if most := slices.Max(costs[1:]); most > 32<<10 {
		t.Errorf("a commit writes up to %d bytes", most)
	}
	t.Logf("%d imports: %d parts, commits of %d to %d bytes", n, len(parts), slices.Min(costs), slices.Max(costs))
}

// oneLedger returns the file of the only ledger of another machine.
func oneLedger(t *testing.T, m *mirror.Mirror) string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(m.Dir(), ledger.OthersName))
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	return filepath.Join(m.Dir(), ledger.OthersName, entries[0].Name())
}

// A ledger in the cache that was damaged or removed is made again of its parts.
func TestLedgerDamagedInCache(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	one := open(t, s, mirror.Options{Cache: t.TempDir(), Create: true})
	two := open(t, s, mirror.Options{Cache: t.TempDir()})
	for _, path := range []string{"a", "b"} {
		if err := one.Change(t.Context(), entering(path)); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"1a", "2b"}
	for _, harm := range []func(name string) error{
		os.Remove,
		func(name string) error { return os.WriteFile(name, []byte("nothing"), 0o666) },
	} {
		if got := importsOf(t, two); !slices.Equal(got, want) {
			t.Fatalf("%q", got)
		}
		if err := harm(oneLedger(t, two)); err != nil {
			t.Fatal(err)
		}
		if got := importsOf(t, two); !slices.Equal(got, want) {
			t.Errorf("after it was harmed: %q", got)
		}
	}
}
