package match

import (
	"context"
	"testing"
)

// What was stopped is looked up again, what was found is not.
func TestStoppedLookupIsNotKept(t *testing.T) {
	var l lookup
	looked := 0
	for i, err := range []error{context.Canceled, context.DeadlineExceeded, nil} {
		got := l.do(func() error { looked++; return err })
		if got != err || looked != i+1 {
			t.Errorf("look %d: got %v after %d looks, want %v", i+1, got, looked, err)
		}
	}
	if err := l.do(func() error { looked++; return context.Canceled }); err != nil || looked != 3 {
		t.Errorf("what was found: got %v after %d looks", err, looked)
	}
}
