package query

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kifudb/book/user"
)

// maxSaved bounds how many saved searches a query may come to, those in saved
// searches included.
const maxSaved = 100

// Opened returns the query with what was saved in place of names of saved
// searches, and its board terms bound to their games.
func (q Query) Opened(u *user.DB) (Query, error) {
	r := savedReader{user: u}
	root, err := r.node(q.Root)
	if err == nil {
		root, err = withGames(root)
	}
	return Query{root}, err
}

// A savedReader looks up saved searches. It goes as deep as Parse allows, for
// each of at most maxSaved searches.
type savedReader struct {
	user  *user.DB
	path  []string // the searches that it is in
	count int      // of those it has been in
}

func (r *savedReader) node(n Node) (Node, error) { return Replace(n, r.term) }

func (r *savedReader) term(n Node) (Node, error) {
	t, ok := n.(*Term)
	if !ok || t.Field != SavedField {
		return n, nil
	}
	var nodes []Node
	for _, v := range t.Values {
		node, err := r.search(v.Text)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, node)
	}
	return AnyOf(nodes), nil
}

// search returns the condition that was saved under a name.
func (r *savedReader) search(name string) (Node, error) {
	if i := slices.IndexFunc(r.path, func(outer string) bool { return user.SameName(outer, name) }); i >= 0 {
		return nil, fmt.Errorf("saved:%s contains itself: %s → %s", name, strings.Join(r.path[i:], " → "), name)
	}
	if r.count++; r.count > maxSaved {
		return nil, fmt.Errorf("the query uses more than %d saved searches", maxSaved)
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
func (q Query) CheckSavedAs(name string, u *user.DB) error {
	r := savedReader{user: u, path: []string{name}}
	_, err := r.node(q.Root)
	return err
}

// Inline returns the query with the texts of files in place of their names, so
// that it can be kept: the files may change, and be named from elsewhere.
func (q Query) Inline(readFile func(name string) ([]byte, error)) (Query, error) {
	board := func(b *Board) (*Board, error) {
		if !b.File {
			return b, nil
		}
		text, err := readFile(b.Text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.Kind, err)
		}
		if len(text) > maxQuery || !utf8.Valid(text) {
			return nil, fmt.Errorf("%s:@%s: the file is not the text of a position", b.Kind, b.Text)
		}
		inlined := *b
		inlined.File, inlined.Text = false, string(text)
		return &inlined, nil
	}
	root, err := Replace(q.Root, func(n Node) (Node, error) { return ReplaceBoards(n, board) })
	return Query{root}, err
}
