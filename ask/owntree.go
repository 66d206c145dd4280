package ask

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/archive/lint"
	"kifudb/format"
	registry "kifudb/game"
	"kifudb/game/record"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/study"
)

// An OwnTree is a tree of moves that the user has: a repertoire, a dictionary of joseki.
// It is read in any format of records and any encoding, and written as clean FF[4] in
// UTF-8, or in another format.
type OwnTree struct {
	File   string
	Format string // in which it was read, by its name
	// Unread says what of a file in another format than SGF could not be read.
	Unread []string

	tree   *sgfread.Tree
	record *record.Record
	nodes  []sgfread.NodeID // in the order of the script
}

// ReadOwnTree reads the one game of a file. A file of several is a *[archive.RequestError].
func ReadOwnTree(file string) (*OwnTree, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ParseOwnTree(file, f)
}

// ParseOwnTree reads a tree from anywhere, of which file is the name in messages.
func ParseOwnTree(file string, r io.Reader) (*OwnTree, error) {
	data, err := io.ReadAll(io.LimitReader(r, indexer.MaxFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	t := &OwnTree{File: file, Format: indexer.Formats()[0].Name}
	if data, err = t.inSGF(data); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	_, records, err := indexer.Records(context.Background(), "tree.sgf", data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	whole, err := indexer.NewFile(file, data, records)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	text, err := lint.Clean(whole)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	trees, err := sgfread.Parse(text, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(trees) != 1 {
		return nil, badRequest("into", "%s holds %s; expected one game with variations", file, countedGames(len(trees)))
	}
	t.tree, t.record = trees[0], record.Of(trees[0])
	for id := range t.tree.All() {
		t.nodes = append(t.nodes, id)
	}
	if t.record.Nodes != len(t.nodes) {
		return nil, fmt.Errorf("%s: %d of %d nodes can be replayed", file, t.record.Nodes, len(t.nodes))
	}
	return t, nil
}

// Write writes the tree with what was added to it, in SGF.
func (t *OwnTree) Write(w io.Writer) error { return sgfread.FormatNormalized(w, nil, t.tree) }

// TreeInto counts the lines of a tree that the user has, and writes what it finds
// behind the comments there: also of moves that nobody played. With grow it adds the
// moves that the tree lacks, as far as [Views.Tree] would list them. What it returns
// is about the moves that were there.
func (vs *Views) TreeInto(ctx context.Context, s *archive.Search, o *TreeOptions, mine *OwnTree, grow bool) (*Tree, error) {
	if err := CheckOptions(o); err != nil {
		return nil, err
	}
	if grow && o.Merge {
		return nil, badRequest("new-moves", "a merged tree does not keep the order of moves, so new moves cannot be added")
	}
	from, err := mine.withStart(s, vs.AssumedGame())
	if err != nil {
		return nil, err
	}
	own, err := vs.own(ctx, from, o, mine)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", mine.File, err)
	}
	counted := &study.Tree{Depth: own.Within.Depth, Merge: o.Merge, Local: o.Local, Within: own.Within}
	tree, lines, err := vs.countLines(ctx, from, o, counted)
	if err != nil {
		return nil, err
	}
	told := map[sgfread.NodeID]bool{}
	for i, at := range own.In(lines) {
		id := mine.nodes[own.Places[i].Node]
		if told[id] {
			continue // the pattern lies there twice
		}
		told[id] = true
		mine.tell(id, tree, at, own.Swapped(i))
	}
	mine.comment(0, tree.Says())
	if n, ok := mine.notice(); ok {
		tree.Notices = append(tree.Notices, n)
	}
	if !grow {
		return tree, nil
	}
	full, err := vs.Tree(ctx, from, o)
	if err != nil {
		return nil, err
	}
	return tree, mine.grow(own, full)
}

// withStart returns the search with the board from which a tree is counted: if its query
// names none, that is where the tree begins, of Go where games do. Assumed is the game of
// board terms that nothing says the game of.
func (t *OwnTree) withStart(s *archive.Search, assumed registry.Game) (*archive.Search, error) {
	kind := registry.Default()
	if query.HasBoards(s.Query.Root) {
		return s, nil
	}
	if t.record.Game == kind {
		if assumed != kind && !query.NamesGame(s.Query.Root) {
			var err error
			if s, err = with(s, query.GameTerm(kind.About().Number)); err != nil {
				return nil, err
			}
		}
		return withStart(s, kind)
	}
	begin, err := t.begin(&FollowOptions{Region: "board"})
	if err != nil {
		return nil, err
	}
	return with(s, begin.start)
}

// Nodes returns how many nodes the tree has.
func (t *OwnTree) Nodes() int { return len(t.nodes) }

// OwnMoves returns the moves that a tree goes on with wherever the position or pattern of
// a query comes up in it, in the coordinates and colors of the query; none if it does not.
func (vs *Views) OwnMoves(ctx context.Context, s *archive.Search, mine *OwnTree) ([]archive.Move, error) {
	board, err := query.OneBoard(s.Query.Root)
	if err != nil {
		return nil, err
	}
	local := board.Kind != "pos" // moves elsewhere do not end what goes on in a part of the board
	own, err := vs.own(ctx, s, &TreeOptions{Depth: 1, Local: local}, mine)
	if errors.Is(err, study.ErrNotOwn) {
		return []archive.Move{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", mine.File, err)
	}
	moves := []archive.Move{}
	for _, n := range own.Within.Nodes {
		if n.Parent == 0 {
			moves = append(moves, archive.NewMove(mine.record.Game, match.Reply{Move: position.Move{Color: n.Color, Point: n.Point}}))
		}
	}
	return moves, nil
}

// own finds the lines of a tree below what a search asks for.
func (vs *Views) own(ctx context.Context, s *archive.Search, o *TreeOptions, mine *OwnTree) (*study.Own, error) {
	tree := &study.Tree{Depth: o.Depth, Merge: o.Merge, Local: o.Local}
	with := *s
	with.Also = map[string]search.Aggregation{askTree: tree}
	q, err := vs.question(ctx, &with)
	if err != nil {
		return nil, err
	}
	asked, ok := q.Asked()
	if ok && asked.Game.About().Number != mine.record.Game.About().Number {
		return nil, badRequest("into", "the tree is for %s, and the query for %s", mine.record.Game.About().Name, asked.Game.About().Name)
	}
	record, err := mine.study()
	if err != nil {
		return nil, err
	}
	return tree.Own(q.Resolved(), record)
}

// study returns the tree for those who study it.
func (t *OwnTree) study() (*study.Record, error) {
	steps, err := t.record.Steps()
	if err != nil {
		return nil, &archive.RequestError{Part: "tree", Err: err}
	}
	return &study.Record{Size: t.record.Size, Script: t.record.Script, Steps: steps}, nil
}

// start returns the position after the root.
func (t *OwnTree) start() (registry.Position, error) {
	steps, err := t.record.Steps()
	if err != nil {
		return nil, &archive.RequestError{Part: "tree", Err: err}
	}
	for step := range steps {
		return step.Position.Clone(), nil
	}
	return nil, badRequest("tree", "it has no nodes")
}

// comment adds a text behind the comment of a node.
func (t *OwnTree) comment(id sgfread.NodeID, text string) {
	var before string
	for _, raw := range t.tree.Values(id, "C") {
		before += string(sgfread.AppendText(nil, raw, 0))
	}
	if before = strings.TrimRight(before, "\n"); before != "" {
		text = before + "\n\n" + text
	}
	t.tree.Set(id, "C", sgfread.AppendEscaped(nil, []byte(text), false))
}

// tell writes what was counted at a node, -1 for nothing.
func (t *OwnTree) tell(id sgfread.NodeID, tree *Tree, at int, swapped bool) {
	if at < 0 {
		t.comment(id, "0 games")
		return
	}
	n := tree.Nodes[at]
	text := countedGames(n.Here)
	if n.Share != nil {
		text += ", " + percentOf(n.Share.Value)
	}
	if n.Games != n.Here {
		text += "; with other orders of moves " + countedGames(n.Games)
	}
	won := n.Won
	if swapped {
		won.Black, won.White = won.White, won.Black
		won.BlackShare, won.WhiteShare = won.WhiteShare, won.BlackShare
	}
	text += "\n" + resultWords(won)
	if n.Example != "" {
		text += "For example game " + n.Example
	}
	t.comment(id, strings.TrimRight(text, "\n"))
}

// grow adds the moves of a tree that its record lacks.
func (t *OwnTree) grow(own *study.Own, full *Tree) error {
	type step struct {
		parent int
		move   position.Move
	}
	below := full.Children()
	at := map[step]int{}
	for i := 1; i < len(full.Nodes); i++ {
		at[step{full.Nodes[i].Parent, full.Nodes[i].Played}] = i
	}
	known := make([]int, len(own.Within.Nodes)+1) // by line of the record, its node in the full tree
	has := map[int]bool{0: true}
	for i, n := range own.Within.Nodes {
		k, ok := at[step{known[n.Parent], position.Move{Color: n.Color, Point: n.Point}}]
		if !ok || known[n.Parent] < 0 {
			k = -1
		}
		known[i+1] = k
		has[k] = true
	}
	done := map[int]bool{}
	for place := range own.Places {
		node := known[own.Line(place)]
		if node < 0 || done[node] {
			continue
		}
		done[node] = true
		type open struct {
			node int
			id   sgfread.NodeID
		}
		list := []open{{node, t.nodes[own.Places[place].Node]}}
		for len(list) > 0 {
			from := list[0]
			list = list[1:]
			for _, child := range below[from.node] {
				if has[child] {
					continue // a move that was there, or below one
				}
				n := &full.Nodes[child]
				m := own.Back(place, n.Played)
				id := t.tree.Add(from.id)
				move := archive.NewMove(t.record.Game, match.Reply{Move: m})
				t.tree.Set(id, move.Color, sgfread.AppendEscaped(nil, []byte(move.Point), false))
				t.tell(id, full, child, own.Swapped(place))
				list = append(list, open{child, id})
			}
		}
	}
	return nil
}

// inSGF returns a tree's file in SGF, and notes in which format it was.
func (t *OwnTree) inSGF(data []byte) ([]byte, error) {
	f, records, err := indexer.Records(context.Background(), t.File, data)
	if err != nil || f == nil || f.Derive == nil {
		return data, err
	}
	if len(records) != 1 {
		return nil, badRequest("into", "the file holds %s; expected one game with variations", countedGames(len(records)))
	}
	t.Format = f.Name
	game, err := indexer.Derive(records[0])
	if err != nil {
		return nil, err
	}
	sgf := &indexer.Formats()[0].Writers[0]
	var text bytes.Buffer
	err = sgf.Write(&text, &format.Written{Game: game, From: f, Lost: func(what format.Loss) { t.Unread = append(t.Unread, string(what)) }})
	for _, v := range game.Info {
		if v.Ident == "problem" {
			t.Unread = append(t.Unread, v.Text)
		}
	}
	return text.Bytes(), err
}

// notice says what could not be read of the tree; ok is false if nothing was lost.
func (t *OwnTree) notice() (_ archive.Notice, ok bool) {
	if len(t.Unread) == 0 {
		return archive.Notice{}, false
	}
	return archive.Notice{Code: archive.NoticeTree, Text: fmt.Sprintf("%s: not all of it could be read: %s", t.File, strings.Join(t.Unread, ", "))}, true
}

// TreeText returns a file with one record as text, decoded from the encoding in which the
// record is read; of other files the bytes, as what is wrong with them is said when they
// are parsed.
func TreeText(file string, data []byte) string {
	_, records, err := indexer.Records(context.Background(), file, data)
	if err != nil || len(records) != 1 {
		return string(data)
	}
	return string(charset.Decode(nil, data, records[0].Charset.Name))
}

// TreeExtensions are the extensions, with their dots, of files in which a tree may be: those
// of all formats that are read and are texts, SGF's first.
func TreeExtensions() []string {
	var list []string
	for _, f := range indexer.Formats() {
		if !f.Read() || f.Binary || f.Table {
			continue
		}
		for _, extension := range f.Extensions {
			if !slices.Contains(list, extension) {
				list = append(list, extension)
			}
		}
	}
	return list
}
