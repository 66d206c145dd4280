package goserver_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/format"
	"kifudb/sgfread/charset"
)

const (
	katagoQuestion = `{"id":"a","boardXSize":19,"boardYSize":17,"rules":"chinese","komi":7.5,"initialStones":[["B","Q4"],["W","(0,1)"],["B","pass"]],
"initialPlayer":"W","moves":[["W","D4"],["b","pass"],["W","T17"],["B","I4"],
["B","A18"],["x","A1"],["B"]],"maxVisits":10}`
	katagoStart = `{"board":"...../..XO./...../...../...../","hintLoc":"B2","initialTurnNumber":2,"moveLocs":["A1","pass","E5"],"movePlas":["B","W","B"],"nextPla":"B","weight":1.0,"xSize":5,"ySize":5}`
)

func TestDeriveKataGo(t *testing.T) {
	for text, want := range map[string]string{
		katagoQuestion: `line 1 bad-start: cannot read the stone "[\"B\",\"pass\"]"
line 2 bad-move: cannot read the move
line 3 bad-move: cannot read the move
line 3 bad-move: cannot read the move
line 3 bad-move: cannot read the move
SZ[19:17]GN[a]RU[chinese]KM[7.5]
0 +15,13 +0,1
1 white 3,13
2 black 63,63
3 white 18,0
4
5
6
7
`,
		katagoStart: "SZ[5]\n0 +2,1 +3,1\n1 black 0,4\n2 white 63,63\n3 black 4,0 \"B2\"\n",
		strings.Replace(katagoStart, `..XO.`, `..XO`, 1):                                  "line 1 bad-start: the board is not 5x5 points of X, O and full stops\nSZ[5]\n0 +2,1 +3,1\n1 black 0,4\n2 white 63,63\n3 black 4,0 \"B2\"\n",
		strings.Replace(katagoStart, `"B","W","B"`, `"B"`, 1):                             "line 1 bad-move: cannot read the move\nline 1 bad-move: cannot read the move\nSZ[5]\n0 +2,1 +3,1\n1 black 0,4\n2\n3 \"B2\"\n",
		strings.Replace(katagoStart, `["A1","pass","E5"]`, `[]`, 1):                       "line 1 bad-record: there are more colours than moves\nSZ[5]\n0 +2,1 +3,1 \"B2\"\n",
		`{"boardXSize":29,"boardYSize":29,"moves":[["B","Z29"],["W","AA1"],["B","AE1"]]}`: "line 1 bad-move: cannot read the move\nSZ[29]\n0\n1 black 24,0\n2 white 25,28\n3\n",
	} {
		if diff := cmp.Diff(want, told(t, "katago-json", []byte(text), charset.UTF8)); diff != "" {
			t.Errorf("%s\n%s", text, diff)
		}
	}
}

// Questions are games, and the answers beside them are not.
func TestSplitKataGo(t *testing.T) {
	answer := `{"id":"a","isDuringSearch":false,"moveInfos":[{"move":"D4","visits":3}],"rootInfo":{"visits":9},"turnNumber":1}`
	games, lines, err := objects(t, "katago-json", answer+"\n"+katagoQuestion+"\n"+answer+"\n"+katagoStart+"\n")
	if err != nil || len(games) != 2 || games[0] != katagoQuestion || games[1] != katagoStart || lines[1] != 6 {
		t.Errorf("%q, %v, %v", games, lines, err)
	}
	for text, want := range map[string]bool{
		katagoQuestion: true, katagoStart: true, answer + "\n" + katagoQuestion: true, answer: false, `{"board":"x","xSize":5,"ySize":5}`: false,
		`{"boardXSize":9,"boardYSize":9,"moves":3}`: false, ogsGame: false, "x" + katagoStart: false,
	} {
		if got := formats().Named("katago-json").Recognise(format.NewHead([]byte(text), 0)) == format.Sure; got != want {
			t.Errorf("%.60q: %v", text, got)
		}
	}
	for cut := range len(katagoStart) {
		games, _, err := objects(t, "katago-json", katagoStart+"\n"+katagoStart[:cut]+"\n"+katagoStart)
		if last := len(games) - 1; err != nil || last < 1 || games[0] != katagoStart || games[last] != katagoStart {
			t.Fatalf("cut at %d: %q, %v", cut, games, err)
		}
		told(t, "katago-json", []byte(katagoStart[:cut]), charset.UTF8)
	}
}
