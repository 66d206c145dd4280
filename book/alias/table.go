package alias

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Group is the spellings of one player or event, the preferred one first.
type Group struct {
	ID        uint64 // its number in the table
	Spellings []string
}

// Name returns the preferred spelling.
func (g *Group) Name() string { return g.Spellings[0] }

// A Table holds the groups of one kind. A name is in one group at most. The
// methods that change it either do all that they are asked for or nothing.
type Table struct {
	kind   Kind
	groups map[uint64]*Group
	byName map[Name]uint64 // made when it is first needed; see names
	last   uint64
}

// NewTable makes a table of groups that were taken from another one.
func NewTable(kind Kind, groups []Group) *Table {
	t := &Table{kind: kind, groups: make(map[uint64]*Group, len(groups))}
	for _, g := range groups {
		if len(g.Spellings) == 0 {
			continue
		}
		t.groups[g.ID] = &g
		t.last = max(t.last, g.ID)
	}
	return t
}

// names returns the groups by their names. To read thousands of spellings takes
// longer than a search, which does not need it.
func (t *Table) names() map[Name]uint64 {
	if t.byName == nil {
		t.byName = make(map[Name]uint64, 3*len(t.groups))
		// Two people who shared their tables may have given one name to two
		// groups under different spellings: the later group has it.
		for _, id := range slices.Sorted(maps.Keys(t.groups)) {
			for _, s := range t.groups[id].Spellings {
				if n, err := t.kind.Spelling(s); err == nil {
					t.byName[n] = id
				}
			}
		}
	}
	return t.byName
}

// Kind returns what the names are of.
func (t *Table) Kind() Kind { return t.kind }

// Groups returns all groups, by their preferred names.
func (t *Table) Groups() []Group {
	groups := make([]Group, 0, len(t.groups))
	for _, g := range t.groups {
		groups = append(groups, *g)
	}
	slices.SortFunc(groups, func(a, b Group) int {
		if c := strings.Compare(a.Name(), b.Name()); c != 0 {
			return c
		}
		return int(a.ID) - int(b.ID)
	})
	return groups
}

// Find returns the group that a name is in.
func (t *Table) Find(n Name) (*Group, bool) {
	g, ok := t.groups[t.names()[n]]
	return g, ok
}

// Preferred returns the preferred spelling of the one name that a text is, and the
// text itself where it is none that is known, or several: a team stays a team.
func (t *Table) Preferred(text string) string {
	own := 0
	var group *Group
	for _, r := range t.kind.Read(text) {
		if r.Also {
			continue
		}
		own++
		if g, ok := t.Find(r.Name); ok {
			group = g
		}
	}
	if own == 1 && group != nil {
		return group.Name()
	}
	return text
}

// ErrConflict is wrapped by the errors of changes that would put a name into
// two groups.
var ErrConflict = errors.New("they are kept as different")

// ErrUnknown is wrapped by the errors about a spelling that is in no group.
var ErrUnknown = errors.New("there is no such alias")

// Add says that spellings are all the same. Those that are new join the group
// of the others; if none is known they make a new group, the first is
// preferred. It returns the group and the spellings that were added, none if
// all was known. Spellings of different groups are an [ErrConflict].
func (t *Table) Add(spellings ...string) (g *Group, added []string, err error) {
	names := make([]Name, len(spellings))
	for i, s := range spellings {
		if names[i], err = t.kind.Spelling(s); err != nil {
			return nil, nil, err
		}
	}
	var first string
	for i, n := range names {
		other, ok := t.Find(n)
		switch {
		case !ok:
		case g == nil:
			g, first = other, spellings[i]
		case g != other:
			return nil, nil, fmt.Errorf("%q is in the group of %q, %q in that of %q: %w",
				first, g.Name(), spellings[i], other.Name(), ErrConflict)
		}
	}
	seen := map[Name]bool{}
	for i, n := range names {
		if _, known := t.names()[n]; !known && !seen[n] {
			seen[n] = true
			added = append(added, strings.TrimSpace(spellings[i]))
		}
	}
	if g == nil {
		if len(added) < 2 {
			return nil, nil, fmt.Errorf("%s: that is one name; expected another spelling of it", quoted(spellings))
		}
		t.last++
		g = &Group{ID: t.last}
		t.groups[g.ID] = g
	}
	if len(added) > 0 {
		g.Spellings = append(slices.Clip(g.Spellings), added...)
		for n := range seen {
			t.names()[n] = g.ID
		}
	}
	return g, added, nil
}

func quoted(list []string) string {
	var b strings.Builder
	for i, s := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", s)
	}
	return b.String()
}

// Merge makes one group of two, under the preferred name of the first. A name
// that is in no group is a group by itself. It reports false if they were one
// already.
func (t *Table) Merge(into, from string) (*Group, bool, error) {
	a, err := t.kind.Spelling(into)
	if err != nil {
		return nil, false, err
	}
	b, err := t.kind.Spelling(from)
	if err != nil {
		return nil, false, err
	}
	g, known := t.Find(a)
	other, otherKnown := t.Find(b)
	if !known || !otherKnown {
		g, added, err := t.Add(into, from)
		if err == nil && !known && otherKnown {
			return t.prefer(g, into), true, nil
		}
		return g, len(added) > 0, err
	}
	if g == other {
		return g, false, nil
	}
	g.Spellings = append(slices.Clip(g.Spellings), other.Spellings...)
	delete(t.groups, other.ID)
	for n, id := range t.names() {
		if id == other.ID {
			t.names()[n] = g.ID
		}
	}
	return g, true, nil
}

// prefer puts a spelling first.
func (t *Table) prefer(g *Group, spelling string) *Group {
	if i := slices.Index(g.Spellings, strings.TrimSpace(spelling)); i > 0 {
		others := slices.Delete(slices.Clone(g.Spellings), i, i+1)
		g.Spellings = append([]string{g.Spellings[i]}, others...)
	}
	return g
}

// Remove takes spellings out of the group of a name; none stands for all of
// them. A group of one spelling is none. It returns the spellings that are in
// no group any more.
func (t *Table) Remove(name string, spellings ...string) (removed []string, err error) {
	n, err := t.kind.Spelling(name)
	if err != nil {
		return nil, err
	}
	g, ok := t.Find(n)
	if !ok {
		return nil, fmt.Errorf("%q: %w", name, ErrUnknown)
	}
	drop := map[Name]bool{}
	for _, s := range spellings {
		n, err := t.kind.Spelling(s)
		if err != nil {
			return nil, err
		}
		if other, ok := t.Find(n); !ok || other != g {
			return nil, fmt.Errorf("%q is not in the group of %q: %w", s, g.Name(), ErrUnknown)
		}
		drop[n] = true
	}
	var kept []string
	for _, s := range g.Spellings {
		if n, err := t.kind.Spelling(s); err == nil && len(drop) > 0 && !drop[n] {
			kept = append(kept, s)
		} else {
			removed = append(removed, s)
		}
	}
	if len(kept) < 2 {
		removed = append(removed, kept...)
		delete(t.groups, g.ID)
	} else {
		g.Spellings = kept
	}
	for _, s := range removed {
		if n, err := t.kind.Spelling(s); err == nil {
			delete(t.names(), n)
		}
	}
	return removed, nil
}
