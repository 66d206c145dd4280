// Package line reads the lines that a program sends over a pipe, one command each.
package line

import (
	"bufio"
	"context"
	"errors"
	"io"
)

// A Line is a line of input without its end.
type Line struct {
	Text string
	Cut  bool // it was longer than allowed; Text is its beginning
}

// Read reads lines of at most so many bytes until the input ends, the context is stopped, or reading
// fails. It closes the channel then; the function that it returns tells the error of reading, nil at
// the end of the input. A line is read while the one before is worked on, so that it can stop that work.
// A goroutine that waits for input outlives a context that is stopped, as nothing interrupts the read.
func Read(ctx context.Context, r io.Reader, most int) (<-chan Line, func() error) {
	lines := make(chan Line)
	var failed error // written before the channel is closed
	go func() {
		defer close(lines)
		in := bufio.NewReaderSize(r, 4096)
		for {
			l, err := next(in, most)
			if ctx.Err() != nil {
				return // also if somebody is ready to take the line
			}
			if err == nil || l.Text != "" {
				select {
				case lines <- l:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					failed = err
				}
				return
			}
		}
	}()
	return lines, func() error { return failed }
}

// next reads a line. What is more than it may have is read and forgotten.
func next(in *bufio.Reader, most int) (l Line, err error) {
	var text []byte
	for {
		part, err := in.ReadSlice('\n')
		ended := err == nil
		if ended {
			part = part[:len(part)-1]
		}
		if room := most - len(text); len(part) > room {
			part, l.Cut = part[:room], true
		}
		text = append(text, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			l.Text = string(text)
			return l, err
		}
	}
}
