package ask

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/query"
)

// gradedNode is a node of a generated record, with what its writer thinks of the position.
type gradedNode struct {
	parent int
	by     string // B, W or "" in the root
	move   string // in GTP
	main   bool

	lead, chance float64 // Black's; NaN for none
	from         string  // the property with the chance
	best         string  // in GTP, "" for none
}

// lost returns what a node's move lost in points and percent, NaN if nobody knows, and whether it was
// the engine's first move, 0 if nobody knows.
func lost(nodes []gradedNode, i int) (points, percent float64, first int) {
	n := &nodes[i]
	if n.parent < 0 {
		return math.NaN(), math.NaN(), 0
	}
	before := &nodes[n.parent]
	points, percent = before.lead-n.lead, before.chance-n.chance
	if n.by == "W" {
		points, percent = -points, -percent
	}
	if before.from != n.from {
		percent = math.NaN()
	}
	switch before.best {
	case "":
	case n.move:
		first = 1
	default:
		first = -1
	}
	round := func(x float64) float64 { return math.Round(x*100) / 100 }
	return round(points), round(percent), first
}

// gradedGame makes a record of a game with variations, and what it says.
func gradedGame(r *rand.Rand, black, white string) (record string, nodes []gradedNode) {
	var b strings.Builder
	fmt.Fprintf(&b, "(;GM[1]FF[4]SZ[9]PB[%s]PW[%s]", black, white)
	add := func(n gradedNode) {
		n.lead, n.chance = math.NaN(), math.NaN()
		if len(nodes) > 0 {
			x, y := r.IntN(3), r.IntN(9)
			n.move = fmt.Sprintf("%c%d", "ABC"[x], 9-y)
			fmt.Fprintf(&b, ";%s[%c%c]", n.by, 'a'+x, 'a'+y)
		}
		switch r.IntN(5) {
		case 0:
		case 1, 2:
			n.lead = float64(r.IntN(4000)-2000) / 100
			n.chance, n.from = float64(r.IntN(10001))/100, "SBKV"
			fmt.Fprintf(&b, "SBKS[%.2f]SBKV[%.2f]", n.lead, n.chance)
		default:
			chance := float64(r.IntN(1001)) / 10
			n.chance, n.from, n.best = chance, "LZ", fmt.Sprintf("%c%d", "ABC"[r.IntN(3)], 1+r.IntN(9))
			if n.by != "B" {
				chance = 100 - chance // of White, who has moved or does so after Black
			}
			fmt.Fprintf(&b, "LZ[E %.1f 100\nmove %s visits 9 pv %[2]s]", chance, n.best)
		}
		nodes = append(nodes, n)
	}
	add(gradedNode{parent: -1, main: true})
	length := 1 + r.IntN(12)
	for i := range length {
		add(gradedNode{parent: i, by: "BW"[i%2 : i%2+1], main: true})
		if i == length/2 && length > 2 { // the rest is the first of two variations
			rest := b.String()
			b.Reset()
			b.WriteString(rest + "(")
			for j := i + 1; j < length; j++ {
				add(gradedNode{parent: j, by: "BW"[j%2 : j%2+1], main: true})
			}
			b.WriteString(")(")
			for at, j := i+1, i+1; j < i+4; j++ {
				add(gradedNode{parent: at, by: "BW"[j%2 : j%2+1]})
				at = len(nodes) - 1
			}
			b.WriteString(")")
			break
		}
	}
	return b.String() + ")", nodes
}

// What moves lost, as questions find it, is what the writer of the records thought, computed move by
// move; so are the metrics.
func TestGradesAgainstMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 2))
	names := []string{"Ito", "Kim", "Lee"}
	var records []string
	var games [][]gradedNode
	var players [][2]string
	for range 60 {
		r.Shuffle(3, func(i, j int) { names[i], names[j] = names[j], names[i] })
		record, nodes := gradedGame(r, names[0], names[1])
		records, games, players = append(records, record), append(games, nodes), append(players, [2]string{names[0], names[1]})
	}
	records = append(records, "(;GM[1]SZ[9];B[aa];W[bb])")
	games, players = append(games, nil), append(players, [2]string{})
	v := archivetest.Of(t, records...)

	found := 0
	for _, test := range []struct {
		query string
		holds func(game int, n *gradedNode, points, percent float64, first int) bool
	}{
		{"loss:>5", func(_ int, _ *gradedNode, points, _ float64, _ int) bool { return points > 5 }},
		{"loss:-3..2.5", func(_ int, _ *gradedNode, points, _ float64, _ int) bool { return points >= -3 && points <= 2.5 }},
		{"blackloss:>5", func(_ int, n *gradedNode, points, _ float64, _ int) bool { return points > 5 && n.by == "B" }},
		{"whiteloss:>20%", func(_ int, n *gradedNode, _, percent float64, _ int) bool { return percent > 20 && n.by == "W" }},
		{"losspercent:>=40", func(_ int, _ *gradedNode, _, percent float64, _ int) bool { return percent >= 40 }},
		{"swing:>60", func(_ int, _ *gradedNode, _, percent float64, _ int) bool { return math.Abs(percent) > 60 }},
		{"blunder:any", func(_ int, _ *gradedNode, points, percent float64, _ int) bool {
			return percent >= 15 || math.IsNaN(percent) && points >= 12
		}},
		{"blunder:white", func(_ int, n *gradedNode, points, percent float64, _ int) bool {
			return n.by == "W" && (percent >= 15 || math.IsNaN(percent) && points >= 12)
		}},
		{"agree:yes", func(_ int, _ *gradedNode, _, _ float64, first int) bool { return first == 1 }},
		{"agree:no", func(_ int, _ *gradedNode, _, _ float64, first int) bool { return first == -1 }},
		{"player:Kim loss:>5", func(game int, n *gradedNode, points, _ float64, _ int) bool {
			return points > 5 && players[game][strings.Index("BW", n.by)] == "Kim"
		}},
		{"opponent:Kim player:Lee loss:>10%", func(game int, n *gradedNode, _, percent float64, _ int) bool {
			i := strings.Index("BW", n.by)
			return percent > 10 && players[game][i] == "Lee" && players[game][1-i] == "Kim"
		}},
	} {
		var want, got []string
		for i, nodes := range games {
			for node := range nodes {
				points, percent, first := lost(nodes, node)
				if test.holds(i, &nodes[node], points, percent, first) {
					want = append(want, fmt.Sprintf("%d@n%d", i+1, node))
				}
			}
		}
		page, err := v.Search(t.Context(), &archive.Search{Query: archivetest.Query(t, test.query), Records: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range page.Games {
			for _, h := range g.Hits {
				if h.Text != "" && h.Property == "grades" {
					got = append(got, fmt.Sprintf("%d@n%d", g.ID, h.Node))
				}
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: -want +got\n%s", test.query, d)
		}
		found += len(got)
		if len(page.Notices) != 1 || page.Notices[0].Code != archive.NoticeEvaluated || !strings.Contains(page.Notices[0].Text, fmt.Sprintf("of %d games", len(games))) {
			t.Errorf("%s: %v", test.query, page.Notices)
		}
	}
	if found < 500 {
		t.Errorf("only %d moves were found", found)
	}

	// The metrics, game by game.
	stats, err := Of(v.Views).Stats(t.Context(), &archive.Search{Records: true}, &StatsOptions{By: []string{"player"}, Metrics: []string{"games", "loss", "losspercent", "accuracy", "blunder", "agree"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range stats.Groups.Groups {
		var sums, moves [5]float64
		var of [5]int
		for game, nodes := range games {
			side := slices.Index(players[game][:], group.Values[0])
			var in [5]bool
			for node := range nodes {
				if side < 0 || !nodes[node].main || nodes[node].by != "BW"[side:side+1] {
					continue
				}
				points, percent, first := lost(nodes, node)
				blunder := math.NaN()
				switch {
				case !math.IsNaN(percent):
					blunder = b2f(percent >= 15)
				case !math.IsNaN(points):
					blunder = b2f(points >= 12)
				}
				agreed := math.NaN()
				if first != 0 {
					agreed = b2f(first > 0)
				}
				accuracy := math.Round(100*min(max(103.1668*math.Exp(-0.04354*max(percent, 0))-3.1669, 0), 100)) / 100
				for i, x := range []float64{max(points, 0), max(percent, 0), accuracy, blunder, agreed} {
					if !math.IsNaN(x) {
						sums[i] += x
						moves[i]++
						in[i] = true
					}
				}
			}
			for i := range in {
				of[i] += int(b2f(in[i]))
			}
		}
		for i := range sums {
			m := group.Measured[i+1]
			if m.Value == nil || math.Abs(*m.Value-sums[i]/moves[i]) > 1e-4 || m.Of != of[i] || m.Moves != int(moves[i]) {
				t.Errorf("%s, %s: %v, want %g of %d games", group.Values[0], stats.Metrics[i+1].Name, m, sums[i]/moves[i], of[i])
			}
			if sums[i] > 0 && (m.Low == nil || *m.Low >= *m.Value || *m.High <= *m.Value) {
				t.Errorf("%s, %s has no interval", group.Values[0], stats.Metrics[i+1].Name)
			}
		}
	}
	if len(stats.Notices) != 1 || stats.Notices[0].Code != archive.NoticeEvaluated {
		t.Errorf("%v", stats.Notices)
	}
}

func b2f(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// A loss beside a board is that of the move that led to it.
func TestGradesAtBoards(t *testing.T) {
	v := archivetest.Of(t,
		`(;GM[1]SZ[9]SBKS[0]PB[Ito]PW[Kim];B[aa]SBKS[-9];W[bb]SBKS[-9];B[cc]SBKS[-9])`,
		`(;GM[1]SZ[9]SBKS[0]PB[Ito]PW[Kim];B[aa]SBKS[0];W[bb]SBKS[0];B[cc]SBKS[-9])`)
	for q, want := range map[string]int{
		`loss:>5`:                              2,
		`pos:"SZ[9]AB[aa]"`:                    2,
		`pos:"SZ[9]AB[aa]" loss:>5`:            1,
		`pos:"SZ[9]AB[aa]" blackloss:9`:        1,
		`player:Ito pos:"SZ[9]AB[aa]" loss:>5`: 1, `player:Kim pos:"SZ[9]AB[aa]" loss:>5`: 0,
		`player:Ito loss:>5`: 2, `player:Kim loss:>5`: 0, `opponent:Kim loss:>5`: 2,
		`pos:"SZ[9]AB[aa]" whiteloss:>5`:                0,
		`pos:"SZ[9]AB[aa][cc]AW[bb]" loss:>5 -loss:>10`: 1,
		`has:loss`: 2, `has:losspercent`: 0, `has:swing`: 0, `has:blunder`: 2, `has:agree`: 0, `has:accuracy`: 0, `has:blackaccuracy`: 0, `accuracy:>0`: 0, `-blunder:any`: 2,
	} {
		page, err := v.Search(t.Context(), &archive.Search{Query: archivetest.Query(t, q), Records: true})
		if err != nil {
			t.Fatal(err)
		}
		if page.Total != want {
			t.Errorf("%s: %d games, want %d", q, page.Total, want)
		}
	}
}

// Lists, orders, counts and notices have what moves lost.
func TestGradesListed(t *testing.T) {
	v := archivetest.Of(t,
		`(;GM[1]SZ[9]SBKS[0]SBKV[50];B[aa]SBKS[-9]SBKV[30];W[bb]SBKS[-9]SBKV[40])`,
		`(;GM[1]SZ[9];B[aa];W[bb])`,
		`(;GM[1]SZ[9]LZ[x 50 1`+"\n"+`move A9];B[aa]LZ[x 45 1`+"\n"+`move A9];W[bb]LZ[x 55 1])`,
		`(;GM[1]SZ[9]SBKS[0];B[aa]SBKS[-12.5])`)
	s := &archive.Search{Query: archivetest.Query(t, ""), Records: true, Sort: "-loss", Facets: []string{"blunder"}}
	var err error
	if s.Shown, err = v.Columns("id,loss,losspercent,swing,blunder,agree,accuracy,blackaccuracy,whiteaccuracy"); err != nil {
		t.Fatal(err)
	}
	page, err := v.Search(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range page.Games {
		got = append(got, strings.Join(archive.Cells(s.Shown, g), "|"))
	}
	want := []string{
		"4|12.5|||1||||",
		"1|9|20|20|1||40.02|40.02|63.58",
		"2||||||||",
		"3||5|5|0|50|79.82|79.82|100",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	for q, want := range map[string]string{
		"loss:>1":                       "loss: evaluated 2 of 4 games; nothing is known of the others",
		"loss:>1%":                      "loss: evaluated 2 of 4 games; nothing is known of the others",
		"agree:no":                      "agree: evaluated 1 of 4 games; nothing is known of the others",
		"blunder:any":                   "blunder: evaluated 3 of 4 games; nothing is known of the others",
		"accuracy:>99":                  "accuracy: evaluated 2 of 4 games; nothing is known of the others",
		"agree:no accuracy:>1 agree:no": "agree: evaluated 1 of 4 games; nothing is known of the others; accuracy: evaluated 2 of 4 games; nothing is known of the others",
	} {
		page, err := v.Search(t.Context(), &archive.Search{Query: archivetest.Query(t, q), Records: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(page.Notices) != 1 || page.Notices[0].Text != want {
			t.Errorf("%s: %v, want %q", q, page.Notices, want)
		}
	}
	for _, q := range []string{"loss:much", "blunder:red", "agree:perhaps", "accuracy:x", "blunder:>3"} {
		if _, err := query.Parse(q); err == nil {
			t.Errorf("%s is a question", q)
		}
	}
}
