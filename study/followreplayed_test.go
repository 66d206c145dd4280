package study_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/game"
	"kifudb/game/record"
	"kifudb/indexer"
	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/sgfread"
	"kifudb/store"
	"kifudb/study"
)

// A replayedCase is a beginning from which games of a kind are generated.
type replayedCase struct {
	query string
	root  string        // properties of records that begin there
	asked game.Position // after the root
	games string        // root properties of the games
	width int           // of how many moves each is chosen
	as    game.ImageOptions
}

func replayedCases(t *testing.T) []replayedCase {
	t.Helper()
	read := func(root string) game.Position {
		records, err := record.Read([]byte("(;"+root+")"), &sgfread.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := records[0].End()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	const othello, later = "GM[2]SZ[6]", "GM[2]SZ[6]AB[cc][dd][dc][ec]AW[cd]PL[W]"
	const wheel = "GM[2]SZ[6]AB[bc][db][ed][ce]AW[cc][dc][cd][dd]PL[B]" // quarter turns leave it as it is
	const shogi, king = "GM[8]", "GM[8]SFEN[3k5/9/4p4/9/4P4/9/9/9/4K4 b Gg]"
	const loa, two = "GM[9]", "GM[9]AE[b8][a7]AB[b6]AW[c7]PL[B]"
	const chess = "GM[3]FEN[3k4/4p3/8/8/8/8/4P3/4K3 w - - 0 1]"
	return []replayedCase{
		{`game:othello size:6 pos:"` + read(othello).Text() + `"`, othello, read(othello), othello, 8, game.ImageOptions{Mirror: true}},
		{`game:othello pos:"` + read(later).Text() + `"`, later, read(later), othello, 8, game.ImageOptions{Mirror: true}},
		{`game:othello pos:"` + read(wheel).Text() + `"`, wheel, read(wheel), wheel, 8, game.ImageOptions{Mirror: true}},
		{`game:loa pos:"` + read(loa).Text() + `"`, loa, read(loa), loa, 6, game.ImageOptions{Mirror: true}},
		{`game:loa pos:"` + read(two).Text() + `"`, two, read(two), loa, 3, game.ImageOptions{Mirror: true}},
		{`game:shogi pos:"` + read(shogi).Text() + `"`, shogi, read(shogi), shogi, 4, game.ImageOptions{}},
		{`game:shogi pos:"` + read(king).Text() + `" symmetry:on colors:either`, king, read(king), king, 5, game.ImageOptions{Mirror: true, Swap: true}},
		{`game:chess pos:"` + read(chess).Text() + `" symmetry:on colors:either`, chess, read(chess), chess, 4, game.ImageOptions{Mirror: true, Swap: true}},
	}
}

// randomLine plays a few moves at random, of the first that there are.
func randomLine(r *rand.Rand, p game.Position, width, moves int) string {
	var b strings.Builder
	p = p.Clone()
	for range moves {
		list := p.(game.Mover).Moves()
		if len(list) == 0 {
			break
		}
		m := list[r.IntN(min(width, len(list)))]
		fmt.Fprintf(&b, ";%s[%s]", p.ToPlay().Letter(), m.Text)
		code, err := p.(game.Mover).ReadMove(m.Text)
		if err != nil {
			panic(err)
		}
		p.(game.Mover).Play(code)
	}
	return b.String()
}

// naiveReplayed is the slow twin of a Follow whose positions are replayed: every position
// of every game is compared with every position of the tree, in every image that leaves
// the beginning as it is.
type naiveReplayed struct {
	c         replayedCase
	positions []game.Position
	leaf      []bool
	found     study.FollowFound
}

// ways are all symmetries that a game may have, with and without colors exchanged.
func (n *naiveReplayed) ways(visit func(s position.Symmetry, swapped bool)) {
	for _, swapped := range []bool{false, true} {
		for s := range position.Symmetry(8) {
			fixed := n.c.asked.Game().About().AsIs && (s > 3 || swapped != (s&2 != 0)) // the others' numbers tell
			if (s == 0 || n.c.as.Mirror || s == 3 && swapped) && (!swapped || n.c.as.Swap) && !fixed {
				visit(s, swapped)
			}
		}
	}
}

// at returns where a position stands that comes up below one that is the beginning in
// some image; -1 for nowhere.
func (n *naiveReplayed) at(begin, p game.Position) int {
	found := -1
	n.ways(func(s position.Symmetry, swapped bool) {
		if !n.c.asked.Equal(begin.(game.Imager).Image(s, swapped)) {
			return
		}
		image := p.(game.Imager).Image(s, swapped)
		if at := slices.IndexFunc(n.positions, image.Equal); at >= 0 {
			found = at
		}
	})
	return found
}

func (n *naiveReplayed) isBeginning(p game.Position) (is bool) {
	n.ways(func(s position.Symmetry, swapped bool) { is = is || n.c.asked.Equal(p.(game.Imager).Image(s, swapped)) })
	return is
}

func (n *naiveReplayed) read(t *testing.T, r *record.Record) (places []int) {
	steps, err := r.Steps()
	if err != nil {
		t.Fatal(err)
	}
	for step := range steps {
		at := n.at(n.c.asked, step.Position)
		if at < 0 {
			at = len(n.positions)
			n.positions, n.leaf = append(n.positions, step.Position.Clone()), append(n.leaf, true)
		}
		if places = append(places, at); step.Parent >= 0 && places[step.Parent] != at {
			n.leaf[places[step.Parent]] = false
		}
	}
	n.found.Positions = make([]study.FollowCount, len(n.positions))
	return places
}

func (n *naiveReplayed) count(t *testing.T, id store.GameID, text string) {
	records, err := record.Read([]byte(text), &sgfread.Options{})
	if err != nil {
		t.Fatal(err)
	}
	steps, err := records[0].Steps()
	if err != nil {
		t.Fatal(err)
	}
	var begin game.Position
	last, out, again, mover := 0, false, false, position.Empty
	reached := map[int]bool{0: true}
	for step := range steps {
		switch {
		case !step.MainLine:
		case begin == nil && n.isBeginning(step.Position):
			begin = step.Position.Clone()
		case begin == nil:
		default:
			at := n.at(begin, step.Position)
			if at < 0 {
				if !out {
					mover = step.Move.Color
				}
				out = true
				continue
			}
			again = again || out
			out, last = false, at
			reached[at] = true
		}
	}
	if begin == nil {
		return
	}
	n.found.Games++
	n.found.Hits++
	if again {
		n.found.Again++
	}
	for at := range reached {
		n.found.Positions[at].Games++
		n.found.Positions[at].Hits++
	}
	switch p := &n.found.Positions[last]; {
	case n.leaf[last]:
		p.Done++
	case out && mover == n.c.asked.ToPlay() == (begin.ToPlay() == n.c.asked.ToPlay()):
		p.LeftBlack++ // by who begins
	case out:
		p.LeftWhite++
	default:
		p.Ended++
	}
	if last > 0 {
		n.found.Followed++
	}
}

// Following a tree of a game that is replayed agrees with its slow twin, whatever images
// the game has, and its lines are found in the record.
func TestFollowReplayedAgreesWithScan(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	again, left, done, turned, elsewhere := 0, 0, 0, 0, 0
	for _, c := range replayedCases(t) {
		start, err := record.Read([]byte("(;"+c.games+")"), &sgfread.Options{})
		if err != nil {
			t.Fatal(err)
		}
		from, err := start[0].End()
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for range testsize.Of(400, 150) {
			images := from.(game.Imager).Images(c.as)
			root, begin := c.games, images[r.IntN(len(images))].Position
			if p, ok := begin.(game.Placed); ok {
				ident, value := p.StartInfo()
				root = fmt.Sprintf("GM[%d]%s[%s]", from.Game().About().Number, ident, value)
			}
			texts = append(texts, "(;"+root+randomLine(r, begin, c.width, 1+r.IntN(9))+")")
		}
		s := archiveOf(t, texts)
		for range 3 {
			var lines []string
			for range 8 {
				lines = append(lines, "("+randomLine(r, c.asked, c.width, 1+r.IntN(6))+")")
			}
			mine := "(;" + c.root + strings.Join(lines, "") + ")"
			records, err := record.Read([]byte(mine), &sgfread.Options{})
			if err != nil {
				t.Fatal(err)
			}
			steps, err := records[0].Steps()
			if err != nil {
				t.Fatal(err)
			}
			own := &study.Record{Size: records[0].Size, Script: records[0].Script, Steps: steps}
			resolveIn := func(text string, a search.Aggregation) *search.Question {
				parsed, err := query.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				q, err := search.Resolve(t.Context(), s, parsed, map[string]search.Aggregation{"it": a}, &search.Options{})
				if err != nil {
					t.Fatal(err)
				}
				return q
			}
			resolve := func(a search.Aggregation) *search.Question { return resolveIn(c.query+" variations:off", a) }
			reader, err := study.ReadTree(resolve(&search.Count{}), own, position.At(0, 0))
			if err != nil {
				t.Fatal(err)
			}
			naive := &naiveReplayed{c: c}
			for node, at := range naive.read(t, records[0]) {
				if reader.Position(node) != at {
					t.Fatalf("%s: node %d is position %d, want %d", mine, node, reader.Position(node), at)
				}
			}
			for i, text := range texts {
				naive.count(t, store.GameID(i+1), text)
			}
			answer, err := search.Ask(t.Context(), search.NewLocal(s, nil), resolve(reader.Follow(1000)), nil)
			if err != nil {
				t.Fatal(err)
			}
			got := answer.Found["it"].(*study.FollowFound)
			told := study.FollowFound{Games: got.Games, Hits: got.Hits, Followed: got.Followed, Again: got.Again}
			for k, p := range got.Positions {
				moves := 0
				for _, d := range p.Left {
					moves += d.Hits
				}
				if moves != p.LeftBlack+p.LeftWhite {
					t.Errorf("%s: position %d: %+v", c.query, k, p)
				}
				if c.asked.ToPlay() != position.Black {
					p.LeftBlack, p.LeftWhite = p.LeftWhite, p.LeftBlack
				}
				told.Positions = append(told.Positions, study.FollowCount{
					Games: p.Games, Hits: p.Hits, LeftBlack: p.LeftBlack, LeftWhite: p.LeftWhite, Ended: p.Ended, Done: p.Done,
				})
				left, done = left+moves, done+p.Done
			}
			if d := cmp.Diff(naive.found, told); d != "" {
				t.Fatalf("%s\n%s (-scan +follow):\n%s", c.query, mine, d)
			}
			again += got.Again
			// The moves at which games leave, put back on the board of the record, can be
			// made there and lead out of the tree.
			for step := range steps {
				for _, d := range got.Positions[reader.Position(step.Node)].Left {
					m, _ := reader.Back(step.Node, d.Move)
					p := step.Position.Clone()
					if _, ok := p.(game.Mover).Play(m.Point); !ok {
						t.Fatalf("%s: at node %d %v cannot be made", mine, step.Node, m)
					}
					if naive.at(c.asked, p) >= 0 {
						t.Fatalf("%s: at node %d %v does not leave the tree", mine, step.Node, m)
					}
					if m != d.Move {
						turned++
					}
				}
			}
			freely := func(a search.Aggregation) *search.Question { return resolveIn(c.query, a) }
			if n := checkOwn(t, s, c, own, freely); n < 8 {
				t.Errorf("%s: only %d places", c.query, n)
			}
			// A record in which the beginning may lie turned, and its colors be exchanged.
			records, _ = record.Read([]byte(texts[r.IntN(len(texts))]), &sgfread.Options{})
			if steps, err = records[0].Steps(); err != nil {
				t.Fatal(err)
			}
			elsewhere += checkOwn(t, s, c, &study.Record{Size: records[0].Size, Script: records[0].Script, Steps: steps}, freely)
		}
	}
	if again < 3 || left < 100 || done < 50 || turned < 20 || elsewhere < 20 {
		t.Errorf("only %d came back, %d left, %d done, %d moves turned, %d places elsewhere", again, left, done, turned, elsewhere)
	}
}

// checkOwn checks that what is counted of the lines of a tree is what a tree of all games
// has at them, and that moves are put back as the record has them. It returns how many nodes
// stand for the lines.
func checkOwn(t *testing.T, s *store.Snapshot, c replayedCase, own *study.Record, resolve func(search.Aggregation) *search.Question) (places int) {
	t.Helper()
	for _, merge := range []bool{false, true} {
		tree := &study.Tree{Depth: 8, Merge: merge}
		mine, err := tree.Own(resolve(tree), own)
		if errors.Is(err, study.ErrNotOwn) {
			return 0
		}
		if err != nil {
			t.Fatal(err)
		}
		ask := func(tree *study.Tree) *study.Lines {
			answer, err := search.Ask(t.Context(), search.NewLocal(s, nil), resolve(tree), nil)
			if err != nil {
				t.Fatal(err)
			}
			return answer.Found["it"].(*study.Lines)
		}
		counted := ask(&study.Tree{Depth: mine.Within.Depth, Merge: merge, Within: mine.Within})
		all := ask(&study.Tree{Depth: max(8, mine.Within.Depth), Merge: merge})
		in, among := mine.In(counted), mine.In(all)
		nodes := map[int]*game.Step{}
		for step := range own.Steps {
			kept := *step
			kept.Position = step.Position.Clone()
			nodes[step.Node] = &kept
		}
		for i, place := range mine.Places {
			// Where positions are one, the lines that come to them are those of the record.
			if got, want := gamesAt(counted, in[i]), gamesAt(all, among[i]); got != want && !(merge && got < want) {
				t.Fatalf("%s merge %v: node %d is in %d games, want %d", c.query, merge, place.Node, got, want)
			}
			if in[i] < 0 {
				continue
			}
			for k := range counted.Nodes {
				if counted.Nodes[k].Parent != in[i] || merge {
					continue // where positions are one, moves are those of one of the ways there
				}
				m := mine.Back(i, counted.Nodes[k].Move)
				if _, ok := nodes[place.Node].Position.Clone().(game.Mover).Play(m.Point); !ok {
					t.Fatalf("%s: below node %d, %v cannot be made", c.query, place.Node, m)
				}
			}
		}
		places = len(mine.Places)
	}
	return places
}

func gamesAt(l *study.Lines, at int) int {
	if at < 0 {
		return 0
	}
	return l.Nodes[at].Games
}

// archiveOf makes an archive of records in SGF.
func archiveOf(t *testing.T, texts []string) *store.Snapshot {
	t.Helper()
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true, MaxGames: 60})
	if err != nil {
		t.Fatal(err)
	}
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		raw := fmt.Appendf(nil, "%s\n%d", text, i) // records of the same moves are several
		g, err := indexer.Derive(store.Record{Raw: raw, Tree: [2]int{0, len(text)}, Charset: store.Charset{Name: "utf-8"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Commit(t.Context()), w.Close()); err != nil {
		t.Fatal(err)
	}
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(); db.Close() })
	return s
}
