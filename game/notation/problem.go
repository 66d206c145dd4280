package notation

import (
	"fmt"

	"kifudb/position/shogi"
)

// Code tells problems apart. Codes with E are errors, those with W warnings.
type Code string

// The errors.
const (
	SyntaxError      Code = "E01" // a statement is not written as it must be
	FormatsMissing   Code = "E10" // a move before INPUT= and OUTPUT=
	BadValue         Code = "E11" // unknown parameter or value
	NotAllowed       Code = "E12" // a parameter that does not belong here
	ParameterMissing Code = "E13"
	BadPlace         Code = "E14" // unknown piece or place, or a promotion that does not exist
	TooMany          Code = "E15" // more than a set of men, two on a square, two kings
	KingMissing      Code = "E16" // TSUME without White's king
	BadDiagram       Code = "E17"
	BadStack         Code = "E20" // nothing memorized, or too much
	NumberExpected   Code = "E30"
	WrongSide        Code = "E31" // "..." or a side mark against the side to move
	NoSuchMove       Code = "E32"
	Ambiguous        Code = "E33"
	Unreadable       Code = "E34"
	NothingToCapture Code = "E35"
	NoPreviousMove   Code = "E36" // "same square" at the start of a line of play
)

// The warnings.
const (
	WrongNumber    Code = "W01" // moves are counted, so it does no harm
	IllegalMove    Code = "W02" // but clear what is meant
	IsCapture      Code = "W03" // '-' where a piece is taken
	ParenMissing   Code = "W04"
	NotResumed     Code = "W05"
	KeywordInText  Code = "W06"
	Indented       Code = "W07" // a command that is not in column 1
	MoveAfterEnd   Code = "W08"
	LostTime       Code = "W20" // CSA: a time that is no number
	UnknownEnding  Code = "W21" // CSA, KIF: an ending that is not known
	UnknownCommand Code = "W22" // CSA, KIF: a line of no known kind
	OtherName      Code = "W23" // KIF: a piece has not the name that it has on the board
	OtherWinner    Code = "W24" // CSA: the server's summary names another winner than the moves
	SecondEnding   Code = "W25" // CSA, KIF: an ending behind an ending; the first that decides the game counts
)

// Warning reports whether the text was understood all the same.
func (c Code) Warning() bool { return c != "" && c[0] == 'W' }

// Loses reports whether something of the text was not understood: after an error,
// and for some warnings.
func (c Code) Loses() bool {
	switch c {
	case LostTime, UnknownEnding, UnknownCommand:
		return true
	}
	return c != "" && !c.Warning()
}

// Problem is something wrong with a text, at a place in it.
type Problem struct {
	Line, Column int // from 1; columns count characters
	Code         Code
	Text         string
}

// String returns "3:1: error: E10 INPUT= and OUTPUT= must be given before any
// move"; a file's name and a colon before it make it a message for a user.
func (p Problem) String() string {
	severity := "error"
	if p.Code.Warning() {
		severity = "warning"
	}
	return fmt.Sprintf("%d:%d: %s: %s %s", p.Line, p.Column, severity, p.Code, p.Text)
}

// reporter passes on what is wrong with a source.
type reporter struct {
	source
	report func(Problem) // or nil
	errors int
	limit  int // of errors, after which nothing more is reported; 0: none
}

// problem reports a problem at an offset.
func (r *reporter) problem(at int, code Code, format string, args ...any) {
	if r.stopped() {
		return
	}
	if !code.Warning() {
		r.errors++
	}
	if r.report != nil {
		line, column := r.place(at)
		r.report(Problem{line, column, code, fmt.Sprintf(format, args...)})
	}
}

// stopped reports whether there were too many errors to go on.
func (r *reporter) stopped() bool { return r.limit > 0 && r.errors >= r.limit }

// make makes a move, which stands in the text at an offset, and reports whether it can be
// made; one that is only illegal is made, with a warning.
func (r *reporter) make(p *shogi.Position, m shogi.Move, at int, text string) bool {
	fault := p.Play(m)
	switch {
	case !fault.Possible():
		r.problem(at, NoSuchMove, "%s: %s", text, fault)
		return false
	case fault != 0:
		r.problem(at, IllegalMove, "%s is illegal: %s", text, fault)
	}
	return true
}
