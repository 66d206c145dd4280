package command

import (
	"io"
	"strings"
	"sync"
	"time"
)

// A progressLine says on a terminal how far some work is: one line on standard error, which
// is gone before anything else is printed there. Elsewhere nothing is drawn.
type progressLine struct {
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

// newProgressLine makes the line of a writer, if that is a terminal.
func newProgressLine(w io.Writer) *progressLine {
	l := &progressLine{w: w, began: time.Now()}
	l.drawn = l.began
	if !isTerminal(w) {
		return l
	}
	if l.width = terminalWidth(w) - 1; l.width <= 0 {
		l.width = 79
	}
	if on, ok := w.(*stream); ok {
		l.w = on.screen.bar()
	}
	return l
}

// seen reports whether somebody looks at the line.
func (l *progressLine) seen() bool { return l.width > 0 }

// say shows a text, unless another one was shown a moment ago.
func (l *progressLine) say(text func() string) {
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

// sayNow shows a text at once.
func (l *progressLine) sayNow(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.width > 0 && !l.stopped {
		l.show(text)
	}
}

func (l *progressLine) show(text string) {
	l.drawn = time.Now()
	l.draw(cutEnd(plain(printable(text)), l.width).Text)
}

// draw replaces the line; with "" there is none.
func (l *progressLine) draw(text string) {
	if text == "" && l.used == 0 {
		return
	}
	width := textWidth(text)
	_, _ = io.WriteString(l.w, "\r"+text+strings.Repeat(" ", max(l.used-width, 0)))
	if l.used = width; text == "" {
		_, _ = io.WriteString(l.w, "\r")
	}
}

// wipe takes the line away until there is more to say.
func (l *progressLine) wipe() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.draw("")
}

// stop takes the line away for good, and then calls a function, if there is one.
func (l *progressLine) stop(then func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.draw("")
	l.stopped = true
	if then != nil {
		then()
	}
}
