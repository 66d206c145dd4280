package goserver

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"kifudb/format"
	"kifudb/store"
)

// maxRecord is the largest number of bytes of a record. Those at hand have ten
// thousand.
const maxRecord = 4 << 20

// splitter cuts a file where a line begins a record.
type splitter struct {
	lines   *bufio.Reader
	in      store.Charset
	opening string // what such a line begins with; "" if a file is one record
	held    []byte // such a line, which was read already
	line    int    // lines read
	piece   format.Piece
	err     error
}

// splitAt returns the Split of a format whose records begin with a line.
func splitAt(opening string) func(*format.File) format.Splitter {
	return func(f *format.File) format.Splitter {
		r, in := f.Text()
		return &splitter{lines: bufio.NewReader(r), in: in, opening: opening}
	}
}

// Scan implements [format.Splitter].
func (s *splitter) Scan() bool {
	game, first := s.held, s.line
	if s.held == nil {
		first++
	}
	s.held = nil
	for s.err == nil {
		line := s.read()
		if s.opening != "" && bytes.HasPrefix(line, []byte(s.opening)) && len(bytes.TrimSpace(game)) > 0 {
			s.held = line
			break
		}
		if game = append(game, line...); len(game) > maxRecord {
			s.tooLong(s.line)
		}
	}
	if s.Err() != nil || len(game) == 0 {
		return false
	}
	s.piece = format.Piece{Game: game, Line: first, Charset: s.in}
	if len(bytes.TrimSpace(game)) == 0 {
		s.piece = format.Piece{Lead: game}
	}
	return true
}

// tooLong ends the scan at a line with which a record is longer than it may be.
func (s *splitter) tooLong(line int) {
	s.err = fmt.Errorf("line %d: a record of more than %d bytes", line, maxRecord)
}

// read reads a line with its end.
func (s *splitter) read() []byte {
	var line []byte
	for {
		part, err := s.lines.ReadSlice('\n')
		if line = append(line, part...); len(line) > maxRecord {
			s.tooLong(s.line + 1)
			return nil
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		s.err = err
		if len(line) > 0 {
			s.line++
		}
		return line
	}
}

// Piece implements [format.Splitter].
func (s *splitter) Piece() format.Piece { return s.piece }

// Err implements [format.Splitter].
func (s *splitter) Err() error {
	if errors.Is(s.err, io.EOF) {
		return nil
	}
	return s.err
}
