package goserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"math"
	"strconv"
	"unicode/utf8"

	"kifudb/format"
	"kifudb/sgfread/charset"
)

// Records in JSON are read without a tree of values: each value is a part of the text, and
// whoever wants what is in it looks into it. So depth costs nothing, and what was cut is read up
// to the cut.

// valueEnd returns where the value ends with which a text begins, at the end of the text if it
// was cut.
func valueEnd(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	switch text[0] {
	case '"':
		return stringEnd(text)
	case '{', '[':
	default:
		if end := bytes.IndexAny(text, ",]}: \t\r\n\""); end > 0 {
			return end
		} else if end == 0 {
			return 1
		}
		return len(text)
	}
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i += stringEnd(text[i:]) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// stringEnd returns where the string ends with which a text begins.
func stringEnd(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// within returns what stands in an object or a list.
func within(value []byte, open byte) ([]byte, bool) {
	if len(value) == 0 || value[0] != open {
		return nil, false
	}
	return value[1:], true
}

// skip leaves out space, and commas and colons, which only separate.
func skip(text []byte) []byte { return bytes.TrimLeft(text, " \t\r\n,:") }

// items yields the values of a list.
func items(list []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for rest, _ := within(list, '['); ; {
			if rest = skip(rest); len(rest) == 0 || rest[0] == ']' {
				return
			}
			end := valueEnd(rest)
			if !yield(rest[:end]) {
				return
			}
			rest = rest[end:]
		}
	}
}

// members yields the keys and values of an object.
func members(object []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for rest, _ := within(object, '{'); ; {
			if rest = skip(rest); len(rest) == 0 || rest[0] == '}' {
				return
			}
			end := valueEnd(rest)
			key := rest[:end]
			if rest = bytes.TrimLeft(rest[end:], " \t\r\n"); len(rest) == 0 || rest[0] != ':' {
				continue // no member
			}
			if rest = skip(rest); len(rest) == 0 {
				return
			}
			if end = valueEnd(rest); !yield(words(key), rest[:end]) {
				return
			}
			rest = rest[end:]
		}
	}
}

// words returns the text of a string, what stands there of another value, "" of null.
func words(value []byte) string {
	inner, ok := within(value, '"')
	if !ok {
		if string(value) == "null" {
			return ""
		}
		return string(value)
	}
	closed, whole := bytes.CutSuffix(inner, []byte{'"'})
	if bytes.IndexByte(inner, '\\') < 0 {
		return string(closed)
	}
	var text string
	if !whole || json.Unmarshal(value, &text) != nil {
		return string(closed)
	}
	return text
}

// number reads a number, which may stand in a string.
func number(value []byte) (float64, bool) {
	n, err := strconv.ParseFloat(words(value), 64)
	return n, err == nil && !math.IsInf(n, 0) && !math.IsNaN(n)
}

// whole reads a whole number that is not large.
func whole(value []byte) (int, bool) {
	n, ok := number(value)
	if !ok || n != math.Trunc(n) || math.Abs(n) > 1<<40 {
		return 0, false
	}
	return int(n), true
}

// isTrue reports whether a value is true.
func isTrue(value []byte) bool { return string(value) == "true" }

// opens reports whether a value begins with a character.
func opens(value []byte, c byte) bool { return len(value) > 0 && value[0] == c }

// fields are the values of an object by those of its keys that somebody wants.
type fields map[string][]byte

// reader reads a record in JSON.
type reader struct {
	*game
	text       []byte
	seen, line int // lines before an offset of the text
}

// read begins to read a record, and reports what is wrong with it as JSON.
func read(d *format.Draft) *reader {
	r := &reader{game: &game{Draft: d}, text: d.Text()}
	r.text = r.text[:len(r.text):len(r.text)]
	r.at = 1
	if !json.Valid(r.text) {
		var value json.RawMessage
		err := json.Unmarshal(r.text, &value)
		var offset int
		if bad, ok := errors.AsType[*json.SyntaxError](err); ok {
			offset = int(bad.Offset)
		}
		at := 1 + bytes.Count(r.text[:min(max(offset-1, 0), len(r.text))], []byte("\n"))
		r.at = at
		r.problem(format.BadRecord, "not JSON: %v; read as far as it can be", err)
		r.at = 1
	}
	return r
}

// to sets the line that problems name to that of a value. Values come in the order of the text,
// or else the line stays.
func (r *reader) to(value []byte) {
	if offset := cap(r.text) - cap(value); offset >= r.seen && offset <= len(r.text) {
		r.line += bytes.Count(r.text[r.seen:offset], []byte("\n"))
		r.seen = offset
	}
	r.at = 1 + r.line
}

// fields returns the members of an object with some keys. Of two with the same key the last counts,
// as in most programs, and it is reported.
func (r *reader) fields(object []byte, wanted map[string]bool) fields {
	list := fields{}
	for key, value := range members(object) {
		if !wanted[key] {
			continue
		}
		if list[key] != nil {
			r.problem(format.BadRecord, "%q stands there twice; the last counts", key)
		}
		list[key] = value
	}
	return list
}

// setOf returns a set of words.
func setOf(words ...string) map[string]bool {
	set := map[string]bool{}
	for _, word := range words {
		set[word] = true
	}
	return set
}

// charsetOfJSON returns the charset of a record in JSON, which is UTF-8.
func charsetOfJSON(text []byte, pool *charset.Pool) charset.Guess {
	if utf8.Valid(text) {
		return charset.Guess{Name: charset.UTF8, Confidence: 1, Reason: charset.ReasonValid}
	}
	return charset.Detect(text, charset.UTF8, pool)
}

// beginsJSON reports whether a text begins as an object does, or a list of objects.
func beginsJSON(text []byte) bool {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n")
	if inner, ok := within(text, '['); ok {
		text = bytes.TrimLeft(inner, " \t\r\n")
	}
	inner, ok := within(text, '{')
	return ok && opens(bytes.TrimLeft(inner, " \t\r\n"), '"')
}

// recogniseJSON returns the Recognise of a format whose records are objects.
func recogniseJSON(is func(object []byte) bool) func(*format.Head) format.Certainty {
	return func(h *format.Head) format.Certainty {
		if !beginsJSON(h.Text()) {
			return format.No
		}
		s := newObjectSplitter(bytes.NewReader(h.Text()), is)
		return surely(s.Scan() && len(s.piece.Game) > 0)
	}
}

// ownsString reports whether the first tree of a head stands in a string of JSON.
func ownsString(h *format.Head) bool {
	text, in := h.BeforeTree(), false
	if !beginsJSON(text) {
		return false
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			in = !in
		}
	}
	return in
}
