package query

import (
	"errors"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/alias"
	"kifudb/duplicate"
	"kifudb/store"
	"kifudb/user"
)

// Options are the circumstances of a search. The zero Options are the
// defaults.
type Options struct {
	// ReadFile reads the files that board terms name with @. Nil refuses
	// them, as programs must that answer the network.
	ReadFile func(name string) ([]byte, error)
	// Among, if set, are the ids of the games to choose from.
	Among *roaring.Bitmap
	// User is what the user added to the archive; nil for nothing.
	User *user.DB
	// NoAliases, if set, is called when the user's aliases cannot be read; then
	// names are what they are. Otherwise that is an error.
	NoAliases func(error)
	// Charset, if set, returns the name under which records have the encoding
	// that a user names: gb18030 for "GBK".
	Charset func(label string) (name string, ok bool)
	// Clusters are the records of one game. Each cluster is counted and shown
	// once, by the best of its records that fulfil the query, unless Records is
	// set or the query asks for records itself (AsksForRecords). If it is nil,
	// each record counts.
	Clusters *duplicate.Clusters
	// Records counts and shows each record of a cluster.
	Records bool
	// Folded, if set, is called with the numbers of records that were found and
	// left out because another record of their cluster stands for them.
	Folded func(records int)
	// Sort is the order of the games; by id if empty.
	Sort []Order
	// After, if set, leaves out the games up to a place in the answer. It must
	// be a cursor of the same query and order.
	After *Cursor
	// Offset is the number of games to leave out first, behind After.
	Offset int
	// Limit is the largest number of games; 0 for all.
	Limit int
	// PerGame is the largest number of hits of each game; 0 for all.
	PerGame int
	// Workers is the number of goroutines that search boards; 0 for one per
	// processor.
	Workers int
	// Progress, if set, is called now and then with the number of games looked
	// at and of those in the archive.
	Progress func(done, total int)

	from store.GameID // the first game to look at
}

// A program is a query made ready for an archive.
type program struct {
	root    condition
	folding *folding // nil if each record counts
	figures []*Figures
}

// compile understands all values of a query and reads its files.
func compile(q Query, s *store.Snapshot, o *Options) (*program, error) {
	q, err := q.resolve(o)
	if err != nil {
		return nil, err
	}
	c := compiler{snapshot: s, options: o, folds: folds(q, o)}
	root, err := c.node(q.Root)
	if err != nil {
		return nil, err
	}
	if o.Among != nil {
		root = all{among{&marked{games: o.Among}}, root}
	}
	return &program{root, newFolding(q, s, root, o), root.atoms(nil)}, nil
}

// A compiler makes conditions of nodes.
type compiler struct {
	snapshot *store.Snapshot
	options  *Options
	side     side // of the player where the opponent is named, too
	aliases  [2]*alias.Table
	folds    bool // the records of one game count once
}

func (c *compiler) node(n Node) (condition, error) {
	switch n := n.(type) {
	case nil:
		return every{}, nil
	case And:
		return c.and(n)
	case Or:
		list, err := c.nodes(n)
		return some(list), err
	case Not:
		child, err := c.node(n.Node)
		return none{child}, err
	case *Term:
		return c.term(n)
	case *Board:
		return c.board(n)
	case *Then:
		return c.then(n)
	}
	return nil, errors.New("query: a node of an unknown type")
}

func (c *compiler) nodes(nodes []Node) ([]condition, error) {
	list := make([]condition, len(nodes))
	for i, n := range nodes {
		var err error
		if list[i], err = c.node(n); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// term makes a condition for each value and joins those that look at facts
// into one.
func (c *compiler) term(t *Term) (condition, error) {
	f := anywhere
	if t.Field != "" {
		var ok bool
		if f, ok = findField(t.Field); !ok {
			return nil, errors.New(unknownField(t.Field))
		}
		f = c.seated(f)
	}
	var list some
	for _, v := range t.Values {
		one, err := f.meaning.condition(c, f, v)
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			if last, ok := list[len(list)-1].(*facts); ok {
				if next, ok := one.(*facts); ok {
					last.join(next)
					continue
				}
			}
		}
		list = append(list, one)
	}
	if len(list) == 1 {
		return list[0], nil
	}
	return list, nil
}
