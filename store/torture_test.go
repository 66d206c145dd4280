package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/store/disk"
	"kifudb/store/fulltext"
)

// tortureArchive makes an archive with files of every kind.
func tortureArchive(t testing.TB) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "archive")
	db, err := Open(dir, &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	w, err := db.Writer(derive)
	if err != nil {
		t.Fatal(err)
	}
	addGames(t, w, 0, 12)
	commit(t, w)
	g, err := derive(longRecord())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Add(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	commit(t, w)
	if err := errors.Join(w.Remove(2, 7), w.Close(), db.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}

// ask asks an archive everything, as a process of its own would.
func ask(t testing.TB, dir string) (answer string, err error) {
	db, err := Open(dir, nil)
	if err != nil {
		return "", err
	}
	defer db.Close()
	s, err := db.LazySnapshot() // as questions are asked
	if err != nil {
		return "", err
	}
	defer s.Close()
	var b strings.Builder
	for _, g := range s.Segments() {
		for stored, err := range g.Records(nil) {
			if err != nil {
				return "", err
			}
			script, err := g.Script(stored.Local)
			if err != nil {
				return "", err
			}
			fmt.Fprintln(&b, g.id(stored.Local), stored.Record.Source, DigestOf(stored.Record.Raw), g.Digest(stored.Local), g.Facts(stored.Local), script, g.Info(stored.Local))
			want, err := derive(stored.Record)
			if err != nil {
				return "", err
			}
			for _, key := range want.Keys[:min(5, len(want.Keys))] {
				fmt.Fprint(&b, g.Positions(key), " ")
			}
		}
		for _, size := range g.Sizes(1) {
			fmt.Fprintln(&b, size)
		}
		for _, q := range []fulltext.Query{{Text: "cho"}, {Text: "秀"}, {Text: "ladder"}, {Text: "kobayashi", Kind: fulltext.Fuzzy}, {Text: "Ho", Kind: fulltext.Prefix}} {
			games, err := g.SearchValues(t.Context(), q)
			if err != nil {
				return "", err
			}
			fmt.Fprintln(&b, q, games)
			for hit, err := range g.SearchComments(t.Context(), q) {
				if err != nil {
					return "", err
				}
				c, err := g.Comment(hit)
				if err != nil {
					return "", err
				}
				fmt.Fprintln(&b, hit, c)
			}
		}
	}
	return b.String(), s.Err()
}

// TestTorture flips bytes of every file of an archive, cuts every file off and
// deletes it, one at a time, and asks everything. Each answer is right, or an
// error; a wrong one may only come of what is too large to be verified at every
// question, and then Check names it. KIFUDB_TORTURE is the number of bytes that
// are flipped in each file, 0 for all of them.
func TestTorture(t *testing.T) {
	flips := testsize.Of(12, 2)
	if n, err := strconv.Atoi(os.Getenv("KIFUDB_TORTURE")); err == nil {
		flips = n
	}
	dir := tortureArchive(t)
	want, err := ask(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	const (
		refused = iota // an error at the question
		named          // the right answer, and Check says what is wrong
		wrong          // a wrong answer, but Check says so
		nothing        // the right answer, and nothing is wrong: padding, older files
		silent         // a wrong answer, and Check is silent
	)
	table := map[string]*[5]int{}
	trial := func(name, what string) {
		t.Helper()
		got, err := "", error(nil)
		if caught := disk.Guard(name, func() error { got, err = ask(t, dir); return nil }); caught != nil {
			t.Errorf("%s %s: %v", name, what, caught)
		}
		outcome := refused
		if err == nil {
			reported := false
			if db, err := Open(dir, nil); err != nil {
				reported = true
			} else {
				for range db.Check(t.Context(), derive) {
					reported = true
					break
				}
				db.Close()
			}
			switch {
			case got == want && reported:
				outcome = named
			case got == want:
				outcome = nothing
			case reported:
				outcome = wrong
			default:
				outcome = silent
				t.Errorf("%s %s: a wrong answer, and check is silent", name, what)
			}
		}
		kind := filepath.Base(name)
		if folder := filepath.Base(filepath.Dir(name)); folder == manifestsName || folder == removedName || strings.HasSuffix(name, ".zap") || kind == "root.bolt" {
			kind = folder + "/"
		}
		if table[kind] == nil {
			table[kind] = new([5]int)
		}
		table[kind][outcome]++
	}
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == lockName {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		whole, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		step := 1
		if flips > 0 {
			step = max(1, len(whole)/flips)
		}
		for at := 0; at < len(whole); at += step {
			data := slices.Clone(whole)
			data[at] ^= 1 << (at % 8)
			if err := os.WriteFile(path, data, 0o666); err != nil {
				return err
			}
			trial(name, fmt.Sprintf("with byte %d flipped", at))
		}
		for _, n := range []int{0, len(whole) / 2, len(whole) - 1} {
			if err := os.WriteFile(path, whole[:n], 0o666); err != nil {
				return err
			}
			trial(name, fmt.Sprintf("cut off after %d bytes", n))
		}
		if err := os.Remove(path); err != nil {
			return err
		}
		trial(name, "deleted")
		return os.WriteFile(path, whole, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%-14s %8s %8s %8s %8s %8s\n", "file", "refused", "named", "wrong", "nothing", "silent")
	var sum [5]int
	var kinds []string
	for kind := range table {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	for _, kind := range kinds {
		row := table[kind]
		fmt.Fprintf(&b, "%-14s %8d %8d %8d %8d %8d\n", kind, row[0], row[1], row[2], row[3], row[4])
		for i, n := range row {
			sum[i] += n
		}
	}
	fmt.Fprintf(&b, "%-14s %8d %8d %8d %8d %8d\n", "all", sum[0], sum[1], sum[2], sum[3], sum[4])
	fmt.Fprint(&b, "refused: an error at the question; named: a right answer, check names the damage;\nwrong: a wrong answer, check names it; nothing: a right answer, nothing to name; silent: must be 0")
	t.Log(b.String())
	if sum[refused] == 0 || len(kinds) < 8 {
		t.Error("nothing was tested")
	}
}
