package gtp

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/protocol/choice"
	"kifudb/search"
)

// slow answers as the archive does. It shows the first figures, and then goes on until it is let.
type slow struct {
	view  *archive.View
	goOn  chan struct{}
	ended chan error // gets what each search ended with
}

func (s *slow) Searcher(ctx context.Context, _ string, _ []archive.SegmentState) (search.Searcher, error) {
	local, _, err := s.view.Searcher(ctx, &search.Options{})
	return &slowSearcher{s, local}, err
}

type slowSearcher struct {
	*slow
	local search.Searcher
}

func (s *slowSearcher) Search(ctx context.Context, batch []*search.Question, watch func([]*search.Partial)) ([]*search.Partial, error) {
	found, err := s.local.Search(ctx, batch, nil)
	if err != nil {
		return nil, err
	}
	if watch != nil {
		watch(found)
	}
	select {
	case <-s.goOn:
		s.ended <- nil
		return s.local.Search(ctx, batch, nil)
	case <-ctx.Done():
		s.ended <- ctx.Err()
		return nil, ctx.Err()
	}
}

// The first figures come while the search goes on, and the next line of the controller stops it, whatever the line is.
func TestStops(t *testing.T) {
	for _, next := range []string{"7 name", "", "7 name # comment", "stop"} {
		v := archivetest.Of(t, three...)
		engine := &slow{view: v, goOn: make(chan struct{}), ended: make(chan error, 1)}
		a, err := archive.Open(v.Archive().Location(), &archive.Options{Engine: engine})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		book, err := choice.NewBook(func() (*archive.Views, error) {
			v, err := a.View()
			if err != nil {
				return nil, err
			}
			return v.Views, nil
		}, choice.Options{Pick: choice.Most, Depth: 1})
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(book, Options{Unknown: Resign, Say: func(text string) { t.Errorf("said %q", text) }})
		if err != nil {
			t.Fatal(err)
		}
		in, input := io.Pipe()
		output, out := io.Pipe()
		ran := make(chan error, 1)
		go func() {
			ran <- s.Run(t.Context(), in, out)
			out.Close()
		}()
		lines := bufio.NewScanner(output)
		read := func() string {
			if !lines.Scan() {
				t.Fatal("the session ended")
			}
			return lines.Text()
		}
		send := func(text string) {
			if _, err := io.WriteString(input, text+"\n"); err != nil {
				t.Fatal(err)
			}
		}
		send("boardsize 9")
		read()
		read()
		send("5 lz-analyze b")
		if got := read(); got != "=5" {
			t.Errorf("got %q", got)
		}
		if got := read(); !strings.HasPrefix(got, "info move E5 visits 3 ") { // while the search goes on
			t.Errorf("got %q", got)
		}
		send(next)
		if got := read(); got != "" {
			t.Errorf("got %q", got)
		}
		if err := <-engine.ended; err != context.Canceled {
			t.Errorf("the search ended with %v", err)
		}
		send("8 protocol_version")
		var rest []string
		for len(rest) == 0 || rest[len(rest)-1] != "=8 2" {
			rest = append(rest, read())
		}
		want := map[string]string{"7": "=7 |", "s": "=||"}[next[:min(1, len(next))]]
		if got := strings.Join(rest, "|"); got != strings.ReplaceAll(want, "=7 ", "=7 kifudb|")+"=8 2" {
			t.Errorf("after %q got %q", next, got)
		}
		read()

		// A search that ends by itself leaves the command going until the next one.
		send("9 lz-analyze b")
		read()
		read()
		engine.goOn <- struct{}{}
		if err := <-engine.ended; err != nil {
			t.Error(err)
		}
		input.Close()
		if got := read(); got != "" {
			t.Errorf("got %q", got)
		}
		if err := <-ran; err != nil {
			t.Error(err)
		}
	}
}

// A context that is stopped ends a session, whatever it does.
func TestInterrupted(t *testing.T) {
	v := archivetest.Of(t, three...)
	for _, busy := range []string{"", "lz-analyze b\n"} {
		s, err := New(bookOf(t, v, choice.Options{}), Options{Unknown: Resign})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		in, input := io.Pipe()
		ran := make(chan error, 1)
		go func() { ran <- s.Run(ctx, in, io.Discard) }()
		if _, err := io.WriteString(input, "name\n"+busy); err != nil {
			t.Fatal(err)
		}
		stop()
		if err := <-ran; err != context.Canceled {
			t.Errorf("got %v", err)
		}
		input.Close()
	}
}
