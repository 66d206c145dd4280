package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
	"kifudb/ask"
)

// ownTrees are the trees of moves that people opened in the explorer, to have their moves
// marked. They are kept while the server runs, the latest ones; a browser sends its tree
// again if it is gone.
type ownTrees struct {
	mu   sync.Mutex // protects what follows
	list []*ownTree // the latest last
}

type ownTree struct {
	id   string
	tree *ask.OwnTree
}

// How many trees are kept, of how many bytes at most each.
const (
	maxTrees     = 8
	maxTreeBytes = 2 << 20
)

// take keeps a tree and returns its id, the digest of its text.
func (t *ownTrees) take(name, text string) (*ownTree, error) {
	tree, err := ask.ParseOwnTree(name, strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(text))
	own := &ownTree{hex.EncodeToString(sum[:12]), tree}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list = slices.DeleteFunc(t.list, func(o *ownTree) bool { return o.id == own.id })
	t.list = append(t.list, own)
	t.list = t.list[max(0, len(t.list)-maxTrees):]
	return own, nil
}

// get returns a tree, nil if it is not kept.
func (t *ownTrees) get(id string) *ask.OwnTree {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, o := range t.list {
		if o.id == id {
			return o.tree
		}
	}
	return nil
}

// ownMoves returns the moves of a tree at what a question asks for; none without a tree.
func (s *Server) ownMoves(ctx context.Context, id, text string) ([]archive.Move, error) {
	if id == "" {
		return nil, nil
	}
	tree := s.trees.get(id)
	if tree == nil {
		return nil, &statusError{http.StatusNotFound, "error.tree"}
	}
	q, err := parseQuery(text)
	if err == nil {
		q, err = ask.FromStart(q)
	}
	if err != nil {
		return nil, err
	}
	var moves []archive.Move
	err = s.ask(ctx, func(ctx context.Context, v *archive.View) error {
		moves, err = ask.Of(v.Views).OwnMoves(ctx, &archive.Search{Query: q}, tree)
		return err
	})
	if archive.KindOf(err) == archive.KindUsage && !errors.Is(err, context.Canceled) {
		return []archive.Move{}, nil // a tree of another game goes on nowhere here
	}
	return moves, err
}

// A keptTree is a tree that was taken.
type keptTree struct {
	ID    string `json:"id" doc:"Name of the tree for the parameter tree of explore, while the server keeps it."`
	Name  string `json:"name" doc:"Name of the file, as the request gave it."`
	Nodes int    `json:"nodes" doc:"Number of nodes in the tree."`
}

// pasteOperations read what somebody has elsewhere. They change nothing of the archive.
func (s *Server) pasteOperations(api huma.API) {
	getByBody(s, api, "/paste", "paste", "Turn pasted text into a query, and say what it was read as. The text is a place in a game, a diagram, a record, moves, the game's notation of a position, or a query.", func(ctx context.Context, v *archive.View, in *struct {
		Body struct {
			Text string `json:"text" maxLength:"1000000" doc:"The pasted text."`
		}
	}) (*ask.Reading, error) {
		return ask.Of(v.Views).Pasted(ctx, in.Body.Text)
	}, isStateless)
	getByBody(s, api, "/trees", "take_tree", "Upload a tree of moves in SGF. The explorer can then mark its moves. The server keeps the tree for a while, and not after it stops.", func(ctx context.Context, v *archive.View, in *struct {
		Body struct {
			Name string `json:"name" maxLength:"500" doc:"Name of the file, for the user."`
			Text string `json:"text" doc:"One game with variations, in SGF."`
		}
	}) (*keptTree, error) {
		if len(in.Body.Text) > maxTreeBytes {
			return nil, fmt.Errorf("%w: the tree has more than %d bytes", archive.ErrRequest, maxTreeBytes)
		}
		own, err := s.trees.take(cmp.Or(in.Body.Name, "tree"), in.Body.Text)
		if err != nil {
			return nil, err
		}
		return &keptTree{own.id, in.Body.Name, own.tree.Nodes()}, nil
	}, isStateless)
}
