package terminal

import (
	"io"
	"strings"
	"sync"
	"time"

	"kifudb/internal/plaintext"
)

// A Line says on a terminal how far some work is: one line on standard error, which
// is gone before anything else is printed there. Elsewhere nothing is drawn.
type Line struct {
	w     io.Writer
	width int // columns of the line; 0 if nobody looks

	mu      sync.Mutex // work reports from goroutines of its own
	began   time.Time
	drawn   time.Time
	used    int // columns of the line on the terminal
	stopped bool
}

// firstMoment is how long work takes of which nothing is shown, and lineMoment how long a
// line stays then.
const (
	firstMoment = 100 * time.Millisecond
	lineMoment  = 250 * time.Millisecond
)

// NewLine makes the line of a writer, if that is a terminal.
func NewLine(w io.Writer) *Line {
	l := &Line{w: w, began: time.Now()}
	l.drawn = l.began
	if !IsTerminal(w) {
		return l
	}
	if l.width = Width(w) - 1; l.width <= 0 {
		l.width = 79
	}
	if on, ok := w.(*Stream); ok {
		l.w = on.Screen.bar()
	}
	return l
}

// Seen reports whether somebody looks at the line.
func (l *Line) Seen() bool { return l.width > 0 }

// Say shows a text, unless another one was shown a moment ago.
func (l *Line) Say(text func() string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	moment := lineMoment
	if l.drawn.Equal(l.began) {
		moment = firstMoment
	}
	if l.width == 0 || l.stopped || time.Since(l.drawn) < moment {
		return
	}
	l.show(text())
}

// SayNow shows a text at once.
func (l *Line) SayNow(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.width > 0 && !l.stopped {
		l.show(text)
	}
}

func (l *Line) show(text string) {
	l.drawn = time.Now()
	l.draw(plaintext.Cut(plaintext.Printable(text), l.width))
}

// draw replaces the line; with "" there is none.
func (l *Line) draw(text string) {
	if text == "" && l.used == 0 {
		return
	}
	width := plaintext.Width(text)
	_, _ = io.WriteString(l.w, "\r"+text+strings.Repeat(" ", max(l.used-width, 0)))
	if l.used = width; text == "" {
		_, _ = io.WriteString(l.w, "\r")
	}
}

// Wipe takes the line away until there is more to say.
func (l *Line) Wipe() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.draw("")
}

// Stop takes the line away for good, and then calls a function, if there is one.
func (l *Line) Stop(then func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.draw("")
	l.stopped = true
	if then != nil {
		then()
	}
}
