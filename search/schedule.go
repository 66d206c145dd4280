package search

import (
	"context"
	"iter"
	"runtime"
	"sync"
	"time"
)

// alone is how long tasks that take little are done one after the other, by whoever waits for
// them: to wake others takes longer than most questions about a position do altogether.
const alone = 300 * time.Microsecond

// inOrder does tasks, several at once, and yields what comes of them in the order
// of the tasks. Whoever stops early, or whose context ends, waits for those that
// are under way. Goroutines go on with the next task: what stacks they need they
// have grown with the first, and there may be hundreds of small tasks. Those at the beginning
// that are light are done without any other goroutine, unless they turn out to take long.
func inOrder[T, R any](ctx context.Context, workers int, tasks iter.Seq[T], light func(T) bool, do func(context.Context, T) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		if workers <= 0 {
			workers = runtime.GOMAXPROCS(0)
		}
		var team *team[T, R] // nil as long as nobody else is needed
		defer func() {
			if team != nil {
				team.end()
			}
		}()
		began := time.Now()
		for task := range tasks {
			if ctx.Err() != nil {
				return
			}
			if team == nil && light(task) && time.Since(began) < alone {
				if !yield(do(ctx, task)) {
					return
				}
				continue
			}
			if team == nil {
				team = newTeam(ctx, workers, do)
			}
			if !team.give(task, yield) {
				return
			}
		}
		if team != nil {
			team.finish(yield)
		}
	}
}

// A team are goroutines that do tasks for one that gives them, and takes what comes of them
// in the same order.
type team[T, R any] struct {
	ctx     context.Context
	cancel  func()
	do      func(context.Context, T) R
	most    int // goroutines
	here    int
	hands   chan given[T, R]
	running sync.WaitGroup
	results []chan R // of what was given and not taken yet
}

type given[T, R any] struct {
	task   T
	result chan R
}

func newTeam[T, R any](ctx context.Context, workers int, do func(context.Context, T) R) *team[T, R] {
	t := &team[T, R]{do: do, most: workers, hands: make(chan given[T, R])}
	t.ctx, t.cancel = context.WithCancel(ctx)
	return t
}

// end waits for what is under way.
func (t *team[T, R]) end() {
	t.cancel()
	close(t.hands)
	t.running.Wait()
}

func (t *team[T, R]) work(first given[T, R]) {
	first.result <- t.do(t.ctx, first.task)
	for g := range t.hands {
		g.result <- t.do(t.ctx, g.task)
	}
}

// give has a task done, and yields what has come of others by then. It waits for these where
// there would be too many. It returns false if nothing more is wanted.
func (t *team[T, R]) give(task T, yield func(R) bool) bool {
	for len(t.results) > t.most {
		if !t.take(<-t.results[0], yield) {
			return false
		}
	}
	g := given[T, R]{task, make(chan R, 1)}
	for waiting := true; waiting; {
		var first chan R
		if len(t.results) > 0 {
			first = t.results[0]
		}
		select {
		case t.hands <- g:
			waiting = false
			continue
		default:
		}
		if t.here < t.most {
			t.here++
			t.running.Go(func() { t.work(g) })
			break
		}
		select {
		case <-t.ctx.Done():
			return false
		case t.hands <- g:
			waiting = false
		case r := <-first:
			if !t.take(r, yield) {
				return false
			}
		}
	}
	t.results = append(t.results, g.result)
	for len(t.results) > 0 {
		select {
		case r := <-t.results[0]:
			if !t.take(r, yield) {
				return false
			}
		default:
			return true
		}
	}
	return true
}

// take yields the first result.
func (t *team[T, R]) take(r R, yield func(R) bool) bool {
	t.results = t.results[1:]
	return yield(r)
}

// finish yields what is left.
func (t *team[T, R]) finish(yield func(R) bool) {
	for len(t.results) > 0 {
		if !t.take(<-t.results[0], yield) {
			return
		}
	}
}
