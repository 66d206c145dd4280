package indexer

import (
	"context"
	"errors"
	"io"
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
		s := &skipping{ctx: context.Background(), r: strings.NewReader("x"), n: n, from: &from}
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
	if err != nil || len(problems) != 1 || !s.cutShort || !strings.HasPrefix(problems[0], "a.zip: its files expand to more than 1024 MiB and 200 times its size") {
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
		"skipping":  &skipping{ctx: ctx, r: strings.NewReader("x"), from: &from},
		"ending":    ending{held, ctx},
		"at":        io.NewSectionReader(ending{held, ctx}, 0, 1),
	} {
		if _, err := io.ReadAll(r); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v, want %v", name, err, context.Canceled)
		}
	}
	if err := (&walker{}).source(ctx, &source{path: stdinName}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
