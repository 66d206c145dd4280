package notation

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Piece is a part of a text that holds one game, of which it is the first that
// a reader finds in it. In CSA and USI the pieces, one after the other, are
// the text. In a text of the converter of 1996 a piece begins with a copy of
// the statements in force, and an example in a variation is a piece as
// well as a part of the game it belongs to.
type Piece struct {
	Lead []byte // separators, blank lines and the like before it
	Text []byte // what a reader reads; empty if only a lead was left
	Line int    // where Text begins, from 1; less by the lines that were copied
}

// Scanner cuts a text into pieces. It looks at ASCII only, so the text may be
// in any encoding in which a byte of ASCII always means itself in a line's
// beginning: UTF-8, Shift_JIS, EUC-JP.
type Scanner struct {
	lines   *bufio.Reader
	dialect Dialect
	most    int

	// Readings returns how the beginning of a line of KIF or KI2 may read, in the
	// encodings in which the text may be; nil if it is in UTF-8.
	Readings func(line []byte) []string
	moves    bool // the moves of a record in KIF or KI2 have begun

	piece  Piece
	pieces []uncut // of a text of the converter of 1996, those to come
	lead   []byte  // of the next piece
	held   []byte  // the first line of the next piece
	line   int     // lines read
	err    error
}

// NewScanner returns a scanner of r's text, which is in a dialect and of which
// no piece has more than the given number of bytes.
func NewScanner(r io.Reader, d Dialect, most int) *Scanner {
	return &Scanner{lines: bufio.NewReader(r), dialect: d, most: most}
}

// Piece returns what the latest Scan found. It is the caller's to keep.
func (s *Scanner) Piece() Piece { return s.piece }

// Err returns what ended the scan before the end of the text.
func (s *Scanner) Err() error {
	if errors.Is(s.err, io.EOF) {
		return nil
	}
	return s.err
}

// Scan finds the next piece and reports whether there is one.
func (s *Scanner) Scan() bool {
	if len(s.pieces) > 0 {
		s.piece, s.pieces = s.pieces[0].cut(), s.pieces[1:]
		return true
	}
	text := s.held // the first line of the piece, which was read already
	s.held = nil
	first := s.line + 1
	if text != nil {
		first = s.line
	}
	for s.err == nil {
		line := s.readLine(s.most - len(text) - len(s.lead))
		switch {
		case (s.dialect == USI || s.dialect == USEN) && Detect(line) == s.dialect:
			end := len(bytes.TrimRight(line, "\r\n"))
			return s.found(line[:end], line[end:], s.line)
		case s.dialect == USI || s.dialect == USEN:
			s.lead = append(s.lead, line...)
		case s.dialect == CSA && string(bytes.TrimRight(line, " \t\r\n")) == "/":
			if Detect(text) == CSA {
				return s.found(text, line, first)
			}
			s.lead = append(append(s.lead, text...), line...)
			text, first = nil, s.line+1
		case s.dialect == Kifu && s.next(line):
			if text == nil {
				text = line
				continue
			}
			s.found(text, nil, first)
			s.held = line
			return true
		default:
			text = append(text, line...)
		}
	}
	switch {
	case s.Err() != nil || len(text) == 0:
	case s.dialect == Commands:
		if s.pieces, s.lead = split(text); len(s.pieces) > 0 {
			return s.Scan()
		}
		text = nil
	case Detect(text) == s.dialect, (s.dialect == Kifu || s.dialect == JKF) && len(bytes.TrimSpace(text)) > 0:
		return s.found(text, nil, first)
	}
	if s.lead = append(s.lead, text...); len(s.lead) > 0 {
		return s.found(nil, nil, s.line)
	}
	return false
}

// next reports whether a line begins the next record in KIF or KI2.
func (s *Scanner) next(line []byte) bool {
	line = bytes.Trim(line, " \t\r\n")
	if len(line) == 0 || line[0] == '*' || line[0] == '&' {
		return false
	}
	readings := []string{string(line)}
	if line[0] >= '0' && line[0] <= '9' && beginsMoves(readings[0]) { // the number is the same in all encodings
		s.moves = true
		return false
	}
	if s.Readings != nil && (line[0] >= 0x80 || line[0] >= '0' && line[0] <= '9') {
		readings = s.Readings(line[:min(len(line), 48)])
	}
	for _, text := range readings {
		text = trimWide(text)
		switch {
		case beginsMoves(text):
			s.moves = true
			return false
		case s.moves && opensKifu(text):
			s.moves = false
			return true
		}
	}
	return false
}

// found makes a piece of a text. Rest goes to the next one.
func (s *Scanner) found(text, rest []byte, line int) bool {
	s.piece = Piece{Lead: s.lead, Text: text, Line: line}
	s.lead = bytes.Clone(rest)
	return true
}

// readLine reads a line with its end, "\n", "\r\n" or "\r".
func (s *Scanner) readLine(most int) []byte {
	var line []byte
	for {
		c, err := s.lines.ReadByte()
		if err != nil {
			s.err = err
			break
		}
		if len(line) >= most {
			s.err = fmt.Errorf("line %d: a game of more than %d bytes", s.line+1, s.most)
			break
		}
		line = append(line, c)
		if c == '\r' {
			if next, err := s.lines.Peek(1); err == nil && next[0] == '\n' {
				continue
			}
		}
		if c == '\n' || c == '\r' {
			break
		}
	}
	if len(line) > 0 {
		s.line++
	}
	return line
}
