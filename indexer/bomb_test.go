package indexer

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"testing"
)

// The bounds, from both sides.
func TestExpandingStopsBombs(t *testing.T) {
	const size = 1000 // that was read
	tests := []struct {
		name      string
		all, this int64 // bytes that came out: of all members, of this one
		want      error
	}{
		{"small", 0, 0, nil},
		{"large", memberExpansion, memberExpansion, nil},
		{"as much as a member may be", memberExpansion, memberExpansion + maxExpansion*size - 1, nil},
		{"more", memberExpansion, memberExpansion + maxExpansion*size + 1, errBomb},
		{"as much as all may be", freeExpansion + maxExpansion*2*size - 1, 0, nil},
		{"more in all", freeExpansion + maxExpansion*2*size + 1, 0, errBombs},
	}
	for _, tt := range tests {
		w := &walker{start: 5000}
		w.read.Store(5000 + 2*size)
		w.expanded.Store(tt.all)
		var from atomic.Int64
		from.Store(300)
		e := w.expanding(context.Background(), strings.NewReader("x"), &from)
		from.Add(size)
		e.n.Store(tt.this)
		if _, err := io.ReadAll(e); !errors.Is(err, tt.want) || e.bomb != (tt.want == errBomb) {
			t.Errorf("%s: got %v, want %v", tt.name, err, tt.want)
		}
	}
}

func TestSkippingHasAnEnd(t *testing.T) {
	for n, want := range map[int64]error{0: nil, maxSkipped + maxExpansion*1000 - 1: nil, maxSkipped + maxExpansion*1000 + 1: errBehind} {
		var from atomic.Int64
		from.Store(1000)
		s := &skipReader{ctx: context.Background(), r: strings.NewReader("x"), n: n, from: &from}
		if _, err := io.ReadAll(s); !errors.Is(err, want) {
			t.Errorf("after %d bytes: got %v, want %v", n, err, want)
		}
	}
}

// Too many bombs end their source with one word, and not the run; one bomb ends
// nothing.
func TestWalkerGivesUpBombs(t *testing.T) {
	var problems []string
	w := &walker{report: func(p Problem) { problems = append(problems, p.Error()) }}
	s := &source{path: "a.zip"}
	err := w.end(s, w.guard("a.zip!/in.zip", w.guard("a.zip!/in.zip!/x", errBombs)))
	if err != nil || len(problems) != 1 || !s.cutShort || !strings.HasPrefix(problems[0], "a.zip: its files together expand to more than 1024 MiB and 200 times its size") {
		t.Errorf("got %v and %q", err, problems)
	}
	problems = nil
	err = w.end(s, w.guard("a.zip!/in.zip", w.guard("a.zip!/in.zip!/x", errBomb)))
	if err != nil || len(problems) != 1 || !strings.HasPrefix(problems[0], "a.zip!/in.zip!/x: expands to more than 64 MiB and 200 times its size") {
		t.Errorf("got %v and %q", err, problems)
	}
}

// What reads on and on ends with the run.
func TestContainersEndWithTheRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var from atomic.Int64
	held, err := newSpool(strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]io.Reader{
		"expanding": (&walker{}).expanding(ctx, strings.NewReader("x"), &from),
		"skipping":  &skipReader{ctx: ctx, r: strings.NewReader("x"), from: &from},
		"ending":    cancelableFile{held, ctx},
		"at":        io.NewSectionReader(cancelableFile{held, ctx}, 0, 1),
	} {
		if got, err := io.ReadAll(r); !errors.Is(err, context.Canceled) || len(got) > 0 {
			t.Errorf("%s: got %q and %v, want %v", name, got, err, context.Canceled)
		}
	}
	if err := (&walker{}).source(ctx, &source{path: stdinName}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// A brokenOnce is a reader of which only the first call fails.
type brokenOnce struct {
	err   error
	after io.Reader
}

func (b *brokenOnce) Read(p []byte) (int, error) {
	if err := b.err; err != nil {
		b.err = nil
		return 0, err
	}
	return b.after.Read(p)
}

// An error at which a member ended is met again, whatever its reader says then.
func TestErrorsAreMetAgain(t *testing.T) {
	var from atomic.Int64
	broken := errors.New("broken")
	e := (&walker{}).expanding(t.Context(), &brokenOnce{err: broken, after: strings.NewReader("y")}, &from)
	for range 2 {
		if got, err := io.ReadAll(e); !errors.Is(err, broken) || len(got) > 0 {
			t.Errorf("got %q, %v, want %v", got, err, broken)
		}
	}
}

// A border is told before the members of a container on disk and after them, and nowhere else.
func TestBorders(t *testing.T) {
	zipped := func(files ...string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := 0; i < len(files); i += 2 {
			w, err := z.Create(files[i])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(w, files[i+1]); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a.zip": zipped("1.sgf", "(;)", "in.zip", zipped("2.sgf", "(;)"), "3.sgf", "(;)"), "b.sgf": "(;)"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var met []string
	w := &walker{
		report: func(p Problem) { t.Error(p) },
		visit: func(_ context.Context, m member) error {
			met = append(met, m.path)
			return nil
		},
		border: func() error {
			met = append(met, "|")
			return nil
		},
	}
	for _, name := range []string{"a.zip", "b.sgf"} {
		if err := w.source(t.Context(), &source{path: name}); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(met, " "); got != "| a.zip!/1.sgf a.zip!/in.zip!/2.sgf a.zip!/3.sgf | b.sgf" {
		t.Errorf("met %s", got)
	}
}

// What is too large for memory goes to a file, which reads the same and does
// not stay.
func TestSpool(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, n := range []int{0, 1, maxInMemory, maxInMemory + 1, maxInMemory + 100_000} {
		content := strings.Repeat("0123456789", n/10+1)[:n]
		s, err := newSpool(strings.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		if inFile := s.file != nil; inFile != (n > maxInMemory) {
			t.Errorf("%d bytes: in a file: %v", n, inFile)
		}
		got, err := io.ReadAll(s)
		if err != nil || string(got) != content || s.n.Load() != int64(n) {
			t.Errorf("%d bytes: got %d and %v, counted %d", n, len(got), err, s.n.Load())
		}
		if n > 20 {
			b := make([]byte, 10)
			if _, err := s.ReadAt(b, int64(n-15)); err != nil || string(b) != content[n-15:n-5] {
				t.Errorf("%d bytes: got %q and %v", n, b, err)
			}
		}
		s.close()
		if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
			t.Errorf("%d bytes: left %v, %v", n, left, err)
		}
	}
	// What came before an error is there with it.
	s, err := newSpool(io.MultiReader(strings.NewReader("abc"), errorReader{errEncrypted}))
	if !errors.Is(err, errEncrypted) {
		t.Fatalf("got %v", err)
	}
	if got, _ := io.ReadAll(s); string(got) != "abc" {
		t.Errorf("got %q", got)
	}
}
