package katago

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"kifudb/position"
)

// The example of the engine's own document, and what else queries and responses may hold.
func TestRead(t *testing.T) {
	q, r, c, err := Read([]byte(`{"id":"foo","initialStones":[["B","Q4"],["B","C4"]],"moves":[["W","P5"],["b","(15,13)"],["W","pass"]],"rules":"tromp-taylor","komi":7.5,"boardXSize":19,"boardYSize":19,"analyzeTurns":[0,1,2],"overrideSettings":{"reportAnalysisWinratesAs":"WHITE"},"maxVisits":7}`))
	if err != nil || r != nil || c != nil {
		t.Fatal(r, c, err)
	}
	if got, want := fmt.Sprintf("%+v", *q), fmt.Sprintf("%+v", Query{
		ID: "foo", Size: position.Square(19), Rules: "tromp-taylor", Komi: q.Komi, Turns: []int{0, 1, 2}, View: White, Visits: 7,
		Stones: []position.Change{{Point: position.At(15, 15), Color: position.Black}, {Point: position.At(2, 15), Color: position.Black}},
		Moves:  []position.Move{{Color: position.White, Point: position.At(14, 14)}, {Color: position.Black, Point: position.At(15, 13)}, {Color: position.White, Point: position.Pass}},
	}); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if *q.Komi != 7.5 {
		t.Error(*q.Komi)
	}
	for turn, want := range []position.Color{position.White, position.Black, position.White, position.Black} {
		if got := q.ToMove(turn); got != want {
			t.Errorf("after %d moves %v is to move, want %v", turn, got, want)
		}
	}
	again, _, _, err := Read(q.Line())
	if err != nil || fmt.Sprintf("%+v %v", *again, *again.Komi) != strings.Replace(fmt.Sprintf("%+v %v", *q, *q.Komi), fmt.Sprint(q.Komi), fmt.Sprint(again.Komi), 1) {
		t.Errorf("written and read again: %+v, %v", again, err)
	}

	_, r, _, err = Read([]byte(`2026-01-02 03:04:05+0000: Response: {"id":"foo","isDuringSearch":true,"moveInfos":[{"move":"D4","order":1},{"move":"Q5","order":0},{"move":"<b>","order":2}],"rootInfo":{"scoreLead":8.5,"visits":500,"winrate":0.875,"currentPlayer":"W"},"turnNumber":2,"new":[[{}]]}`))
	if err != nil {
		t.Fatal(err)
	}
	if r.ID != "foo" || r.Turn != 2 || !r.Interim || r.Player != position.White || *r.Chance != 0.875 || *r.Lead != 8.5 || r.Visits != 500 || strings.Join(r.Best, " ") != "Q5 D4" {
		t.Errorf("%+v", r)
	}
	if _, _, c, _ := Read([]byte(`{"error":"no","field":"rules","id":"x"}`)); c == nil || *c != (Complaint{ID: "x", Field: "rules", Text: "no"}) {
		t.Errorf("%+v", c)
	}
	if _, _, c, _ := Read([]byte(`{"warning":"hm","id":"x"}`)); c == nil || !c.Warning {
		t.Errorf("%+v", c)
	}
	for _, bad := range []string{
		"", "info move D4", "{", "{}", `{"id":"x"}`, `{"id":7,"boardXSize":9,"boardYSize":9}`, `{"boardXSize":99,"boardYSize":9}`,
		`{"boardXSize":9,"boardYSize":9,"moves":[["B"]]}`, `{"boardXSize":9,"boardYSize":9,"moves":[["X","A1"]]}`, `{"boardXSize":9,"boardYSize":9,"moves":[["B","Z26"]]}`,
		`{"boardXSize":9,"boardYSize":9,"moves":[["B","(9,0)"]]}`, `{"rootInfo":{"visits":-1},"turnNumber":0}`, `{"rootInfo":{},"turnNumber":-1}`, `{"rootInfo":{"winrate":"much"},"turnNumber":1}`,
		strings.Repeat("[", 1<<20), "{" + strings.Repeat(`"a":{`, 1<<18),
	} {
		if q, r, c, err := Read([]byte(bad)); err == nil {
			t.Errorf("%.80q: read as %v %v %v", bad, q, r, c)
		}
	}
}

// In a position that Black has won beyond doubt, each view has its own sign.
func TestProof(t *testing.T) {
	for _, test := range []struct {
		black, white float64 // what the engine says with Black and with White to move
		want         string
	}{
		{0.99, 0.99, Black}, {0.01, 0.01, White}, {0.99, 0.01, Mover}, {0.01, 0.99, ""}, {0.5, 0.5, ""}, {0.99, 0.5, ""},
	} {
		var p Proof
		for i, q := range p.Queries("chinese", 10) {
			if p.Take(&Response{ID: "another"}) || p.Take(&Response{ID: q.ID, Interim: true}) {
				t.Error("it takes what is no proof")
			}
			chance := []float64{test.black, test.white}[i]
			if !p.Take(&Response{ID: q.ID, Chance: &chance}) {
				t.Error("it takes no proof")
			}
			black := BlackChance(&chance, test.want, q.Player)
			if test.want == "" {
				if black != nil {
					t.Errorf("a chance of an unknown view: %v", *black)
				}
			} else if black == nil || *black < 0.98 {
				t.Errorf("%s, %v to move: Black's chance is %v", test.want, q.Player, black)
			}
			lead := []float64{30, -30, 30}[map[string]int{Black: 0, White: 1, Mover: 2 * (1 - i)}[test.want]]
			if test.want == Mover && i == 1 {
				lead = -30
			}
			if got := BlackLead(&lead, test.want, q.Player); test.want != "" && (got == nil || *got != 30) {
				t.Errorf("%s, %v to move, lead %v: Black's is %v", test.want, q.Player, lead, got)
			}
		}
		got, err := p.View()
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%v: got %q, %v", test, got, err)
		}
	}
	if view, err := new(Proof).View(); err == nil {
		t.Errorf("without answers: %s", view)
	}
}

// The position of the proof is one: Black's stones are one chain with two eyes or more.
func TestProofPosition(t *testing.T) {
	for _, q := range new(Proof).Queries("chinese", 10) {
		taken := map[position.Point]bool{}
		for _, s := range q.Stones {
			if s.Color != position.Black || taken[s.Point] {
				t.Fatalf("%v", s)
			}
			taken[s.Point] = true
		}
		reached := map[position.Point]bool{}
		next := []position.Point{q.Stones[0].Point}
		eyes := 0
		around := func(p position.Point) (list []position.Point) {
			for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
				if x, y := p.X()+d[0], p.Y()+d[1]; x >= 0 && y >= 0 && x < 9 && y < 9 {
					list = append(list, position.At(x, y))
				}
			}
			return list
		}
		for len(next) > 0 {
			p := next[0]
			next = next[1:]
			if reached[p] || !taken[p] {
				continue
			}
			reached[p] = true
			next = append(next, around(p)...)
		}
		for x := range 9 {
			for y := range 9 {
				if p := position.At(x, y); !taken[p] {
					eyes++
					for _, n := range around(p) {
						if !taken[n] {
							t.Errorf("%v is no eye", p)
						}
					}
				}
			}
		}
		if len(reached) != len(taken) || eyes < 2 {
			t.Errorf("%d of %d stones are connected, with %d eyes", len(reached), len(taken), eyes)
		}
	}
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", MaxLine+1)
	fits := strings.Repeat("y", 10<<20)
	var got []string
	for line, err := range Lines(strings.NewReader("a\r\n\n" + long + "\nb\n" + fits + "\nend")) {
		switch {
		case errors.Is(err, ErrLong):
			got = append(got, "long")
		case err != nil:
			t.Fatal(err)
		default:
			got = append(got, string(line[:min(len(line), 5)])+fmt.Sprint(len(line)))
		}
	}
	if want := "a1 0 long b1 yyyyy10485760 end3"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"id":"foo","moves":[["W","P5"]],"rules":{"ko":"SIMPLE"},"boardXSize":19,"boardYSize":19}`))
	f.Add([]byte(`{"id":"foo","moveInfos":[{"move":"Q5","order":0}],"rootInfo":{"scoreLead":8,"visits":500,"winrate":0.8},"turnNumber":2}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		q, r, c, err := Read(line)
		if n := btoi(q != nil) + btoi(r != nil) + btoi(c != nil) + btoi(err != nil); n != 1 {
			t.Fatalf("%d of a query, a response, a complaint and an error", n)
		}
		if q == nil {
			return
		}
		again, _, _, err := Read(q.Line())
		if err != nil || !bytes.Equal(again.Line(), q.Line()) {
			t.Fatalf("%s read again: %v", q.Line(), err)
		}
	})
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
