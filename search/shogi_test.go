package search

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/query"
	"kifudb/store"
)

// A shogiNode is a node of a generated game with the position after it.
type shogiNode struct {
	parent, number int
	mainLine       bool
	move           string // in USI, "" for none
	sfen           string
}

// shogiStarts are positions from which a few moves soon meet again.
var shogiStarts = []string{
	shogi.StartSFEN,
	"4k4/9/4p4/9/9/9/4P4/9/4K4 b Pp 1",
	"4k4/9/4p4/9/9/9/4P4/9/4K4 w Pp 1",
	"3gkg3/9/9/9/9/9/9/9/3GKG3 b - 1",
}

// shogiGame generates a game of few different moves with variations.
func shogiGame(r *rand.Rand, n int) (*store.Game, []shogiNode) {
	g := &store.Game{Record: store.Record{Raw: fmt.Appendf(nil, "(;GM[8]GC[%d])", n)}}
	g.Record.Tree = [2]int{0, len(g.Record.Raw)}
	g.Digest = store.DigestOf(g.Record.Raw)
	start := shogiStarts[r.IntN(len(shogiStarts))]
	if start != shogi.StartSFEN {
		g.Info = append(g.Info, store.Value{Ident: "SFEN", Text: strings.TrimSuffix(start, " 1")})
	}
	p, err := shogi.ParseSFEN(start)
	if err != nil {
		panic(err)
	}
	var b position.ScriptBuilder
	b.Node()
	nodes := []shogiNode{{-1, 0, true, "", p.SFEN()}}
	positions := []shogi.Position{*p}
	mainLine := true
	var grow func(from, length, depth int)
	grow = func(from, length, depth int) {
		for i := range length {
			if depth < 3 && i > 0 && r.IntN(5) == 0 {
				for range 2 {
					b.Open()
					grow(from, 1+r.IntN(4), depth+1)
					b.Close()
					mainLine = false
				}
				return
			}
			next := positions[from]
			node := shogiNode{from, nodes[from].number, mainLine, "", ""}
			b.Node()
			if moves := next.Moves(nil); len(moves) > 0 && r.IntN(12) > 0 {
				m := moves[r.IntN(min(len(moves), 3))]
				b.Move(shogi.ScriptMove(next.ToPlay(), m))
				next.PlayLegal(m)
				node.move = m.String()
				node.number++
			}
			node.sfen = next.SFEN()
			from = len(nodes)
			nodes, positions = append(nodes, node), append(positions, next)
		}
	}
	grow(0, 8, 0)
	g.Script = b.Script()
	for i := range positions {
		g.Keys = append(g.Keys, positions[i].Canonical())
	}
	slices.Sort(g.Keys)
	g.Keys = slices.Compact(g.Keys)
	g.Facts = store.Facts{
		Game: shogiNumber, Size: position.Square(9), Komi: store.NoKomi, Winner: store.Winner(r.IntN(5)),
		Moves: uint32(g.Script.Moves()), Nodes: uint32(len(nodes)),
	}
	return g, nodes
}

// newShogiArchive makes an archive of n games of shogi, and of one of Go whose
// script has the same words.
func newShogiArchive(t *testing.T, n int) (*store.Snapshot, map[store.GameID][]shogiNode, map[store.GameID]store.Winner) {
	t.Helper()
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true, MaxGames: 100})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w, err := db.Writer(func(store.Record) (*store.Game, error) { panic("nothing is derived again") })
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	nodes, winners := map[store.GameID][]shogiNode{}, map[store.GameID]store.Winner{}
	for i := range n {
		g, tree := shogiGame(r, i)
		if i == n/2 {
			g.Facts.Game = goNumber
			tree = nil
		}
		id, err := w.Add(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		nodes[id], winners[id] = tree, g.Facts.Winner
	}
	if err := w.Commit(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, nodes, winners
}

// turnSFEN turns the board round and exchanges the players, in the text.
func turnSFEN(sfen string) string {
	swap := func(s string) string {
		return strings.Map(func(c rune) rune {
			if unicode.IsUpper(c) {
				return unicode.ToLower(c)
			}
			return unicode.ToUpper(c)
		}, s)
	}
	fields := strings.Fields(sfen)
	var board []string
	for cells := fields[0]; cells != ""; {
		n := 1
		if cells[0] == '+' {
			n = 2
		}
		board = append(board, swap(cells[:n]))
		cells = cells[n:]
	}
	slices.Reverse(board)
	turn := map[string]string{"b": "w", "w": "b"}[fields[1]]
	hands := swap(fields[2])
	if split := strings.IndexFunc(hands, unicode.IsUpper); split > 0 {
		// The first player's hand comes first; a count belongs to the letter after it.
		for split > 0 && unicode.IsDigit(rune(hands[split-1])) {
			split--
		}
		hands = hands[split:] + hands[:split]
	}
	return strings.Join([]string{strings.Join(board, ""), turn, hands, "1"}, " ")
}

// mirrorSFEN mirrors the board left to right, in the text.
func mirrorSFEN(sfen string) string {
	fields := strings.Fields(sfen)
	ranks := strings.Split(fields[0], "/")
	for i, rank := range ranks {
		mirrored := ""
		for rank != "" {
			n := 1
			if rank[0] == '+' {
				n = 2
			}
			mirrored = rank[:n] + mirrored
			rank = rank[n:]
		}
		ranks[i] = mirrored
	}
	fields[0] = strings.Join(ranks, "/")
	return strings.Join(fields, " ")
}

// mirrorMove mirrors a move in USI: 7g7f is 3g3f, P*4e is P*6e.
func mirrorMove(move string) string {
	return strings.Map(func(c rune) rune {
		if c >= '1' && c <= '9' {
			return '1' + '9' - c
		}
		return c
	}, move)
}

// A shogiHit is what the slow twin finds.
type shogiHit struct {
	Game         store.GameID
	Node, Number int
	Swapped      bool
	Symmetry     position.Symmetry
	Next         []string
}

// scanShogi compares the position of every node with the asked one, by text.
func scanShogi(id store.GameID, tree []shogiNode, b *query.Board, asked string) (hits []shogiHit) {
	came := make([]bool, len(tree))
	for i, n := range tree {
		came[i] = i > 0 && came[n.parent]
		swapped, mirrored, is := false, false, n.sfen == asked
		for _, m := range []bool{false, true} {
			for _, turned := range []bool{false, true} {
				if is || m && b.Symmetry != "on" || turned && !b.SwapColors {
					continue
				}
				image := asked
				if m {
					image = mirrorSFEN(image)
				}
				if turned {
					image = turnSFEN(image)
				}
				if n.sfen == image {
					swapped, mirrored, is = turned, m, true
				}
			}
		}
		switch {
		case i > 0 && n.move == "", !is, came[i] && !b.Every, b.MainLine && !n.mainLine:
			continue
		}
		came[i] = true
		if !b.Moves.Contains(n.number) {
			continue
		}
		hit := shogiHit{Game: id, Node: i, Number: n.number, Swapped: swapped}
		switch {
		case mirrored && swapped:
			hit.Symmetry = 2 // top to bottom
		case mirrored:
			hit.Symmetry = 1
		case swapped:
			hit.Symmetry = 3
		}
		stands := map[int]bool{i: true}
		for j := i + 1; j < len(tree); j++ {
			child := tree[j]
			if !stands[child.parent] || b.MainLine && !child.mainLine {
				continue
			}
			if child.move == "" {
				stands[j] = true
				continue
			}
			m, err := shogi.ParseMove(child.move)
			if err != nil {
				panic(err)
			}
			if swapped {
				m.To, m.From = m.To.Rotate(), m.From.Rotate()
				if m.IsDrop() {
					m = shogi.NewDrop(m.Drop, m.To)
				}
			}
			text := m.String()
			if mirrored {
				text = mirrorMove(text)
			}
			hit.Next = append(hit.Next, text)
		}
		hits = append(hits, hit)
	}
	return hits
}

// TestShogiTwin compares positions of shogi and their continuations with a full
// replay of all games.
func TestShogiTwin(t *testing.T) {
	ctx := context.Background()
	s, games, winners := newShogiArchive(t, 250)
	r := rand.New(rand.NewPCG(5, 6))
	total := 0
	for range rounds(150) {
		id := store.GameID(1 + r.IntN(len(games)))
		if games[id] == nil {
			continue
		}
		node := r.IntN(len(games[id]))
		asked := games[id][node].sfen
		text := []string{fmt.Sprintf("pos:%d@n%d", id, node), fmt.Sprintf("pos:%q", asked), fmt.Sprintf("pos:%q", "sfen "+turnSFEN(asked))}[r.IntN(3)]
		if strings.HasPrefix(text, `pos:"sfen`) {
			asked = turnSFEN(asked)
		}
		for _, option := range []string{" colors:either", " symmetry:on", " next:" + strings.Fields(asked)[1], " move:2..5", " variations:off", " hits:every"} {
			if r.IntN(4) == 0 {
				text += option
			}
		}
		q, err := query.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		b := q.Root.(*query.Board)
		var want, got []shogiHit
		for id := range store.GameID(len(games)) {
			want = append(want, scanShogi(id+1, games[id+1], b, asked)...)
		}
		for h, err := range Run(ctx, s, q, nil) {
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			hit := shogiHit{h.Game, h.Node, h.MoveNumber, h.Board.Swapped, h.Board.Symmetry, nil}
			for _, reply := range h.Board.Next {
				m, ok := shogi.MoveOf(uint16(reply.Move.Point))
				if !ok || b.Next != position.Empty && reply.Move.Color != b.Next {
					t.Errorf("%s: followed by %v", text, reply.Move)
				}
				hit.Next = append(hit.Next, m.String())
			}
			got = append(got, hit)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-scan +search):\n%s", text, diff)
		}
		total += len(want)

		table, err := Next(ctx, s, q, nil)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		hits, won := map[string]int{}, 0
		before := store.GameID(0)
		for _, h := range want {
			for _, m := range h.Next {
				hits[m]++
			}
			if h.Game != before && (winners[h.Game] == store.WinnerBlack) != h.Swapped && (winners[h.Game] == store.WinnerBlack || winners[h.Game] == store.WinnerWhite) {
				won++
			}
			before = h.Game
		}
		if table.Hits != len(want) || len(table.Continuations) != len(hits) || table.Won.Black != won {
			t.Errorf("%s: %d hits with %d continuations, %d won by Black; want %d, %d, %d", text, table.Hits, len(table.Continuations), table.Won.Black, len(want), len(hits), won)
		}
		for _, c := range table.Continuations {
			if m, _ := shogi.MoveOf(uint16(c.Move.Point)); c.Hits != hits[m.String()] {
				t.Errorf("%s: %s followed %d times, want %d", text, m, c.Hits, hits[m.String()])
			}
		}
	}
	if total == 0 {
		t.Fatal("nothing was found")
	}
	t.Logf("%d hits", total)
}

func TestShogiErrors(t *testing.T) {
	s, _, _ := newShogiArchive(t, 3)
	for text, want := range map[string]string{
		`pos:startpos ko:same`: "ko: belongs to positions of Go",
		`pos:startpos next:w`:  "next:w: the position says that black is to move",
		`pos:1@99`:             "game 1 ends before move 99",
		`pos:99@1`:             "there is no game 99",
	} {
		q, err := query.Parse(text)
		if err == nil {
			_, err = CountGames(context.Background(), s, q, nil)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, want %q", text, err, want)
		}
	}
	for text, column := range map[string]int{
		`pos:"startpos moves 1a1b"`:                  21,
		`x pos:"startpos  moves 7g7f 3c3d 7g7f"`:     34,
		`pos:[startpos moves 7g7f 7g7f]`:             26,
		`駒 pos:"startpos moves 7g7c"`:                23,
		`pos:"startpos moves pd" colors:either x`:    21,
		`pos:"4k4/9/9/9/9/9/9/9/4K4 b P moves P*5i"`: 38,
	} {
		_, err := query.Parse(text)
		var e *query.Error
		if !errors.As(err, &e) || e.Column != column || !strings.Contains(e.Message, "pos: move ") {
			t.Errorf("%s: got error %v, want one in column %d", text, err, column)
		}
	}
}

// TestShogiSymmetryInText parses what is usual for Go, for shogi, and where the
// game is not known yet.
func TestShogiSymmetryInText(t *testing.T) {
	for text, want := range map[string]string{
		`pos:startpos`:               ``,
		`pos:startpos symmetry:on`:   `on`,
		`pos:startpos symmetry:off`:  `off`,
		`pos:12@4`:                   ``,
		`pos:12@4 symmetry:on`:       `on`,
		`pos:@file.txt symmetry:off`: `off`,
		`pos:pd`:                     `on`,
		`pos:pd symmetry:on`:         `on`,
	} {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		mustSurvive(t, q)
		_, got, _ := strings.Cut(q.String(), " symmetry:")
		if got, _, _ = strings.Cut(got, " "); got != want {
			t.Errorf("%s: got symmetry:%s in %s, want %q", text, got, q, want)
		}
	}
}
