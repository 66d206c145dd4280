package indexer

import (
	"errors"
	"fmt"

	"kifudb/format"
	"kifudb/position"
	"kifudb/sgfread"
)

// problem notes a problem of the text. Offsets are within the record's tree.
func (x *extractor) problem(p sgfread.Problem) {
	if p.Severity() == sgfread.Note {
		return
	}
	x.note(p.Code.String(), p.Offset, func() error { return p })
}

// fault notes a problem that the bytes of a value show.
func (x *extractor) fault(code string, offset int64, words string) {
	x.note(code, offset, func() error { return errors.New(code + ": " + words) })
}

// illegal notes a fault of a move that was played all the same.
func (x *extractor) illegal(number int, m position.Move, fault string) {
	x.note(format.IllegalMove, -1, func() error {
		return fmt.Errorf("%s: move %d (%s) is against the rules: %s; executed", format.IllegalMove, number, m, fault)
	})
}

// note notes a problem at an offset of the tree. An offset below 0 is unknown.
func (x *extractor) note(code string, offset int64, words func() error) {
	if n := len(x.problems); x.noteAt(code, 0, words) && offset >= 0 {
		text := format.Game(x.record)
		if x.origin != nil {
			text, offset = x.origin.tree, x.origin.offset(offset)
		}
		line, _ := sgfread.Position(text, offset)
		x.problems[n].Line = x.line + line - 1
	}
}

// noteAt notes a problem in a line of the file. It keeps the first problem of
// each code, reports whether it is that, and counts the others, so that a
// record that is nothing but problems costs no more than another one.
func (x *extractor) noteAt(code string, line int, words func() error) bool {
	if i, ok := x.codes[code]; ok {
		x.problems[i].More++
		return false
	}
	x.codes[code] = len(x.problems)
	x.problems = append(x.problems, Problem{
		Path: x.record.Source.Path,
		Game: x.record.Source.Game + 1,
		Line: line,
		Code: code,
		Err:  words(),
	})
	return true
}
