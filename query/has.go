package query

import (
	"fmt"
	"strings"
)

// has is the meaning of the field that asks whether a record has something.
type has struct{}

var hasNames = []string{"variations", "comments", "setup"}

func (has) check(v Value) error {
	if v.Kind == Word || v.Kind == Phrase {
		if checkChoice(v, hasNames) == nil {
			return nil
		}
		if f, ok := findField(v.Text); ok && len(f.idents) > 0 {
			return nil
		}
	}
	return fmt.Errorf("%s is not one of %s, nor a field of the record", printValue(v), strings.Join(hasNames, ", "))
}

func (has) literal() bool { return false }
func (has) ordered() bool { return false }
