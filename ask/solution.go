package ask

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/search/match"
	"kifudb/sgfread"
	"kifudb/store"
	"kifudb/study"
)

// A solution is what a record says of how a problem is solved, on its own board.
type solution struct {
	right []position.Move // first moves, by their points
	by    string          // SolutionMarked or SolutionMainLine, "" without moves
	line  []position.Move // the first line that is right
	side  position.Color  // to play, Empty if nothing says it
	end   int             // the node where that line ends, before it was cut to longestLine
}

// SolutionOf returns the node where the first right line of a problem ends, which begins at a node of
// a game, and what says so: [SolutionMarked] or [SolutionMainLine]. If no move follows it returns
// the node itself and "".
func SolutionOf(g *archive.Game, node int) (end int, by string, err error) {
	script, err := g.Segment().Script(g.Local())
	if err != nil {
		return 0, "", err
	}
	tree, err := readProblemTree(g, script)
	if err != nil {
		return 0, "", err
	}
	if node < 0 || node >= len(tree.parents) {
		return 0, "", archive.ErrNoPlace
	}
	s := tree.solve(node)
	if s.by == "" {
		return node, "", nil
	}
	return s.end, s.by, nil
}

// longestLine is how many moves of a solution are compared and shown.
const longestLine = 12

// The words are those of the collections on the web. A comment begins with one, as if in a sentence of its own,
// or has another anywhere.
var (
	rightStarts = []string{"also correct", "correct", "solution", "success"}
	wrongStarts = []string{"wrong", "incorrect", "failure", "fail"}
	rightSigns  = []string{"正解", "正确", "正確"}
	wrongSigns  = []string{"失败", "失敗", "不正解", "不正确", "不正確"}
)

// saysRight reports whether a comment says that its move is right.
func saysRight(text string) bool {
	if hasWord(text, "RIGHT") || startsWith(text, rightStarts) {
		return true
	}
	for _, sign := range rightSigns {
		for rest := text; ; {
			before, after, ok := strings.Cut(rest, sign)
			if !ok {
				break
			}
			if !strings.HasSuffix(before, "不") {
				return true
			}
			rest = after
		}
	}
	return false
}

// saysWrong reports whether a comment says that its move is wrong.
func saysWrong(text string) bool {
	return hasWord(text, "WRONG") || startsWith(text, wrongStarts) ||
		slices.ContainsFunc(wrongSigns, func(sign string) bool { return strings.Contains(text, sign) })
}

// hasWord reports whether a word is in a text, in these letters and no part of another word.
func hasWord(text, word string) bool {
	for begin := 0; ; {
		i := strings.Index(text[begin:], word)
		if i < 0 {
			return false
		}
		at := begin + i
		if end := at + len(word); (at == 0 || !isWordByte(text[at-1])) && (end == len(text) || !isWordByte(text[end])) {
			return true
		}
		begin = at + 1
	}
}

// startsWith reports whether the first words of a text, behind other signs, are one of a list, in letters of
// either case.
func startsWith(text string, list []string) bool {
	begin := 0
	for begin < len(text) && !isWordByte(text[begin]) {
		begin++
	}
	text = text[begin:]
	for _, words := range list {
		if n := len(words); len(text) >= n && strings.EqualFold(text[:n], words) && (n == len(text) || !isWordByte(text[n])) {
			return true
		}
	}
	return false
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// The marks of a node: what its comment says, and the properties of SGF for good and bad moves.
const (
	markedRight uint8 = 1 << iota
	markedWrong
	goodMove // TE
	badMove  // BM
)

// A problemTree is a record as its problems are read: its nodes in the order of
// the file.
type problemTree struct {
	parents []int32
	moves   []position.Move // without color if there is none
	marks   []uint8         // nil for formats other than SGF
	names   map[int]string  // of nodes with setup
}

// A problemReader reads problems from their records.
type problemReader struct {
	views *Views
	ctx   context.Context
	moved bool
	trees map[archive.GameID]*problemTree // those that were read, by raised number
}

// read reads the trees of all games in which problems stand. Each block of records is unpacked once.
func (r *problemReader) read(problems []study.Repetition) error {
	type view = int
	wanted := map[view]*roaring.Bitmap{}
	for _, p := range problems {
		for _, place := range p.Places {
			i, id := archive.SplitID(place.Game)
			if wanted[i] == nil {
				wanted[i] = roaring.New()
			}
			wanted[i].Add(uint32(id))
		}
	}
	for i, games := range wanted {
		for _, g := range r.views.All()[i].Snapshot().Segments() {
			locals := roaring.AddOffset64(games, -int64(g.Base()))
			locals.And(g.Live())
			if locals.IsEmpty() {
				continue
			}
			for stored, err := range g.Records(locals) {
				if err := cmp.Or(err, r.ctx.Err()); err != nil {
					return err
				}
				script, err := g.Script(stored.Local)
				if err != nil {
					return err
				}
				tree, err := newProblemTree(script, stored.Record)
				if err != nil {
					return err
				}
				r.trees[archive.FirstID(i)+g.Base()+archive.GameID(stored.Local)] = tree
			}
		}
	}
	return nil
}

// record reads a place where a problem stands, and its diagram.
func (r *problemReader) record(place study.Diagram) (*ProblemRecord, *position.Board, error) {
	i, id := archive.SplitID(place.Game)
	v := r.views.All()[i]
	g, err := v.Game(id)
	if err != nil {
		return nil, nil, err
	}
	g.Archive = r.views.Number(i)
	one := &ProblemRecord{Game: g, Right: []archive.Move{}, There: []archive.Move{}, Line: []archive.Move{}, Agrees: SolutionsUnknown}
	if one.Ref, err = g.Ref(place.Node, 0); err != nil {
		return nil, nil, err
	}
	script, err := g.Segment().Script(g.Local())
	if err != nil {
		return nil, nil, err
	}
	rules := position.Rules{}
	if stones, ok := g.Kind().(registry.Stones); ok {
		rules = stones.Rules()
	}
	replayer := position.Replayer{Rules: rules}
	board, _ := replayer.To(g.Segment().Facts(g.Local()).Size, script, place.Node)
	board = board.Clone()
	_, one.turns = study.Form(board, r.moved)
	tree := r.trees[place.Game]
	if tree == nil {
		if tree, err = readProblemTree(g, script); err != nil {
			return nil, nil, err
		}
		r.trees[place.Game] = tree
	}
	if one.Name = tree.names[place.Node]; one.Name == "" || place.Node == 0 {
		for _, value := range g.Segment().Info(g.Local()) {
			if value.Ident == "GN" {
				one.Name = value.Text
			}
		}
	}
	one.solution = tree.solve(place.Node)
	if one.solution.side == position.Empty && saysWhoPlays(script, place.Node) {
		one.solution.side = board.ToPlay()
	}
	if side := one.solution.side; side != position.Empty {
		one.ToPlay = side.Letter()
	}
	one.By = one.solution.by
	for _, m := range one.solution.right {
		one.Right = append(one.Right, archive.NewMove(g.Kind(), reply(m)))
	}
	return one, board, nil
}

// readProblemTree reads the shape of the record of a game, and what marks and names its nodes.
func readProblemTree(g *archive.Game, script position.Script) (*problemTree, error) {
	record, err := g.Segment().Record(g.Local())
	if err != nil {
		return nil, err
	}
	return newProblemTree(script, record)
}

// newProblemTree is readProblemTree for a record that is at hand.
func newProblemTree(script position.Script, record store.Record) (*problemTree, error) {
	t := &problemTree{names: map[int]string{}}
	at := int32(-1)
	var open []int32
	for event, move := range script.Events() {
		switch event {
		case position.AtNode:
			t.parents, t.moves = append(t.parents, at), append(t.moves, move)
			at = int32(len(t.parents)) - 1
		case position.Opened:
			if at >= 0 {
				open = append(open, at)
			}
		case position.Closed:
			if n := len(open); n > 0 {
				at, open = open[n-1], open[:n-1]
			}
		}
	}
	if indexer.FormatOf(&record).Derive != nil {
		return t, nil
	}
	return t, t.readMarks(record)
}

func (t *problemTree) readMarks(record store.Record) error {
	t.marks = make([]uint8, len(t.parents))
	m := markReader{tree: t}
	return sgfread.Walk(indexer.UTF8(record), &m, nil)
}

// A markReader reads the marks of all nodes.
type markReader struct {
	tree *problemTree
	node int // number of the next node

	branches sgfread.Branches
}

func (m *markReader) Open(int64)  { m.branches.Open(m.node - 1) }
func (m *markReader) Close(int64) { m.branches.Close() }

func (m *markReader) Moves(run sgfread.Run) { m.node += run.Len() }

func (m *markReader) Node(n *sgfread.Node) {
	m.read(m.node, n)
	m.node++
}

// Late implements sgfread.LateHandler.
func (m *markReader) Late(n *sgfread.Node) { m.read(m.branches.Node(), n) }

func (m *markReader) read(node int, n *sgfread.Node) {
	if node < 0 || node >= len(m.tree.marks) {
		return
	}
	text, name, setup := "", "", false
	for p := range n.Properties() {
		switch p.Ident() {
		case sgfread.IdentC:
			text = firstText(p)
		case sgfread.IdentN:
			name = firstText(p)
		case sgfread.IdentTE:
			m.tree.marks[node] |= goodMove
		case sgfread.IdentBM:
			m.tree.marks[node] |= badMove
		case sgfread.IdentAB, sgfread.IdentAW, sgfread.IdentAE:
			setup = !n.Late
		}
	}
	if saysWrong(text) {
		m.tree.marks[node] |= markedWrong
	} else if saysRight(text) {
		m.tree.marks[node] |= markedRight
	}
	if name == "" && node > 0 { // that of a root is about the record
		name, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	}
	if setup && name != "" {
		const most = 60
		if runes := []rune(strings.TrimSpace(name)); len(runes) > most {
			name = string(runes[:most]) + "…"
		}
		m.tree.names[node] = strings.TrimSpace(name)
	}
}

func firstText(p sgfread.Property) string {
	if p.Len() == 0 {
		return ""
	}
	return string(sgfread.AppendText(nil, p.Value(0), 0))
}

// solve returns what follows a diagram: the first moves that the record marks as right,
// or else the one of its main line.
func (t *problemTree) solve(diagram int) (s solution) {
	unmoved := map[int32]bool{int32(diagram): true}
	var firsts []int
	for n := diagram + 1; n < len(t.parents) && t.parents[n] >= int32(diagram); n++ {
		switch {
		case !unmoved[t.parents[n]]:
		case t.moves[n].Color == position.Empty:
			unmoved[int32(n)] = true
		default:
			firsts = append(firsts, n)
		}
	}
	if len(firsts) == 0 {
		return s
	}
	marked := -1 // the end of the first line that is right
	var right []int
	for _, n := range firsts {
		good, at := t.rightBelow(n)
		if !good {
			continue
		}
		if right = append(right, n); marked < 0 {
			marked = at
		}
	}
	if s.by = SolutionMarked; len(right) == 0 {
		s.by, right, marked = SolutionMainLine, firsts[:1], t.lastBelow(firsts[0])
	}
	for _, n := range right {
		if !slices.Contains(s.right, t.moves[n]) {
			s.right = append(s.right, t.moves[n])
		}
	}
	slices.SortFunc(s.right, func(a, b position.Move) int { return int(a.Point) - int(b.Point) })
	s.side, s.end = t.moves[right[0]].Color, marked
	for n := int32(marked); n > int32(diagram); n = t.parents[n] {
		if t.moves[n].Color != position.Empty {
			s.line = append(s.line, t.moves[n])
		}
	}
	slices.Reverse(s.line)
	s.line = s.line[:min(len(s.line), longestLine)]
	return s
}

// rightBelow reports whether a first move is marked as right, by itself or a node of
// the lines below it, and where the line ends that goes on from the first that says so.
func (t *problemTree) rightBelow(first int) (bool, int) {
	if t.marks == nil || t.marks[first]&(badMove|markedWrong) != 0 {
		return false, 0
	}
	if t.marks[first]&goodMove != 0 {
		return true, t.lastBelow(first)
	}
	for n := first; n < len(t.parents) && (n == first || t.parents[n] >= int32(first)); n++ {
		if t.marks[n]&markedRight != 0 {
			return true, t.lastBelow(n)
		}
	}
	return false, 0
}

// lastBelow returns the end of the line of first children.
func (t *problemTree) lastBelow(n int) int {
	for n+1 < len(t.parents) && t.parents[n+1] == int32(n) {
		n++
	}
	return n
}

// saysWhoPlays reports whether a node says whose turn it is.
func saysWhoPlays(script position.Script, node int) bool {
	at := -1
	for _, word := range script {
		w := position.Word(word)
		if w.StartsNode() {
			if at++; at > node {
				return false
			}
		}
		if at == node && w.SetsPlayer() {
			return true
		}
	}
	return false
}

// reply is a move as hits have it.
func reply(m position.Move) match.Reply { return match.Reply{Move: m} }

// compare compares the solutions of all records with that of the first which has
// one, and says how the first one turns to each.
func (p *Problem) compare() {
	base := slices.IndexFunc(p.Records, func(r ProblemRecord) bool { return len(r.solution.right) > 0 })
	for i := range p.Records {
		r := &p.Records[i]
		turn := r.turns[0]
		if base >= 0 && i != base && len(r.solution.right) > 0 {
			r.Against = p.Records[base].Ref
			turn = r.against(&p.Records[base])
		}
		if i == base {
			r.Agrees = ""
		}
		r.describe(&p.Records[0], turn)
	}
	p.Solutions = SolutionsUnknown
	for i, r := range p.Records {
		if i != base && worse(r.Agrees) > worse(p.Solutions) {
			p.Solutions = r.Agrees
		}
	}
}

// worse orders how solutions agree: what a reader wants to know first is the
// greatest.
func worse(agrees string) int {
	return slices.Index([]string{SolutionsUnknown, SolutionsSame, SolutionsColor, SolutionsPartly, SolutionsDiffer}, agrees)
}

// against compares a solution with another one, and returns the turn by which they
// agree best.
func (r *ProblemRecord) against(base *ProblemRecord) study.Turn {
	type stone struct {
		study.Spot
		position.Color
	}
	in := func(t study.Turn, list []position.Move) (stones []stone) {
		for _, m := range list {
			spot, color := t.To(position.Change{Point: m.Point, Color: m.Color})
			if registry.IsPass(r.Game.Kind(), m.Point) {
				spot = study.Spot{X: -1 << 16}
			}
			stones = append(stones, stone{spot, color})
		}
		return stones
	}
	wanted, line := in(base.turns[0], base.solution.right), in(base.turns[0], base.solution.line)
	best, found := -1, r.turns[0]
	for _, t := range r.turns {
		right, own := in(t, r.solution.right), in(t, r.solution.line)
		shared := 0
		for _, m := range right {
			if slices.Contains(wanted, m) {
				shared++
			}
		}
		agrees := SolutionsDiffer
		switch {
		case right[0].Color != wanted[0].Color:
			agrees = SolutionsColor
		case shared == len(right) && shared == len(wanted):
			agrees = SolutionsSame
		case shared > 0:
			agrees = SolutionsPartly
		}
		common := 0
		for common < min(len(line), len(own)) && line[common] == own[common] {
			common++
		}
		value := common
		switch agrees {
		case SolutionsSame:
			value += 300
		case SolutionsPartly:
			value += 200
		case SolutionsDiffer:
			value += 100
		}
		if value > best {
			best, found = value, t
			r.Agrees, r.Common = agrees, common
		}
	}
	return found
}

// describe says how a record lies to the first one, and what its solution is there.
func (r *ProblemRecord) describe(first *ProblemRecord, turn study.Turn) {
	to := first.turns[0]
	r.Symmetry = int(to.Symmetry.Then(turn.Symmetry.Inverse()))
	r.Swapped = to.Swapped != turn.Swapped
	there := func(list []position.Move) (played []position.Move, out []archive.Move) {
		out = []archive.Move{}
		for _, m := range list {
			c, ok := position.Change{Point: position.Pass, Color: m.Color}, true
			if !registry.IsPass(r.Game.Kind(), m.Point) {
				c, ok = to.From(turn.To(position.Change{Point: m.Point, Color: m.Color}))
			} else if r.Swapped {
				c.Color = c.Color.Opponent()
			}
			if ok { // boards may be of different sizes
				m = position.Move{Color: c.Color, Point: c.Point}
				played, out = append(played, m), append(out, archive.NewMove(first.Game.Kind(), reply(m)))
			}
		}
		return played, out
	}
	r.there, r.There = there(r.solution.right)
	_, r.Line = there(r.solution.line)
}
