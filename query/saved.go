package query

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kifudb/user"
)

// maxSaved bounds how many saved searches a query may come to, those in saved
// searches included.
const maxSaved = 100

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

// condition is not reached, as what was saved takes the place of its name
// before a query is evaluated.
func (saved) condition(*compiler, field, Value) (condition, error) {
	return nil, errors.New("query: a saved search that was not looked up")
}

// savedField is the name of the field.
const savedField = "saved"

// resolve returns the query with what was saved in place of names of saved
// searches.
func (q Query) resolve(o *Options) (Query, error) {
	if !hasSaved(q.Root) {
		return q, nil
	}
	r := resolver{user: o.User}
	root, err := r.node(q.Root)
	return Query{root}, err
}

// hasSaved reports whether a saved search is in a condition.
func hasSaved(n Node) bool {
	switch n := n.(type) {
	case *Term:
		return n.Field == savedField
	case And:
		return slices.ContainsFunc(n, hasSaved)
	case Or:
		return slices.ContainsFunc(n, hasSaved)
	case Not:
		return hasSaved(n.Node)
	}
	return false
}

// A resolver looks up saved searches. It goes as deep as Parse allows, for each
// of at most maxSaved searches.
type resolver struct {
	user  *user.DB
	path  []string // the searches that it is in
	count int      // of those it has been in
}

func (r *resolver) node(n Node) (Node, error) {
	switch n := n.(type) {
	case And:
		nodes, err := r.nodes(n)
		if err != nil {
			return nil, err
		}
		return and(nodes), nil
	case Or:
		nodes, err := r.nodes(n)
		if err != nil {
			return nil, err
		}
		return or(nodes), nil
	case Not:
		child, err := r.node(n.Node)
		if err != nil {
			return nil, err
		}
		return not(child), nil
	case *Term:
		if n.Field != savedField {
			return n, nil
		}
		var nodes []Node
		for _, v := range n.Values {
			node, err := r.search(v.Text)
			if err != nil {
				return nil, err
			}
			nodes = append(nodes, node)
		}
		return or(nodes), nil
	}
	return n, nil
}

func (r *resolver) nodes(nodes []Node) ([]Node, error) {
	list := make([]Node, len(nodes))
	for i, n := range nodes {
		var err error
		if list[i], err = r.node(n); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// search returns the condition that was saved under a name.
func (r *resolver) search(name string) (Node, error) {
	if i := slices.IndexFunc(r.path, func(outer string) bool { return user.SameName(outer, name) }); i >= 0 {
		return nil, fmt.Errorf("saved:%s stands for itself: %s → %s", name, strings.Join(r.path[i:], " → "), name)
	}
	if r.count++; r.count > maxSaved {
		return nil, fmt.Errorf("the query comes to more than %d saved searches", maxSaved)
	}
	if r.user == nil {
		return nil, fmt.Errorf("saved:%s: %w", name, user.ErrNoSearch)
	}
	s, err := r.user.Search(name)
	if err != nil {
		return nil, fmt.Errorf("saved:%w", err)
	}
	q, err := Parse(s.Query)
	if err != nil {
		return nil, fmt.Errorf("saved:%s: %w", s.Name, err)
	}
	if q.Root == nil {
		return And{}, nil // every game
	}
	r.path = append(r.path, s.Name)
	defer func() { r.path = r.path[:len(r.path)-1] }()
	return r.node(q.Root)
}

// CheckSavedAs says why a query cannot be saved under a name: because it would
// stand for itself, or names saved searches that there are not.
func (q Query) CheckSavedAs(name string, o *Options) error {
	r := resolver{user: o.User, path: []string{name}}
	_, err := r.node(q.Root)
	return err
}

// Inline returns the query with the texts of files in place of their names, so
// that it can be kept: the files may change, and be named from elsewhere.
func (q Query) Inline(readFile func(name string) ([]byte, error)) (Query, error) {
	root, err := inline(q.Root, readFile)
	return Query{root}, err
}

// inline goes as deep as Parse allows.
func inline(n Node, readFile func(name string) ([]byte, error)) (Node, error) {
	switch n := n.(type) {
	case And:
		list, err := inlineAll(n, readFile)
		return And(list), err
	case Or:
		list, err := inlineAll(n, readFile)
		return Or(list), err
	case Not:
		child, err := inline(n.Node, readFile)
		return Not{child}, err
	case *Then:
		first, err := inline(n.First, readFile)
		if err != nil {
			return nil, err
		}
		second, err := inline(n.Second, readFile)
		if err != nil {
			return nil, err
		}
		then := *n
		then.First, then.Second = first.(*Board), second.(*Board)
		return &then, nil
	case *Board:
		if !n.File {
			return n, nil
		}
		text, err := readFile(n.Text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", n.Kind, err)
		}
		if len(text) > maxQuery || !utf8.Valid(text) {
			return nil, fmt.Errorf("%s:@%s: the file is no text of a position", n.Kind, n.Text)
		}
		board := *n
		board.File, board.Text = false, string(text)
		return &board, nil
	}
	return n, nil
}

func inlineAll(nodes []Node, readFile func(name string) ([]byte, error)) ([]Node, error) {
	list := make([]Node, len(nodes))
	for i, n := range nodes {
		var err error
		if list[i], err = inline(n, readFile); err != nil {
			return nil, err
		}
	}
	return list, nil
}
