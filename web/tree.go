package web

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// A treeAnswer is what was played from a position or pattern, as a tree that opens.
type treeAnswer struct {
	*ask.Tree
	Root     *treeBranch
	Board    *drawing.Picture // the position at the branch that is open
	Line     []string         // the moves that lead there
	Explorer string           // the same on the board
	From     string           // the tree from there
	Files    []namedLink
	Shown    int // positions of the tree that are on the page
}

// A treeBranch is a move of a tree with what follows.
type treeBranch struct {
	ask.TreeNode
	Sign  sign   // of who makes the move
	Path  string // the moves that lead here
	Link  string // the page with the branch open
	Bar   *bar
	Open  bool // it leads to the open branch
	Now   bool // it is the open branch
	Same  string
	Next  []*treeBranch
	Elses string // what is not shown, "" if nothing is
}

// How large a tree is on a page. Larger ones are asked for as a file.
const (
	maxBranches = 3000
	openAtFirst = 3
)

// usualTree leaves lines in fewer than one of three hundred games out, unless the page says
// which lines are wanted.
func (p *studyPage) usualTree(ctx context.Context, v *archive.View, q *archive.Search, o *ask.TreeOptions) error {
	if o.MinGames >= 0 {
		return nil
	}
	page, err := v.Count(ctx, q)
	if err != nil {
		return err
	}
	o.MinGames = max(2, page.Total/300)
	p.Values.Set("min_games", strconv.Itoa(o.MinGames))
	return nil
}

func (s *Server) tree(p *studyPage, q *archive.Search) (asker, error) {
	if ask.HasBoard(q.Query) && !ask.HasOneBoard(q.Query) {
		p.Need = "one"
		return nil, nil
	}
	o := &ask.TreeOptions{}
	values, err := p.read(o)
	if err != nil {
		return nil, err
	}
	p.JSON = apiRoot + "/tree?" + queryValues(p.Q, values)
	return func(ctx context.Context, v *archive.View, sofar func(partial)) (any, error) {
		if err := p.usualTree(ctx, v, q, o); err != nil {
			return nil, err
		}
		o.Watch = func(t *ask.Tree) {
			if a, err := s.treeOf(ctx, v, p, t); err == nil {
				sofar(partial{a, t.Looked})
			}
		}
		t, err := ask.Of(v.Views).Tree(ctx, q, o)
		if err != nil {
			return nil, err
		}
		return s.treeOf(ctx, v, p, t)
	}, nil
}

// step is a move as paths name it: "BQ16".
func step(n *ask.TreeNode) string { return n.Move.Color + n.Name }

// treeOf makes a tree to be shown, open at the path of the address.
func (s *Server) treeOf(ctx context.Context, v *archive.View, p *studyPage, t *ask.Tree) (*treeAnswer, error) {
	a := &treeAnswer{Tree: t}
	for _, form := range treeForms {
		values := url.Values{"as": {form.name}}
		for _, one := range p.kept() {
			values.Add(one.Name, one.Link)
		}
		a.Files = append(a.Files, namedLink{strings.ToUpper(strings.TrimPrefix(path.Ext(form.file), ".")), "/statistics/tree/file?" + queryValues(p.Q, values)})
	}
	open := strings.Split(p.Get("open"), ",")
	if p.Get("open") == "" {
		open = nil
	}
	children := t.Children()
	branches := make([]*treeBranch, len(t.Nodes))
	// The positions that are shown are the first moves, then those behind them, so that
	// what has no room is the ends of lines.
	order := []int{0}
	for i := 0; i < len(order) && len(order) <= maxBranches; i++ {
		order = append(order, children[order[i]]...)
	}
	if len(order) > maxBranches {
		order = order[:maxBranches]
	}
	a.Shown = len(order)
	last := 0
	for _, i := range order {
		n := t.Nodes[i]
		b := &treeBranch{TreeNode: n, Bar: newBar(n.Won)}
		branches[i] = b
		if i == 0 {
			b.Open = true
		} else {
			parent := branches[n.Parent]
			parent.Next = append(parent.Next, b)
			b.Path, b.Sign = step(&n), signOf(t.Game, n.Move.Color)
			if parent.Path != "" {
				b.Path = parent.Path + "," + b.Path
			}
			depth := n.Depth - 1
			if parent.Open && depth < len(open) && open[depth] == step(&n) {
				b.Open, last = true, i
			}
			b.Link = p.treeLink(b.Path)
		}
		if n.SameAs != nil && !n.NotShown {
			b.Same = strings.Join(t.Line(*n.SameAs), " ")
		}
	}
	a.Root = branches[0]
	for b := a.Root; open == nil && len(b.Next) > 0 && b.Depth < openAtFirst; b = b.Next[0] { // what is played most
		b.Next[0].Open = true
	}
	branches[last].Now = true
	a.Line = t.Line(last)
	return a, s.treeBoard(ctx, v, a, children, last)
}

func (p *studyPage) treeLink(path string) string {
	values := url.Values{}
	for name, list := range p.Values {
		values[name] = list
	}
	values.Set("open", path)
	return studyAddress("tree", values) + "#here"
}

// treeBoard draws the position of a node, with letters where moves follow.
func (s *Server) treeBoard(ctx context.Context, v *archive.View, a *treeAnswer, children [][]int, at int) error {
	q, err := parseQuery(a.Query)
	if err != nil {
		return err
	}
	var line []int
	for i := at; i > 0; i = a.Nodes[i].Parent {
		line = append(line, i)
	}
	slices.Reverse(line)
	scene, err := ask.Of(v.Views).Scene(ctx, q)
	if err != nil {
		return err
	}
	for _, i := range line {
		text, err := scene.Played(*a.Nodes[i].Move)
		if err != nil {
			break // a pass or a move elsewhere cannot be asked for: the board stays as it was
		}
		if q, err = parseQuery(text); err != nil {
			return err
		}
		if scene, err = ask.Of(v.Views).Scene(ctx, q); err != nil {
			return err
		}
	}
	labels := map[int]string{}
	for _, i := range children[at] {
		n := &a.Nodes[i]
		if move, err := scene.Continued(*n.Move); err == nil && scene.Board.Cells == "points" && move.To >= 0 && n.Label != "" {
			labels[move.To] = n.Label
		}
	}
	a.Board = drawScene(scene, labels, s.pages.words)
	a.Explorer, a.From = explorerLink(scene.Query), studyLink("tree", scene.Query)
	return nil
}

// A treeForm is a kind of file in which a tree can be saved.
type treeForm struct {
	name, file, kind string
	write            func(*ask.Tree, io.Writer) error
}

var treeForms = []treeForm{
	{"record", "tree.sgf", "application/x-go-sgf", (*ask.Tree).WriteSGF},
	{"graph", "tree.dot", "text/vnd.graphviz; charset=utf-8", (*ask.Tree).WriteDOT},
}

// treeFile gives a tree as a file for other programs.
func (s *Server) treeFile(w http.ResponseWriter, r *http.Request) {
	p := &studyPage{Values: r.URL.Query(), Q: strings.TrimSpace(r.URL.Query().Get("q"))}
	i := slices.IndexFunc(treeForms, func(f treeForm) bool { return f.name == p.Get("as") })
	if i < 0 {
		s.fail(w, r, errNoPage)
		return
	}
	form := treeForms[i]
	o := &ask.TreeOptions{}
	if _, err := p.read(o); err != nil {
		s.fail(w, r, err)
		return
	}
	var b bytes.Buffer
	err := s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		q, err := parseQuery(p.Q)
		if err != nil {
			return err
		}
		if err := p.usualTree(ctx, v, &archive.Search{Query: q}, o); err != nil {
			return err
		}
		t, err := ask.Of(v.Views).Tree(ctx, &archive.Search{Query: q}, o)
		if err != nil {
			return err
		}
		b.Reset()
		return form.write(t, &b)
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	sendFile(w, form.file, form.kind, b.Bytes())
}
