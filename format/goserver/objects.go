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

// An objectSplitter cuts JSON into those of its objects that are records: of a list, of lines, or
// one after the other. Other objects, and what stands between, are the lead of the next record.
//
// An object that was cut ends where a line ends within a string, and where a line begins with
// another object that cannot be a part of it: so what is wrong in one line costs nothing of the next.
type objectSplitter struct {
	r    *bufio.Reader
	in   store.Charset
	is   func(object []byte) bool
	line int // of what is read next

	lead, object []byte
	single       bool // an object ended before, and each in the line in which it began
	spread       bool // one did not
	piece        format.Piece
	err          error // what ended the scan
	first        error // what was left out
	bad, lost    int   // records that were left out, and bytes between records
}

func newObjectSplitter(r io.Reader, is func([]byte) bool) *objectSplitter {
	return &objectSplitter{r: bufio.NewReader(r), is: is, line: 1}
}

// splitObjects returns the Split of a format whose records are objects.
func splitObjects(is func(object []byte) bool) func(*format.File) format.Splitter {
	return func(f *format.File) format.Splitter {
		r, in := f.Text()
		s := newObjectSplitter(r, is)
		s.in = in
		return s
	}
}

// Scan implements [format.Splitter].
func (s *objectSplitter) Scan() bool {
	s.lead = s.lead[:0]
	for s.err == nil {
		s.outside()
		if s.err != nil {
			break
		}
		line := s.line
		kept := s.inside()
		switch {
		case !kept:
			if s.bad++; s.first == nil {
				s.first = fmt.Errorf("line %d: an object of more than %d bytes", line, maxRecord)
			}
		case s.is(s.object):
			s.piece = format.Piece{Lead: s.lead, Game: s.object, Line: line, Charset: s.in}
			return true
		default:
			s.keep(s.object...)
		}
	}
	if len(s.lead) == 0 {
		return false
	}
	s.piece = format.Piece{Lead: s.lead}
	return true
}

// keep adds to the lead, of which no more is kept than of a record.
func (s *objectSplitter) keep(text ...byte) {
	if s.lead = append(s.lead, text...); len(s.lead) > maxRecord {
		s.lost += len(s.lead)
		s.lead = s.lead[:0]
	}
}

// outside reads up to the next object.
func (s *objectSplitter) outside() {
	for in, escaped := false, false; ; {
		c, err := s.r.ReadByte()
		if s.err = err; err != nil {
			return
		}
		switch {
		case c == '\n':
			s.line++
			in, escaped = false, false
		case in:
			in, escaped = c != '"' || escaped, c == '\\' && !escaped
		case c == '"':
			in = true
		case c == '{':
			s.err = s.r.UnreadByte()
			return
		}
		s.keep(c)
	}
}

// inside reads an object, and reports whether it was kept.
func (s *objectSplitter) inside() (kept bool) {
	s.object = s.object[:0]
	kept = true
	begin := s.line
	depth, in, escaped := 0, false, false
	var before, solid byte // the byte before, and the last one that was no space
	for {
		c, err := s.r.ReadByte()
		if err != nil {
			s.err = err
			return kept
		}
		switch {
		case in && c == '\n': // it was cut
			s.err = s.r.UnreadByte()
			return kept
		case in:
			in, escaped = c != '"' || escaped, c == '\\' && !escaped
		case c == '"':
			in = true
		case c == '\n':
			s.line++
		case c == '{' && before == '\n' && (s.single && !s.spread || bytes.IndexByte([]byte("[,:"), solid) < 0):
			s.err = s.r.UnreadByte() // of the next
			return kept
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
		if before = c; c > ' ' {
			solid = c
		}
		if !kept {
		} else if len(s.object) == maxRecord {
			kept = false
		} else {
			s.object = append(s.object, c)
		}
		if depth == 0 {
			s.single, s.spread = true, s.spread || s.line != begin
			return kept
		}
	}
}

// Piece implements [format.Splitter].
func (s *objectSplitter) Piece() format.Piece { return s.piece }

// Err implements [format.Splitter]. What was left out is an error, too.
func (s *objectSplitter) Err() error {
	switch {
	case s.err != nil && !errors.Is(s.err, io.EOF):
		return s.err
	case s.bad > 1:
		return fmt.Errorf("%w; this object and %d more were left out, all others read", s.first, s.bad-1)
	case s.bad == 1:
		return fmt.Errorf("%w; it was left out, all others read", s.first)
	case s.lost > 0:
		return fmt.Errorf("more than %d bytes between two records; %d bytes were left out, all records read", maxRecord, s.lost)
	}
	return nil
}
