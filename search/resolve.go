package search

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"kifudb/book/alias"
	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// resolvers are of the kinds of fields whose values the archive as a whole, or its user,
// must be asked about. They get terms of one value.
var resolvers = map[query.FieldKind]func(*Resolver, query.Field, *query.Term) (query.Node, error){
	query.NameKind:      (*Resolver).names,
	query.HasKind:       (*Resolver).marks,
	query.DuplicateKind: (*Resolver).duplicates,
	query.TagKind:       (*Resolver).tagged,
	query.NoteKind:      (*Resolver).noted,
	query.CharsetKind:   (*Resolver).charset,
	query.DateKind:      (*Resolver).dated,
}

// A Resolver makes a query self-contained.
type Resolver struct {
	ctx      context.Context
	snapshot *store.Snapshot
	options  *Options
	folds    bool // the records of one game count once
	assumes  bool // a game was assumed for a board term
	aliases  [2]*alias.Table
	found    *duplicate.Clusters // if they are not among the options
	unseated query.Node          // the condition, before players have sides
	today    time.Time           // see day
}

// newResolver returns the resolver of a query, and the query with what was saved
// in place of names of saved searches.
func newResolver(ctx context.Context, q query.Query, s *store.Snapshot, o *Options) (*Resolver, query.Query, error) {
	q, err := q.Opened(o.User)
	return &Resolver{ctx: ctx, snapshot: s, options: o, folds: folds(q, o)}, q, err
}

// User returns what the user added to the archive; nil for nothing.
func (r *Resolver) User() *user.DB { return r.options.User }

// query returns the condition of a query in which nothing is left that only
// the archive as a whole, its user, or the computer that was asked can tell:
// files, places in games, names under their aliases, what the
// user put on games, and clusters of duplicates. It is nil for every game.
func (r *Resolver) query(q query.Query) (query.Node, error) {
	root, err := query.Replace(q.Root, r.term)
	if err != nil {
		return nil, err
	}
	r.unseated = root
	return query.Seated(root)
}

// OnSide returns the condition of the query for games in which player: has a color. Named is
// false if the query has neither player: nor opponent:.
func (r *Resolver) OnSide(side position.Color) (condition query.Node, named bool, err error) {
	return query.SeatedOn(r.unseated, side)
}

func (r *Resolver) term(n query.Node) (query.Node, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	t, ok := n.(*query.Term)
	if !ok {
		return query.ReplaceBoards(n, r.board)
	}
	f, err := t.Definition()
	if err != nil {
		return nil, err
	}
	find := resolvers[f.Kind()]
	if find == nil {
		return t, nil
	}
	var nodes []query.Node
	for _, v := range t.Values {
		one := &query.Term{Field: t.Field, Values: []query.Value{v}}
		found, err := find(r, f, one)
		if err != nil {
			return nil, err
		}
		// Values about which there is nothing to find out stay together.
		if found == one && len(nodes) > 0 {
			if last, ok := nodes[len(nodes)-1].(*query.Term); ok && last.Resolution == nil {
				last.Values = append(last.Values, v)
				continue
			}
		}
		nodes = append(nodes, found)
	}
	return query.AnyOf(nodes), nil
}

// ErrFile is wrapped by the error of a query that names a file where none may be read.
var ErrFile = errors.New("files cannot be read here; expected the text itself")

// board returns a board term with its text in place of a file or of a place in a
// game.
func (r *Resolver) board(b *query.Board) (*query.Board, error) {
	text := b.Text
	if b.File {
		if r.options.ReadFile == nil {
			return nil, fmt.Errorf("%s:@%s: %w", b.Kind, b.Text, ErrFile)
		}
		data, err := r.options.ReadFile(b.Text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.Kind, err)
		}
		text = string(data)
	}
	found := *b
	found.File, found.Text = false, text
	err := r.place(&found)
	if err == nil {
		err = r.assume(&found)
	}
	if err == nil && b.File {
		err = found.Settle() // to name the file with what is wrong with it
	}
	if err != nil && b.File {
		return nil, fmt.Errorf("%s:@%s: %w", b.Kind, b.Text, query.Abridge(err))
	}
	if err != nil {
		return b, err
	}
	if found.Text == b.Text && found.File == b.File {
		if found.Game == b.Game {
			return b, nil
		}
		return &found, nil
	}
	found.Written = &query.Written{Text: b.Text, File: b.File, Ko: b.Ko}
	return &found, nil
}

// assume gives a board term whose game nothing says the one that is likely.
func (r *Resolver) assume(b *query.Board) error {
	likely, held := r.options.Game, r.options.Held
	if likely == nil {
		likely = game.Default
	}
	if held == nil {
		held = func(game.Game) bool { return true }
	}
	untold, err := b.Assume(likely, held)
	r.assumes = r.assumes || untold
	return err
}

// place puts the position in place of a place in a game of the archive.
func (r *Resolver) place(b *query.Board) error {
	if b.Kind != "pos" {
		return nil
	}
	id, at, ok := query.ParsePlace(b.Text)
	if !ok {
		return nil
	}
	snapshot, err := r.archiveOf(b.Text)
	if err != nil {
		return err
	}
	segment, local, ok := snapshot.Segment(id)
	if !ok || !segment.Live().Contains(uint32(local)) {
		return fmt.Errorf("there is no game %d in the archive", id)
	}
	if err := match.FillIn(b, segment, local, at); err != nil {
		return fmt.Errorf("game %d %w", id, err)
	}
	return nil
}

// archiveOf returns the archive in which a place is to be looked up.
func (r *Resolver) archiveOf(place string) (*store.Snapshot, error) {
	number, rest, _ := query.ArchiveOf(place)
	switch n := len(r.options.Together); {
	case number == 0 && n > 1:
		return nil, fmt.Errorf("%s may be in any of %d archives; put the number of one before it, as in 1:%s", rest, n, rest)
	case number > max(n, 1):
		return nil, fmt.Errorf("%s names archive %d, but there are only %d", strings.TrimSpace(place), number, max(n, 1))
	case number > 0 && n > 0:
		return r.options.Together[number-1], nil
	}
	return r.snapshot, nil
}
