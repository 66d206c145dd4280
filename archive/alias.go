package archive

import (
	"bytes"
	"errors"
	"io"

	"kifudb/book/alias"
	"kifudb/book/user"
	"kifudb/store/fulltext"
)

// An AliasKind says what names are of.
type AliasKind = alias.Kind

// The kinds of names.
const (
	Players = alias.Players
	Events  = alias.Events
)

// Aliases are which spellings of an archive's names are one player's, or one
// event's. They lie beside the records and change none.
type Aliases struct {
	archive *Archive
	kind    AliasKind
}

// Aliases returns the aliases of a kind.
func (a *Archive) Aliases(kind AliasKind) Aliases { return Aliases{a, kind} }

// An AliasGroup is the spellings of one name.
type AliasGroup struct {
	Name      string   `json:"name" doc:"The preferred spelling."`
	Spellings []string `json:"spellings" doc:"All spellings, the preferred one first."`
}

// AliasChange says what became of spellings that were said to be one name.
type AliasChange struct {
	Changed bool       `json:"changed" doc:"True if the archive did not have the group before."`
	Group   AliasGroup `json:"group" doc:"The group with all its spellings, after the change."`
}

// AliasRemoval says which spellings are names of their own again.
type AliasRemoval struct {
	Removed []string `json:"removed" doc:"Spellings that are names by themselves again."`
}

func groupOf(g *alias.Group) AliasGroup { return AliasGroup{g.Name(), g.Spellings} }

// Preferred returns a function that tells the preferred spelling of a name: the name itself if it has
// no other ones.
func (a Aliases) Preferred() (func(name string) string, error) {
	table, err := a.archive.user.Aliases(a.kind)
	if err != nil {
		return nil, err
	}
	return table.Preferred, nil
}

// Groups returns all groups, or those with a spelling that holds some words or is
// the same name.
func (a Aliases) Groups(words string) ([]AliasGroup, error) {
	table, err := a.archive.user.Aliases(a.kind)
	if err != nil {
		return nil, err
	}
	matches := func(*alias.Group) bool { return true }
	if words != "" {
		if matches, err = groupMatcher(table, words); err != nil {
			return nil, err
		}
	}
	found := []AliasGroup{}
	for _, g := range table.Groups() {
		if matches(&g) {
			found = append(found, groupOf(&g))
		}
	}
	return found, nil
}

func groupMatcher(table *alias.Table, words string) (func(*alias.Group) bool, error) {
	m, err := fulltext.Query{Text: words, Kind: fulltext.Prefix}.Matcher()
	if err != nil {
		return nil, &RequestError{"", err}
	}
	var same *alias.Group
	if n, err := table.Kind().Spelling(words); err == nil {
		same, _ = table.Find(n)
	}
	return func(g *alias.Group) bool {
		match := same != nil && g.ID == same.ID
		for _, s := range g.Spellings {
			match = match || m.Match(s)
		}
		return match
	}, nil
}

// Add says that spellings are one name. What, in a few words, is what Undo says that
// it took back.
func (a Aliases) Add(what string, spellings ...string) (*AliasChange, error) {
	return a.change(what, func(t *alias.Table) (*alias.Group, bool, error) {
		g, added, err := t.Add(spellings...)
		return g, len(added) > 0, err
	})
}

// Merge makes one of two names with all their spellings. The preferred spelling of
// the first stays the preferred one.
func (a Aliases) Merge(what, into, from string) (*AliasChange, error) {
	return a.change(what, func(t *alias.Table) (*alias.Group, bool, error) { return t.Merge(into, from) })
}

// Unite makes one of several names with all their spellings, as one change. The
// preferred spelling of the first stays the preferred one.
func (a Aliases) Unite(what string, names ...string) (*AliasChange, error) {
	if len(names) < 2 {
		return nil, badRequest("names", "expected at least two names to unite, got %d", len(names))
	}
	return a.change(what, func(t *alias.Table) (g *alias.Group, changed bool, err error) {
		for _, name := range names[1:] {
			one, did, err := t.Merge(names[0], name)
			if err != nil {
				return nil, false, &RequestError{"names", err}
			}
			g, changed = one, changed || did
		}
		return g, changed, nil
	})
}

func (a Aliases) change(what string, do func(*alias.Table) (*alias.Group, bool, error)) (*AliasChange, error) {
	c := &AliasChange{}
	err := a.archive.user.ChangeAliases(a.kind, what, func(t *alias.Table) error {
		g, changed, err := do(t)
		if err == nil {
			c.Changed, c.Group = changed, groupOf(g)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Remove says that spellings are not a name's after all; none are all of them.
func (a Aliases) Remove(what, name string, spellings ...string) (*AliasRemoval, error) {
	r := &AliasRemoval{}
	err := a.archive.user.ChangeAliases(a.kind, what, func(t *alias.Table) (err error) {
		r.Removed, err = t.Remove(name, spellings...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// UndoAliases takes back the last change of aliases of whatever kind, and returns
// what it was. The last 20 changes are remembered.
func (a *Archive) UndoAliases() (what string, err error) {
	what, err = a.user.UndoAliases()
	if errors.Is(err, user.ErrNothingToUndo) {
		return "", ErrNoAliasChange
	}
	return what, err
}

// LastAliasChange returns what UndoAliases would take back, "" if there is nothing.
func (a *Archive) LastAliasChange() (what string, err error) { return a.user.LastAliasChange() }

// Text returns the aliases as a text that Take reads, the same for the same aliases.
func (a Aliases) Text() ([]byte, error) {
	table, err := a.archive.user.Aliases(a.kind)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = alias.WriteText(&b, table)
	return b.Bytes(), err
}

// AliasesTaken says what became of a text of aliases.
type AliasesTaken struct {
	Added   int         `json:"added"` // spellings
	LeftOut []LineFault `json:"left_out"`
	Lines   int         `json:"lines"`
}

// A LineFault says why a line of a text was left out.
type LineFault struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

// Take adds the aliases of a text, one name on each line, or of CSV, as one change.
// Lines that contradict what is known are left out.
func (a Aliases) Take(what string, r io.Reader, csv bool) (*AliasesTaken, error) {
	read := alias.ReadText
	if csv {
		read = alias.ReadCSV
	}
	lines, err := read(r)
	if err != nil {
		return nil, err
	}
	taken := &AliasesTaken{Lines: len(lines), LeftOut: []LineFault{}}
	err = a.archive.user.ChangeAliases(a.kind, what, func(t *alias.Table) error {
		added, faults := t.AddLines(lines)
		taken.Added = added
		for _, f := range faults {
			taken.LeftOut = append(taken.LeftOut, LineFault{f.Line, f.Err.Error()})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return taken, nil
}
