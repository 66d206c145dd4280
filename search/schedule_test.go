package search

import (
	"context"
	"iter"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// TestInOrder: results come in the order of the tasks, no more than so many are done at
// once, and nothing is under way any more when the loop has ended.
func TestInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, workers := range []int{0, 1, 2, 5} {
		for _, n := range []int{0, 1, 2, 3, 40} {
			for _, stop := range []int{-1, 0, 1, 3, n} {
				var asked, under, most, done atomic.Int64
				waits := make([]time.Duration, n)
				for i := range waits {
					waits[i] = time.Duration(rng.IntN(200)) * time.Microsecond
				}
				var tasks iter.Seq[int] = func(yield func(int) bool) {
					for i := range n {
						asked.Add(1)
						if !yield(i) {
							return
						}
					}
				}
				var got []int
				for r := range inOrder(t.Context(), workers, tasks, func(i int) bool { return i%3 != 2 }, func(_ context.Context, i int) int {
					for now := under.Add(1); ; {
						if m := most.Load(); now <= m || most.CompareAndSwap(m, now) {
							break
						}
					}
					time.Sleep(waits[i])
					under.Add(-1)
					done.Add(1)
					return 10 * i
				}) {
					got = append(got, r)
					if len(got) == stop {
						break
					}
				}
				want := n
				if stop > 0 {
					want = min(n, stop)
				}
				for i, r := range got {
					if r != 10*i {
						t.Fatalf("%d workers, %d tasks: %v", workers, n, got)
					}
				}
				if len(got) != want {
					t.Errorf("%d workers, stopped after %d of %d: %d results", workers, stop, n, len(got))
				}
				if now := under.Load(); now != 0 {
					t.Errorf("%d workers, stopped after %d of %d: %d are still under way", workers, stop, n, now)
				}
				limit := int64(workers)
				if limit == 0 {
					limit = int64(runtime.GOMAXPROCS(0))
				}
				if most.Load() > limit {
					t.Errorf("%d workers: %d at once", workers, most.Load())
				}
				if stop > 0 && asked.Load() > int64(stop)+2*limit+2 {
					t.Errorf("%d workers: %d tasks were asked for, stopped after %d", workers, asked.Load(), stop)
				}
				if stop < 0 && done.Load() != int64(n) {
					t.Errorf("%d workers: %d of %d tasks were done", workers, done.Load(), n)
				}
			}
		}
	}
}

// TestInOrderCanceled: a context that ends, ends the loop, whatever is under way.
func TestInOrderCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var under atomic.Int64
	endless := func(yield func(int) bool) {
		for i := 0; yield(i); i++ {
		}
	}
	var got []int
	for r := range inOrder(ctx, 3, endless, func(i int) bool { return i < 2 }, func(ctx context.Context, i int) int {
		under.Add(1)
		defer under.Add(-1)
		if i >= 5 {
			<-ctx.Done()
		}
		return i
	}) {
		if got = append(got, r); len(got) == 5 {
			cancel()
		}
	}
	if len(got) < 5 || !slices.IsSorted(got) || under.Load() != 0 {
		t.Errorf("got %v, %d are still under way", got, under.Load())
	}
}
