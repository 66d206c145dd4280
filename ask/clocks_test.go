package ask

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// timed is a generated game: what each move took, -1 if the record does not say it. Black
// moves first.
type timed struct {
	number, limit int
	took          []int
}

func (g *timed) side(i int) (took []int, each bool) {
	each = true
	for j := i; j < len(g.took); j += 2 {
		if g.took[j] < 0 {
			each = false
		} else {
			took = append(took, g.took[j])
		}
	}
	return took, each
}

// csa writes the game with what each move took.
func (g *timed) csa() string {
	var b strings.Builder
	fmt.Fprintf(&b, "V2.2\n$EVENT:%d\n$TIME_LIMIT:%02d:%02d+00\nPI\n+\n", g.number, g.limit/3600, g.limit/60%60)
	for i, took := range g.took { // silvers go to and fro
		b.WriteString([4]string{"+3948GI", "-7162GI", "+4839GI", "-6271GI"}[i%4] + "\n")
		if took >= 0 {
			fmt.Fprintf(&b, "T%d\n", took)
		}
	}
	return b.String()
}

// sgf writes the game with what was left after each move.
func (g *timed) sgf() string {
	var b strings.Builder
	fmt.Fprintf(&b, "(;GM[1]FF[4]SZ[19]GN[%d]TM[%d]", g.number, g.limit)
	left := [2]int{g.limit, g.limit}
	for i, took := range g.took {
		left[i%2] -= took
		fmt.Fprintf(&b, ";%[1]s[%[2]c%[3]c]%[1]sL[%[4]d]", [2]string{"B", "W"}[i%2], 'a'+i%19, 'a'+i/19, left[i%2])
	}
	return b.String() + ")"
}

// Games are found by what their moves took and left, as adding up one move after the other
// says, whether records say the one or the other.
func TestTimesAgainstMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 3))
	var games []timed
	var records []string
	for i := range 60 {
		g := timed{number: i, limit: 60 * (1 + r.IntN(20))}
		for range r.IntN(12) {
			took := r.IntN(80)
			if i%2 == 0 && r.IntN(20) == 0 {
				took = -1
			}
			g.took = append(g.took, took)
		}
		if slices.Max(append(g.took, 0)) > 0 { // otherwise it has no clocks
			games = append(games, g)
			if i%2 == 0 {
				records = append(records, g.csa())
			} else {
				records = append(records, g.sgf())
			}
		}
	}
	v := archivetest.OfFiles(t, records...)
	sum := func(list []int) (n int) {
		for _, x := range list {
			n += x
		}
		return n
	}
	longest := func(took []int) int { return slices.Max(append(took, 0)) }
	found := 0
	for _, test := range []struct {
		query string
		// meets decides of a side that has moved: what its moves took of which that is known,
		// whether it is of each, and what was left at last.
		meets func(took []int, each bool, left int) bool
		sides []int
	}{
		{"thought:>60", func(took []int, _ bool, _ int) bool { return longest(took) > 60 }, []int{0, 1}},
		{"blackthought:>=1m", func(took []int, _ bool, _ int) bool { return longest(took) >= 60 }, []int{0}},
		{"whitethought:<40s", func(took []int, each bool, _ int) bool { return each && longest(took) < 40 }, []int{1}},
		{"thought:20..30", func(took []int, each bool, _ int) bool { return each && longest(took) >= 20 && longest(took) <= 30 }, []int{0, 1}},
		{"used:>2m30s", func(took []int, _ bool, _ int) bool { return sum(took) > 150 }, []int{0, 1}},
		{"blackused:<=1:00", func(took []int, each bool, _ int) bool { return each && sum(took) <= 60 }, []int{0}},
		{"whiteused:0..100", func(took []int, each bool, _ int) bool { return each && sum(took) <= 100 }, []int{1}},
		{"left:<1m", func(_ []int, each bool, left int) bool { return left < 60 }, []int{0, 1}},
		{"whiteleft:>10分", func(_ []int, each bool, left int) bool { return each && left > 600 }, []int{1}},
		{"left:0", func(_ []int, each bool, left int) bool { return each && left == 0 }, []int{0, 1}},
		{"left:<0", func(_ []int, _ bool, left int) bool { return left < 0 }, []int{0, 1}},
	} {
		var want, got []archive.GameID
		for i, g := range games {
			for _, side := range test.sides {
				took, each := g.side(side)
				if len(took) == 0 {
					continue
				}
				known := took // before the first move of which it is not known
				if i := slices.Index(g.took[side:], -1); i >= 0 {
					known = nil
					for j := 0; j < i; j += 2 {
						known = append(known, g.took[side+j])
					}
				}
				left := g.limit - sum(known)
				if strings.HasPrefix(records[i], "V2") {
					left = max(left, 0) // of its limit; the record does not say it
					if len(known) == 0 {
						left = 1 << 30
					}
				}
				if test.meets(took, each, left) {
					want = append(want, archive.GameID(i+1))
					break
				}
			}
		}
		page, err := v.Search(t.Context(), &archive.Search{Query: archivetest.Query(t, test.query), Records: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range page.Games {
			got = append(got, g.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v\nwant %v", test.query, got, want)
		}
		found += len(got)
	}
	if found < 60 {
		t.Errorf("only %d games were found", found)
	}
}

// What programs of each game write is found where it stands, and told with the game.
func TestTimesOfFormats(t *testing.T) {
	v := archivetest.OfFiles(t,
		"[White \"Kiku\"]\n[Black \"Ume\"]\n[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:03:00] [%eval 0.2]} e5 {[%clk 0:03:00]} 2. Nf3 {a plan [%clk 0:02:55]} Nc6 {[%clk 0:02:42.5]} *\n",
		"手合割：平手\n持ち時間：10分\n   1 ７六歩(77)   ( 0:30/00:00:30)\n   2 ３四歩(33)   ( 9:40/00:09:40)\n   3 投了         ( 0:01/00:00:31)\n",
		"(;GM[Othello]PC[GGS]DT[2001-02-03]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[d3//12.5]W[c3/1/700];)",
		`(;GM[1]SZ[19];B[dd](;W[pp]WL[12])(;W[qq]WL[3]))`,
		`(;GM[1]SZ[19]C[no clocks];B[dd])`,
		"手合割：平手\n   1 ７六歩(77)   ( 0:00/00:00:00)\n")
	for query, want := range map[string]string{
		"has:clocks":        "1 2 3 4",
		"-has:clocks":       "5 6",
		"thought:>15s":      "1@4 0:19.5, 2@1 0:30 2@2 9:40, 3@2 11:40",
		"blackthought:>15s": "1@4 0:19.5, 2@1 0:30",
		"left:<1m":          "2@2 0:20 left, 4@2 0:12 left",
		"used:30s..1m":      "2",
		"has:used":          "1 2 3",
		"has:whiteleft":     "1@3 2:55 left, 2@2 0:20 left, 3@2 3:20 left, 4@2 0:12 left",
		"eval:0.2":          "1@1 +0.2",
	} {
		page, err := v.Search(t.Context(), &archive.Search{Query: archivetest.Query(t, query), Records: true})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, g := range page.Games {
			if !strings.Contains(want, "@") {
				got = append(got, g.Name())
				continue
			}
			var places []string
			for _, h := range g.Hits {
				places = append(places, h.Ref+" "+h.Text)
			}
			got = append(got, strings.Join(places, " "))
		}
		between := ", "
		if !strings.Contains(want, "@") {
			between = " "
		}
		if strings.Join(got, between) != want {
			t.Errorf("%s: %s, want %s", query, strings.Join(got, between), want)
		}
		known := "4 of 6"
		if strings.Contains(query, "has") || strings.HasPrefix(query, "eval") {
			known = ""
		}
		if said := fmt.Sprint(page.Notices); known == "" != (len(page.Notices) == 0) || !strings.Contains(said, known) {
			t.Errorf("%s: %s", query, said)
		}
	}
	columns, err := v.Columns("id,thought,blackused,left")
	if err != nil {
		t.Fatal(err)
	}
	page, err := v.Search(t.Context(), &archive.Search{Query: archivetest.Query(t, "has:clocks"), Records: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range page.Games {
		got = append(got, strings.Join(archive.Cells(columns, g), "|"))
	}
	if want := []string{"1|19.5|19.5|162.5", "2|580|30|20", "3|700|12.5|200", "4|||12"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	n, err := v.Node("2@1")
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range n.Info {
		if value.Property == "clocks" {
			t.Error("what a game comes to is told as information about it")
		}
	}
}

// A question about clocks says so if no record has any.
func TestNoTimes(t *testing.T) {
	page, err := archivetest.Of(t, `(;GM[1]SZ[19];B[dd])`).Search(t.Context(), &archive.Search{Query: archivetest.Query(t, "left:<3")})
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Notices) != 1 || page.Notices[0].Code != archive.NoticeClocks || !strings.Contains(page.Notices[0].Text, "no record has clocks") {
		t.Errorf("%v", page.Notices)
	}
}
