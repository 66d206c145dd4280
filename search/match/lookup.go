package match

import "sync"

// A lookup is something that is looked up when it is first needed. What was
// stopped, or failed, is looked up again by whoever needs it next: a filter
// outlives the goroutine that asked it first.
type lookup struct {
	mu   sync.Mutex
	done bool
}

// do calls look unless that has succeeded before.
func (l *lookup) do(look func() error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done {
		return nil
	}
	err := look()
	l.done = err == nil
	return err
}
