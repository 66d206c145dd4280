package notation

import (
	"strings"
)

// Dialect is a kind of text that this package reads.
type Dialect uint8

// The dialects.
const (
	UnknownDialect Dialect = iota
	Commands               // the converter's of 1996: Read
	CSA                    // ReadCSA
	USI                    // ReadUSI
)

// String returns the dialect's name.
func (d Dialect) String() string {
	return [...]string{"unknown", "commands", "csa", "usi"}[d&3]
}

// detectLines is how many lines Detect looks at.
const detectLines = 200

// Detect tells from the beginning of a text what it is.
func Detect(text []byte) Dialect {
	s := newSource(text[:min(len(text), 64<<10)])
	csa := 0
	for i, start := range s.lines {
		if i == detectLines {
			break
		}
		line := strings.TrimRight(s.text[start:s.lineEnd(start)], " \t")
		switch {
		case strings.HasPrefix(line, "position ") || line == "startpos" || strings.HasPrefix(line, "startpos moves") || strings.HasPrefix(line, "sfen "):
			return USI
		case isCSALine(line):
			if csa++; csa == 2 {
				return CSA
			}
		}
		if k, _ := s.inProse(start); k.assigns() && strings.Contains(line, "(") {
			return Commands
		}
	}
	return UnknownDialect
}

// isCSALine reports whether a line is one that hardly begins any other text.
func isCSALine(line string) bool {
	for _, start := range []string{"'CSA encoding=", "V1", "V2", "V3.0", "$EVENT:", "$START_TIME:", "N+", "N-", "P1-", "P1 ", "P1+", "P+", "P-", "PI"} {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	if line == "+" || line == "-" {
		return true
	}
	return len(line) >= 7 && (line[0] == '+' || line[0] == '-') && squareOf(line[3:5]).Valid() && csaKind(line[5:7]) != 0
}

// ReadAny reads a text of whatever dialect it is in; nil if it is in none.
func ReadAny(text []byte, o *ReadOptions) []*Record {
	switch Detect(text) {
	case Commands:
		return Read(text, o)
	case CSA:
		return ReadCSA(text, o)
	case USI:
		return ReadUSI(text, o)
	}
	return nil
}
