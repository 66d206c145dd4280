package archive

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kifudb/archive/mirror"
	"kifudb/archive/objects"
	"kifudb/archive/objects/objectstest"
	"kifudb/internal/testsize"
)

// tortureTime is how long machines use one store at once, at least: a few seconds, or what
// KIFUDB_STORE_TORTURE says, such as 1h.
func tortureTime(t *testing.T) time.Duration {
	t.Helper()
	text := os.Getenv("KIFUDB_STORE_TORTURE")
	if text == "" {
		return time.Duration(testsize.Of(4, 1)) * time.Second
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// evidence makes a folder for what a long run writes, which stays if the run fails: what
// happened cannot be repeated, as goroutines take turns as they like.
func evidence(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "kifudb-torture")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() && os.Getenv("KIFUDB_STORE_TORTURE") != "" {
			t.Logf("the store, the caches and the list of events are kept in %s", dir)
			return
		}
		os.RemoveAll(dir)
	})
	return dir
}

// history is what machines were told.
type history struct {
	mu           sync.Mutex
	events       *os.File
	acknowledged map[int]bool // files whose import has succeeded
	tags         map[string]bool
	count        map[string]int
}

// did counts what a worker came to the end of; a is nil if it has no archive open.
func (h *history) did(worker int, what string, a *Archive, about ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.count[what]++
	commit := uint64(0)
	if a != nil {
		commit = a.mirror.Commit()
	}
	fmt.Fprintln(h.events, time.Now().Format("15:04:05.000"), "worker", worker, what, "commit", commit, fmt.Sprint(about...))
}

func (h *history) acknowledge(from, to int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for n := from; n < to; n++ {
		h.acknowledged[n] = true
	}
}

// enough reports whether enough has happened to mean anything.
func (h *history) enough() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.count["import"] >= 3 && h.count["search"] >= 3 && h.count["compaction"] >= 1 && h.count["tag"] >= 3 && h.count["killed"] >= 2
}

func (h *history) known() map[int]bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := map[int]bool{}
	for n := range h.acknowledged {
		all[n] = true
	}
	return all
}

// once says which of some files are not in the archive exactly once, and which games of any
// file are there twice.
func once(found map[string]int, files map[int]bool) error {
	for n := range files {
		for i := range 3 {
			if name := fmt.Sprintf("Black %d, White %d", n, i); found[name] != 1 {
				return fmt.Errorf("%s is there %d times, and its import has succeeded", name, found[name])
			}
		}
	}
	for name, n := range found {
		if n != 1 {
			return fmt.Errorf("%s is there %d times", name, n)
		}
	}
	return nil
}

// Machines import overlapping files, tag, compact, collect and search at once, in a store in
// which everything goes wrong now and then, and are killed. What was acknowledged is found by
// every later search, exactly once; and at the end nothing is left that nothing names.
func TestStoreTorture(t *testing.T) {
	// Others leave what nothing names yet for longer than an import takes, also on a slow machine.
	began := time.Now()
	importedFrom(t, newMachine(t, objects.NewFolder(t.TempDir())).archive(t), records(t, 0, 12))
	grace := max(3*time.Second, 30*time.Since(began))
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("KIFUDB_SEED"); s != "" {
		if _, err := fmt.Sscan(s, &seed); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("KIFUDB_SEED=%d, grace %v", seed, grace)
	dir := evidence(t)
	folder := objects.NewFolder(filepath.Join(dir, "store"))
	newMachine(t, folder).archive(t)
	events, err := os.Create(filepath.Join(dir, "events"))
	if err != nil {
		t.Fatal(err)
	}
	defer events.Close()
	h := &history{events: events, acknowledged: map[int]bool{}, tags: map[string]bool{}, count: map[string]int{}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	end := time.Now().Add(tortureTime(t))
	go func() {
		for ctx.Err() == nil && (time.Now().Before(end) || !h.enough()) {
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	var group sync.WaitGroup
	caches := filepath.Join(dir, "caches")
	if err := os.Mkdir(caches, 0o700); err != nil {
		t.Fatal(err)
	}
	// A worker is a machine that is started again whenever it was killed.
	worker := func(number int, kill bool, work func(number int, a *Archive, r *rand.Rand) error) {
		r := rand.New(rand.NewPCG(seed, uint64(number)))
		group.Go(func() {
			for ctx.Err() == nil {
				faults := objectstest.Randomly(r.Uint64(), 30)
				left := -1
				if kill {
					left = r.IntN(150)
				}
				faulty := &objectstest.Faulty{Store: folder, ListDelay: time.Second, Choose: func(operation, key string) objectstest.Fault {
					if left--; left == 0 {
						return objectstest.Killed
					}
					return faults(operation, key)
				}}
				m := &machine{store: faulty, cache: filepath.Join(caches, fmt.Sprint(number)), grace: grace}
				a, err := m.open(Options{})
				for err == nil && ctx.Err() == nil {
					err = work(number, a, r)
				}
				if a != nil {
					a.Close()
				}
				switch {
				case ctx.Err() != nil, err == nil:
				case errors.Is(err, objectstest.ErrKilled):
					h.did(number, "killed", nil, err)
				case errors.Is(err, objects.ErrTemporary), errors.Is(err, mirror.ErrContended), IsStale(err),
					strings.Contains(err.Error(), "took longer"), errors.Is(err, objects.ErrNotExist):
					h.did(number, "failed", nil, err)
				default:
					h.did(number, "wrong", nil, err)
					t.Errorf("worker %d: %v", number, err)
					return
				}
			}
		})
	}
	for number := range 3 {
		worker(number, true, func(number int, a *Archive, r *rand.Rand) error {
			from := r.IntN(400)
			to := from + 1 + r.IntN(12)
			dir, err := os.MkdirTemp(caches, "records")
			if err != nil {
				return err
			}
			if err := writeRecords(dir, from, to); err != nil {
				return err
			}
			done, err := a.Import(context.Background(), &Import{Paths: []string{dir}})
			if err != nil {
				return err
			}
			if done.Added+done.Known != 3*(to-from) {
				return fmt.Errorf("the import of %d games says %+v", 3*(to-from), done.Totals)
			}
			h.acknowledge(from, to)
			h.did(number, "import", a, from, " to ", to)
			return os.RemoveAll(dir)
		})
	}
	worker(3, true, func(number int, a *Archive, _ *rand.Rand) error {
		if _, err := a.Compact(context.Background(), nil); err != nil {
			return err
		}
		h.did(number, "compaction", a)
		return nil
	})
	worker(4, true, func(number int, a *Archive, r *rand.Rand) error {
		tag := fmt.Sprint("tag", r.IntN(1000))
		added := 0
		if err := a.Ask(func(v *View) error {
			if v.Len() == 0 {
				return nil
			}
			ids, err := v.Tag(tag, []GameID{1})
			added = len(ids)
			return err
		}); err != nil || added == 0 {
			return err
		}
		h.did(number, "tag", a, tag)
		h.mu.Lock()
		defer h.mu.Unlock()
		h.tags[tag] = true
		return nil
	})
	for number := range 2 {
		worker(5+number, false, func(number int, a *Archive, _ *rand.Rand) error {
			before := h.known()
			if err := a.mirror.Refresh(context.Background(), 0); err != nil {
				return err
			}
			found := map[string]int{}
			err := a.Ask(func(v *View) error {
				clear(found)
				page, err := v.Search(context.Background(), &Search{Query: parse(t, ""), Records: true})
				if err != nil {
					return err
				}
				for _, g := range page.Games {
					found[g.Black+", "+g.White]++
				}
				return nil
			})
			if err != nil {
				return err
			}
			if err := once(found, before); err != nil {
				t.Errorf("worker %d, at commit %d: %v", number, a.mirror.Commit(), err)
			}
			h.did(number, "search", a, len(before))
			return nil
		})
	}
	group.Wait()
	last := &machine{store: folder, cache: t.TempDir(), grace: grace}
	a := last.archive(t)
	if err := once(contentsOf(t, a), h.known()); err != nil {
		t.Error(err)
	}
	tags, err := a.user.Tags()
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range tags {
		delete(h.tags, tag.Name)
	}
	for tag := range h.tags {
		t.Errorf("%s is not there, and the user was told that it is", tag)
	}
	sound(t, a)
	time.Sleep(grace + 100*time.Millisecond)
	if _, err := a.mirror.Collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	if checked, err := a.mirror.Check(t.Context()); err != nil || checked.Unnamed > 0 || len(checked.Faults) > 0 {
		t.Errorf("after the grace time: %+v, %v", checked, err)
	}
	t.Logf("%v, %d files were acknowledged, the last commit is %d", h.count, len(h.acknowledged), a.mirror.Commit())
}
