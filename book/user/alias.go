package user

import (
	"slices"
	"strings"

	"kifudb/book/alias"
)

// aliasChange replaces groups of spellings, the preferred one first in each, by others.
// Afterwards its spellings are in no other group. So if two people sort a spelling into
// different groups, the later one wins.
type aliasChange struct {
	Kind   string     `json:"kind"`
	Before [][]string `json:"before,omitempty"`
	After  [][]string `json:"after,omitempty"`
}

// groups are those of one kind. Spellings are compared as they are written: to
// read thousands of names takes longer than a search, which needs a few.
type groups struct {
	byID map[int][]string
	of   map[string]int // group of each spelling
	last int
}

func (g *groups) change(c *aliasChange) {
	gone, touched := map[string]bool{}, map[int]bool{}
	for _, list := range [][][]string{c.Before, c.After} {
		for _, spelling := range slices.Concat(list...) {
			gone[spelling] = true
			if id, ok := g.of[spelling]; ok {
				touched[id] = true
			}
		}
	}
	for id := range touched {
		left := slices.DeleteFunc(slices.Clone(g.byID[id]), func(s string) bool { return gone[s] })
		for _, spelling := range g.byID[id] {
			if len(left) < 2 || gone[spelling] { // one spelling is no group
				delete(g.of, spelling)
			}
		}
		if g.byID[id] = left; len(left) < 2 {
			delete(g.byID, id)
		}
	}
	for _, group := range c.After {
		g.last++
		g.byID[g.last] = group
		for _, spelling := range group {
			g.of[spelling] = g.last
		}
	}
}

func (s *state) changeAliases(c *aliasChange) {
	if s.aliases[c.Kind] == nil {
		s.aliases[c.Kind] = &groups{byID: map[int][]string{}, of: map[string]int{}}
	}
	s.aliases[c.Kind].change(c)
}

func (s *state) aliasTable(kind alias.Kind) *alias.Table {
	var list []alias.Group
	if g := s.aliases[kind.String()]; g != nil {
		for id, spellings := range g.byID {
			list = append(list, alias.Group{ID: uint64(id), Spellings: slices.Clone(spellings)})
		}
	}
	return alias.NewTable(kind, list)
}

// Aliases returns the groups of a kind.
func (db *DB) Aliases(kind alias.Kind) (*alias.Table, error) {
	s, err := db.state()
	if err != nil {
		return nil, err
	}
	return s.aliasTable(kind), nil
}

// ChangeAliases changes the groups of a kind in one operation, so that it can be undone as a
// whole. What describes the change for the user. If do returns an error nothing is changed.
func (db *DB) ChangeAliases(kind alias.Kind, what string, do func(*alias.Table) error) error {
	return db.change(what, func(s *state, o *operation) error {
		t := s.aliasTable(kind)
		if err := do(t); err != nil {
			return err
		}
		c := aliasChange{Kind: kind.String()}
		kept := map[string]bool{}
		for _, g := range s.aliasTable(kind).Groups() {
			kept[strings.Join(g.Spellings, "\n")] = true
		}
		for _, g := range t.Groups() {
			if key := strings.Join(g.Spellings, "\n"); kept[key] {
				delete(kept, key)
			} else {
				c.After = append(c.After, g.Spellings)
			}
		}
		for _, key := range sortedKeys(kept) {
			c.Before = append(c.Before, strings.Split(key, "\n"))
		}
		if len(c.Before)+len(c.After) > 0 {
			o.Aliases = []aliasChange{c}
		}
		return nil
	})
}
