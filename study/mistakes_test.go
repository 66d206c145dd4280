package study_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"

	"kifudb/game/estimate"
	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
	"kifudb/study"
)

// evaluatedRecord writes a game with what an engine thinks of its positions, on boards of several
// sizes. Most of its moves are near a corner or on a side, so that parts of the board come up again.
func evaluatedRecord(r *rand.Rand) string {
	sizes := []position.Size{position.Square(9), position.Square(13), position.Square(13), position.Square(19), position.Square(19), position.Square(19), {Cols: 19, Rows: 13}, {Cols: 13, Rows: 9}, position.Square(7), {Cols: 19, Rows: 5}}
	size := sizes[r.IntN(len(sizes))]
	names := []string{"Ann", "Ben", "Cho"}
	r.Shuffle(3, func(i, j int) { names[i], names[j] = names[j], names[i] })
	var b strings.Builder
	fmt.Fprintf(&b, "(;GM[1]FF[4]SZ[%d:%d]PB[%s]PW[%s]SBKS[0]", size.Cols, size.Rows, names[0], names[1])
	turn := position.Symmetry(r.IntN(position.Symmetries(size)))
	color := []string{"B", "W"}[r.IntN(2)]
	if r.IntN(8) > 0 { // somewhere else, so that no whole boards are the same
		fmt.Fprintf(&b, "AB[%v]AW[%v]", position.At(r.IntN(size.Cols), size.Rows-1), position.At(size.Cols-1, r.IntN(size.Rows-1)))
	}
	corner := []position.Point{position.At(0, 0), position.At(0, 0), position.At(6+r.IntN(2), 0), position.At(5, 4), position.At(7, 6)}[r.IntN(5)]
	if near := position.At(corner.X()+[]int{0, 8}[r.IntN(2)], corner.Y()+r.IntN(8)); corner != 0 && size.Contains(near) && r.IntN(2) == 0 {
		fmt.Fprintf(&b, "AW[%v]", turn.Apply(near, size))
	}
	places := []position.Point{position.At(2, 2), position.At(3, 2), position.At(3, 3), position.At(2, 3), position.At(4, 2), position.At(5, 3)}
	for i := range 3 + r.IntN(7) {
		p := places[r.IntN(len(places))]
		if i < 5 {
			p = places[i]
		}
		p = position.At(corner.X()+p.X(), corner.Y()+p.Y())
		if r.IntN(16) == 0 {
			p = position.At(r.IntN(size.Cols), r.IntN(size.Rows))
		}
		text := ""
		if size.Contains(p) && r.IntN(12) > 0 {
			text = turn.Apply(p, size).String()
		}
		fmt.Fprintf(&b, ";%s[%s]", color, text)
		if r.IntN(8) > 0 {
			fmt.Fprintf(&b, "SBKS[%d]", r.IntN(15)-7)
		}
		if r.IntN(15) > 0 {
			color = map[string]string{"B": "W", "W": "B"}[color]
		}
	}
	if r.IntN(3) == 0 {
		b.WriteString("(;B[aa]SBKS[9];W[bb]SBKS[-9])(;W[cc]SBKS[-3];B[dd]SBKS[5])")
	}
	b.WriteString(")")
	return b.String()
}

// A naiveMistake is one as the twin finds it.
type naiveMistake struct {
	game store.GameID
	node int
	loss int64
	like [6]string // what the board was like before it, by kind of region; "" for none
	move [6]string // the same with the move
}

// naiveRegions returns the texts of the regions of a move: of all the ways to turn the board the least.
func naiveRegions(b *position.Board, m position.Move) (like, move [6]string) {
	size := b.Size()
	inCorner := func(k int) (left, top int, ok bool) {
		p := m.Point
		if !size.Contains(p) || size.Cols <= k || size.Rows <= k {
			return 0, 0, false
		}
		far := func(x, lines int) (int, bool) {
			if x == lines-1-x {
				return 0, false
			}
			if x > lines-1-x {
				return lines - k, lines-1-x < k
			}
			return 0, x < k
		}
		left, ok1 := far(p.X(), size.Cols)
		top, ok2 := far(p.Y(), size.Rows)
		return left, top, ok1 && ok2
	}
	for kind := range 6 {
		left, top, right, bottom := 0, 0, size.Cols-1, size.Rows-1
		least := 0
		switch kind {
		case 1, 2:
			k := []int{0, 9, 7}[kind]
			var ok bool
			if left, top, ok = inCorner(k); !ok {
				continue
			}
			right, bottom, least = left+k-1, top+k-1, 2
		case 3, 4, 5:
			if !size.Contains(m.Point) {
				continue
			}
			if _, _, ok := inCorner(7); ok && kind < 5 {
				continue
			}
			reach := []int{4, 3, 2}[kind-3]
			left, top = max(m.Point.X()-reach, 0), max(m.Point.Y()-reach, 0)
			right, bottom = min(m.Point.X()+reach, size.Cols-1), min(m.Point.Y()+reach, size.Rows-1)
			least = []int{3, 3, 4}[kind-3]
		}
		if kind > 0 && left == 0 && top == 0 && right == size.Cols-1 && bottom == size.Rows-1 {
			continue
		}
		stones := 0
		for s := range position.Symmetry(position.Symmetries(size)) {
			// The whole board, turned, with a blank where the region is not.
			to := s.Size(size)
			rows := make([][]byte, to.Rows+2)
			for y := range rows {
				rows[y] = slices.Repeat([]byte{' '}, to.Cols+2)
				for x := range rows[y] {
					if x == 0 || y == 0 || x == to.Cols+1 || y == to.Rows+1 {
						rows[y][x] = '#'
					}
				}
			}
			stones = 0
			for y := top; y <= bottom; y++ {
				for x := left; x <= right; x++ {
					letter := byte('.')
					switch c := b.At(position.At(x, y)); {
					case c == position.Empty:
					case c == m.Color:
						letter = 'm'
						stones++
					default:
						letter = 'o'
						stones++
					}
					q := s.Apply(position.At(x, y), size)
					rows[q.Y()+1][q.X()+1] = letter
				}
			}
			// What is blank between the region and the edge does not matter.
			text := func() string {
				var list []string
				for _, row := range rows {
					list = append(list, string(row))
				}
				if kind > 0 {
					list = cropped(list)
				}
				return fmt.Sprint(position.Symmetries(size)) + strings.Join(list, "\n")
			}
			one := text()
			if like[kind] == "" || one < like[kind] {
				like[kind] = one
			}
			if size.Contains(m.Point) {
				q := s.Apply(m.Point, size)
				rows[q.Y()+1][q.X()+1] = '*'
				one = text()
			}
			if move[kind] == "" || one < move[kind] {
				move[kind] = one
			}
		}
		if stones < least {
			like[kind], move[kind] = "", ""
		}
	}
	return like, move
}

// cropped leaves out rows and columns that are blank, and edges behind them.
func cropped(rows []string) []string {
	keep := func(list []string) []string {
		inside := func(i int) bool { return strings.Trim(list[i], " #") != "" }
		first := slices.IndexFunc(list, func(s string) bool { return strings.Trim(s, " #") != "" })
		last := len(list) - 1
		for !inside(last) {
			last--
		}
		from, to := first, last
		if first == 1 {
			from = 0
		}
		if last == len(list)-2 {
			to = last + 1
		}
		return list[from : to+1]
	}
	columns := func(rows []string) []string {
		list := make([]string, len(rows[0]))
		for x := range list {
			for _, row := range rows {
				list[x] += row[x : x+1]
			}
		}
		return list
	}
	return columns(keep(columns(keep(rows))))
}

// naiveClusters makes clusters by looking at all groups again for each.
func naiveClusters(list []naiveMistake, least int, byCount bool) (found [][]int, kinds []int) {
	taken := make([]bool, len(list))
	members := func(kind int, like string, all bool) (in []int) {
		for i := range list {
			if list[i].like[kind] == like && (all || !taken[i]) {
				in = append(in, i)
			}
		}
		return in
	}
	games := func(in []int) int {
		set := map[store.GameID]bool{}
		for _, i := range in {
			set[list[i].game] = true
		}
		return len(set)
	}
	lost := func(in []int) (sum int64) {
		for _, i := range in {
			sum += list[i].loss
		}
		return sum
	}
	compare := func(a, b []int) int {
		if byCount {
			return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(lost(b), lost(a)))
		}
		return cmp.Or(cmp.Compare(lost(b), lost(a)), cmp.Compare(len(b), len(a)))
	}
	isGroup := func(kind int, like string) bool {
		all := members(kind, like, true)
		if like == "" || len(all) < least {
			return false
		}
		if len(all) == 1 { // only the largest region of a mistake that is like no other
			for larger := range kind {
				if l := list[all[0]].like[larger]; l != "" && len(members(larger, l, true)) == 1 {
					return false
				}
			}
		}
		return true
	}
	for {
		var best []int
		bestKind, bestFirst := -1, 0
		for kind := range 6 {
			seen := map[string]bool{}
			for i := range list {
				like := list[i].like[kind]
				if taken[i] || seen[like] || !isGroup(kind, like) {
					continue
				}
				seen[like] = true
				in, first := members(kind, like, false), members(kind, like, true)[0]
				if games(in) < least {
					continue
				}
				if c := compare(in, best); bestKind < 0 || c < 0 || c == 0 && kind == bestKind && first < bestFirst {
					best, bestKind, bestFirst = in, kind, first
				}
			}
		}
		if bestKind < 0 {
			break
		}
		chosen, kind := [][]int{best}, bestKind
	larger:
		for k := range bestKind {
			held := map[string]int{}
			var parts []string
			for _, i := range best {
				like := list[i].like[k]
				if !isGroup(k, like) {
					continue
				}
				if held[like]++; held[like] == 1 {
					parts = append(parts, like)
				}
			}
			slices.SortFunc(parts, func(a, b string) int {
				return cmp.Or(cmp.Compare(held[b], held[a]), cmp.Compare(members(k, a, true)[0], members(k, b, true)[0]))
			})
			sum, several := 0, [][]int(nil)
			for n, like := range parts {
				in := members(k, like, false)
				if n == 3 || n > 0 && held[like] < 4 || games(in) < least {
					break
				}
				sum += held[like]
				several = append(several, in)
				if 10*sum >= 8*len(best) {
					chosen, kind = several, k
					break larger
				}
				if held[like] < 4 {
					break
				}
			}
		}
		for _, in := range chosen {
			for _, i := range in {
				taken[i] = true
			}
			found, kinds = append(found, in), append(kinds, kind)
		}
	}
	order := make([]int, len(found))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(compare(found[a], found[b]), cmp.Compare(found[a][0], found[b][0]))
	})
	var sorted [][]int
	var of []int
	for _, i := range order {
		sorted, of = append(sorted, found[i]), append(of, kinds[i])
	}
	return sorted, of
}

// Mistakes are those that a program finds that looks at each move by itself, turns boards as texts,
// and looks at all mistakes again for each cluster.
func TestMistakesAgainstNaive(t *testing.T) {
	clusters, met := 0, 0
	kinds := map[study.RegionKind]int{}
	for seed := range uint64(testsize.Of(4, 1)) {
		a := newArchiveOf(t, seed, 170, evaluatedRecord)
		for _, asked := range []struct {
			text    string
			from    int32
			least   int
			byCount bool
		}{{"", 200, 2, false}, {"player:Ann", 100, 2, true}, {"player:Ann", 300, 1, false}, {"opponent:Ben", 100, 3, false}, {"player:Ben opponent:Cho", 100, 2, false}, {"-player:Cho", 400, 2, false}} {
			q, err := query.Parse(asked.text)
			if err != nil {
				t.Fatal(err)
			}
			what := &study.Mistakes{From: asked.from, Least: asked.least, ByCount: asked.byCount}
			question, err := search.Resolve(t.Context(), a.Snapshot, q, map[string]search.Aggregation{"it": what}, &search.Options{Records: true})
			if err != nil {
				t.Fatal(err)
			}
			partials, err := search.NewLocal(a.Snapshot, nil).Search(t.Context(), []*search.Question{question}, nil)
			if err != nil {
				t.Fatal(err)
			}
			answer, err := question.Finish(partials[0])
			if err != nil {
				t.Fatal(err)
			}
			found := answer.Found["it"].(*study.MistakesFound)

			counts := func(g *randomGame, by string) bool {
				mine, theirs := g.info["PB"], g.info["PW"]
				if by == "W" {
					mine, theirs = theirs, mine
				}
				switch asked.text {
				case "player:Ann":
					return mine == "Ann"
				case "opponent:Ben":
					return theirs == "Ben"
				case "player:Ben opponent:Cho":
					return mine == "Ben" && theirs == "Cho"
				case "-player:Cho":
					// The query leaves games of Cho out, and says of which side it is not.
					return mine != "Cho" && theirs != "Cho"
				}
				return true
			}
			want := study.MistakesFound{Named: asked.text != ""}
			var list []naiveMistake
			for _, g := range a.games {
				known, in := false, false
				losses := map[int]int64{}
				for grade := range estimate.Grades(g.info[estimate.GradesIdent]).All() {
					if !grade.Main || !grade.Points.Known || !counts(g, grade.By) {
						continue
					}
					known = true
					want.Moves++
					want.Lost += int64(max(grade.Points.Value, 0))
					if grade.Points.Value >= asked.from {
						losses[grade.Node] = int64(grade.Points.Value)
						want.ByThem += int64(grade.Points.Value)
						want.Mistakes++
						in = true
					}
				}
				if known {
					want.Games++
				}
				if in {
					want.InGames++
				}
				boards := map[int]*position.Board{}
				g.nodes(func(b *position.Board, s *position.Step) bool {
					boards[s.Node] = b.Clone()
					if loss, ok := losses[s.Node]; ok {
						m := naiveMistake{game: g.id, node: s.Node, loss: loss}
						m.like, m.move = naiveRegions(boards[s.Parent], s.Move)
						list = append(list, m)
					}
					return true
				})
			}
			wantClusters, wantKinds := naiveClusters(list, asked.least, asked.byCount)
			describe := func(kind int, members []string, played map[string]int) string {
				var counts []int
				for _, n := range played {
					counts = append(counts, n)
				}
				slices.Sort(counts)
				return fmt.Sprint(kind, members, counts)
			}
			var got, expected []string
			for i, in := range wantClusters {
				var members []string
				played := map[string]int{}
				for _, at := range in {
					members = append(members, fmt.Sprintf("%d@%d-%d", list[at].game, list[at].node, list[at].loss))
					played[list[at].move[wantKinds[i]]]++
				}
				expected = append(expected, describe(wantKinds[i], members, played))
				want.Alike += len(in)
			}
			want.Clusters = len(wantClusters)
			for _, c := range found.List {
				var members []string
				played := map[string]int{}
				for _, m := range c.Members {
					members = append(members, fmt.Sprintf("%d@%d-%d", m.Game, m.Node, m.Loss))
				}
				for _, p := range c.Played {
					played[p.Point.String()] = p.Moves
				}
				got = append(got, describe(int(c.Kind), members, played))
				kinds[c.Kind]++
			}
			if d := diff.Diff(expected, got); d != "" {
				t.Fatalf("seed %d, %s: -want +got\n%s", seed, asked.text, d)
			}
			clusters += len(got)
			if asked.text == "player:Ann" && asked.least == 2 {
				met += metAgainstNaive(t, a, q, what, found, func(g *randomGame, by string) bool { return counts(g, by) })
			}
			figures := *found
			figures.List = nil
			if d := diff.Diff(want, figures); d != "" {
				t.Errorf("seed %d, %s: -want +got\n%s", seed, asked.text, d)
			}
		}
	}
	if met < testsize.Of(10, 1) {
		t.Errorf("only %d regions were met more often than mistakes were made there", met)
	}
	if clusters < testsize.Of(400, 100) || len(kinds) < testsize.Of(6, 5) {
		t.Errorf("%d clusters of the kinds %v are no test", clusters, kinds)
	}
}

// Where there are more mistakes than are kept, those are left out that are like no other and lost least,
// and what is left out is counted.
func TestMistakesBounded(t *testing.T) {
	a := newArchiveOf(t, 5, 170, evaluatedRecord)
	found := func(most int) *study.MistakesFound {
		t.Helper()
		what := &study.Mistakes{From: 100, Least: 2, Most: most}
		question, err := search.Resolve(t.Context(), a.Snapshot, query.Query{}, map[string]search.Aggregation{"it": what}, &search.Options{Records: true})
		if err != nil {
			t.Fatal(err)
		}
		partials, err := search.NewLocal(a.Snapshot, nil).Search(t.Context(), []*search.Question{question}, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := question.Finish(partials[0])
		if err != nil {
			t.Fatal(err)
		}
		return answer.Found["it"].(*study.MistakesFound)
	}
	all := found(0)
	for _, most := range []int{1, 10, all.Mistakes / 3, all.Mistakes - 1} {
		some := found(most)
		if some.Mistakes != all.Mistakes || some.ByThem != all.ByThem || some.Lost != all.Lost || some.Moves != all.Moves || some.Games != all.Games {
			t.Errorf("%d kept: %+v, want the sums of %+v", most, some, all)
		}
		if kept := some.Mistakes - some.Dropped; some.Dropped == 0 || kept > most || some.Alike > kept || some.DroppedBy < int64(some.Dropped)*100 {
			t.Errorf("%d kept: %d dropped of %d", most, some.Dropped, some.Mistakes)
		}
	}
	if all.Dropped != 0 || all.Clusters < 10 {
		t.Errorf("%+v", all)
	}
}

// metAgainstNaive compares how often the regions of clusters were met with what is found move by move. It
// returns of how many that was more often than mistakes were made.
func metAgainstNaive(t *testing.T, a *randomArchive, q query.Query, what *study.Mistakes, found *study.MistakesFound, counts func(*randomGame, string) bool) (more int) {
	t.Helper()
	asked := &study.MistakesMet{Mistakes: *what}
	want := make([]study.Met, len(found.List))
	for _, c := range found.List {
		asked.Regions = append(asked.Regions, study.MetRegion{Kind: c.Kind, Key: c.Key})
	}
	var likes []string // of the clusters
	type moved struct {
		game store.GameID
		node int
		like [6]string
	}
	var all []moved
	for _, g := range a.games {
		graded := map[int]bool{}
		for grade := range estimate.Grades(g.info[estimate.GradesIdent]).All() {
			graded[grade.Node] = grade.Main && grade.Points.Known && counts(g, grade.By)
		}
		boards := map[int]*position.Board{}
		g.nodes(func(b *position.Board, s *position.Step) bool {
			if boards[s.Node] = b.Clone(); graded[s.Node] {
				m := moved{game: g.id, node: s.Node}
				m.like, _ = naiveRegions(boards[s.Parent], s.Move)
				all = append(all, m)
			}
			return true
		})
	}
	for _, c := range found.List {
		i := slices.IndexFunc(all, func(m moved) bool { return m.game == c.Members[0].Game && m.node == int(c.Members[0].Node) })
		likes = append(likes, all[i].like[c.Kind])
	}
	for i, c := range found.List {
		games := map[store.GameID]bool{}
		for _, m := range all {
			if m.like[c.Kind] == likes[i] {
				want[i].Moves++
				games[m.game] = true
			}
		}
		want[i].Games = len(games)
		if want[i].Moves > len(c.Members) {
			more++
		}
	}
	question, err := search.Resolve(t.Context(), a.Snapshot, q, map[string]search.Aggregation{"it": asked}, &search.Options{Records: true})
	if err != nil {
		t.Fatal(err)
	}
	partials, err := search.NewLocal(a.Snapshot, nil).Search(t.Context(), []*search.Question{question}, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := question.Finish(partials[0])
	if err != nil {
		t.Fatal(err)
	}
	if d := diff.Diff(want, answer.Found["it"]); d != "" {
		t.Errorf("met: -want +got\n%s", d)
	}
	return more
}
