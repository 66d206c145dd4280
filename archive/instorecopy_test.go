package archive

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/archive/mirror"
	"kifudb/archive/objects"
	"kifudb/archive/objects/objectstest"
)

// A copy is the same archive, whichever way it goes, and what was copied before it was
// stopped is not copied again.
func TestCopy(t *testing.T) {
	dir := t.TempDir()
	first := filepath.Join(dir, "first")
	a, err := Open(first, &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		importedFrom(t, a, records(t, 10*i, 10*i+10))
	}
	err = a.Ask(func(v *View) error {
		_, err := v.Tag("fine", []GameID{2})
		return err
	})
	if err := errors.Join(err, a.Close()); err != nil {
		t.Fatal(err)
	}
	whole := objects.NewFolder(filepath.Join(dir, "store"))
	puts, stop := 0, 12
	var s objects.Store = &objectstest.Faulty{Store: whole, Choose: func(operation, key string) objectstest.Fault {
		if operation == "put-if-absent" && strings.HasPrefix(key, "data/") {
			if puts++; stop > 0 && puts > stop {
				return objectstest.Refused
			}
		}
		if operation == "get" && strings.HasPrefix(key, "data/") && stop < 0 {
			if stop++; stop == 0 {
				stop = -1
				return objectstest.Refused
			}
		}
		return objectstest.None
	}}
	o := &Options{Objects: func(string) (objects.Store, error) { return s, nil }, Cache: Cache{Dir: t.TempDir()}, patience: impatient}
	if _, err := Copy(t.Context(), first, "objects:x", o, nil); !errors.Is(err, objects.ErrTemporary) {
		t.Fatalf("a copy that is stopped: %v", err)
	}
	if _, err := Open("objects:x", o); !errors.Is(err, ErrNoArchive) {
		t.Errorf("after it was stopped: %v", err)
	}
	stop, puts = 0, 0
	done, err := Copy(t.Context(), first, "objects:x", o, nil)
	if err != nil || done.Games != 90 || done.Same {
		t.Fatalf("%+v, %v", done, err)
	}
	n := 0
	for range whole.List(t.Context(), "data/") {
		n++
	}
	if puts >= n || puts == 0 {
		t.Errorf("%d of %d objects were put the second time", puts, n)
	}
	if again, err := Copy(t.Context(), first, "objects:x", o, nil); err != nil || !again.Same {
		t.Errorf("the same again: %+v, %v", again, err)
	}
	second, third, fourth := filepath.Join(dir, "second"), filepath.Join(dir, "third"), filepath.Join(dir, "second")
	stop = -5
	if _, err := Copy(t.Context(), "objects:x", second, o, nil); !errors.Is(err, objects.ErrTemporary) {
		t.Errorf("a copy that is stopped: %v", err)
	}
	if _, err := os.Lstat(second); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after it was stopped: %v", err)
	}
	stop = 0
	for _, c := range [][2]string{{"objects:x", second}, {second, third}} {
		if done, err := Copy(t.Context(), c[0], c[1], o, nil); err != nil || done.Games != 90 {
			t.Fatalf("%v: %+v, %v", c, done, err)
		}
	}
	if _, err := Copy(t.Context(), "objects:x", fourth, o, nil); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("over an archive: %v", err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 4 { // first, second, third, store
		t.Errorf("%v are left, %v", left, err)
	}
	var texts []string
	for _, place := range []string{first, "objects:x", second, third} {
		a, err := Open(place, o)
		if err != nil {
			t.Fatal(err)
		}
		sound(t, a)
		expectGames(t, a, 0, 30)
		err = a.Ask(func(v *View) error {
			page, err := v.Search(t.Context(), &Search{Query: parse(t, "tag:fine or player:7")})
			if err != nil {
				return err
			}
			text, err := json.Marshal(page)
			texts = append(texts, fmt.Sprint(v.snapshot.ID(), v.Generation(), string(text)))
			return err
		})
		if err := errors.Join(err, a.Close()); err != nil {
			t.Fatal(err)
		}
	}
	for i, text := range texts {
		if text != texts[0] {
			t.Errorf("copy %d answers\n%s, not\n%s", i, text, texts[0])
		}
	}
	// Another archive is not written over.
	other := filepath.Join(dir, "other")
	b, err := Open(other, &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Copy(t.Context(), other, "objects:x", o, nil); !errors.Is(err, mirror.ErrOther) {
		t.Errorf("over another archive: %v", err)
	}
}

// At whatever operation a copy to or from a store is killed, there is nothing at the place where
// it was to be, and the next copy completes it; what it reports goes up to all bytes.
func TestCopyKilled(t *testing.T) {
	dir := t.TempDir()
	from := filepath.Join(dir, "from")
	a, err := Open(from, &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		importedFrom(t, a, records(t, 5*i, 5*i+5))
	}
	uploaded(t, a, map[string]string{"what/is this.txt": "no game"})
	uploaded(t, a, map[string]string{"what/is that.txt": "nor this"})
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	segments := int64(0) // bytes
	err = filepath.WalkDir(filepath.Join(from, "segments"), func(_ string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		segments += info.Size()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	// copies copies on, on a machine that dies at an operation, and returns the puts of data.
	moved := map[string]int{} // uploads, by operation
	copies := func(from, to string, s objects.Store, cache string, last int) (puts int, err error) {
		n := 0
		faulty := &objectstest.Faulty{Store: s, Choose: func(operation, key string) objectstest.Fault {
			if n++; n > last {
				return objectstest.Killed
			}
			if operation == "put-if-absent" && strings.HasPrefix(key, "data/") {
				puts++
			}
			if strings.HasPrefix(key, "uploads/") {
				moved[operation]++
			}
			return objectstest.None
		}}
		o := &Options{Objects: func(string) (objects.Store, error) { return faulty, nil }, Cache: Cache{Dir: cache}, patience: impatient}
		done, total := int64(-1), int64(0)
		_, err = Copy(t.Context(), from, to, o, func(p JobProgress) {
			if p.Done < done || p.Done > p.Total {
				t.Errorf("after %d of %d bytes, %d of %d are there", done, total, p.Done, p.Total)
			}
			done, total = p.Done, p.Total
		})
		if err == nil && (done != total || last < 1<<30 && total <= segments || total > segments+1000) {
			t.Errorf("at the end %d of %d bytes are there; the segments have %d, the uploads some hundred", done, total, segments)
		}
		if err != nil && !errors.Is(err, objectstest.ErrKilled) {
			t.Fatalf("killed at operation %d: %v", last, err)
		}
		return puts, err
	}
	killed, saved := 0, 0
	var whole string // a store that has all
	for last := 0; ; last += 3 {
		folder := filepath.Join(t.TempDir(), "store")
		s, cache := objects.NewFolder(folder), t.TempDir()
		clear(moved)
		before, err := copies(from, "objects:x", s, cache, last)
		if err == nil {
			whole = folder
			break
		}
		killed++
		after, err := copies(from, "objects:x", s, cache, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		if all := len(objectsOf(t, s, "data/")); before+after > all+atOnce {
			t.Errorf("killed at operation %d: %d and %d objects were put, and there are %d", last, before, after, all)
		} else if n := len(objectsOf(t, s, "uploads/")); n != 2 || moved["put-if-absent"] != 2 {
			t.Errorf("killed at operation %d: there are %d uploads, after %v", last, n, moved)
		} else if before > 0 && after < all {
			saved++
		}
		machine := newMachine(t, s)
		machine.cache = cache
		if last%4 == 0 {
			expectGames(t, machine.archive(t), 0, 15)
		}
	}
	if killed < 10 || saved < 5 {
		t.Errorf("too little happened to mean anything: %d copies were killed, %d went on", killed, saved)
	}
	for last, s := 1, objects.NewFolder(whole); ; last += 3 {
		to := filepath.Join(t.TempDir(), "to")
		clear(moved)
		cache := t.TempDir()
		_, err := copies("objects:x", to, s, cache, last)
		if err == nil {
			break
		}
		if _, err := os.Lstat(to); !errors.Is(err, os.ErrNotExist) {
			t.Fatalf("killed at operation %d: there is something, %v", last, err)
		}
		if _, err := copies("objects:x", to, s, cache, 1<<30); err != nil {
			t.Fatal(err)
		}
		b, err := Open(to, nil)
		if err != nil {
			t.Fatal(err)
		}
		expectGames(t, b, 0, 15)
		if moved["get"] != 2 {
			t.Errorf("killed at operation %d: the uploads were fetched by %v", last, moved)
		}
		if got := uploadsOf(t, b); got != "what/is that.txt: nor this\nwhat/is this.txt: no game\n" {
			t.Errorf("killed at operation %d: the uploads are %q", last, got)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// atOnce is how many objects are put at once, of which the last may be put again.
const atOnce = 8
