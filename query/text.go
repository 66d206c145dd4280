package query

import (
	"errors"
	"fmt"
	"regexp"
)

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
	_, err := textQuery(nil, v).Matcher()
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
