package ask

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/sgfread"
	"kifudb/study"
)

const askTree = "tree"

// TreeOptions say which tree of moves is wanted.
type TreeOptions struct {
	Depth    int `flag:"depth,d" value:"8" usage:"go {N} moves deep" query:"depth" minimum:"1" maximum:"1000" default:"8" page:"6,1-40" doc:"Number of moves in the longest lines."`
	MinGames int `flag:"min,min-games" value:"2" usage:"leave out lines in fewer than {N} games" query:"min_games" minimum:"0" default:"2" page:"-1" doc:"Least number of games with a line."`
	// MaxMoves is how many moves are kept after each position, those in the most games; 0 for all.
	MaxMoves int `flag:"max-moves,n" usually:"all" usage:"show at most {N} moves after each position, those in the most games" query:"max_moves" minimum:"0" doc:"Largest number of moves after each position. 0 for all."`
	// Merge shows a position that is reached in several orders once, see TreeNode.SameAs.
	Merge bool `flag:"merge" usage:"count a position that is reached in several orders as one" query:"merge" doc:"Show a position that is reached in several orders once."`
	// Local passes over moves elsewhere below a pattern, instead of counting them as tenuki.
	Local bool `flag:"local" usage:"below a pattern, ignore moves elsewhere" query:"local" doc:"Ignore moves outside the pattern."`

	// Watch, if set, is called now and then, by one goroutine, with the tree so far.
	Watch func(sofar *Tree)

	within *study.Skeleton // the only lines that are counted
}

// A Tree is the tree of moves after a position or pattern, with the number of games and the
// results for each move.
type Tree struct {
	Query    string     `json:"query" doc:"The query in normal form."`
	Game     string     `json:"game" doc:"Name of the game, such as go."`
	Position string     `json:"position,omitempty" doc:"Position at which the tree begins, as text. Missing if it begins with a pattern."`
	Pattern  string     `json:"pattern,omitempty" doc:"Pattern at which the tree begins. Missing if it begins with a position."`
	Shown    string     `json:"shown,omitempty" doc:"Sentence that says which points the names of moves below a pattern refer to. Missing if the tree begins with a position."`
	Depth    int        `json:"depth" doc:"Number of moves in the longest lines that the request allows."`
	MinGames int        `json:"min_games" doc:"Number of games that a line must have."`
	MaxMoves int        `json:"max_moves" doc:"Number of moves shown after each position. 0 for all."`
	Merged   bool       `json:"merged" doc:"True if a position reached in several orders has one node."`
	Local    bool       `json:"local" doc:"True if moves outside the pattern are ignored."`
	Games    int        `json:"games" doc:"Number of games with the position or pattern."`
	Folded   int        `json:"folded" doc:"Number of further records of these games, which do not count."`
	Nodes    []TreeNode `json:"nodes" doc:"The nodes. The first is the position or pattern; each other node comes after its parent."`

	archive.Envelope

	Asked archive.Asked `json:"-"` // what the tree begins with, to be drawn
}

// A TreeNode is a move of a tree, in the coordinates and colors of the question.
type TreeNode struct {
	Parent int           `json:"parent" doc:"Place of the parent in the list. -1 for the first node."`
	Depth  int           `json:"depth" doc:"Number of moves from the first node."`
	Move   *archive.Move `json:"move,omitempty" doc:"The move of the node. Missing for the first node."`
	Name   string        `json:"name,omitempty" doc:"The move as players call it, such as Q16 or tenuki. Missing for the first node."`
	Label  string        `json:"label,omitempty" doc:"Letter on the point of the move, unique among the moves after the same position. Missing if it has none."`

	Here      int             `json:"here" doc:"Number of games in which the move was played after the moves above it."`
	Share     *archive.Share  `json:"share,omitempty" doc:"Share of the games of the node above. Missing for the first node."`
	Games     int             `json:"games" doc:"Number of games with the position. In a merged tree, other orders of moves count, too."`
	Hits      int             `json:"hits" doc:"Number of places in these games."`
	Won       archive.Results `json:"won" doc:"How these games ended."`
	Ended     int             `json:"ended" doc:"Number of hits that no move followed. 0 at the greatest depth, where the tree does not look further."`
	Example   string          `json:"example" doc:"Reference to the first of these games by id, such as 12. Empty if there is none."`
	SameAs    *int            `json:"same_as,omitempty" doc:"Place in the list of the node that shows this position with its moves. Missing if this node does."`
	NotShown  bool            `json:"not_shown,omitempty" doc:"True if that node is left out of the answer. Otherwise missing."`
	More      int             `json:"more,omitempty" doc:"Number of further moves that are left out. Missing if there are none."`
	MoreGames int             `json:"more_games,omitempty" doc:"Number of games with the moves left out, summed over these moves. Missing if there are none."`

	Played position.Move `json:"-"`
}

// ErrTooManyLines is wrapped by the error of a tree that grows too large to be counted.
var ErrTooManyLines = study.ErrTooMany

// Tree counts the lines of play below the one board term of a query; without one,
// those from the empty board or the start of an even game. Its errors are those of
// [Views.Next].
func (vs *Views) Tree(ctx context.Context, s *archive.Search, o *TreeOptions) (*Tree, error) {
	if err := CheckOptions(o); err != nil {
		return nil, err
	}
	kind := vs.AssumedGame()
	from, err := withStart(s, kind)
	if err != nil {
		return nil, err
	}
	tree := &study.Tree{Depth: o.Depth, MinGames: o.MinGames, MaxMoves: o.MaxMoves, Merge: o.Merge, Local: o.Local, Within: o.within}
	for {
		found, lines, err := vs.countLines(ctx, from, o, tree)
		if err != nil {
			return nil, err
		}
		next, err := lines.Continued(tree)
		if err != nil {
			return nil, fmt.Errorf("%w: at a depth of %d moves there are more than kifudb can keep", err, lines.Depth+1)
		}
		switch {
		case next != nil:
		case found.Games == 0 && from != s && !query.NamesGame(s.Query.Root):
			return vs.treeOfOther(ctx, s, o, found)
		case from != s && kind != registry.Default() && found.Game == kind.About().Name && !query.NamesGame(s.Query.Root):
			found.Notices = append(found.Notices, archive.AssumedNotice(kind))
			return found, nil
		default:
			return found, nil
		}
		tree = next
	}
}

// treeOfOther returns the tree of the game that is found if a query names none and finds no
// game of the one that was assumed, though the archives hold several. If several are found, an
// error asks which is meant.
func (vs *Views) treeOfOther(ctx context.Context, s *archive.Search, o *TreeOptions, none *Tree) (*Tree, error) {
	counting := *s
	counting.Facets, counting.Watch, counting.FacetLimit = []string{"game"}, nil, 0
	page, err := vs.Count(ctx, &counting)
	if err != nil {
		return nil, err
	}
	var others []string
	for _, f := range page.Facets {
		for _, v := range f.Values {
			if kind, ok := registry.Named(v.Value); ok && registry.HasRules(kind) == nil && v.Value != none.Game {
				others = append(others, v.Value)
			}
		}
	}
	switch len(others) {
	case 0:
		return none, nil
	case 1:
		narrowed, err := with(s, "game:"+others[0])
		if err != nil {
			return nil, err
		}
		t, err := vs.Tree(ctx, narrowed, o)
		if err == nil {
			t.Notices = append(t.Notices, archive.Notice{Code: archive.NoticeOtherGame, Text: fmt.Sprintf("no game of %s matches; the tree shows %s", none.Game, others[0])})
		}
		return t, err
	}
	return nil, badRequest("game", "no game of %s matches, but games of %s do; name one, as in game:%s", none.Game, strings.Join(others, ", "), others[0])
}

// countLines asks for a tree once.
func (vs *Views) countLines(ctx context.Context, s *archive.Search, o *TreeOptions, tree *study.Tree) (*Tree, *study.Lines, error) {
	with := *s
	with.Also = withSizes(s.Query, map[string]search.Aggregation{askTree: tree})
	q, err := vs.question(ctx, &with)
	if err != nil {
		return nil, nil, err
	}
	var lines *study.Lines
	t, err := archive.Run(ctx, q.Question, archive.Recipe[*Tree]{Watch: o.Watch, Read: func(answer *search.Answer) (*Tree, error) {
		lines = answer.Found[askTree].(*study.Lines)
		return q.tree(tree, answer), nil
	}, Rest: func(_ *Tree, answer *search.Answer) error {
		q.noteSizesOf(answer)
		return nil
	}})
	return t, lines, err
}

// withStart returns the search with the board from which a tree grows, if its query
// names none.
func withStart(s *archive.Search, kind registry.Game) (*archive.Search, error) {
	if _, err := query.OneBoard(s.Query.Root); err == nil || query.HasBoards(s.Query.Root) {
		return s, nil // what is wrong is said when it is asked
	}
	text, err := startOf(s.Query.Root, kind)
	if err != nil {
		return nil, &archive.RequestError{Part: "game", Err: err}
	}
	return with(s, text)
}

// with returns a search with another term.
func with(s *archive.Search, term string) (*archive.Search, error) {
	if all := s.Query.String(); all != "" {
		term = "(" + all + ") " + term
	}
	narrowed := *s
	var err error
	narrowed.Query, err = query.Parse(term)
	return &narrowed, err
}

// startOf returns the board term of the start of the games that a query is about: of a game
// on its usual board, if the query does not say otherwise.
func startOf(root query.Node, kind registry.Game) (string, error) {
	size := ""
	terms, ok := root.(query.And)
	if !ok {
		terms = query.And{root}
	}
	for _, n := range terms {
		t, ok := n.(*query.Term)
		if !ok || len(t.Values) != 1 {
			continue
		}
		switch t.Field {
		case "game":
			if g, ok := registry.Named(t.Values[0].Text); ok {
				kind = g
			}
		case "size":
			if read, _, ok := sgfread.ParseSize([]byte(t.Values[0].Text)); ok && t.Values[0].Kind == query.Word {
				size = position.Size(read).String()
			}
		}
	}
	if err := registry.HasRules(kind); err != nil {
		return "", err
	}
	if _, ok := kind.(registry.Stones); !ok {
		p, err := registry.Start(kind)
		if err != nil {
			return "", err
		}
		return query.Print(&query.Board{Kind: "pos", Text: p.Text()}), nil
	}
	if size == "" {
		size = kind.About().Size.String()
	}
	return "pos:[" + size + "]", nil
}

// tree returns the tree that an answer makes.
func (q *question) tree(asked *study.Tree, answer *search.Answer) *Tree {
	lines := answer.Found[askTree].(*study.Lines)
	root := &lines.Nodes[0]
	t := &Tree{
		Query: q.Search.Query.String(), Game: lines.Asked.Game.About().Name,
		Depth: asked.Depth, MinGames: asked.MinGames, MaxMoves: asked.MaxMoves, Merged: asked.Merge, Local: asked.Local,
		Games: root.Games, Folded: answer.Folded, Asked: lines.Asked,
		Envelope: q.Envelope(answer, root.Games, root.Hits),
	}
	if p := lines.Asked.Position; p != nil {
		t.Position = p.Text()
	} else {
		t.Pattern = lines.Asked.Pattern.String()
	}
	namer := newNamer(lines.Asked)
	t.Shown = namer.says()
	letters := make([]map[position.Point]string, len(lines.Nodes)) // by node, of its moves
	for i := range lines.Nodes {
		line := &lines.Nodes[i]
		n := TreeNode{
			Parent: line.Parent, Depth: line.Depth, Here: line.Here, Games: line.Games, Hits: line.Hits, Won: archive.NewResults(line.Won),
			Ended: line.Ended, More: line.More, MoreGames: line.MoreGames, Played: line.Move, NotShown: line.SameAs == study.NotShown,
		}
		if line.Games > 0 {
			n.Example = q.views.nameOf(line.Example)
		}
		if line.SameAs >= 0 {
			n.SameAs = &line.SameAs
		}
		if i > 0 {
			elsewhere := lines.Asked.Pattern != nil && line.Move.Point == position.Pass
			move := archive.NewMove(lines.Asked.Game, match.Reply{Move: line.Move, Tenuki: elsewhere})
			n.Move, n.Share = &move, archive.ShareOf(line.Here, lines.Nodes[line.Parent].Games)
			n.Name = namer.name(lines, i)
			if p := line.Move.Point; !registry.IsPass(lines.Asked.Game, p) && !(namer.rules.Hexes && p == position.SwapsStone) {
				n.Label = letter(&letters[line.Parent], line.Move.Point)
			}
		}
		t.Nodes = append(t.Nodes, n)
	}
	return t
}

// treeLetters are the labels of moves.
const treeLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// letter returns the label of a point, the next letter if it has none; "" if there are
// no more.
func letter(given *map[position.Point]string, p position.Point) string {
	if *given == nil {
		*given = map[position.Point]string{}
	}
	l, ok := (*given)[p]
	if n := len(*given); !ok && n < len(treeLetters) {
		l = treeLetters[n : n+1]
		(*given)[p] = l
	}
	return l
}

// nameOf writes the number of a game that was found in some archives.
func (vs *Views) nameOf(id archive.GameID) string {
	i, own := archive.SplitID(id)
	return archive.Names(vs.Number(i), []archive.GameID{own})[0]
}

// Children returns the moves after a node, the most frequent first.
func (t *Tree) Children() [][]int {
	list := make([][]int, len(t.Nodes))
	for i := 1; i < len(t.Nodes); i++ {
		list[t.Nodes[i].Parent] = append(list[t.Nodes[i].Parent], i)
	}
	return list
}

// Order returns the nodes as trees are written: each, then what is below it.
func (t *Tree) Order() []int {
	children := t.Children()
	order := make([]int, 0, len(t.Nodes))
	for open := []int{0}; len(open) > 0; {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		order = append(order, last)
		for _, child := range slices.Backward(children[last]) {
			open = append(open, child)
		}
	}
	return order
}

// Line returns the names of the moves that lead to a node.
func (t *Tree) Line(node int) []string {
	var names []string
	for ; node > 0; node = t.Nodes[node].Parent {
		names = append(names, t.Nodes[node].Name)
	}
	slices.Reverse(names)
	return names
}
