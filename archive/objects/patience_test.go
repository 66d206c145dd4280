package objects_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kifudb/archive/objects"
)

// memory is a store whose answers a test chooses. Its clock is that of the test's bubble.
type memory struct {
	objects map[string]string
	puts    int                               // the tag of an object is how many were put before it
	tags    map[string]string                 //
	refuse  func(operation, key string) error // may be nil
	body    func(ctx context.Context, text string) io.Reader
	calls   []time.Time
	ranges  [][2]int64   // of Get
	open    int          // bodies that are not closed
	alive   atomic.Int32 // contexts of Get that are not over, which end in goroutines of their own
}

func newMemory(objects map[string]string) *memory {
	m := &memory{objects: map[string]string{}, tags: map[string]string{}}
	for _, key := range slices.Sorted(maps.Keys(objects)) {
		m.put(key, objects[key])
	}
	return m
}

func (m *memory) put(key, text string) string {
	m.puts++
	m.objects[key], m.tags[key] = text, fmt.Sprint(m.puts)
	return m.tags[key]
}

func (m *memory) call(operation, key string) error {
	m.calls = append(m.calls, time.Now())
	if m.refuse == nil {
		return nil
	}
	return m.refuse(operation, key)
}

type memoryBody struct {
	io.Reader
	m *memory
}

func (b *memoryBody) Close() error { b.m.open--; return nil }

func (m *memory) Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, objects.Info, error) {
	m.ranges = append(m.ranges, [2]int64{offset, length})
	m.alive.Add(1)
	context.AfterFunc(ctx, func() { m.alive.Add(-1) })
	if err := m.call("get", key); err != nil {
		return nil, objects.Info{}, err
	}
	text, ok := m.objects[key]
	if !ok {
		return nil, objects.Info{}, objects.ErrNotExist
	}
	info := objects.Info{Key: key, Size: int64(len(text)), Tag: m.tags[key]}
	text = text[min(offset, info.Size):]
	if length >= 0 {
		text = text[:min(length, int64(len(text)))]
	}
	m.open++
	if m.body != nil {
		return &memoryBody{m.body(ctx, text), m}, info, nil
	}
	return &memoryBody{strings.NewReader(text), m}, info, nil
}

func (m *memory) PutIfAbsent(_ context.Context, key string, body objects.Body) (string, error) {
	if err := m.call("put-if-absent", key); err != nil {
		return "", err
	}
	if _, ok := m.objects[key]; ok {
		return "", objects.ErrExists
	}
	text, err := io.ReadAll(io.NewSectionReader(body, 0, body.Size()))
	return m.put(key, string(text)), err
}

func (m *memory) PutIfMatch(_ context.Context, key, tag string, body objects.Body) (string, error) {
	if err := m.call("put-if-match", key); err != nil {
		return "", err
	}
	if m.tags[key] != tag {
		return "", objects.ErrChanged
	}
	text, err := io.ReadAll(io.NewSectionReader(body, 0, body.Size()))
	return m.put(key, string(text)), err
}

func (m *memory) List(_ context.Context, prefix string) iter.Seq2[objects.Info, error] {
	return func(yield func(objects.Info, error) bool) {
		if err := m.call("list", prefix); err != nil {
			yield(objects.Info{}, err)
			return
		}
		for _, key := range slices.Sorted(maps.Keys(m.objects)) {
			if !strings.HasPrefix(key, prefix) {
				continue
			}
			if m.refuse != nil {
				if err := m.refuse("listed", key); err != nil {
					yield(objects.Info{}, err)
					return
				}
			}
			if !yield(objects.Info{Key: key, Size: int64(len(m.objects[key]))}, nil) {
				return
			}
		}
	}
}

func (m *memory) Delete(_ context.Context, key string) error {
	if err := m.call("delete", key); err != nil {
		return err
	}
	delete(m.objects, key)
	delete(m.tags, key)
	return nil
}

func refuseAll(string, string) error { return objects.ErrTemporary }

// Pauses begin with the first, double until the longest, and are up to half of that shorter,
// by chance.
func TestPauses(t *testing.T) {
	for _, test := range []struct {
		name        string
		patience    *objects.Patience
		tries       int
		first, most time.Duration
	}{
		{"default", nil, 8, 100 * time.Millisecond, 10 * time.Second},
		{"zeros are the default", &objects.Patience{}, 8, 100 * time.Millisecond, 10 * time.Second},
		{"one try", &objects.Patience{Tries: 1}, 1, 0, 0},
		{"two tries", &objects.Patience{Tries: 2, First: 3 * time.Second}, 2, 3 * time.Second, 10 * time.Second},
		{"the shortest pauses", &objects.Patience{First: 1, Most: 1}, 8, 1, 1},
		{"short pauses", &objects.Patience{First: 2, Most: time.Hour}, 8, 2, time.Hour},
		{"so many tries that a number of 64 bits cannot be doubled as often", &objects.Patience{Tries: 90, First: time.Second, Most: time.Minute}, 90, time.Second, time.Minute},
	} {
		least, most := 1.0, 0.0 // of what a pause may be
		for range 30 {
			synctest.Test(t, func(t *testing.T) {
				m := newMemory(nil)
				m.refuse = refuseAll
				err := objects.Retry(m, test.patience).Delete(t.Context(), "a")
				if !errors.Is(err, objects.ErrTemporary) || !strings.Contains(err.Error(), fmt.Sprintf("after %d tries", test.tries)) {
					t.Errorf("%s: %v", test.name, err)
				}
				if len(m.calls) != test.tries {
					t.Fatalf("%s: %d tries, want %d", test.name, len(m.calls), test.tries)
				}
				whole := test.first
				for i := range test.tries - 1 {
					pause := m.calls[i+1].Sub(m.calls[i])
					if pause < whole/2 || pause > whole {
						t.Errorf("%s: pause %d is %v, want %v to %v", test.name, i+1, pause, whole/2, whole)
					}
					share := float64(pause) / float64(whole)
					least, most = min(least, share), max(most, share)
					whole = min(2*whole, test.most)
				}
			})
		}
		if test.tries >= 8 && test.most > 1 && (least > 0.55 || most < 0.95) {
			t.Errorf("%s: pauses are %.2f to %.2f of what they may be", test.name, least, most)
		}
	}
}

// Who gives up does not wait for the pause, nor is told of the store.
func TestRetryCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMemory(nil)
		m.refuse = refuseAll
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
		defer cancel()
		start := time.Now()
		err := objects.Retry(m, &objects.Patience{First: 2 * time.Hour, Most: 2 * time.Hour}).Delete(ctx, "a")
		if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took != 30*time.Minute {
			t.Errorf("in a pause: %v after %v", err, took)
		}
		ctx, give := context.WithCancel(t.Context())
		defer give()
		m.refuse = func(string, string) error { give(); return objects.ErrTemporary }
		m.calls = nil
		if err := objects.Retry(m, nil).Delete(ctx, "a"); !errors.Is(err, context.Canceled) || len(m.calls) != 1 {
			t.Errorf("in the operation: %v after %d calls", err, len(m.calls))
		}
		m.refuse = func(string, string) error { return objects.ErrDenied }
		m.calls = nil
		if err := objects.Retry(m, nil).Delete(t.Context(), "a"); !errors.Is(err, objects.ErrDenied) || len(m.calls) != 1 {
			t.Errorf("what stays denied: %v after %d calls", err, len(m.calls))
		}
	})
}

// cut reads so many bytes and breaks off.
func cut(n int) func(context.Context, string) io.Reader {
	return func(_ context.Context, text string) io.Reader {
		if len(text) <= n {
			return strings.NewReader(text)
		}
		return io.MultiReader(strings.NewReader(text[:n]), failing{})
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("cut off") }

// An object, or a part of it, is read on where it was cut off, and no further than asked for.
func TestReadOn(t *testing.T) {
	const text = "0123456789"
	for _, test := range []struct {
		offset, length int64
		want           string
		ranges         string
	}{
		{0, -1, text, "[[0 -1] [4 6] [8 2]]"},
		{0, 10, text, "[[0 10] [4 6] [8 2]]"},
		{0, 99, text, "[[0 99] [4 6] [8 2]]"},
		{3, -1, "3456789", "[[3 -1] [7 3]]"},
		{2, 6, "234567", "[[2 6] [6 2]]"},
		{2, 1, "2", "[[2 1]]"},
		{2, 0, "", "[[2 0]]"},
		{0, 0, "", "[[0 0]]"},
		{10, -1, "", "[[10 -1]]"},
	} {
		synctest.Test(t, func(t *testing.T) {
			m := newMemory(map[string]string{"a": text})
			m.body = cut(4)
			r, info, err := objects.Retry(m, nil).Get(t.Context(), "a", test.offset, test.length)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(r)
			if err != nil || string(got) != test.want || fmt.Sprint(m.ranges) != test.ranges || info.Size != 10 {
				t.Errorf("%d, %d: got %q, %v by %v of %d bytes, want %q by %v", test.offset, test.length, got, err, m.ranges, info.Size, test.want, test.ranges)
			}
			if err := errors.Join(r.Close(), r.Close()); err != nil || m.open != 0 {
				t.Errorf("%d bodies stay open, %v", m.open, err)
			}
			if synctest.Wait(); m.alive.Load() != 0 {
				t.Errorf("%d requests go on", m.alive.Load())
			}
		})
	}
}

// An object that is cut off again and again, that was replaced meanwhile, or is gone, is not
// read to its end.
func TestReadOnFails(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(m *memory)
		read   string
		want   error
		calls  int
	}{
		{"always cut off", func(m *memory) { m.body = cut(0) }, "", objects.ErrTemporary, 3},
		{"cut off after some bytes", func(*memory) {}, "0123", objects.ErrTemporary, 3},
		{"replaced", func(m *memory) { m.put("a", "abcdefghij") }, "0123", objects.ErrChanged, 2},
		{"gone", func(m *memory) { delete(m.objects, "a") }, "0123", objects.ErrNotExist, 2},
		{"refused", func(m *memory) { m.refuse = refuseAll }, "0123", objects.ErrTemporary, 4},
	} {
		synctest.Test(t, func(t *testing.T) {
			m := newMemory(map[string]string{"a": "0123456789"})
			m.body = func(ctx context.Context, text string) io.Reader {
				if text[0] != '0' {
					return failing{}
				}
				return cut(4)(ctx, text)
			}
			if test.read == "" {
				test.change(m)
			}
			r, _, err := objects.Retry(m, &objects.Patience{Tries: 3}).Get(t.Context(), "a", 0, -1)
			if err != nil {
				t.Fatal(err)
			}
			first := make([]byte, len(test.read))
			if _, err := io.ReadFull(r, first); err != nil {
				t.Fatal(err)
			}
			if test.read != "" {
				test.change(m)
			}
			rest, err := io.ReadAll(r)
			if string(first)+string(rest) != test.read || !errors.Is(err, test.want) || len(m.calls) != test.calls {
				t.Errorf("%s: %q and %q, %v after %d calls, want %d", test.name, first, rest, err, len(m.calls), test.calls)
			}
			r.Close()
			if synctest.Wait(); m.open != 0 || m.alive.Load() != 0 {
				t.Errorf("%s: %d bodies stay open, %d requests go on", test.name, m.open, m.alive.Load())
			}
		})
	}
}

// slow sends a byte at a time, with pauses.
type slow struct {
	ctx   context.Context
	text  string
	pause time.Duration
}

func (s *slow) Read(p []byte) (int, error) {
	select {
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	case <-time.After(s.pause):
	}
	if s.text == "" {
		return 0, io.EOF
	}
	n := copy(p[:1], s.text)
	s.text = s.text[n:]
	return n, nil
}

// What comes slowly is not given up; what does not come is asked for again after a minute.
func TestSlowAndSilent(t *testing.T) {
	for _, test := range []struct {
		pause    time.Duration
		patience *objects.Patience
		took     time.Duration // at least
		calls    int
	}{
		{59 * time.Second, nil, 10 * 59 * time.Second, 1},
		{61 * time.Second, nil, 8 * 60 * time.Second, 8}, // then it is given up
		{61 * time.Second, &objects.Patience{Silence: 2 * time.Minute}, 10 * 61 * time.Second, 1},
		{2, &objects.Patience{Silence: 1, Tries: 2}, 2, 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			m := newMemory(map[string]string{"a": "0123456789"})
			m.body = func(ctx context.Context, text string) io.Reader { return &slow{ctx, text, test.pause} }
			start := time.Now()
			text, _, err := objects.ReadAll(t.Context(), objects.Retry(m, test.patience), "a", 100)
			if took := time.Since(start); took < test.took || took > test.took+time.Minute || len(m.calls) != test.calls {
				t.Errorf("%v: %d calls in %v, want %d in %v", test.pause, len(m.calls), took, test.calls, test.took)
			}
			if whole := test.calls == 1; whole != (err == nil) || whole && string(text) != "0123456789" || !whole && !errors.Is(err, objects.ErrTemporary) {
				t.Errorf("%v: %q, %v", test.pause, text, err)
			}
		})
	}
	// Also if not even an answer comes.
	synctest.Test(t, func(t *testing.T) {
		m := newMemory(map[string]string{"a": "0123456789"})
		hanging := &hangs{m, 2}
		start := time.Now()
		text, _, err := objects.ReadAll(t.Context(), objects.Retry(hanging, nil), "a", 100)
		if took := time.Since(start); err != nil || string(text) != "0123456789" || took < 2*time.Minute || took > 2*time.Minute+time.Second {
			t.Errorf("%q, %v after %v", text, err, took)
		}
		hanging.times = 1000
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		start = time.Now()
		if _, _, err := objects.ReadAll(ctx, objects.Retry(hanging, nil), "a", 100); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 10*time.Second {
			t.Errorf("given up: %v after %v", err, time.Since(start))
		}
	})
}

// hangs gives no answer the first times.
type hangs struct {
	*memory
	times int
}

func (h *hangs) Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, objects.Info, error) {
	if h.times--; h.times >= 0 {
		<-ctx.Done()
		return nil, objects.Info{}, ctx.Err()
	}
	return h.memory.Get(ctx, key, offset, length)
}

// A list that breaks off goes on with what has not come; who stops it is not asked again.
func TestListOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMemory(map[string]string{"a": "x", "b": "x", "c": "x", "d": "x"})
		broken := map[string]bool{}
		m.refuse = func(operation, key string) error {
			if operation == "listed" && key != "a" && !broken[key] {
				broken[key] = true
				return objects.ErrTemporary
			}
			return nil
		}
		s := objects.Retry(m, nil)
		list := func(most int) (keys string, err error) {
			for info, err := range s.List(t.Context(), "") {
				if err != nil {
					return keys, err
				}
				if keys += info.Key; len(keys) == most {
					break
				}
			}
			return keys, nil
		}
		if keys, err := list(9); keys != "abcd" || err != nil || len(m.calls) != 4 {
			t.Errorf("%s, %v by %d calls", keys, err, len(m.calls))
		}
		m.calls = nil
		if keys, err := list(2); keys != "ab" || err != nil || len(m.calls) != 1 {
			t.Errorf("stopped: %s, %v by %d calls", keys, err, len(m.calls))
		}
		m.refuse = func(operation, key string) error {
			if operation == "listed" && key == "c" {
				return objects.ErrDenied
			}
			return nil
		}
		if keys, err := list(9); keys != "ab" || !errors.Is(err, objects.ErrDenied) {
			t.Errorf("denied: %s, %v", keys, err)
		}
	})
}

func TestReadAll(t *testing.T) {
	m := newMemory(map[string]string{"a": "0123456789"})
	for most, ok := range map[int64]bool{9: false, 10: true, 11: true} {
		text, info, err := objects.ReadAll(t.Context(), m, "a", most)
		if (err == nil) != ok || ok && (string(text) != "0123456789" || info.Tag != "1") || !ok && text != nil {
			t.Errorf("at most %d: %q, %v, %v", most, text, info, err)
		}
	}
	m.body = cut(4)
	if text, _, err := objects.ReadAll(t.Context(), m, "a", 10); err == nil || text != nil {
		t.Errorf("cut off: %q, %v", text, err)
	}
	if m.open != 0 {
		t.Errorf("%d bodies stay open", m.open)
	}
}

// The part of a store below a prefix knows nothing of the prefix, nor of what is beside.
func TestPartOfAStore(t *testing.T) {
	m := newMemory(map[string]string{"a/x": "one", "a/y": "two", "ab": "beside", "b/x": "beside"})
	for _, prefix := range []string{"a", "/a/", "a/"} {
		s := objects.Below(m, prefix)
		text, info, err := objects.ReadAll(t.Context(), s, "x", 10)
		if err != nil || string(text) != "one" || info.Key != "x" {
			t.Errorf("%q: %q, %v, %v", prefix, text, info, err)
		}
		var keys []string
		for info, err := range s.List(t.Context(), "") {
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, info.Key)
		}
		if !slices.Equal(keys, []string{"x", "y"}) {
			t.Errorf("%q: %q", prefix, keys)
		}
		for info := range s.List(t.Context(), "") {
			if info.Key != "x" {
				t.Errorf("%q: a list goes on after it was stopped", prefix)
			}
			break
		}
	}
	for _, prefix := range []string{"", "/"} {
		if objects.Below(m, prefix) != objects.Store(m) {
			t.Errorf("%q is not the whole", prefix)
		}
	}
}

// Probe reads again what was damaged on its way, finds out tags that stay, and leaves nothing.
func TestProbeOfDoubtfulStores(t *testing.T) {
	damage := func(times int) func(context.Context, string) io.Reader {
		return func(_ context.Context, text string) io.Reader {
			if times--; times >= 0 {
				text = "?" + text[1:]
			}
			return bytes.NewReader([]byte(text))
		}
	}
	for _, test := range []struct {
		name string
		m    func(*memory) objects.Store
		want error
	}{
		{"sound", func(m *memory) objects.Store { return m }, nil},
		{"damages twice", func(m *memory) objects.Store { m.body = damage(2); return m }, nil},
		{"damages", func(m *memory) objects.Store { m.body = damage(3); return m }, objects.ErrUnconditional},
		{"keeps tags", func(m *memory) objects.Store { return &lasting{m} }, objects.ErrUnconditional},
		{"denies", func(m *memory) objects.Store {
			m.refuse = func(string, string) error { return objects.ErrDenied }
			return m
		}, objects.ErrDenied},
		{"denies to replace", func(m *memory) objects.Store {
			m.refuse = func(operation, _ string) error {
				if operation == "put-if-match" {
					return objects.ErrDenied
				}
				return nil
			}
			return m
		}, objects.ErrDenied},
	} {
		m := newMemory(nil)
		if err := objects.Probe(t.Context(), test.m(m)); !errors.Is(err, test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
		if len(m.objects) != 0 {
			t.Errorf("%s: it leaves %v", test.name, m.objects)
		}
	}
	if a, b := objects.Nonce(), objects.Nonce(); a == b || len(a) != 16 || len(b) != 16 {
		t.Errorf("%s and %s", a, b)
	}
}

// lasting has one tag for an object for ever.
type lasting struct{ *memory }

func (l *lasting) PutIfMatch(ctx context.Context, key, tag string, body objects.Body) (string, error) {
	_, err := l.memory.PutIfMatch(ctx, key, tag, body)
	if err == nil {
		l.tags[key] = tag
	}
	return tag, err
}
