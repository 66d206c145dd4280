package query

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kifudb/book/alias"
	"kifudb/book/user"
	"kifudb/position"
	"kifudb/store"
)

// A meaning is what the values of a field are: texts, dates, numbers, …. It
// belongs to the grammar; what a value asks of a game is for a maker to say.
type meaning interface {
	// kind says which code compares values with games.
	fieldKind() FieldKind
	// check says what is wrong with a value, or nil.
	check(v Value) error
	// literal reports whether field=value compares the text of the record
	// instead of its meaning.
	literal() bool
	// ordered reports whether values may be ranges.
	ordered() bool
}

// maxRegexp bounds regular expressions; they run in linear time, but on many
// texts.
const maxRegexp = 500

// text is the meaning of fields that are searched as they are written.
type text struct{}

func (text) check(v Value) error {
	switch {
	case v.Kind.isRange():
		return errors.New("a text has no range; expected a word or a quoted text")
	case v.Kind == Regexp:
		if len(v.Text) > maxRegexp {
			return fmt.Errorf("the regular expression is longer than %d bytes", maxRegexp)
		}
		_, err := regexp.Compile(v.Text)
		return err
	}
	_, err := v.TextQuery(nil).Matcher()
	return err
}

func (text) literal() bool { return true }

func (text) ordered() bool { return false }

// comment is the meaning of texts at moves, and of texts that may be anywhere.
type comment struct{}

func (comment) check(v Value) error {
	if v.Kind == Exact {
		return errors.New(`comments are not compared whole; expected ":" and a word or a quoted text`)
	}
	return text{}.check(v)
}

func (comment) literal() bool { return true }

func (comment) ordered() bool { return false }

// names is the meaning of fields that name players or events. They are texts
// whose values also find the other spellings that the user has given to the
// same name, and names of which characters were lost; words of a player's name
// are found in another order, too. Literal values find none of this.
type names struct {
	text
	kind alias.Kind
}

// gameKind is the meaning of the field for the game that is played.
type gameKind struct{}

func (gameKind) check(v Value) error {
	_, err := v.GameNumber()
	return err
}

func (gameKind) literal() bool { return false }

func (gameKind) ordered() bool { return false }

// identity is the meaning of the field for the number of the game itself.
type identity struct{}

func (identity) check(v Value) error { return number{}.check(v) }

func (identity) literal() bool { return false }

func (identity) ordered() bool { return true }

// signature is the meaning of the field for Dyer signatures, in which letters
// may be unknown.
type signature struct{}

func (signature) check(v Value) error {
	if v.Kind != Word && v.Kind != Phrase {
		return errors.New(`a signature is written as in sig:"ncqfcqrorepn", with ? for unknown letters`)
	}
	_, err := position.ParseDyer(v.Text)
	return err
}

func (signature) literal() bool { return false }

func (signature) ordered() bool { return false }

// tag is the meaning of the field for the user's own tags: a name, in any case,
// or the beginning of one. A tag that is on no game finds none.
type tag struct{}

func (tag) check(v Value) error {
	switch v.Kind {
	case Word, Phrase, Prefix:
		return user.CheckTag(v.Text)
	}
	return errors.New("expected the name of a tag, or its beginning and *")
}

func (tag) literal() bool { return false }

func (tag) ordered() bool { return false }

// note is the meaning of the field for the user's own notes on games and positions: words as
// in comments, or a regular expression. All notes are read; people write few.
type note struct{}

func (note) check(v Value) error {
	if v.Kind == Exact {
		return errors.New(`notes are not compared whole; expected ":" and a word or a quoted text`)
	}
	return text{}.check(v)
}

func (note) literal() bool { return false }

func (note) ordered() bool { return false }

// has is the meaning of the field that asks whether a record has something.
type has struct{}

// HasCorrection is the value of the field for games of which something was
// corrected.
const HasCorrection = "correction"

// HasClocks is the value of the field for games whose records say something of time at
// their moves.
const HasClocks = "clocks"

// HasClocksTerm returns the term that asks for these games.
func HasClocksTerm() *Term { return &Term{Field: "has", Values: []Value{{Text: HasClocks}}} }

var hasNames = []string{"variations", "comments", "setup", "problems", HasClocks, "tag", "note", HasCorrection}

func (has) check(v Value) error {
	if v.Kind == Word || v.Kind == Phrase {
		if slices.Contains(hasNames, strings.ToLower(v.Text)) {
			return nil
		}
		if f, ok := FindField(v.Text); ok {
			if f.unplayed() {
				return errMove
			}
			return f.Check(Has)
		}
	}
	return fmt.Errorf("%s is not one of %s, nor a field of the record", v, strings.Join(hasNames, ", "))
}

func (has) literal() bool { return false }

func (has) ordered() bool { return false }

// dup is the meaning of the field for records of one game: those that have
// others of a kind in their cluster, or have any, or none; the preferred ones of
// their clusters and the others; or all of the cluster of a game.
type dup struct{}

var dupNames = []string{"exact", "prefix", "near", "said", "any", "none", "preferred", "other"}

func (dup) check(v Value) error {
	if v.Kind == Word || v.Kind == Phrase {
		if slices.Contains(dupNames, strings.ToLower(v.Text)) {
			return nil
		}
		if _, err := strconv.ParseUint(v.Text, 10, 32); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%s is not one of %s, nor the number of a game", v, strings.Join(dupNames, ", "))
}

func (dup) literal() bool { return false }

func (dup) ordered() bool { return false }

// encoding is the meaning of the charset field: the encoding that a record is
// read in, under any of its names, or what the record says of it.
type encoding struct{ text }

// file is the meaning of the field for names of files, which are bytes.
type file struct{ text }

// raw is the meaning of the field of all values as records have them.
type raw struct{ text }

// saved is the meaning of the field that stands for a saved search.
type saved struct{}

func (saved) check(v Value) error {
	if v.Kind != Word && v.Kind != Phrase {
		return errors.New("expected the name of a saved search")
	}
	return user.CheckSearchName(v.Text)
}

func (saved) literal() bool { return false }

func (saved) ordered() bool { return false }

// SavedField is the name of the field.
const SavedField = "saved"

// hasFlags are what the names mean in the facts.
var hasFlags = map[string]store.Flags{
	"variations": store.HasVariations,
	"comments":   store.HasComments,
	"setup":      store.HasSetup,
	"problems":   store.HasProblems,
	HasClocks:    store.HasClocks,
}

// Flag returns what a value of the field has means in the facts, 0 if it is not
// told by them.
func (v Value) Flag() store.Flags { return hasFlags[strings.ToLower(v.Text)] }

// FlagNames returns the words by which flags are asked for.
func FlagNames(flags store.Flags) []string {
	var list []string
	for _, name := range hasNames {
		if flags&hasFlags[name] != 0 {
			list = append(list, name)
		}
	}
	return list
}
