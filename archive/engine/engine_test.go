package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kifudb/archive/engine/enginetest"
	"kifudb/game/katago"
	"kifudb/position"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "fake-engine" {
		os.Exit(enginetest.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

func fake(args ...string) *Engine {
	return &Engine{Command: append([]string{os.Args[0], "fake-engine"}, args...), Rules: "japanese", InFlight: 8, Restarts: 20}
}

// queries are about a game with so many moves, after each of them.
func queries(n int) (list []*katago.Query) {
	size := position.Square(9)
	var moves []position.Move
	for i := range n {
		list = append(list, &katago.Query{ID: fmt.Sprint("q", i), Size: size, Rules: "japanese", Player: position.Black, Moves: slices.Clone(moves)})
		moves = append(moves, position.Move{Color: position.Black + position.Color(i%2), Point: size.At(i)})
	}
	return list
}

// asked asks an engine, and returns for each query what it said, as Black's.
func asked(t *testing.T, ctx context.Context, e *Engine, list []*katago.Query) (map[string]float64, error) {
	t.Helper()
	got := map[string]float64{}
	err := e.Ask(ctx, slices.Values(list), func(q *katago.Query, r *katago.Response) error {
		if _, twice := got[q.ID]; twice {
			t.Errorf("%s is answered twice", q.ID)
		}
		got[q.ID] = *katago.BlackLead(r.Lead, e.View(), q.ToMove(len(q.Moves)))
		return nil
	})
	return got, err
}

// Whatever the engine's view, order and troubles, each position has its own value in the end.
func TestAsk(t *testing.T) {
	for _, test := range []struct {
		args      string
		restarted bool
		garbage   bool
		gone      []string // given up
	}{
		{args: "-view black"}, {args: "-view white"}, {args: "-view mover"},
		{args: "-shuffle 5"},
		{args: "-crash-after 7", restarted: true},
		{args: "-crash-after 7 -shuffle 3", restarted: true},
		{args: "-garbage 3", garbage: true},
		{args: "-long", garbage: true},
		{args: "-crash-on E9", restarted: true, gone: []string{"q5"}},
		{args: "-refuse E9", gone: []string{"q5"}},
	} {
		e := fake(strings.Fields(test.args)...)
		list := queries(40)
		got, err := asked(t, t.Context(), e, list)
		if err != nil {
			t.Errorf("%s: %v", test.args, err)
			continue
		}
		for _, q := range list {
			lead, ok := got[q.ID]
			if slices.Contains(test.gone, q.ID) {
				if ok {
					t.Errorf("%s: %s has an answer", test.args, q.ID)
				}
			} else if want := enginetest.Lead(enginetest.Board(q)); !ok || lead != want {
				t.Errorf("%s: %s: got %v, %v, want %v", test.args, q.ID, lead, ok, want)
			}
		}
		if (e.Restarted > 0) != test.restarted || (e.Garbage > 0) != test.garbage || e.Refused != len(test.gone) || (e.Why != "") != (e.Refused > 0) {
			t.Errorf("%s: %+v", test.args, e.Counts)
		}
	}
}

// An engine that cannot be used is an error that says why, and is not started again and again.
func TestAskInVain(t *testing.T) {
	for _, test := range []struct {
		e    *Engine
		want string
	}{
		{&Engine{Command: []string{filepath.Join(t.TempDir(), "none")}}, "cannot be used"},
		{&Engine{}, "no command"},
		{fake("-unknown"), "before it said who wins"},
		{fake("-crash-after", "1"), "started again 20 times"},
		{fake("-view", "neither", "-silent-after", "0"), "it did not answer for"},
	} {
		test.e.Timeout = 300 * time.Millisecond
		if test.want == "started again 20 times" {
			test.e.Timeout = 0
		}
		got, err := asked(t, t.Context(), test.e, queries(40))
		if err == nil || !errors.Is(err, ErrEngine) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %d answers, %v, want %s", test.e.Command, len(got), err, test.want)
		}
	}
	e := fake("-silent-after", "5")
	e.Timeout, e.Restarts = 300*time.Millisecond, 3
	if got, err := asked(t, t.Context(), e, queries(40)); err == nil || e.Restarted != 3 || len(got) < 5 {
		t.Errorf("silent after five: %d answers, %v, %+v", len(got), err, e.Counts)
	}
}

// No more requests than wanted are on their way, and who stops gets the error of the context.
func TestAskIsStopped(t *testing.T) {
	e := fake("-silent-after", "10")
	e.InFlight = 4
	ctx, cancel := context.WithCancel(t.Context())
	pulled, answers := 0, 0
	err := e.Ask(ctx, func(yield func(*katago.Query) bool) {
		for _, q := range queries(40) {
			if pulled++; pulled > answers+1+e.InFlight {
				t.Errorf("%d requests, %d answers", pulled, answers)
			}
			if !yield(q) {
				return
			}
		}
	}, func(*katago.Query, *katago.Response) error {
		if answers++; answers == 10 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || answers != 10 {
		t.Errorf("%d answers, %v", answers, err)
	}
	stop := errors.New("enough")
	if err := fake().Ask(t.Context(), slices.Values(queries(5)), func(*katago.Query, *katago.Response) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("%v", err)
	}
	if err := (&Engine{Command: []string{"none"}}).Ask(t.Context(), slices.Values(queries(0)), nil); err != nil {
		t.Errorf("nothing to ask: %v", err)
	}
}
