package query

import (
	"slices"
	"strings"

	"kifudb/book/alias"
)

// A Named is a name of a player or an event that a query asks for.
type Named struct {
	Term  string       // as the normal form has it: player:kitami
	Text  string       // the name: kitami
	Kinds []alias.Kind // what it may be the name of

	field string // "" for text anywhere
}

// Names returns the names that a query asks for, from left to right: the words and
// phrases of fields for players and events, and those of no field, of which those
// that stand together are a name, too. What is excluded is not asked for.
func (q Query) Names() []Named {
	if q.Root == nil {
		return nil
	}
	term := func(n Node) ([]Named, error) {
		t, ok := n.(*Term)
		if !ok {
			return nil, nil
		}
		kinds := kindsOf(t.Field)
		var list []Named
		for _, v := range t.Values {
			if kinds != nil && (v.Kind == Word || v.Kind == Phrase) {
				one := &Term{Field: t.Field, Values: []Value{v}}
				list = append(list, Named{Print(one), v.Text, kinds, t.Field})
			}
		}
		return list, nil
	}
	list, _ := Build(q.Root, term, func(n Node, made [][]Named) ([]Named, error) {
		if _, not := n.(Not); not {
			return nil, nil
		}
		list := slices.Concat(made...)
		all, _ := n.(And)
		var bare []string
		for i, child := range all {
			if t, ok := child.(*Term); ok && t.Field == "" && len(made[i]) == 1 {
				bare = append(bare, made[i][0].Text)
			}
		}
		if len(bare) > 1 {
			text := strings.Join(bare, " ")
			list = append([]Named{{text, text, kindsOf(""), ""}}, list...)
		}
		return list, nil
	})
	return list
}

// kindsOf returns what the values of a field are names of, nil for nothing.
func kindsOf(name string) []alias.Kind {
	if name == "" {
		return []alias.Kind{alias.Players, alias.Events}
	}
	f, _ := FindField(name)
	if n, ok := f.meaning.(names); ok {
		return []alias.Kind{n.kind}
	}
	return nil
}

// Alone returns the query for the name and nothing else.
func (n Named) Alone() Query {
	return Query{&Term{Field: n.field, Values: []Value{{Kind: Phrase, Text: n.Text}}}}
}

// Instead returns the query for another name of a kind in the place of n.
func (n Named) Instead(kind alias.Kind, name string) Query {
	field := n.field
	if field == "" {
		field = kind.String()
	}
	return Query{&Term{Field: field, Values: []Value{{Kind: Phrase, Text: name}}}}
}
