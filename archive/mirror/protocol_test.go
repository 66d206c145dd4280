package mirror

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kifudb/archive/objects"
	"kifudb/archive/objects/objectstest"
	"kifudb/store"
)

// some injects a fault into the operations on keys with a prefix, from one call on for so many.
func some(operation, prefix string, fault objectstest.Fault, skip, times int) func(string, string) objectstest.Fault {
	return func(op, key string) objectstest.Fault {
		if op != operation || !strings.HasPrefix(key, prefix) {
			return objectstest.None
		}
		if skip--; skip >= 0 {
			return objectstest.None
		}
		if times--; times >= 0 {
			return fault
		}
		return objectstest.None
	}
}

// A commit is right in each of its parts.
func TestCommitCheck(t *testing.T) {
	bad := blob{"x", 1}
	for name, c := range map[string]*commit{
		"no archive":          {Format: 1, Number: 7},
		"no format":           {Archive: "a", Number: 7},
		"another number":      {Format: 1, Archive: "a", Number: 6},
		"the user's log":      {User: []blob{someBlob, bad}},
		"what was found":      {Found: []blob{bad}},
		"what was decided":    {Decided: []blob{bad}},
		"a page":              {Pages: []pageRef{{Page: 0, blob: bad}}},
		"a ledger":            {Ledgers: []ledgerRef{{Machine: "m", Chunks: []blob{someBlob, bad}}}},
		"a file's contents":   {Files: []namedBlob{{"MANIFEST", bad}}},
		"bytes without a key": {User: []blob{{"", 1}}},
		"a key without bytes": {User: []blob{{someBlob.Key, 0}}},
		"less than no bytes":  {User: []blob{{someBlob.Key, -1}}},
		"a digit too few":     {User: []blob{{strings.Repeat("ab", 32) + "-0123456789abcde", 1}}},
		"a digit too many":    {User: []blob{{strings.Repeat("ab", 32) + "a-0123456789abcdef", 1}}},
	} {
		if c.User != nil || c.Found != nil || c.Decided != nil || c.Pages != nil || c.Ledgers != nil || c.Files != nil {
			c.Format, c.Archive, c.Number = 1, "a", 7
		}
		if err := c.check(7); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	p := &page{Segments: []segment{{Name: "000001", Files: []namedBlob{{"segments/000001/games.db", bad}}}}}
	if err := p.check(); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("a segment's contents: %v", err)
	}
}

// What comes damaged is read five times; what others replace meanwhile, until it stays; and
// nothing for those who have given up.
func TestAgain(t *testing.T) {
	broken := errors.New("broken")
	for _, test := range []struct {
		name  string
		errs  []error // of the reads, the last of all that follow
		want  error
		reads int
	}{
		{"at once", []error{nil}, nil, 1},
		{"broken", []error{broken}, broken, 1},
		{"damaged twice", []error{store.ErrCorrupt, store.ErrCorrupt, nil}, nil, 3},
		{"damaged", []error{store.ErrCorrupt}, store.ErrCorrupt, 5},
		{"replaced five times", []error{objects.ErrChanged, objects.ErrChanged, objects.ErrChanged, objects.ErrChanged, objects.ErrChanged, nil}, nil, 6},
		{"damaged, then broken", []error{store.ErrCorrupt, broken}, broken, 2},
	} {
		reads := 0
		err := again(t.Context(), func() error {
			reads++
			return test.errs[min(reads, len(test.errs))-1]
		})
		if !errors.Is(err, test.want) || reads != test.reads {
			t.Errorf("%s: %v after %d reads", test.name, err, reads)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	reads := 0
	err := again(ctx, func() error {
		if reads++; reads == 4 {
			cancel()
		}
		return objects.ErrChanged
	})
	if !errors.Is(err, objects.ErrChanged) || reads != 4 {
		t.Errorf("given up while it is replaced: %v after %d reads", err, reads)
	}
	if err := again(ctx, func() error { reads++; return nil }); !errors.Is(err, context.Canceled) || reads != 4 {
		t.Errorf("given up before: %v after %d reads", err, reads)
	}
}

// A commit whose put had no clear answer is there if it says so itself, and is somebody else's,
// not there, or unknown, otherwise.
func TestPutCommit(t *testing.T) {
	for _, test := range []struct {
		name  string
		fault func(string, string) objectstest.Fault
		taken bool // by another commit
		want  error
		there bool
		text  string // in the error
	}{
		{"done", nil, false, nil, true, ""},
		{"done, but nobody was told", some("put-if-absent", commitPrefix, objectstest.Lost, 0, 1), false, nil, true, ""},
		{"refused", some("put-if-absent", commitPrefix, objectstest.Refused, 0, 9), false, objects.ErrTemporary, false, ""},
		{"taken", nil, true, errLost, true, ""},
		{"refused, and taken", some("put-if-absent", commitPrefix, objectstest.Refused, 0, 9), true, errLost, true, ""},
		{"unknown", func(op, key string) objectstest.Fault {
			if strings.HasPrefix(key, commitPrefix) {
				return map[string]objectstest.Fault{"put-if-absent": objectstest.Lost, "get": objectstest.Refused}[op]
			}
			return objectstest.None
		}, false, objects.ErrTemporary, true, "unknown whether"},
		{"done, and the hint refused", some("put-if-absent", headKey, objectstest.Refused, 0, 99), false, nil, true, ""},
	} {
		folder := objects.NewFolder(t.TempDir())
		if test.taken {
			if err := (&commit{Archive: "a", Number: 3}).put(t.Context(), folder); err != nil {
				t.Fatal(err)
			}
		}
		c := &commit{Archive: "a", Number: 3}
		err := c.put(t.Context(), &objectstest.Faulty{Store: folder, Choose: test.fault})
		if !errors.Is(err, test.want) || err != nil && !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: %v", test.name, err)
		}
		there, err := readCommit(t.Context(), folder, 3)
		if (err == nil) != test.there || test.there && (there.Chance == c.Chance) == test.taken {
			t.Errorf("%s: there is %+v, %v", test.name, there, err)
		}
	}
}

// The hint rises and never falls, whoever writes it at the same time.
func TestRaiseHint(t *testing.T) {
	ctx, s := t.Context(), objects.NewFolder(t.TempDir())
	for _, n := range []uint64{3, 2, 3, 7, 6} {
		if err := raiseHint(ctx, s, n); err != nil {
			t.Fatal(err)
		}
	}
	if h, tag, err := readHint(ctx, s); err != nil || h.Number != 7 || h.Format != format || tag == "" {
		t.Errorf("%+v, %q, %v", h, tag, err)
	}
	for rivals, want := range map[int]error{7: nil, 8: objects.ErrChanged} {
		r := &rival{Store: s, left: rivals, next: 100}
		if err := raiseHint(ctx, r, 1000); !errors.Is(err, want) {
			t.Errorf("%d others: %v", rivals, err)
		}
		if err := s.Delete(ctx, headKey); err != nil {
			t.Fatal(err)
		}
	}
	r := &rival{Store: s, left: 1, next: 5000}
	if err := raiseHint(ctx, r, 1000); err != nil {
		t.Error(err)
	}
	if h, _, err := readHint(ctx, s); err != nil || h.Number != 5000 {
		t.Errorf("behind the other's: %+v, %v", h, err)
	}
}

// rival raises the hint just before somebody else does.
type rival struct {
	objects.Store
	left int
	next uint64
}

func (r *rival) before(ctx context.Context) error {
	if r.left--; r.left < 0 {
		return nil
	}
	r.next++
	return raiseHint(ctx, r.Store, r.next-1)
}

func (r *rival) PutIfAbsent(ctx context.Context, key string, b objects.Body) (string, error) {
	if err := r.before(ctx); err != nil {
		return "", err
	}
	return r.Store.PutIfAbsent(ctx, key, b)
}

func (r *rival) PutIfMatch(ctx context.Context, key, tag string, b objects.Body) (string, error) {
	if err := r.before(ctx); err != nil {
		return "", err
	}
	return r.Store.PutIfMatch(ctx, key, tag, b)
}

// A commit behind the hint is taken from what is known; one before it is not.
func TestNewestFrom(t *testing.T) {
	ctx, s := t.Context(), objects.NewFolder(t.TempDir())
	for n := range uint64(3) {
		if err := (&commit{Archive: "a", Number: n + 1}).put(ctx, s); err != nil {
			t.Fatal(err)
		}
	}
	third, err := readCommit(ctx, s, 3)
	if err != nil {
		t.Fatal(err)
	}
	counted := &gets{Store: s}
	if c, err := newest(ctx, counted, third); err != nil || c != third {
		t.Errorf("got %+v, %v", c, err)
	}
	if want := []string{headKey, commitKey(4)}; !slices.Equal(counted.keys, want) {
		t.Errorf("it asks for %q, want %q", counted.keys, want)
	}
	damaged := &objectstest.Faulty{Store: s, Choose: some("get", commitPrefix, objectstest.Corrupt, 0, 99)}
	if c, err := newest(ctx, damaged, nil); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("a damaged commit: %+v, %v", c, err)
	}
	refused := &objectstest.Faulty{Store: s, Choose: some("get", headKey, objectstest.Refused, 0, 99)}
	if c, err := newest(ctx, refused, nil); !errors.Is(err, objects.ErrTemporary) || !strings.Contains(err.Error(), headKey) {
		t.Errorf("a refused hint: %+v, %v", c, err)
	}
}

// gets notes what is asked for.
type gets struct {
	objects.Store
	keys []string
}

func (g *gets) Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, objects.Info, error) {
	g.keys = append(g.keys, key)
	return g.Store.Get(ctx, key, offset, length)
}

// Of contents in chunks only those are put that are new, and all of them come back.
func TestChunks(t *testing.T) {
	ctx := t.Context()
	for _, size := range []int{0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 2*chunkSize + 5} {
		s := objects.NewFolder(t.TempDir())
		text := bytes.Repeat([]byte("0123456789abcdefg"), size/17+1)[:size]
		chunks, err := putChunks(ctx, s, bytes.NewReader(text), int64(size), nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := (size + chunkSize - 1) / chunkSize; len(chunks) != want {
			t.Errorf("%d bytes: %d chunks, want %d", size, len(chunks), want)
		}
		if got, err := fetchChunks(ctx, s, chunks); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%d bytes: %d came back, %v", size, len(got), err)
		}
		known := map[string]blob{}
		for _, b := range chunks {
			if !b.valid() {
				t.Errorf("%d bytes: %+v", size, b)
			}
			known[b.digest()] = b
		}
		killed := &objectstest.Faulty{Store: s, Choose: some("put-if-absent", "", objectstest.Killed, 0, 1)}
		if same, err := putChunks(ctx, killed, bytes.NewReader(text), int64(size), known); err != nil || !slices.Equal(same, chunks) {
			t.Errorf("%d bytes are put again: %v, %v", size, same, err)
		}
		if size == 0 {
			continue
		}
		text[size-1]++
		more, err := putChunks(ctx, s, bytes.NewReader(text), int64(size), known)
		if last := len(chunks) - 1; err != nil || !slices.Equal(more[:last], chunks[:last]) || more[last] == chunks[last] {
			t.Errorf("%d bytes, of which one is another: %v, %v", size, more, err)
		}
	}
}

// Contents of the wrong digest or size are asked for again, a few times in all, and never taken.
func TestFetchDamaged(t *testing.T) {
	ctx, s := t.Context(), objects.NewFolder(t.TempDir())
	b, err := put(ctx, s, objects.Text([]byte("some contents")), nil)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "file")
	for _, fault := range []objectstest.Fault{objectstest.Corrupt, objectstest.Short} {
		for times, want := range map[int]error{maxDamaged - 1: nil, maxDamaged: store.ErrCorrupt} {
			f := &objectstest.Faulty{Store: s, Choose: some("get", dataPrefix, fault, 0, times)}
			text, err := fetchText(ctx, f, b)
			if !errors.Is(err, want) || err == nil && string(text) != "some contents" {
				t.Errorf("%s %d times: %q, %v", fault, times, text, err)
			}
			f.Choose = some("get", dataPrefix, fault, 0, times)
			err = fetchFile(ctx, f, b, name, nil)
			if _, there := os.Stat(name); !errors.Is(err, want) || (there == nil) != (want == nil) {
				t.Errorf("%s %d times: %v; %v", fault, times, err, there)
			}
			os.Remove(name)
		}
	}
	longer := b
	longer.Size++
	shorter := b
	shorter.Size--
	other := b
	for _, b := range []blob{longer, shorter} {
		if _, err := fetchText(ctx, s, b); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("%d bytes: %v", b.Size, err)
		}
	}
	other.Key = "0" + other.Key[1:]
	if _, err := fetchText(ctx, s, other); !errors.Is(err, objects.ErrNotExist) {
		t.Errorf("other contents: %v", err)
	}
	// An object that is there already is one that an earlier try has made.
	lost := &objectstest.Faulty{Store: objects.Retry(&objectstest.Faulty{Store: s, Choose: some("put-if-absent", dataPrefix, objectstest.Lost, 0, 1)}, &objects.Patience{First: 1})}
	if b, err := put(ctx, lost, objects.Text([]byte("more")), nil); err != nil {
		t.Errorf("put twice: %v, %v", b, err)
	}
}

// All things are done, eight at a time; after the first error no more are begun, and it is told.
func TestEach(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 9, 100} {
		done := make([]int, n)
		if err := each(t.Context(), n, func(_ context.Context, i int) error { done[i]++; return nil }); err != nil {
			t.Error(err)
		}
		if slices.ContainsFunc(done, func(times int) bool { return times != 1 }) {
			t.Errorf("of %d: %v", n, done)
		}
	}
	broken := errors.New("broken")
	begun := make(chan int, 1000)
	err := each(t.Context(), 1000, func(ctx context.Context, i int) error {
		begun <- i
		if i == 3 {
			return broken
		}
		<-ctx.Done()
		return nil
	})
	if !errors.Is(err, broken) || len(begun) > together+1 {
		t.Errorf("%v after %d were begun", err, len(begun))
	}
	gate := make(chan struct{})
	var met atomic.Int32
	err = each(t.Context(), together, func(context.Context, int) error { // waits until all are there
		if met.Add(1) == together {
			close(gate)
		}
		select {
		case <-gate:
			return nil
		case <-time.After(10 * time.Second):
			return errors.New("fewer at a time")
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// All that a commit names is among its contents, wherever it names them.
func TestBlobs(t *testing.T) {
	b := func(digit string) blob { return blob{strings.Repeat(digit, 64) + "-0123456789abcdef", 1} }
	c := &commit{
		User: []blob{b("1")}, Decided: []blob{b("2")}, Found: []blob{b("3"), {}},
		Ledgers: []ledgerRef{{Machine: "m", Chunks: []blob{b("4")}}},
		Files:   []namedBlob{{"MANIFEST", b("5")}}, Pages: []pageRef{{Page: 0, blob: b("6")}},
	}
	pages := map[string]*page{b("6").Key: {Segments: []segment{{Name: "000001", Files: []namedBlob{{"segments/000001/games.db", b("7")}}}}}}
	var digits []string
	for one := range blobs(c, pages) {
		digits = append(digits, one.Key[:1])
	}
	slices.Sort(digits)
	if got := strings.Join(digits, ""); got != "1234567" {
		t.Errorf("contents %s", got)
	}
	if got := slices.Sorted(maps.Keys(known(c, pages))); len(got) != 7 || got[0] != strings.Repeat("1", 64) {
		t.Errorf("known are %q", got)
	}
	if got := known(nil, nil); len(got) != 0 {
		t.Errorf("of nothing %v are known", got)
	}
}
