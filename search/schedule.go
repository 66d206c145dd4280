package search

import (
	"context"
	"iter"
	"runtime"
	"sync"
)

// inOrder does tasks, several at once, and yields what comes of them in the order
// of the tasks. Whoever stops early, or whose context ends, waits for those that
// are under way. Goroutines go on with the next task: what stacks they need they
// have grown with the first, and there may be hundreds of small tasks.
func inOrder[T, R any](ctx context.Context, workers int, tasks iter.Seq[T], do func(context.Context, T) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		ctx, cancel := context.WithCancel(ctx)
		if workers <= 0 {
			workers = runtime.GOMAXPROCS(0)
		}
		type given struct {
			task   T
			result chan R
		}
		queue := make(chan chan R, workers) // of what was given to workers
		hands := make(chan given)
		var running sync.WaitGroup
		defer running.Wait()
		defer cancel()
		work := func(first given) {
			first.result <- do(ctx, first.task)
			for g := range hands {
				g.result <- do(ctx, g.task)
			}
		}
		running.Go(func() {
			defer close(queue)
			defer close(hands)
			for task := range tasks {
				g := given{task, make(chan R, 1)}
				select {
				case <-ctx.Done():
					return
				case hands <- g:
				default:
					if workers > 0 {
						workers--
						running.Go(func() { work(g) })
						break
					}
					select {
					case <-ctx.Done():
						return
					case hands <- g:
					}
				}
				select {
				case <-ctx.Done():
					return
				case queue <- g.result:
				}
			}
		})
		for result := range queue {
			if !yield(<-result) {
				return
			}
		}
	}
}
