package notation

import (
	"errors"
	"fmt"
	"strings"

	"kifudb/internal/lazy"
	"kifudb/position/shogi"
)

// ParseGame reads a game, or what people have of one, however it is written:
//
//	a diagram in BOD, with or without moves behind it
//	moves in KIF or KI2, or as printed: "▲７六歩 △３四歩", "76歩 34歩"
//	moves in CSA, with or without their signs: "+7776FU -3334FU", "7776FU 3334FU"
//	SFEN, "position …" and moves in USI: "startpos moves 7g7f", "7g7f 3c3d"
//	a whole record in any format that ReadAny reads
//
// It fails at the first thing that it cannot read, and names line and column.
func ParseGame(text string) (*Record, error) {
	read, text := fragmentReader(text)
	if read == nil {
		return nil, errors.New("neither a position nor moves of shogi")
	}
	var wrong error
	records := read([]byte(text), &ReadOptions{Report: func(p Problem) {
		if p.Code.Loses() && wrong == nil {
			wrong = fmt.Errorf("line %d, column %d: %s", p.Line, p.Column, p.Text)
		}
	}})
	switch {
	case wrong != nil:
		return nil, wrong
	case len(records) == 0:
		return nil, errors.New("neither a position nor moves of shogi")
	case len(records) > 1:
		return nil, fmt.Errorf("%d games instead of one", len(records))
	}
	return records[0], nil
}

// PositionOf returns the position to which the main line of a text leads, see
// ParseGame.
func PositionOf(text string) (*shogi.Position, error) {
	r, err := ParseGame(text)
	if err != nil {
		return nil, err
	}
	return r.Last(), nil
}

// Last returns the position at the end of the main line.
func (r *Record) Last() *shogi.Position {
	p := r.Start.Position.Clone()
	for n := range r.MainLine() {
		if n.moves() {
			p.Play(n.Move)
		}
	}
	return p
}

var (
	csaWord = lazy.Regexp(`^[+-]?\d{4}[A-Z]{2}$`)
	usiWord = lazy.Regexp(`^([1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i])$`)
)

// fragmentReader returns the reader of a text, which may have to be completed for
// it.
func fragmentReader(text string) (func([]byte, *ReadOptions) []*Record, string) {
	text = strings.TrimSpace(text)
	first := text
	if i := strings.IndexAny(text, " \t\r\n,"); i >= 0 {
		first = text[:i]
	}
	switch Detect([]byte(text)) {
	case Commands:
		return Read, text
	case CSA:
		return ReadCSA, text
	case USI:
		return ReadUSI, text
	}
	switch {
	case csaWord().MatchString(first):
		return ReadCSA, csaMoves(text)
	case usiWord().MatchString(first):
		return ReadUSI, "startpos moves " + strings.Join(strings.Fields(text), " ")
	case isJapanese(text):
		return ReadKifu, text
	}
	return nil, ""
}

// isJapanese reports whether a text has a character beyond ASCII.
func isJapanese(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r > 0x7F }) >= 0
}

// csaMoves puts the moves of a text each on a line, with the signs that are missing.
func csaMoves(text string) string {
	var b strings.Builder
	sign := "+"
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n,", r) }) {
		if csaWord().MatchString(word) {
			if len(word) == len("7776FU") {
				word = sign + word
			}
			if sign = "-"; word[0] == '-' {
				sign = "+"
			}
		}
		b.WriteString(word + "\n")
	}
	return b.String()
}
