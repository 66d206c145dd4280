package tactics_test

import (
	"fmt"
	"slices"
	"testing"

	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/position/tactics"
)

// The slow twin of races: sets of points as maps, and the rules of the documentation one by one.

type pointSet map[position.Point]bool

func besidePoint(b *position.Board, p position.Point) (list []position.Point) {
	for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		x, y := p.X()+d[0], p.Y()+d[1]
		if x >= 0 && y >= 0 && x < b.Size().Cols && y < b.Size().Rows {
			list = append(list, position.At(x, y))
		}
	}
	return list
}

// sameColor returns the points of one color that are connected with a point.
func sameColor(b *position.Board, p position.Point) pointSet {
	set := pointSet{p: true}
	for todo := []position.Point{p}; len(todo) > 0; todo = todo[1:] {
		for _, q := range besidePoint(b, todo[0]) {
			if b.At(q) == b.At(p) && !set[q] {
				set[q] = true
				todo = append(todo, q)
			}
		}
	}
	return set
}

// besideSet returns the points of a color beside a set.
func besideSet(b *position.Board, set pointSet, c position.Color) pointSet {
	near := pointSet{}
	for p := range set {
		for _, q := range besidePoint(b, p) {
			if b.At(q) == c && !set[q] {
				near[q] = true
			}
		}
	}
	return near
}

func common(a, b pointSet) pointSet {
	set := pointSet{}
	for p := range a {
		if b[p] {
			set[p] = true
		}
	}
	return set
}

func firstOf(b *position.Board, set pointSet) position.Point {
	for i := range b.Size().Area() {
		if p := b.Size().At(i); set[p] {
			return p
		}
	}
	return position.Pass
}

// A naiveChain is a chain with what the rules of races need.
type naiveChain struct {
	stones, liberties, eye pointSet
	confined, alive        bool
	around                 []*naiveChain // the opponent's, beside the chain or its liberties
	lost                   [3]bool
}

type naiveRace struct {
	black, white *naiveChain
	first        [3]string // "black", "white", "seki" or ""
}

// naiveChains returns all chains of a board.
func naiveChains(b *position.Board) (chains []*naiveChain) {
	of := map[position.Point]*naiveChain{}
	alive := pointSet{}
	for _, c := range []position.Color{position.Black, position.White} {
		stones, _ := tactics.Alive(b, c) // which has a twin of its own
		for _, p := range stones {
			alive[p] = true
		}
	}
	for i := range b.Size().Area() {
		p := b.Size().At(i)
		c := b.At(p)
		if c == position.Empty || of[p] != nil {
			continue
		}
		chain := &naiveChain{stones: sameColor(b, p), alive: alive[p], eye: pointSet{}}
		chain.liberties = besideSet(b, chain.stones, position.Empty)
		chains = append(chains, chain)
		for q := range chain.stones {
			of[q] = chain
		}
		chain.confined = len(chain.liberties) > 0
		for l := range chain.liberties {
			plain := false
			for _, q := range besidePoint(b, l) {
				switch b.At(q) {
				case position.Empty:
					chain.confined = chain.confined && chain.liberties[q]
				case c:
					chain.confined = chain.confined && chain.stones[q]
				default:
					plain = true
				}
			}
			if !plain {
				chain.eye[l] = true
			}
		}
	}
	for _, chain := range chains {
		c := b.At(firstOf(b, chain.stones))
		both := pointSet{}
		for p := range chain.stones {
			both[p] = true
		}
		for p := range chain.liberties {
			both[p] = true
		}
		for p := range besideSet(b, both, c.Opponent()) {
			if !slices.Contains(chain.around, of[p]) {
				chain.around = append(chain.around, of[p])
			}
		}
	}
	for _, chain := range chains {
		c := b.At(firstOf(b, chain.stones))
		chain.lost[c] = naiveLost(b, chain, len(chain.liberties)+1)
		chain.lost[c.Opponent()] = naiveLost(b, chain, len(chain.liberties))
	}
	return chains
}

// naiveLost reports whether all chains around hold out with so many liberties.
func naiveLost(b *position.Board, chain *naiveChain, need int) bool {
	if !chain.confined || len(chain.eye) > 2 {
		return false
	}
	if len(chain.eye) == 2 {
		p := firstOf(b, chain.eye)
		if !slices.ContainsFunc(besidePoint(b, p), func(q position.Point) bool { return chain.eye[q] }) {
			return false
		}
	}
	last, eyes := chain.liberties, 0
	for _, v := range chain.around {
		shared := common(v.liberties, chain.liberties)
		own := len(v.liberties) - len(shared)
		if v.alive || own >= need {
			continue
		}
		if len(chain.eye) > 0 || len(shared) == 0 {
			return false
		}
		if own < need-1 {
			eyes++
			if eyes > 1 || own+2*len(shared) < need || !naiveEye(b, v) {
				return false
			}
		}
		last = common(last, shared)
	}
	return len(last) > 0
}

// naiveEye reports whether a chain surrounds empty points alone.
func naiveEye(b *position.Board, chain *naiveChain) bool {
	c := b.At(firstOf(b, chain.stones))
	for l := range chain.liberties {
		empty := sameColor(b, l)
		if len(besideSet(b, empty, c.Opponent())) > 0 {
			continue
		}
		alone := true
		for p := range besideSet(b, empty, c) {
			alone = alone && chain.stones[p]
		}
		if alone {
			return true
		}
	}
	return false
}

// even reports whether Müller's theorem covers the chain.
func (c *naiveChain) even(b *position.Board, against *naiveChain) bool {
	if !c.confined || len(c.eye) > 1 {
		return false
	}
	for p := range c.eye {
		for _, q := range besidePoint(b, p) {
			if !c.stones[q] {
				return false
			}
		}
	}
	for _, v := range c.around {
		if !v.alive && v != against {
			return false
		}
	}
	return true
}

// naiveRaces returns the races of a board.
func naiveRaces(b *position.Board) (races []naiveRace) {
	chains := naiveChains(b)
	inRace := func(c *naiveChain) bool { return len(c.stones) >= 3 && len(c.liberties) <= 8 && !c.alive }
	for _, black := range chains {
		if b.At(firstOf(b, black.stones)) != position.Black || !inRace(black) {
			continue
		}
		for _, white := range black.around {
			if !inRace(white) || !black.confined && !white.confined {
				continue
			}
			race := naiveRace{black: black, white: white}
			for _, first := range []position.Color{position.Black, position.White} {
				switch {
				case white.lost[first]:
					race.first[first] = "black"
				case black.lost[first]:
					race.first[first] = "white"
				case black.even(b, white) && white.even(b, black):
					race.first[first] = "seki"
				}
			}
			races = append(races, race)
		}
	}
	return races
}

// naiveFights returns what the twin finds for a move, as text.
func naiveFights(before, after *position.Board, by position.Color) (list []string) {
	opponent := by.Opponent()
	earlier := naiveRaces(before)
	size := map[string]int{}
	for _, r := range naiveRaces(after) {
		value := ""
		switch {
		case r.first[opponent] == by.String():
			value = "won"
		case r.first[opponent] == opponent.String():
			value = "lost"
		case r.first[1] == "seki" && r.first[2] == "seki":
			value = "seki"
		case r.first[opponent] == "" && r.black.confined && r.white.confined:
			value = "undecided"
		}
		for _, e := range earlier {
			if len(common(e.black.stones, r.black.stones)) == 0 || len(common(e.white.stones, r.white.stones)) == 0 {
				continue
			}
			already := false
			switch value {
			case "won":
				already = e.first[opponent] == by.String()
			case "lost":
				already = e.first[opponent] == opponent.String() && e.first[by] != by.String()
			case "seki":
				already = e.first[1] == "seki" && e.first[2] == "seki"
			case "undecided":
				already = e.black.confined && e.white.confined && e.first[opponent] == ""
			}
			if already {
				value = ""
			}
		}
		if value != "" {
			size[value] = max(size[value], len(r.black.stones)+len(r.white.stones))
		}
	}
	for _, value := range []string{"won", "lost", "seki", "undecided"} {
		if size[value] > 0 {
			list = append(list, fmt.Sprintf("race:%s by %v, %d stones", value, by, size[value]))
		}
	}
	old, _ := tactics.Alive(before, by)
	alive, _ := tactics.Alive(after, by)
	alive = slices.DeleteFunc(alive, func(p position.Point) bool { return slices.Contains(old, p) })
	if len(alive) > 0 {
		list = append(list, fmt.Sprintf("alive:%d by %v, %d stones", len(alive), by, len(alive)))
	}
	for _, kind := range []struct {
		name     string
		erosions int
	}{{"territory", 21}, {"moyo", 10}} {
		lead := 0
		for _, v := range tactics.Bouzy(after, 5, kind.erosions) {
			if v > 0 {
				lead++
			} else if v < 0 {
				lead--
			}
		}
		if lead > 0 {
			list = append(list, fmt.Sprintf("%s:%d by black, 0 stones", kind.name, lead))
		} else if lead < 0 {
			list = append(list, fmt.Sprintf("%s:%d by white, 0 stones", kind.name, -lead))
		}
	}
	return list
}

// naiveDead returns the stones of a player that are dead among the opponent's chains.
func naiveDead(b *position.Board, captor position.Color) int {
	alive := pointSet{}
	stones, _ := tactics.Alive(b, captor)
	for _, p := range stones {
		alive[p] = true
	}
	if len(alive) == 0 {
		return 0
	}
	n := 0
	seen := pointSet{}
	for i := range b.Size().Area() {
		p := b.Size().At(i)
		if alive[p] || seen[p] {
			continue
		}
		region := []position.Point{p}
		seen[p] = true
		dead := 0
		var apart []position.Point
		for k := 0; k < len(region); k++ {
			if b.At(region[k]) == captor.Opponent() {
				dead++
			}
			touches := false
			for _, q := range besidePoint(b, region[k]) {
				touches = touches || alive[q]
				if !alive[q] && !seen[q] {
					seen[q] = true
					region = append(region, q)
				}
			}
			if !touches {
				apart = append(apart, region[k])
			}
		}
		if len(apart) < 2 || len(apart) == 2 && slices.Contains(besidePoint(b, apart[0]), apart[1]) {
			n += dead
		}
	}
	return n
}

// TestFightsNaively compares the observer with the twin on random and real games, at each node with
// one move.
func TestFightsNaively(t *testing.T) {
	games := realGames(t)
	moves := 30_000
	if testing.Short() {
		games, moves = games[:len(games)/8], 4000
	}
	games = append(games, randomGames(7, moves)...)
	kinds := tactics.Kinds()
	var want feature.Wanted
	for i, k := range kinds {
		if slices.Contains([]string{"race", "alive", "deadatend", "territory", "moyo"}, k.Name) {
			want.Kinds |= 1 << i
		}
	}
	want.Points = true
	total := map[string]int{}
	for _, g := range games {
		got := map[int][]string{}
		for in := range tactics.Observe(g.size, g.script, want) {
			k := kinds[in.Kind]
			value := fmt.Sprint(in.Value)
			if k.Words != nil {
				value = k.Words[in.Value-1].Name
				total[k.Name+":"+value]++
			}
			total[k.Name]++
			got[in.Node] = append(got[in.Node], fmt.Sprintf("%s:%s by %v, %d stones", k.Name, value, in.By, len(in.Points)))
		}
		var boards []*position.Board
		var replay position.Replayer
		last := 0
		compare := func(node int, expect []string) {
			if !slices.Equal(got[node], expect) {
				t.Fatalf("%s: node %d:\n%v\ngot  %q\nwant %q", g.name, node, boards[node], got[node], expect)
			}
		}
		var simple []int
		expect := map[int][]string{}
		replay.Replay(g.size, g.script, func(b *position.Board, s *position.Step) bool {
			boards = append(boards, b.Clone())
			if s.MainLine {
				last = s.Node
			}
			if len(s.Placed) == 1 && s.Moved && !s.Cleared && s.Placed[0] == (position.Change{Point: s.Move.Point, Color: s.Move.Color}) {
				before := position.NewBoard(g.size)
				if s.Parent >= 0 {
					before = boards[s.Parent].Clone()
				}
				before.Set(s.Move.Point, position.Empty)
				simple = append(simple, s.Node)
				expect[s.Node] = naiveFights(before, b, s.Move.Color)
			} else if len(s.Placed) == 0 && !s.Cleared {
				simple = append(simple, s.Node)
			}
			return true
		})
		if len(boards) > 0 {
			black, white := naiveDead(boards[last], position.Black), naiveDead(boards[last], position.White)
			text := ""
			if black >= white && black > 0 {
				text = fmt.Sprintf("deadatend:%d by black, %d stones", black, black)
			} else if white > 0 {
				text = fmt.Sprintf("deadatend:%d by white, %d stones", white, white)
			}
			if text != "" {
				at := slices.IndexFunc(expect[last], func(s string) bool { return s[0] == 't' || s[0] == 'm' })
				if at < 0 {
					at = len(expect[last])
				}
				expect[last] = slices.Insert(expect[last], at, text)
			}
		}
		for _, node := range simple {
			compare(node, expect[node])
		}
	}
	t.Log(len(games), "games:", total)
	for _, name := range []string{"race:won", "race:lost", "race:seki", "race:undecided", "alive", "deadatend", "territory", "moyo"} {
		if total[name] == 0 {
			t.Error("no", name)
		}
	}
}
