package pgn

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"kifudb/format"
	"kifudb/store"
)

// maxGame is the largest number of bytes of a game; what is derived of one made of tiny
// moves is some forty times as large.
const maxGame = 4 << 20

// splitter cuts a file into games: one begins at the first tag behind moves, where a
// tag comes again that stands first, or with the first move behind a result. Comments and lines for programs
// that stand on lines of their own behind a result belong to the game that follows.
type splitter struct {
	r     *bufio.Reader
	in    store.Charset
	most  int
	piece format.Piece

	eol     byte   // that ends lines: a line feed, or a carriage return where lines have nothing else
	rest    []byte // of a line, where another game begins in it
	line    int    // lines read
	text    []byte // of the game at hand, with the white space before it
	first   int    // the line in which it begins
	moved   bool   // it has something behind its tags that is no comment
	begun   bool   // it has an Event
	quoted  bool   // a tag ended its line within its value
	brace   bool   // a comment is open
	depth   int    // variations open
	result  bool   // the latest word behind its tags is a result
	ended   int    // of text, where the line ends that has the result, 0 if something follows that is no comment
	last    int    // the number of that line
	long    bool   // it is too long, and left out
	err     error
	tooLong error
}

func newSplitter(r io.Reader, in store.Charset, most int) *splitter {
	return &splitter{r: bufio.NewReader(r), in: in, most: min(most, maxGame), first: 1}
}

// Piece implements [format.Splitter].
func (s *splitter) Piece() format.Piece { return s.piece }

// Err implements [format.Splitter].
func (s *splitter) Err() error {
	if s.err != nil && !errors.Is(s.err, io.EOF) {
		return s.err
	}
	return s.tooLong
}

// Scan implements [format.Splitter].
func (s *splitter) Scan() bool {
	for s.err == nil || len(s.rest) > 0 {
		line := s.rest
		if s.rest = nil; len(line) == 0 {
			var whole bool
			line, whole, s.err = s.read()
			if len(line) == 0 {
				break
			}
			if whole {
				s.line++
			}
		}
		begins := s.begins(line)
		found := begins && s.take()
		if n := s.another(line); n > 0 {
			line, s.rest = line[:n], append([]byte(nil), line[n:]...)
		}
		s.append(line)
		if found {
			return true
		}
	}
	return s.take()
}

// another returns where another game begins within a line: behind a result, with a tag or a
// first move. It is 0 if there is none.
func (s *splitter) another(line []byte) int {
	if s.long || !bytes.Contains(line, []byte(" 1.")) && !bytes.Contains(line, []byte(" [")) {
		return 0
	}
	brace, depth, begin := s.brace, s.depth, -1
	for i, c := range line {
		switch {
		case brace:
			brace = c != '}'
		case c == '{':
			brace, begin = true, -1
		case c == ';':
			return 0
		case c == '(':
			depth, begin = depth+1, -1
		case c == ')':
			depth, begin = max(depth-1, 0), -1
		case c > ' ':
			if begin < 0 {
				begin = i
			}
		case begin >= 0:
			word := line[begin:i]
			begin = -1
			next := bytes.TrimLeft(line[i:], " \t")
			if depth == 0 && isResult(word) && (bytes.HasPrefix(next, []byte("1.")) || isTag(next)) {
				return len(line) - len(next)
			}
		}
	}
	return 0
}

// lineEnd returns the byte that ends the lines of a file, by its first line.
func lineEnd(r *bufio.Reader) byte {
	head, _ := r.Peek(r.Size())
	i := bytes.IndexAny(head, "\r\n")
	if i >= 0 && head[i] == '\r' && bytes.IndexByte(head, '\n') < 0 {
		return '\r'
	}
	return '\n'
}

// read returns the next line, or a part of it if it is very long.
func (s *splitter) read() (line []byte, whole bool, err error) {
	if s.eol == 0 {
		s.eol = lineEnd(s.r)
	}
	line, err = s.r.ReadSlice(s.eol)
	if errors.Is(err, bufio.ErrBufferFull) {
		return line, false, nil
	}
	return line, true, err
}

// begins reports whether a line begins another game than the one at hand.
func (s *splitter) begins(line []byte) bool {
	trimmed := bytes.TrimLeft(bytes.TrimPrefix(line, []byte("\ufeff")), " \t")
	if s.ended > 0 && !s.brace && (bytes.HasPrefix(trimmed, []byte("1.")) || bytes.HasPrefix(trimmed, []byte("1 ."))) {
		return true
	}
	if len(trimmed) == 0 || s.quoted && endsTag(trimmed) {
		return false
	}
	name, _, n, fault := readTag(trimmed)
	event := n > 0 && name == "Event"
	if s.brace && event && fault == "" {
		s.brace = false // nobody has closed the comment: it costs no other game
		return true
	}
	if s.brace || n == 0 {
		return false
	}
	return s.moved || event && s.begun
}

// isTag reports whether a line begins with a tag pair.
func isTag(line []byte) bool {
	_, _, n, _ := readTag(line)
	return n > 0
}

// append adds a line to the game at hand.
func (s *splitter) append(line []byte) {
	blank := len(trim(line)) == 0
	if blank || s.long {
		if !s.long {
			s.text = append(s.text, line...)
		}
		return
	}
	if len(trim(s.text)) == 0 {
		s.first = s.line
	}
	trimmed := bytes.TrimLeft(bytes.TrimPrefix(line, []byte("\ufeff")), " \t")
	switch {
	case s.quoted && endsTag(trimmed):
		s.quoted = false
	case !s.moved && !s.brace && isTag(trimmed):
		s.tags(trimmed)
	case s.brace || line[0] != '%':
		s.words(line)
	}
	if len(s.text)+len(line) > s.most {
		s.long = true
		if s.tooLong == nil {
			s.tooLong = fmt.Errorf("line %d: the game has more than %d bytes, and was left out", s.first, s.most)
		}
		return
	}
	s.text = append(s.text, line...)
	if s.result && s.ended == 0 && !s.brace && s.depth == 0 {
		s.ended, s.last = len(s.text), s.line
	}
}

// tags notes the tags of a line, and the moves that may follow them.
func (s *splitter) tags(line []byte) {
	for {
		name, _, n, fault := readTag(line)
		if n == 0 {
			break
		}
		s.begun = s.begun || name == "Event"
		s.quoted = fault == openValue
		line = bytes.TrimLeft(line[n:], " \t\r\n")
	}
	s.words(line)
}

// words notes what comments and variations a line opens and closes, and whether it says
// how the game ended.
func (s *splitter) words(line []byte) {
	begin := -1 // of a word
	end := func(at int) {
		if begin >= 0 {
			s.moved, s.ended = true, 0
			s.result = s.depth == 0 && isResult(line[begin:at])
			begin = -1
		}
	}
	for i, c := range line {
		switch {
		case s.brace:
			s.brace = c != '}'
			continue
		case c == '{', c == ';', c <= ' ', c == '(', c == ')':
			end(i)
		case begin < 0:
			begin = i
		}
		switch c {
		case '{':
			s.brace = true
		case ';':
			return
		case '(':
			s.depth++
		case ')':
			s.depth = max(s.depth-1, 0)
		}
	}
	end(len(line))
}

// isResult reports whether a word says how a game ended.
func isResult(word []byte) bool {
	switch string(word) {
	case "1-0", "0-1", "1/2-1/2", "½-½", "*":
		return true
	}
	return false
}

// trim returns a text without white space around it, and without a mark of Unicode.
func trim(b []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(b, []byte("\ufeff")))
}

// take makes the current game a piece, and reports whether there is one. It leaves white
// space after the game to the next one, and also comments on lines after its result, unless the
// file ends there.
func (s *splitter) take() bool {
	text, long, last := s.text, s.long, s.last
	end := len(text)
	more := s.err == nil || len(s.rest) > 0
	if s.ended > 0 && more {
		end = s.ended
	}
	s.moved, s.begun, s.brace, s.long, s.quoted = false, false, false, false, false
	s.depth, s.result, s.ended, s.last = 0, false, 0, 0
	if long {
		s.text = nil
		return false
	}
	if len(text) == 0 {
		return false
	}
	begin := len(text) - len(bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n"))
	whole := end
	end = len(bytes.TrimRight(text[:end], " \t\r\n"))
	if begin >= end {
		if more {
			return false // to stand before the next
		}
		s.text = nil
		s.piece = format.Piece{Lead: text, Line: s.line, Charset: s.in}
		return true
	}
	s.piece = format.Piece{Lead: text[:begin:begin], Game: text[begin:end:end], Line: s.first, Charset: s.in}
	s.text = append([]byte(nil), text[end:]...)
	if rest := text[whole:]; len(rest) > 0 { // the next begins with a comment
		s.first = last + 1 + bytes.Count(rest[:len(rest)-len(bytes.TrimLeft(rest, " \t\r\n"))], []byte{s.eol})
	}
	return true
}
