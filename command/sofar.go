package command

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"kifudb/archive"
)

// searchProgress shows on a terminal how far a search is and what is known so far: one
// line on standard error, which is gone before anything else is printed there. If the
// process is interrupted, it says at once that it is stopping.
type searchProgress struct {
	w     io.Writer
	width int // columns of the line; 0 if nobody looks

	mu      sync.Mutex // several archives are searched at the same time
	began   time.Time
	drawn   time.Time
	known   string
	used    int // columns of the line on the terminal
	stopped bool
	forget  func() // what is said when the process is interrupted
}

// firstMoment is how long a search takes of which nothing is shown, and searchMoment how
// long a line stays then.
const (
	firstMoment  = 100 * time.Millisecond
	searchMoment = 250 * time.Millisecond
)

func newSearchProgress(ctx context.Context, s streams) *searchProgress {
	p := &searchProgress{w: s.err, began: time.Now()}
	p.drawn = p.began
	if isTerminal(s.err) && !s.quiet {
		if p.width = terminalWidth(s.err) - 1; p.width <= 0 {
			p.width = 79
		}
		if on, ok := s.err.(*stream); ok {
			p.w = on.screen.bar()
		}
	}
	onInterrupt(ctx, func() {
		if s.json && p.width == 0 { // the error is JSON, and all that programs read
			return
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.draw("")
		p.stopped = true
		fmt.Fprintln(s.err, "kifudb: stopping; interrupt again to end at once")
	})
	p.forget = func() { onInterrupt(ctx, nil) }
	return p
}

// looked is told now and then of how many of all games the search has looked at.
func (p *searchProgress) looked(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	moment := searchMoment
	if p.drawn.Equal(p.began) {
		moment = firstMoment
	}
	if p.width == 0 || p.stopped || time.Since(p.drawn) < moment {
		return
	}
	p.drawn = time.Now()
	line := fmt.Sprintf("%d %% searched", 100*done/max(total, 1))
	if p.known != "" {
		line += " · " + p.known
	}
	p.draw(cutEnd(plain(printable(line)), p.width).Text)
}

// draw replaces the line; with "" there is none.
func (p *searchProgress) draw(line string) {
	if line == "" && p.used == 0 {
		return
	}
	width := textWidth(line)
	_, _ = io.WriteString(p.w, "\r"+line+strings.Repeat(" ", max(p.used-width, 0)))
	if p.used = width; line == "" {
		_, _ = io.WriteString(p.w, "\r")
	}
}

// finish wipes the line.
func (p *searchProgress) finish() {
	p.forget()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.draw("")
	p.stopped = true
}

// watched returns what is to be called with an answer while it grows, of which say tells
// the most important: nil if nobody looks, since making such answers takes time.
func watched[A any](p *searchProgress, say func(A) string) func(A) {
	if p.width == 0 {
		return nil
	}
	return func(sofar A) {
		text := say(sofar)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.known = text
	}
}

// sofar is what a growing answer says of its games, and then of its greatest parts.
func sofar(games int, parts []string) string {
	text := countOf(games) + " so far"
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	return text
}

// manyParts is how many parts of an answer fill the widest line.
const manyParts = 16

// partShare names a part of an answer with its share.
func partShare(name string, share *archive.Share) string {
	if share == nil {
		return name
	}
	return fmt.Sprintf("%s %.0f %%", name, 100*share.Value)
}
