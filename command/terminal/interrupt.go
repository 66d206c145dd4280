package terminal

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// interrupts is what an interrupted process says before its work hears of it.
type interrupts struct {
	mu  sync.Mutex
	say func()
}

type interruptsKey struct{}

// Interruptible returns a context that ends when the process is interrupted, and a
// function that leaves it. What was set by OnInterrupt is said first. The work ends
// in good order, which may take a moment; a second interrupt ends the process at once.
func Interruptible() (context.Context, func()) {
	i := &interrupts{}
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), interruptsKey{}, i))
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-signals:
			signal.Stop(signals)
			i.mu.Lock()
			defer i.mu.Unlock()
			if i.say != nil {
				i.say()
			}
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel()
	}
}

// OnInterrupt sets what is said at once when the process is interrupted.
func OnInterrupt(ctx context.Context, say func()) {
	if i, ok := ctx.Value(interruptsKey{}).(*interrupts); ok {
		i.mu.Lock()
		defer i.mu.Unlock()
		i.say = say
	}
}
