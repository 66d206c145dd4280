package archive

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"kifudb/book/user"
	"kifudb/query"
)

// The text of saved searches has a line for each: its name, a tab, and its query
// in normal form, which has no line breaks. Lines are in the order of names. What
// was seen of a search is the archive's and not in the text. Empty lines, and
// those that begin with #, mean nothing.
const savedTextHead = "# kifudb saved searches: the name of each, and its query\n"

// SavedText returns the text of all saved searches.
func (v *View) SavedText() ([]byte, error) {
	searches, err := v.archive.user.Searches()
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	b.WriteString(savedTextHead)
	for _, s := range searches {
		fmt.Fprintf(&b, "%s\t%s\n", s.Name, s.Query)
	}
	return []byte(b.String()), nil
}

// SavedTaken is the result of importing a text of saved searches.
type SavedTaken struct {
	Saved int `json:"saved"`
	Known int `json:"known"` // were there already
}

// TakeSaved saves the searches of a text. All that they find is new until it is
// looked at. If there is one of the same name with another query, nothing is taken
// and the error wraps [user.ErrSearchExists], unless replace is set.
func (v *View) TakeSaved(r io.Reader, replace bool) (*SavedTaken, error) {
	db := v.archive.user
	taken := &SavedTaken{}
	var fresh []user.Search
	err := readLines(r, func(line string) error {
		if meansNothing(line) {
			return nil
		}
		name, text, ok := strings.Cut(line, "\t")
		if !ok {
			return errors.New("expected a name, a tab and a query")
		}
		if err := user.CheckSearchName(name); err != nil {
			return err
		}
		q, err := query.Parse(text)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if q, err = q.Inline(v.archive.readFile); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		there, err := db.Search(name)
		switch {
		case errors.Is(err, user.ErrNoSearch):
		case err != nil:
			return err
		case there.Query == q.String():
			taken.Known++
			return nil
		case !replace:
			return fmt.Errorf("%s: %w", name, user.ErrSearchExists)
		}
		fresh = append(fresh, user.Search{Name: name, Query: q.String()})
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := db.AddSearches(fresh, replace); err != nil {
		return nil, err
	}
	taken.Saved = len(fresh)
	return taken, nil
}
