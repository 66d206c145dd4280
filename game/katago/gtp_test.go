package katago

import (
	"fmt"
	"strings"
	"testing"
)

const gtpLog = `2026-01-02 03:04:05+0000: GTP Engine starting
2026-01-02 03:04:06+0000: Controller: boardsize 19
2026-01-02 03:04:06+0000: Controller: komi 6.5
= 
7 play B Q16
=7

kata-analyze W 50
= 
info move D4 visits 30 winrate 0.4 scoreMean -1 scoreLead -1.5 order 0 pv D4 Q4 info move Q4 visits 10 winrate 0.3 scoreLead -3 order 1 pv Q4
info move Q4 visits 5 winrate 0.3 scoreLead -3 order 1 pv Q4 info move D4 visits 60 winrate 0.45 scoreLead -1 order 0 pv D4 Q4 ownership 0.1 0.2
kata-genmove_analyze W 50
= 
info move D4 visits 100 winrate 0.46 scoreLead -0.5 order 0 pv D4
play D4
lz-analyze B 50
info move Q4 visits 8 winrate 5123 prior 20 lcb 5000 order 0 pv Q4
play B bad
genmove B
= Q4
lz-analyze W 50
info move C3 visits 8 winrate 1 prior 20 order 0 pv C3
undo
clear_board
komi 0.5
boardsize 9
set_free_handicap E5 C3
kata-analyze 50
info move G7 visits 8 winrate 0.9 scoreLead 20 order 0 pv G7
`

func TestReadLog(t *testing.T) {
	var got []string
	bad, err := ReadLog(strings.NewReader(gtpLog), func(q *Query, list []*Response) error {
		komi := "?"
		if q.Komi != nil {
			komi = fmt.Sprint(*q.Komi)
		}
		got = append(got, fmt.Sprint(q.Size, " komi ", komi, " stones ", len(q.Stones), " moves ", len(q.Moves)))
		for _, r := range list {
			lead := "?"
			if r.Lead != nil {
				lead = fmt.Sprint(*r.Lead)
			}
			got = append(got, fmt.Sprintf("%d %s %v %s %d %v", r.Turn, r.Player.Letter(), *r.Chance, lead, r.Visits, r.Best))
		}
		return nil
	})
	want := `19x19 komi 6.5 stones 0 moves 2
1 W 0.46 -0.5 100 [D4]
2 B 0.5123 ? 8 [Q4]
9x9 komi 0.5 stones 2 moves 0
0 . 0.9 20 8 [G7]`
	if err != nil || bad != 1 || strings.Join(got, "\n") != want {
		t.Errorf("%d bad, %v, got\n%s\nwant\n%s", bad, err, strings.Join(got, "\n"), want)
	}
	for text, want := range map[string]bool{gtpLog: true, "boardsize 9\n": true, "1 play b q16\n": true, `{"id":"play"}`: false, "": false, "Dear play, genmove": false, `2026-01-02: Request: {"id":"x","komi":7}`: false} {
		if IsLog([]byte(text)) != want {
			t.Errorf("%.40q: a log? %v", text, !want)
		}
	}
}

func FuzzReadLog(f *testing.F) {
	f.Add([]byte(gtpLog))
	f.Fuzz(func(t *testing.T, text []byte) {
		_, _ = ReadLog(strings.NewReader(string(text)), func(q *Query, list []*Response) error {
			for _, r := range list {
				if r.Turn > len(q.Moves) && len(q.Moves) == 0 && r.Turn < 0 {
					t.Fatal("no such turn")
				}
			}
			return nil
		})
	})
}
