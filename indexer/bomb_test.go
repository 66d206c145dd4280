package indexer

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestExpandingStopsBombs(t *testing.T) {
	const size = 1000 // of the container on disk
	tests := []struct {
		name     string
		expanded int64
		want     error
	}{
		{"small", 0, nil},
		{"large", freeExpansion, nil},
		{"as much as may be", freeExpansion + maxExpansion*size - 1, nil},
		{"more", freeExpansion + maxExpansion*size + 1, errBomb},
	}
	for _, tt := range tests {
		w := &walker{}
		w.read.Store(size)
		w.expanded.Store(tt.expanded)
		_, err := io.ReadAll(&expanding{strings.NewReader("x"), w})
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, err, tt.want)
		}
	}
}

// A bomb ends its source with one word, and not the run.
func TestWalkerGivesUpBombs(t *testing.T) {
	var problems []string
	w := &walker{
		stdin:  strings.NewReader("PK\x03\x04 would be opened"),
		report: func(p Problem) { problems = append(problems, p.Error()) },
	}
	err := w.end(&source{path: "a.zip"}, w.guard("a.zip!/in.zip", w.guard("a.zip!/in.zip!/x", errBomb)))
	if err != nil || len(problems) != 1 || !strings.HasPrefix(problems[0], "a.zip: expands to more than 200 times") {
		t.Errorf("got %v and %q", err, problems)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := w.source(ctx, &source{path: stdinName}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
