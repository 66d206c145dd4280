package indexer

import (
	"bytes"
	"unicode/utf8"

	"kifudb/format"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// WasEncodedTwice reports whether a text that is UTF-8 was written as such only after a program had
// read it in another encoding than its own. Likely is what a sgfread.Checker makes of it, which
// takes lists of letters for that.
func WasEncodedTwice(text []byte, likely bool) bool {
	switch {
	case !utf8.Valid(text):
		return likely
	case likely && !charset.IsLetterList(text):
		return true
	}
	_, _, _, found := charset.Mojibake(text)
	return found
}

// twice reports whether a value of the record was encoded twice, and is not read as what it was.
func (x *extractor) twice(raw []byte, likely bool) bool {
	name := format.Encoding(x.record)
	switch {
	case name == charset.UTF8:
		return x.verdicts.encodedTwice(raw, likely)
	case charset.IsWay(name):
		return bytes.Equal(charset.Decode(nil, raw, name), raw) && x.verdicts.encodedTwice(raw, likely)
	}
	return likely
}

// verdicts remembers what [WasEncodedTwice] says of short values. Names of players and events come
// again from game to game, and the models take most of the time that a name costs.
type verdicts map[string]verdict

type verdict struct{ likely, found bool }

// The limits of what verdicts remembers.
const (
	maxVerdicts = 1 << 12
	maxJudged   = 64 // bytes of a value
)

// encodedTwice is WasEncodedTwice.
func (m *verdicts) encodedTwice(text []byte, likely bool) bool {
	if known, ok := (*m)[string(text)]; ok && known.likely == likely {
		return known.found
	}
	found := WasEncodedTwice(text, likely)
	if len(text) <= maxJudged {
		if *m == nil || len(*m) == maxVerdicts {
			*m = make(verdicts)
		}
		(*m)[string(text)] = verdict{likely, found}
	}
	return found
}

// WayBack returns the way by which most of a record's text came that was encoded twice, as
// the name of an encoding in which to read it, "" if there is none. Lost is how many of its values
// came by no way that is known, or lost characters on it.
func WayBack(r store.Record) (name string, lost int) {
	if format.Encoding(&r) != charset.UTF8 {
		return "", 0
	}
	g, err := Derive(r)
	if err != nil {
		return "", 0 // never fails
	}
	votes := map[string]int{}
	look := func(text string) {
		switch _, way, exact, ok := charset.Mojibake([]byte(text)); {
		case ok && exact:
			votes[way] += len(text)
		case ok:
			lost++
		}
	}
	for _, v := range g.Info {
		if v.Ident != format.IdentFile {
			look(v.Text)
		}
	}
	for _, c := range g.Comments {
		look(c.Text)
	}
	for way, n := range votes {
		if n > votes[name] || n == votes[name] && way < name {
			name = way
		}
	}
	return name, lost
}
