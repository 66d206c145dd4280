package notation

import (
	"strings"

	"kifudb/internal/lazy"
)

// How lines of records look, for telling whether a text is a record throughout. Lines come
// without space around them.

var (
	kifuFact     = lazy.Regexp(`^[^\s　:：!-~]{1,20}[：:]`)
	kifuNumber   = lazy.Regexp(`^[\d０-９]+[\s　]+[^\s　!-~]`)
	ki2Beginning = lazy.Regexp(`^[▲△▼▽☗☖]([１-９1-9][一二三四五六七八九１-９1-9]|同)`)
	kifuBoard    = lazy.Regexp(`^(\||\+-{9}|[９9][\s　]+[８8][\s　]+[７7])`)
	kifuWords    = lazy.Regexp(`^(#|\*|&|手数-|まで|変化|[先後上下]手番)`)
	csaLine      = lazy.Regexp(`^(V\d|N[+-]|\$[A-Z]|PI|P[1-9+-]|[+-]$|[+-]\d{4}[A-Z]{2}|%[A-Z+-]|T\d|'|/$)`)
)

// IsKifuLine reports whether a line, in UTF-8, may be one of KIF, KI2 or BOD.
func IsKifuLine(line string) bool {
	for _, is := range []func(string) bool{
		kifuWords().MatchString, kifuNumber().MatchString, ki2Beginning().MatchString, kifuBoard().MatchString, kifuFact().MatchString,
	} {
		if is(line) {
			return true
		}
	}
	return false
}

// IsLine reports whether a line may be one of a dialect that consists of lines: CSA, USI or USEN.
func (d Dialect) IsLine(line string) bool {
	switch d {
	case CSA:
		return csaLine().MatchString(line)
	case USI:
		return strings.HasPrefix(line, "#") || isUSILine(line)
	case USEN:
		_, _, is := cutUSEN(line)
		return is
	}
	return false
}
