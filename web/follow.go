package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
)

// A followAnswer is how games follow a tree of moves, and where they leave it.
type followAnswer struct {
	*ask.Follow
	Rows     []followRow // of the tree, as the record has them
	Leaving  []leaving
	Unplayed []unplayed
	Best     []followedGame
	Link     string // address that asks the same, "" if the tree is too long for one
}

// A followRow is a node of the tree with what games do there.
type followRow struct {
	ask.FollowNode
	Indent int // at most maxIndent
	Bar    *bar
}

// A leaving is a place where games leave the tree.
type leaving struct {
	Line   string
	Hits   int
	node   int
	By     string // who has the move there, most often
	Often  []ask.Departure
	Others int
}

// An unplayed line has moves that no game follows; Setup says that stones which the tree sets up are
// at its end.
type unplayed struct {
	Line  string
	Setup bool
}

// A followedGame is a game that follows the tree for long.
type followedGame struct {
	ask.FollowGame
	Link string
}

// How much of it a page shows, and how long a tree may be that stands in an address.
const (
	shownLeaving  = 12
	shownUnplayed = 12
	shownDepart   = 4
	shownRows     = 400
	maxIndent     = 24
	addressTree   = 6000
)

func (s *Server) follow(p *studyPage, q *archive.Search) (asker, error) {
	text := strings.TrimSpace(p.Get("tree"))
	ref := strings.TrimSpace(p.Get("ref"))
	if text == "" && ref == "" {
		p.Need = "tree"
		return nil, nil
	}
	o := &ask.FollowOptions{}
	if _, err := p.read(o); err != nil {
		return nil, err
	}
	return func(ctx context.Context, v *archive.View, sofar func(partial)) (any, error) {
		if text == "" { // a record of the archive is a tree, too
			n, err := v.Node(ref)
			if err != nil {
				return nil, err
			}
			text = string(n.Tree())
		}
		mine, err := ask.ParseOwnTree(s.pages.words.say("follow.tree"), strings.NewReader(text))
		if err != nil {
			if archive.KindOf(err) == archive.KindFailed {
				err = &archive.RequestError{Part: "tree", Err: err}
			}
			return nil, err
		}
		answerOf := func(found *ask.Follow) *followAnswer {
			a := newFollow(found)
			if len(text) <= addressTree && ref == "" {
				a.Link = studyAddress("follow", withQ(url.Values{"tree": {text}, "region": {o.Region}, "colors": {o.Colors}}, p.Q))
			}
			return a
		}
		o.Watch = func(found *ask.Follow) { sofar(partial{answerOf(found), found.Looked}) }
		found, err := ask.Of(v.Views).Follow(ctx, q, mine, o)
		if err != nil {
			return nil, err
		}
		return answerOf(found), nil
	}, nil
}

func newFollow(found *ask.Follow) *followAnswer {
	a := &followAnswer{Follow: found}
	for i, n := range found.Nodes {
		if i < shownRows {
			a.Rows = append(a.Rows, followRow{n, min(n.Depth, maxIndent), newBar(n.Won)})
		}
		if left := n.LeftBlack + n.LeftWhite; left > 0 {
			l := leaving{node: i, Hits: left, By: "B", Often: n.Left}
			if n.LeftWhite > n.LeftBlack {
				l.By = "W"
			}
			if len(l.Often) > shownDepart {
				l.Often, l.Others = l.Often[:shownDepart], len(l.Often)-shownDepart
			}
			a.Leaving = append(a.Leaving, l)
		}
	}
	slices.SortStableFunc(a.Leaving, func(x, y leaving) int { return y.Hits - x.Hits })
	if len(a.Leaving) > shownLeaving {
		a.Leaving = a.Leaving[:shownLeaving]
	}
	for i := range a.Leaving {
		a.Leaving[i].Line = strings.Join(found.Line(a.Leaving[i].node), " ")
	}
	for i, at := range found.Unplayed {
		if i == shownUnplayed {
			break
		}
		a.Unplayed = append(a.Unplayed, unplayed{strings.Join(found.Line(at), " "), found.Nodes[at].Move == nil})
	}
	for _, g := range found.Best {
		a.Best = append(a.Best, followedGame{g, gameLink(g.Name())})
	}
	return a
}

// followForm takes a tree that is typed or sent as a file. Short ones lead to an
// address that can be kept.
func (s *Server) followForm(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseMultipartForm(maxBody); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		s.fail(w, r, formError(err))
		return
	}
	values := url.Values{}
	for _, name := range []string{"q", "tree", "region", "colors", "ref"} {
		if value := strings.TrimSpace(r.PostForm.Get(name)); value != "" {
			values.Set(name, value)
		}
	}
	if file, header, err := r.FormFile("file"); err == nil {
		data, err := io.ReadAll(file)
		file.Close()
		if err != nil {
			s.fail(w, r, formError(err))
			return
		}
		if len(data) > 0 {
			values.Set("tree", ask.TreeText(header.Filename, data)) // shown in the box as text
		}
	}
	if len(values.Get("tree")) <= addressTree {
		http.Redirect(w, r, studyAddress("follow", values), http.StatusSeeOther)
		return
	}
	for _, one := range studies() {
		if one.name == "follow" {
			s.showStudy(w, r, one, values)
		}
	}
}

// formError is what is wrong with a form that cannot be read.
func formError(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return err
	}
	return &statusError{http.StatusBadRequest, "error.form"}
}
