package bench

import (
	"iter"

	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// A record is a game as the scan sees it: the tree of its raw bytes. Nothing in
// it comes from what the archive derived.
type record struct {
	id   store.GameID
	raw  store.Record
	tree *sgfread.Tree
	lead sgfread.Lead
	game int // SGF's number
	size position.Size

	properties [][]sgfread.TreeProperty // by node

	steps  []step            // of play
	boards []*position.Board // after each node
}

// The games that the scan can play, by SGF's numbers.
const (
	inGo     = 1
	inGomoku = 4
)

// read parses the record of a game.
func read(id store.GameID, raw store.Record) (*record, error) {
	r := &record{id: id, raw: raw, lead: sgfread.Lead(charset.TrailBytes(raw.Charset.Name))}
	trees, err := sgfread.Parse(raw.Raw[raw.Tree[0]:raw.Tree[1]], &sgfread.Options{Lead: r.lead})
	if err != nil {
		return nil, err
	}
	if len(trees) == 0 {
		r.tree = sgfread.NewTree()
		return r, nil
	}
	r.tree = trees[0]
	for id := range r.tree.All() {
		r.properties = append(r.properties, r.tree.Properties(id))
	}
	r.game, r.size = inGo, position.Square(19)
	if v := r.tree.Values(0, "GM"); len(v) > 0 {
		if n, ok := sgfread.ParseNumber(v[0]); ok && n > 0 {
			r.game = n
		}
	}
	if r.game == inGomoku {
		r.size = position.Square(15)
	}
	if v := r.tree.Values(0, "SZ"); len(v) > 0 {
		if size, _, ok := sgfread.ParseSize(v[0]); ok {
			r.size = position.Size{Cols: size.Cols, Rows: size.Rows}
		}
	}
	return r, nil
}

// texts yields the texts of some properties with the number of their node.
func (r *record) texts(idents ...string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for node, properties := range r.properties {
			for _, p := range properties {
				for _, ident := range idents {
					if p.Name != ident {
						continue
					}
					for _, v := range p.Values {
						if !yield(node, r.decode(ident, v)) {
							return
						}
					}
				}
			}
		}
	}
}

// decode returns the meaning of a value in UTF-8.
func (r *record) decode(ident string, value []byte) string {
	read := sgfread.AppendSimpleText
	if ident == "C" || ident == "GC" {
		read = sgfread.AppendText
	}
	return string(charset.Decode(nil, read(nil, value, r.lead), r.raw.Charset.Name))
}

// info returns the first value of a property that is not empty, and whether
// there is one.
func (r *record) info(ident string) (string, bool) {
	for _, text := range r.texts(ident) {
		if text != "" {
			return text, true
		}
	}
	return "", false
}

// A step is what a node did to the board.
type step struct {
	parent     int // -1 for the root
	children   []int
	moveNumber int
	mainLine   bool
	moved      bool
	move       position.Move     // the last one
	placed     []position.Change // stones put on the board by setup and moves, in this order
	changed    []position.Point  // what holds something else than before
}

// play plays the record, all variations included: what each node does, and the
// board after it.
func (r *record) play() {
	if r.steps != nil || r.game != inGo && r.game != inGomoku {
		return
	}
	board := position.NewBoard(r.size)
	for id := range r.tree.All() {
		node, parent := int(id), int(r.tree.Parent(id))
		s := step{parent: parent, mainLine: true}
		var before *position.Board
		if parent >= 0 {
			before = r.boards[parent]
			board = before.Clone()
			s.moveNumber = r.steps[parent].moveNumber
			s.mainLine = r.steps[parent].mainLine && r.tree.Child(r.tree.Parent(id)) == id
			r.steps[parent].children = append(r.steps[parent].children, node)
		} else {
			before = position.NewBoard(r.size)
		}
		r.execute(board, node, &s)
		for i := range r.size.Area() {
			if p := r.size.At(i); board.At(p) != before.At(p) {
				s.changed = append(s.changed, p)
			}
		}
		r.steps = append(r.steps, s)
		r.boards = append(r.boards, board)
	}
}

// execute does what the properties of a node say: first the setup, then whose
// turn it is, then the moves.
func (r *record) execute(board *position.Board, node int, s *step) {
	size := sgfread.Size{Cols: r.size.Cols, Rows: r.size.Rows}
	properties := r.properties[node]
	for _, p := range properties {
		color, ok := map[string]position.Color{"AB": position.Black, "AW": position.White, "AE": position.Empty}[p.Name]
		if !ok {
			continue
		}
		for _, v := range p.Values {
			points, _, ok := sgfread.ParsePoints(v)
			if !ok {
				continue
			}
			for q := range points.Points() {
				if size.Contains(q) {
					at := position.At(q.XY())
					board.Set(at, color)
					s.placed = append(s.placed, position.Change{Point: at, Color: color})
				}
			}
		}
	}
	for _, p := range properties {
		if p.Name == "PL" {
			switch color, _ := sgfread.ParseColor(p.Values[0]); color {
			case 'B':
				board.SetToPlay(position.Black)
			case 'W':
				board.SetToPlay(position.White)
			}
		}
	}
	for _, p := range properties {
		color, ok := map[string]position.Color{"B": position.Black, "W": position.White}[p.Name]
		if !ok {
			continue
		}
		m := position.Move{Color: color, Point: position.Pass}
		q, kind := sgfread.ParseMove(p.Values[0], size)
		switch kind {
		case sgfread.BadMove:
			continue
		case sgfread.PlayMove:
			m.Point = position.At(q.XY())
			s.placed = append(s.placed, position.Change{Point: m.Point, Color: color})
		}
		switch {
		case r.game == inGo:
			board.Play(m)
		case m.Point != position.Pass: // a stone stays as it was put
			board.Set(m.Point, color)
			fallthrough
		default:
			board.SetToPlay(color.Opponent())
		}
		s.moveNumber++
		s.moved, s.move = true, m
	}
}
