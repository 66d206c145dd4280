package query

import (
	"errors"
	"fmt"
)

// checkTerm says what is wrong with a term of a filter.
func checkTerm(n Node) error {
	switch n := n.(type) {
	case *Term:
		f, err := n.Definition()
		if err != nil {
			return err
		}
		for _, v := range n.Values {
			if err := f.meaning.check(v); err != nil {
				return fmt.Errorf("%s: %w", f.Name, err)
			}
		}
		if f.Kind() != FeatureKind && (n.Moves != Window{} || n.MainLine || n.At != "") {
			return fmt.Errorf("%s: has no options", f.Name)
		}
		if n.Resolution != nil && len(n.Values) != 1 {
			return fmt.Errorf("%s: something was found out about one of %d values", f.Name, len(n.Values))
		}
	case *Board:
		return n.checkResolved()
	case *Then:
		return errors.Join(checkTerm(n.First), checkTerm(n.Second))
	}
	return nil
}

// checkResolved says what is wrong with a board term of a filter.
func (b *Board) checkResolved() error {
	if b.File {
		return fmt.Errorf("%s:@%s: the file is not read yet", b.Kind, b.Text)
	}
	if _, err := b.Asked(); err != nil {
		return fmt.Errorf("%s: %w", b.Kind, err)
	}
	return nil
}
