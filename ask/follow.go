package ask

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/internal/lazy"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/sgfread"
	"kifudb/study"
)

const askFollow = "follow"

// FollowOptions say how games are compared with a tree.
type FollowOptions struct {
	// Region is the part of the board that the tree is about: "board", "corner" for half
	// of the board each way from the corner in which its moves are, a corner with a
	// size as in "NE8x8", or "" for the points in VW of its root, the board if there
	// are none.
	Region string `flag:"region" usually:"the view of the tree, or the board" usage:"the part of the board that the tree covers: board, corner, 8x8, NE8x8" query:"region" json:"region,omitempty" maxLength:"20" doc:"Part of the board that matters: board, corner, or a corner with its size such as NE8x8. Empty for the points in VW of the tree, or else the board."`
	Colors string `flag:"colors" value:"fixed" usage:"either: also with black and white exchanged" query:"colors" json:"colors,omitempty" enum:",fixed,either" doc:"Whether colors may be exchanged: fixed or either."`
	Games  int    `flag:"limit,n" value:"30" usage:"name {N} games, those that follow it longest" query:"games" json:"games,omitempty" minimum:"0" page:"12" doc:"Largest number of games to list, those that follow the tree longest."`

	// Watch, if set, is called now and then, by one goroutine, with what is known so far.
	Watch func(sofar *Follow) `json:"-"`
}

// Follow says how games follow a tree of moves.
type Follow struct {
	Query  string `json:"query" doc:"The query in normal form, with the beginning of the tree."`
	Tree   string `json:"tree" doc:"Name of the file with the tree."`
	Game   string `json:"game" doc:"Name of the game, such as go."`
	Region string `json:"region" doc:"Part of the board that matters: board, or the pattern at the beginning of the tree."`
	Games  int    `json:"games" doc:"Number of games that contain the beginning of the tree."`
	Hits   int    `json:"hits" doc:"Number of places where it occurs. A game can have up to four in corners."`
	Folded int    `json:"folded" doc:"Number of further records of these games, which do not count."`

	Follow     int `json:"follow" doc:"Number of games that follow the tree for at least one move."`
	Transposed int `json:"transposed" doc:"Number of hits that leave the tree and come back by other moves."`
	Outside    int `json:"outside" doc:"Number of moves of the tree outside the region. They are ignored."`

	Nodes    []FollowNode `json:"nodes" doc:"Nodes of the tree, in the order of the file."`
	Unplayed []int        `json:"unplayed" doc:"For each line that nobody plays, the place in nodes of its first node."`
	Best     []FollowGame `json:"best" doc:"The games that follow the tree longest."`

	archive.Envelope
}

// A FollowNode is a node of a tree with what games do at its position, in the
// coordinates and colors of the tree.
type FollowNode struct {
	Parent int           `json:"parent" doc:"Place in nodes of the parent. -1 for the first node."`
	Depth  int           `json:"depth" doc:"Number of moves from the first node."`
	Move   *archive.Move `json:"move,omitempty" doc:"The move of the node. Missing for the first node."`
	Name   string        `json:"name,omitempty" doc:"The move as players call it, such as Q16. Missing for the first node."`
	SameAs *int          `json:"same_as,omitempty" doc:"Place in nodes of an earlier node with the same position. Missing if there is none."`

	Games   int             `json:"games" doc:"Number of games that reach the position."`
	Hits    int             `json:"hits" doc:"Number of places in these games where they do."`
	Share   *archive.Share  `json:"share,omitempty" doc:"Share of the games with the beginning of the tree that reach the position. Missing if there are none."`
	Won     archive.Results `json:"won" doc:"How these games ended."`
	Example string          `json:"example,omitempty" doc:"Reference to one of these games, such as 12. Missing if there is none."`

	LeftBlack int         `json:"left_black" doc:"Number of times that Black leaves the tree here for good."`
	LeftWhite int         `json:"left_white" doc:"Number of times that White leaves the tree here for good."`
	Ended     int         `json:"ended" doc:"Number of times that the record ends here."`
	Done      int         `json:"done" doc:"Number of times that the tree ends here."`
	Left      []Departure `json:"left,omitempty" doc:"Moves with which games leave the tree here, the most frequent first. Missing if there are none."`
}

// A Departure is a move that leaves a tree.
type Departure struct {
	Move archive.Move    `json:"move" doc:"The move, in the coordinates and colors of the tree."`
	Name string          `json:"name" doc:"The move as players call it, or \"elsewhere\" if it took stones from outside the region."`
	Hits int             `json:"hits" doc:"Number of times that games leave the tree with this move."`
	Won  archive.Results `json:"won" doc:"How these games ended."`
}

// A FollowGame is how far a game follows a tree.
type FollowGame struct {
	*archive.Game
	Node       int    `json:"node" doc:"Place in nodes of the last node that the game reaches."`
	Depth      int    `json:"depth" doc:"Number of moves of the tree to that node, by its shortest line, in the region."`
	MoveNumber int    `json:"move_number" doc:"Number of the move in the game at that node."`
	By         string `json:"by" doc:"Who then leaves the tree: B or W. Empty if the tree or the game ends."`
	With       string `json:"with" doc:"Name of the move that leaves the tree. Empty if there is none."`
}

// Follow finds out how the games that a query finds follow a tree of moves. The query
// may not ask for a board, as the tree says where it begins.
func (vs *Views) Follow(ctx context.Context, s *archive.Search, mine *OwnTree, o *FollowOptions) (*Follow, error) {
	if query.HasBoards(s.Query.Root) {
		return nil, badRequest("query", "the tree itself says on which board it begins; remove pos:, pat: and seq: from the query")
	}
	if err := CheckOptions(o); err != nil {
		return nil, err
	}
	begin, err := mine.begin(o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", mine.File, err)
	}
	with, err := with(s, begin.start+begin.options)
	if err != nil {
		return nil, err
	}
	plain, err := vs.question(ctx, with)
	if err != nil {
		return nil, err
	}
	own, err := mine.study()
	if err != nil {
		return nil, err
	}
	reader, err := study.ReadTree(plain.Resolved(), own, begin.anchor)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", mine.File, err)
	}
	with.Also = map[string]search.Aggregation{askFollow: reader.Follow(o.Games)}
	q, err := vs.question(ctx, with)
	if err != nil {
		return nil, err
	}
	f := &follower{q: q, mine: mine, reader: reader, region: begin.region, depths: reader.Follow(0).Positions}
	if n, ok := mine.notice(); ok {
		q.Notices.Say(n.Code, "%s", n.Text)
	}
	return archive.Run(ctx, q.Question, archive.Recipe[*Follow]{Watch: o.Watch, Read: f.followed})
}

// A beginning is how a tree begins, as a term of a query.
type beginning struct {
	start   string
	options string // as games are compared with the tree
	region  string
	anchor  position.Point // of the region on the board of the tree
}

var regionForm = lazy.Regexp(`^(?i)(NE|NW|SE|SW)?([0-9]+)x([0-9]+)$`)

// begin returns how the tree begins.
func (t *OwnTree) begin(o *FollowOptions) (*beginning, error) {
	size := t.record.Size
	start, err := t.start()
	if err != nil {
		return nil, err
	}
	options, kind := " variations:off", ""
	if o.Colors == "either" {
		options += " colors:either"
	}
	if t.record.Game != registry.Default() {
		kind = " " + query.GameTerm(t.record.Game.About().Number)
	}
	root := (archive.Asked{Position: start}).Goban()
	if root == nil {
		if o.Region != "" && o.Region != "board" {
			return nil, badRequest("region", "positions of %s are compared as a whole; leave out the region", t.record.Game.About().Name)
		}
		return &beginning{start: `pos:"` + start.Text() + `"` + kind, options: options, region: "board"}, nil
	}
	left, top, region := 0, 0, size
	switch m := regionForm().FindStringSubmatch(o.Region); {
	case o.Region == "" && len(t.tree.Values(0, "VW")) > 0:
		left, top, region = t.view(size)
	case o.Region == "" || o.Region == "board":
	case o.Region == "corner":
		half := position.Size{Cols: (size.Cols + 1) / 2, Rows: (size.Rows + 1) / 2}
		left, top, region = t.corner(size, half, "")
	case m != nil:
		cols, _ := strconv.Atoi(m[2])
		rows, _ := strconv.Atoi(m[3])
		if cols < 1 || rows < 1 || cols > size.Cols || rows > size.Rows {
			return nil, badRequest("region", "a region of %d×%d does not fit on a board of %v", cols, rows, size)
		}
		left, top, region = t.corner(size, position.Size{Cols: cols, Rows: rows}, strings.ToUpper(m[1]))
	default:
		return nil, badRequest("region", "%q is not a region; expected board, corner, or a size as in 8x8 or NE8x8", o.Region)
	}
	if region == size {
		return &beginning{start: `pos:"` + root.SetupSGF() + `"` + kind, options: options, region: "board", anchor: position.At(0, 0)}, nil
	}
	p := position.CutPattern(root, position.Place{Kind: position.InRectangle, From: position.At(left, top), To: position.At(left, top)}, region)
	p.Place = placeOf(left, top, region, size)
	return &beginning{start: `pat:"` + p.String() + `"` + kind, options: options, region: p.String(), anchor: position.At(left, top)}, nil
}

// placeOf returns where a region lies by the edges that it touches.
func placeOf(left, top int, region, size position.Size) position.Place {
	place := position.Place{Kind: position.AtEdges}
	for edge, touches := range map[position.Edges]bool{
		position.West: left == 0, position.North: top == 0,
		position.East: left+region.Cols == size.Cols, position.South: top+region.Rows == size.Rows,
	} {
		if touches {
			place.Edges |= edge
		}
	}
	return place
}

// view returns the smallest rectangle with all points of VW.
func (t *OwnTree) view(size position.Size) (left, top int, region position.Size) {
	left, top = size.Cols, size.Rows
	right, bottom := -1, -1
	ff := 0
	if v := t.tree.Values(0, "FF"); len(v) > 0 {
		ff, _ = sgfread.ParseNumber(v[0])
	}
	for _, raw := range sgfread.View(ff, t.tree.Values(0, "VW")) {
		points, _, ok := sgfread.ParsePoints(raw)
		if !ok {
			continue
		}
		for p := range points.Points() {
			x, y := p.XY()
			if x < size.Cols && y < size.Rows {
				left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
			}
		}
	}
	if right < 0 { // VW[] views everything
		return 0, 0, size
	}
	return left, top, position.Size{Cols: right - left + 1, Rows: bottom - top + 1}
}

// corner returns a region in a corner, that in which most moves are if none is named.
func (t *OwnTree) corner(size, region position.Size, name string) (left, top int, _ position.Size) {
	x, y := 0, 0
	for event, m := range t.record.Script.Events() {
		if event != position.AtNode || m.Color == position.Empty || m.Point == position.Pass {
			continue
		}
		x += cmp.Compare(2*m.Point.X(), size.Cols-1)
		y += cmp.Compare(2*m.Point.Y(), size.Rows-1)
	}
	if name != "" {
		x, y = 1, 1
		if strings.Contains(name, "W") {
			x = -1
		}
		if strings.Contains(name, "N") {
			y = -1
		}
	}
	if x > 0 {
		left = size.Cols - region.Cols
	}
	if y > 0 {
		top = size.Rows - region.Rows
	}
	return left, top, region
}

// follower makes what is told of an answer.
type follower struct {
	q      *question
	mine   *OwnTree
	reader *study.TreeReader
	region string
	depths []study.FollowPosition
}

func (f *follower) followed(answer *search.Answer) (*Follow, error) {
	found := answer.Found[askFollow].(*study.FollowFound)
	t := &Follow{
		Query: f.q.Search.Query.String(), Tree: f.mine.File, Game: f.mine.record.Game.About().Name, Region: f.region,
		Games: found.Games, Hits: found.Hits, Folded: answer.Folded, Follow: found.Followed, Transposed: found.Again, Outside: f.reader.Outside,
		Unplayed: []int{}, Best: []FollowGame{}, Envelope: f.q.Envelope(answer, found.Games, found.Hits),
	}
	first := f.reader.First()
	parents := f.mine.parents()
	asked := map[int]bool{} // nodes at which moves of games are named
	for i := range parents {
		asked[i] = len(found.Positions[f.reader.Position(i)].Left) > 0
	}
	names, err := f.mine.names(asked)
	if err != nil {
		return nil, err
	}
	kind := f.mine.record.Game
	moves, err := f.mine.moves()
	if err != nil {
		return nil, err
	}
	for i := range parents {
		at := f.reader.Position(i)
		p := &found.Positions[at]
		n := FollowNode{Parent: parents[i], Games: p.Games, Hits: p.Hits, Ended: p.Ended, Done: p.Done}
		_, swapped := f.reader.Back(i, position.Move{Color: position.Black, Point: position.Pass})
		n.LeftBlack, n.LeftWhite, n.Won = p.LeftBlack, p.LeftWhite, archive.NewResults(inColors(p.Won, swapped))
		if swapped {
			n.LeftBlack, n.LeftWhite = n.LeftWhite, n.LeftBlack
		}
		if first[at] != i {
			n.SameAs = &first[at]
		}
		if p.Games > 0 {
			n.Example = f.q.views.nameOf(p.Example)
		}
		if i > 0 {
			above := &t.Nodes[parents[i]]
			n.Depth = above.Depth
			n.Share = archive.ShareOf(p.Games, found.Games)
			if m := moves[i]; m.Color != position.Empty {
				n.Depth++
				move := archive.NewMove(kind, match.Reply{Move: m})
				n.Move, n.Name = &move, names.own[i]
			}
			if p.Games == 0 && above.Games > 0 {
				t.Unplayed = append(t.Unplayed, i)
			}
		}
		for _, d := range p.Left {
			m, _ := f.reader.Back(i, d.Move)
			left := Departure{Move: archive.NewMove(kind, match.Reply{Move: m}), Name: names.of(i, m), Hits: d.Hits, Won: archive.NewResults(inColors(d.Won, swapped))}
			n.Left = append(n.Left, left)
		}
		t.Nodes = append(t.Nodes, n)
	}
	for _, b := range found.Best {
		i, own := archive.SplitID(b.ID)
		game, err := f.q.views.All()[i].Game(own)
		if err != nil {
			return nil, err
		}
		game.Archive = f.q.views.Number(i)
		node := first[b.Position]
		g := FollowGame{Game: game, Node: node, Depth: f.depths[b.Position].Depth, MoveNumber: b.MoveNumber}
		if b.By != position.Empty {
			m, _ := f.reader.Back(node, b.Move)
			g.By, g.With = m.Color.Letter(), names.of(node, m)
		}
		t.Best = append(t.Best, g)
	}
	return t, nil
}

// inColors returns results with black and white as they are, or exchanged.
func inColors(r search.Results, swapped bool) search.Results {
	if swapped {
		r.Black, r.White = r.White, r.Black
	}
	return r
}

// parents returns for each node of the record the one above, -1 for the root.
func (t *OwnTree) parents() []int {
	number := make(map[sgfread.NodeID]int, len(t.nodes))
	list := make([]int, len(t.nodes))
	for i, id := range t.nodes {
		number[id] = i
		list[i] = -1
		if above := t.tree.Parent(id); above != sgfread.NoNode {
			list[i] = number[above]
		}
	}
	return list
}

// moves returns the move of each node; one without has no color.
func (t *OwnTree) moves() ([]position.Move, error) {
	var list []position.Move
	for event, m := range t.record.Script.Events() {
		if event == position.AtNode {
			list = append(list, m)
		}
	}
	if rules := registry.RulesOf(t.record.Game); rules == nil || !rules.Hexes {
		return list, nil
	}
	steps, err := t.record.Steps()
	if err != nil {
		return nil, err
	}
	for step := range steps {
		if step.Swap {
			list[step.Node].Point = position.SwapsStone
		}
	}
	return list, nil
}

// Line returns the names of the moves that lead to a node.
func (f *Follow) Line(node int) []string {
	var names []string
	for ; node > 0; node = f.Nodes[node].Parent {
		if name := f.Nodes[node].Name; name != "" {
			names = append(names, name)
		}
	}
	slices.Reverse(names)
	return names
}
