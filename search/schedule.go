package search

import (
	"context"
	"iter"
	"runtime"
	"sync"
)

// inOrder does tasks, several at once, and yields what comes of them in the order
// of the tasks. Whoever stops early, or whose context ends, waits for those that
// are under way.
func inOrder[T, R any](ctx context.Context, workers int, tasks iter.Seq[T], do func(context.Context, T) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		ctx, cancel := context.WithCancel(ctx)
		if workers <= 0 {
			workers = runtime.GOMAXPROCS(0)
		}
		queue := make(chan chan R, workers)
		var running sync.WaitGroup
		defer running.Wait()
		defer cancel()
		slots := make(chan struct{}, workers)
		running.Go(func() {
			defer close(queue)
			for task := range tasks {
				result := make(chan R, 1)
				select {
				case <-ctx.Done():
					return
				case slots <- struct{}{}:
				}
				select {
				case <-ctx.Done():
					return
				case queue <- result:
				}
				running.Go(func() {
					defer func() { <-slots }()
					result <- do(ctx, task)
				})
			}
		})
		for result := range queue {
			if !yield(<-result) {
				return
			}
		}
	}
}
