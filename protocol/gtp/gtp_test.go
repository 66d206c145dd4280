package gtp

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/ask"
	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/protocol/choice"
)

// bookOf returns the book of an archive that is open.
func bookOf(t testing.TB, v *archive.View, o choice.Options) *choice.Book {
	t.Helper()
	o.Pick, o.Seed, o.Depth = choice.Weighted, 1, max(o.Depth, 1)
	book, err := choice.NewBook(func() (*archive.Views, error) {
		now, err := v.Archive().View()
		if err != nil {
			return nil, err
		}
		return now.Views, nil
	}, o)
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// talk sends lines to a session and returns all that it answers and says.
func talk(t testing.TB, book *choice.Book, o Options, lines ...string) (out, said string) {
	t.Helper()
	if o.Unknown == "" {
		o.Unknown = Resign
	}
	o.Version = "1.0"
	o.Say = func(text string) { said += text + "\n" }
	s, err := New(book, o)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := s.Run(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &b); err != nil {
		t.Fatal(err)
	}
	return b.String(), said
}

// answers cuts what a session wrote into answers, and checks their form.
func answers(t testing.TB, out string) (list []string) {
	t.Helper()
	if out == "" {
		return nil
	}
	if !strings.HasSuffix(out, "\n\n") {
		t.Errorf("the last answer does not end: %q", out)
	}
	for one := range strings.SplitSeq(strings.TrimSuffix(out, "\n\n"), "\n\n") {
		if one == "" || one[0] != '=' && one[0] != '?' {
			t.Fatalf("%q is no answer", one)
		}
		list = append(list, one)
	}
	return list
}

// Three games that part at the third move, of which one has no result.
var three = []string{
	"(;SZ[9]RE[B+R]PB[Ann]PW[Ben]DT[1999];B[ee];W[ge];B[ec];W[gc])",
	"(;SZ[9]RE[W+3]PB[Cid];B[ee];W[ge];B[ec];W[cc])",
	"(;SZ[9]PB[Dan];B[ee];W[ge];B[gg])",
}

func TestAnswers(t *testing.T) {
	v := archivetest.Of(t, three...)
	load := filepath.Join(t.TempDir(), "game.sgf")
	if err := os.WriteFile(load, []byte("(;SZ[9];B[ee];W[ge];B[ec](;W[gc])(;W[cc]))"), 0o666); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(filepath.Dir(load), "empty.sgf")
	if err := os.WriteFile(empty, []byte("moves"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct{ in, want string }{
		// syntax
		{"name", "= kifudb"},
		{"7 name", "=7 kifudb"},
		{"name # really", "= kifudb"},
		{"# only this", ""},
		{"\n \t \r\n", ""},
		{"\x01na\x02me\r", "= kifudb"},
		{"12\tname", "=12 kifudb"},
		{"-1 name", "? unknown command"},
		{"5", "?5 unknown command"},
		{"Name", "? unknown command"},
		{"99999999999 name", "? unknown command"},
		{"protocol_version", "= 2"},
		{"version", "= 1.0"},
		{"known_command play", "= true"},
		{"known_command kata-analyze", "= true"},
		{"known_command fly", "= false"},
		{"known_command", "? syntax error"},
		{"quit\nname", "="},
		{"3 " + strings.Repeat("x", maxLine), "?3 the line is too long"},
		// boards
		{"boardsize 26", "? unacceptable size"},
		{"boardsize 1", "? unacceptable size"},
		{"boardsize x", "? syntax error"},
		{"boardsize", "? syntax error"},
		{"boardsize 25\nplay b z25\nquery_boardsize", "=|=|= 25"},
		{"boardsize 5 7\nplay b e7\nplay b e8", "=|=|? invalid vertex \"e8\""},
		{"komi 6.5\nget_komi\nkomi x\nkomi nan", "=|= 6.5|? syntax error|? syntax error"},
		{"time_settings 0 1 0\ntime_left b 5 0\ntime_left x 5 0", "=|=|? syntax error"},
		{"play b q16\nplay w q16", "=|? illegal move"},
		{"play BLACK Q16\nplay White pass\nplay b PASS", "=|=|="},
		{"play b i9", "? invalid vertex \"i9\""},
		{"play b", "? syntax error"},
		{"play x q16", "? syntax error"},
		{"undo", "? cannot undo"},
		{"play b q16\nundo\nundo\nplay w q16", "=|=|? cannot undo|="},
		{"boardsize 9\nplay b a2\nplay b b1\nplay w a1", "=|=|=|? illegal move"}, // suicide
		{"boardsize 9\ngogui-play_sequence b b1 b a2 b b3 w c1 w d2 w c3 w b2 b c2\nplay w b2\nplay w e5\nplay b e6\nplay w b2", "=|=|? illegal move|=|=|="}, // ko
		{"boardsize 9\ngogui-play_sequence b b1 b a2 b b3 w c1 w d2 w c3 w b2 b c2\nplay w pass\nplay w b2", "=|=|=|? illegal move"},                         // a whole board
		{"gogui-play_sequence b q16 w q16\nplay w q16", "? illegal move|="},                                                                                  // all or nothing
		{"gogui-play_sequence b", "? syntax error"},
		{"boardsize 2\nplay b a1\nplay w b2\nplay b a2\nundo\nclear_board\nplay w a1", "=|=|=|=|=|=|="},
		// handicap
		{"fixed_handicap 2", "= D4 Q16"},
		{"fixed_handicap 5", "= D4 Q16 D16 Q4 K10"},
		{"boardsize 9\nfixed_handicap 9", "=|= C3 G7 C7 G3 C5 G5 E3 E7 E5"},
		{"boardsize 13\nfixed_handicap 7", "=|= D4 K10 D10 K4 D7 K7 G7"},
		{"boardsize 8\nfixed_handicap 5\nplace_free_handicap 4", "=|? invalid number of stones|= C3 F6 C6 F3"},
		{"fixed_handicap 1\nfixed_handicap 10\nfixed_handicap x\nfixed_handicap", "? invalid number of stones|? invalid number of stones|? syntax error|? syntax error"},
		{"play b a1\nfixed_handicap 2\nset_free_handicap c3 d4", "=|? board not empty|? board not empty"},
		{"set_free_handicap c3 c3\nset_free_handicap c3\nset_free_handicap c3 pass\nset_free_handicap c3 e5\nundo", "? bad vertex list|? bad vertex list|? bad vertex list|=|? cannot undo"},
		// files
		{"loadsgf " + load + "\nkifudb-query\nundo\nundo\nundo\nundo\nundo", `=|= pos:"SZ[9]AB[ec][ee]AW[gc][ge]" game:go|=|=|=|=|? cannot undo`},
		{"loadsgf " + load + " 3\nkifudb-query", `=|= pos:"SZ[9]AB[ee]AW[ge]" game:go`},
		{"loadsgf " + load + " 0", "? syntax error"},
		{"loadsgf " + empty, "? cannot load file: not a record in SGF"},
		// the archive
		{"boardsize 9\ngenmove b\ngenmove w\nundo\nreg_genmove w", "=|= E5|= G5|=|= G5"},
		{"boardsize 9\nkifudb-next", "=|= 3 games\nE5 3 games share 100.0% score 50.0% low 9.5% decided 2"},
		{"boardsize 9\nkifudb-next w", "=|= no move known: 3 games have this position, and none goes on with a move of this color"},
		{"boardsize 9\nplay b a1\nkifudb-next\nkifudb-games\nkifudb-gfx\nkifudb-open", "=|=|= no move known: no game has this position|= no game has this position|= TEXT no move known: no game has this position|? no game has this position"},
		{"boardsize 9\nplay b e5\nkifudb-games 1\nkifudb-gfx\nkifudb-open 3\nkifudb-open 4", "=|=|= 3 games\n1@1 Ann – Ben, 1999, B+R|= LABEL G5 100%\nINFLUENCE G5 1.000\nTEXT 3 games|= page of 3@1|? 3 games have this position"},
		{"kifudb-games 0\nkifudb-games x y\nkifudb-next x", "? syntax error|? syntax error|? syntax error"},
		{"genmove\ngenmove x\nreg_genmove", "? syntax error|? syntax error|? syntax error"},
		// analyses
		{"boardsize 9\ngogui-play_sequence b e5 w g5\nlz-analyze 10", "=|=|=\ninfo move E7 visits 2 winrate 5000 prior 6667 lcb 945 order 0 pv E7 info move G7 visits 1 winrate 5000 prior 3333 order 1 pv G7"},
		{"boardsize 9\ngogui-play_sequence b e5 w g5\n4 kata-analyze b maxmoves 1 interval 50 ownership true", "=|=|=4\ninfo move E7 visits 2 winrate 0.500000 prior 0.666667 lcb 0.094531 order 0 pv E7"},
		{"boardsize 9\ngogui-play_sequence b e5 w g5\nanalyze avoid b E7,e3,g7 1 avoid w G3 1", "=|=|=\ninfo move G3 visits 1 winrate 5000 prior 3333 order 0 pv G3"},
		{"boardsize 9\ngogui-play_sequence b e5 w g5\nlz-analyze allow b g3 1\n", "=|=|=\ninfo move G3 visits 1 winrate 5000 prior 3333 order 0 pv G3"},
		{"boardsize 9\ngogui-play_sequence b e5 w g5\nlz-genmove_analyze b 10 allow b g3,pass 1\nkifudb-next w", "=|=|=\ninfo move G3 visits 1 winrate 5000 prior 3333 order 0 pv G3\nplay G3|= no move known: 1 game has this position, and none goes on with a move of this color"},
		{"boardsize 9\nplay b a1\ngenmove_analyze w", "=|=|=\nplay resign"},
		{"lz-analyze x\nlz-analyze b -3\nlz-analyze maxmoves\nlz-analyze maxmoves x\nlz-analyze ownership true\nkata-analyze ownership maybe\nkata-analyze avoid b a1\nkata-analyze avoid b a1 0\nkata-analyze avoid x a1 1\nkata-analyze allow b i1 1",
			strings.Repeat("? syntax error|", 9) + "? invalid vertex \"i1\""},
	} {
		o := Options{Page: func(ref string) (string, error) { return "page of " + ref, nil }}
		out, _ := talk(t, bookOf(t, v, choice.Options{}), o, strings.Split(one.in, "\n")...)
		if got := strings.Join(answers(t, out), "|"); got != one.want {
			t.Errorf("%.200q\ngot  %q\nwant %q", one.in, got, one.want)
		}
	}
}

// The answer where no move is known is the one that was chosen, and the reason is said.
func TestUnknown(t *testing.T) {
	v := archivetest.Of(t, three...)
	for unknown, want := range map[string]string{Resign: "= resign", Pass: "= pass", Error: "? no move known"} {
		out, said := talk(t, bookOf(t, v, choice.Options{}), Options{Unknown: unknown}, "boardsize 9", "play b a1", "genmove w")
		if list := answers(t, out); list[2] != want {
			t.Errorf("%s: got %q", unknown, list[2])
		}
		if said != "no move known: no game has this position\n" {
			t.Errorf("%s: said %q", unknown, said)
		}
	}
	_, said := talk(t, bookOf(t, v, choice.Options{MinGames: 3}), Options{}, "boardsize 9", "gogui-play_sequence b e5 w g5", "genmove b")
	if want := "no move known: 3 games have this position, and no move of this color is in 3\n"; said != want {
		t.Errorf("said %q, want %q", said, want)
	}
	if _, err := New(nil, Options{Unknown: "sleep"}); err == nil {
		t.Error("an answer that is none is accepted")
	}
	out, _ := talk(t, bookOf(t, v, choice.Options{}), Options{Repeats: true}, "boardsize 9", "gogui-play_sequence b b1 b a2 b b3 w c1 w d2 w c3 w b2 b c2", "play w pass", "play w b2")
	if list := answers(t, out); list[3] != "=" {
		t.Errorf("a repeated board that is allowed: %q", list[3])
	}
}

// Lines go on with what was played most often.
func TestLines(t *testing.T) {
	v := archivetest.Of(t, append(slices.Clone(three), strings.Replace(three[0], "Ann", "Eve", 1))...)
	out, _ := talk(t, bookOf(t, v, choice.Options{Depth: 4, Records: true}), Options{}, "boardsize 9", "lz-analyze b")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if last := lines[len(lines)-1]; !strings.HasSuffix(last, " pv E5 G5 E7 G7") {
		t.Errorf("got %q", last)
	}
}

// A record cannot end an answer, begin another or move the cursor.
func TestHostileNames(t *testing.T) {
	v := archivetest.Of(t, "(;SZ[9]PB[A\n\n= resign\n\n\x1b[2J\u0085\u2028x]PW[?]RE[B+R];B[ee])")
	out, _ := talk(t, bookOf(t, v, choice.Options{}), Options{}, "boardsize 9", "kifudb-games", "name")
	if list := answers(t, out); len(list) != 3 || strings.Count(list[1], "\n") != 1 || strings.ContainsAny(out, "\x1b\u0085\u2028") {
		t.Errorf("got %q", out)
	}
}

// naive is a board that looks for liberties stone by stone, and remembers all earlier boards.
type naive struct {
	size   int
	stones map[[2]int]byte
	before []map[[2]int]byte
}

func (n *naive) near(p [2]int) (list [][2]int) {
	for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		if q := [2]int{p[0] + d[0], p[1] + d[1]}; min(q[0], q[1]) >= 0 && max(q[0], q[1]) < n.size {
			list = append(list, q)
		}
	}
	return list
}

func (n *naive) chain(stones map[[2]int]byte, p [2]int) (chain [][2]int, free bool) {
	chain = [][2]int{p}
	for i := 0; i < len(chain); i++ {
		for _, q := range n.near(chain[i]) {
			switch {
			case stones[q] == 0:
				free = true
			case stones[q] == stones[p] && !slices.Contains(chain, q):
				chain = append(chain, q)
			}
		}
	}
	return chain, free
}

func same(a, b map[[2]int]byte) bool {
	if len(a) != len(b) {
		return false
	}
	for p, c := range a {
		if b[p] != c {
			return false
		}
	}
	return true
}

// play plays a move, false if it is illegal.
func (n *naive) play(color byte, p *[2]int) bool {
	after := map[[2]int]byte{}
	for q, c := range n.stones {
		after[q] = c
	}
	if p != nil {
		if after[*p] != 0 {
			return false
		}
		after[*p] = color
		for _, q := range n.near(*p) {
			if after[q] != 0 && after[q] != color {
				if chain, free := n.chain(after, q); !free {
					for _, r := range chain {
						delete(after, r)
					}
				}
			}
		}
		if _, free := n.chain(after, *p); !free {
			return false
		}
		if slices.ContainsFunc(append(n.before, n.stones), func(b map[[2]int]byte) bool { return same(b, after) }) {
			return false
		}
	}
	n.before, n.stones = append(n.before, n.stones), after
	return true
}

func (n *naive) undo() bool {
	if len(n.before) == 0 {
		return false
	}
	n.stones, n.before = n.before[len(n.before)-1], n.before[:len(n.before)-1]
	return true
}

// query writes the board as the session does.
func (n *naive) query() string {
	b := position.NewBoard(position.Square(n.size))
	for p, c := range n.stones {
		b.Set(position.At(p[0], n.size-1-p[1]), position.Color(c))
	}
	return `= pos:"` + b.SetupSGF() + `" game:go`
}

// Random commands leave the same board as one that is played naively, move by move, and are refused when it refuses them.
func TestRandomCommands(t *testing.T) {
	v := archivetest.Of(t, three...)
	random := rand.New(rand.NewPCG(1, 2))
	illegal := 0
	for range testsize.Of(200, 20) {
		n := &naive{size: 2 + random.IntN(4), stones: map[[2]int]byte{}}
		lines, want := []string{"boardsize " + strconv.Itoa(n.size)}, []string{"="}
		for range 120 {
			switch k := random.IntN(20); {
			case k == 0:
				lines, want = append(lines, "clear_board"), append(want, "=")
				n.stones, n.before = map[[2]int]byte{}, nil
			case k < 3:
				lines = append(lines, "undo")
				if n.undo() {
					want = append(want, "=")
				} else {
					want = append(want, "? cannot undo")
				}
			default:
				color := byte(1 + random.IntN(2))
				word, at := "pass", (*[2]int)(nil)
				if k > 3 {
					p := [2]int{random.IntN(n.size), random.IntN(n.size)}
					word, at = fmt.Sprintf("%c%d", 'A'+p[0], p[1]+1), &p
				}
				lines = append(lines, "play "+" bw"[color:color+1]+" "+word)
				if n.play(color, at) {
					want = append(want, "=")
				} else {
					want = append(want, "? illegal move")
					illegal++
				}
			}
			lines, want = append(lines, "kifudb-query"), append(want, n.query())
		}
		for n.undo() {
			lines, want = append(lines, "undo"), append(want, "=")
		}
		lines, want = append(lines, "undo", "kifudb-query"), append(want, "? cannot undo", n.query())
		out, _ := talk(t, bookOf(t, v, choice.Options{}), Options{}, lines...)
		got := answers(t, out)
		for i := range want {
			if i >= len(got) || got[i] != want[i] {
				t.Fatalf("%q: got %q, want %q after\n%s", lines[i], got[i], want[i], strings.Join(lines[:i], "\n"))
			}
		}
	}
	if illegal < 100 {
		t.Errorf("only %d moves were illegal", illegal)
	}
}

// info is a move of an analysis, read back.
type info struct {
	move          string
	visits, order int
	winrate       float64
	prior         float64
	pv            []string
}

// readInfos reads a line of an analysis, by the description of KataGo's GTP extensions alone.
func readInfos(t *testing.T, text string, scale float64) (list []info) {
	t.Helper()
	for part := range strings.SplitSeq(text, "info ") {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		var one info
		for i := 0; i+1 < len(words); i += 2 {
			x, err := strconv.ParseFloat(words[i+1], 64)
			switch words[i] {
			case "move":
				one.move, err = words[i+1], nil
			case "visits":
				one.visits = int(x)
			case "order":
				one.order = int(x)
			case "winrate":
				one.winrate = x / scale
			case "prior":
				one.prior = x / scale
			case "lcb":
			case "pv":
				one.pv, err = words[i+1:], nil
				i = len(words)
			default:
				t.Errorf("the key %s in %q", words[i], text)
			}
			if err != nil {
				t.Error(err)
			}
		}
		list = append(list, one)
	}
	return list
}

// At each position of a game, what the session shows is what is counted next at the position.
func TestEqualsNext(t *testing.T) {
	v := archivetest.Collection(t)
	vs := ask.Of(v.Views)
	compared := 0
	for _, g := range v.Snapshot().Segments() {
		for local := range g.Len() {
			if g.Facts(local).Game != 1 || !validSize(g.Facts(local).Size) || local%testsize.Of(4, 10) != 0 {
				continue
			}
			script, err := g.Script(local)
			if err != nil {
				t.Fatal(err)
			}
			size := g.Facts(local).Size
			lines := []string{fmt.Sprintf("boardsize %d %d", size.Cols, size.Rows)}
			var boards []*position.Board
			var ids []string
			b := position.NewBoard(size)
			var r position.Replayer
			r.Replay(size, script, func(_ *position.Board, s *position.Step) bool {
				if s.Moved && s.MainLine && b.Clone().Play(s.Move) == 0 {
					lines = append(lines, "play "+s.Move.Color.Letter()+" "+size.Name(s.Move.Point))
					b.Play(s.Move)
					if n := s.MoveNumber; n < 6 || n%25 == 0 {
						for _, color := range []string{"b", "w"} {
							ids = append(ids, strconv.Itoa(len(ids)+1))
							lines = append(lines, ids[len(ids)-1]+" kata-analyze "+color, "1000 name", ids[len(ids)-1]+" kifudb-next "+color)
							boards = append(boards, b.Clone())
						}
					}
				}
				return s.MainLine
			})
			out, _ := talk(t, bookOf(t, v, choice.Options{}), Options{Repeats: true}, lines...)
			texts := map[string]string{}
			for _, a := range answers(t, out) {
				id, text, _ := strings.Cut(strings.TrimPrefix(a, "="), " ")
				if !strings.Contains(a, "info") {
					texts[id] = text
				}
			}
			for i, board := range boards {
				color := []position.Color{position.Black, position.White}[i%2]
				q, err := ask.At(archive.Query{}, `pos:"`+board.SetupSGF()+`" game:go`)
				if err != nil {
					t.Fatal(err)
				}
				next, err := vs.Next(t.Context(), &archive.Search{Query: q}, &ask.NextOptions{Min: 1})
				if err != nil {
					t.Fatal(err)
				}
				want := []string{games(next.Games)}
				for _, n := range next.Next {
					if n.Played.Color != color || board.Legal(n.Played) != nil {
						continue
					}
					text := size.Name(n.Played.Point) + " " + games(n.Games) + " share " + percent(n.Share.Value)
					share := n.Won.BlackShare
					if n.Won.Draw > 0 {
						share = n.Won.BlackScore
					}
					switch {
					case share == nil:
						text += " score unknown"
					case color == position.White:
						text += " score " + percent(archive.Round6(1-share.Value)) + " low " + percent(archive.Round6(1-share.High)) + " decided " + strconv.Itoa(n.Won.Decided)
					default:
						text += " score " + percent(share.Value) + " low " + percent(share.Low) + " decided " + strconv.Itoa(n.Won.Decided)
					}
					want = append(want, text)
				}
				got := strings.Split(texts[ids[i]], "\n")
				if len(want) == 1 {
					if !strings.HasPrefix(texts[ids[i]], "no move known: ") {
						t.Errorf("%s: got %q, want none", q, got)
					}
					continue
				}
				compared++
				if !slices.Equal(got, want) {
					t.Errorf("%s: got %q, want %q", q, got, want)
				}
			}
		}
	}
	if compared < 20 {
		t.Errorf("only %d positions were compared", compared)
	}
	t.Logf("%d positions", compared)
}

// What an analysis prints is what the archive says of the moves.
func TestInfos(t *testing.T) {
	v := archivetest.Collection(t)
	book := bookOf(t, v, choice.Options{Depth: 3})
	for _, moves := range []string{"", "b q16", "b q16 w d4", "b r16"} {
		for name, scale := range map[string]float64{"lz-analyze": 10000, "kata-analyze": 1} {
			s, err := New(book, Options{Unknown: Resign})
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := s.Run(t.Context(), strings.NewReader("gogui-play_sequence "+moves+"\n"+name+"\n"), &out); err != nil {
				t.Fatal(err)
			}
			found, err := book.At(context.Background(), s.term(), s.track.now().ToPlay(), nil)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			list := readInfos(t, lines[len(lines)-1], scale)
			if len(list) != len(found.Moves) || len(list) == 0 {
				t.Fatalf("%q: %d moves, want %d", moves, len(list), len(found.Moves))
			}
			for i, m := range found.Moves {
				one := list[i]
				if one.order != i || one.visits != m.Games || one.move != vertex(s.track.now().Size(), m.Played.Point) || one.pv[0] != one.move {
					t.Errorf("%q: got %+v, want %+v", moves, one, m)
				}
				if far := max(one.winrate-m.Score, m.Score-one.winrate, one.prior-m.Share, m.Share-one.prior); far > 0.00006 {
					t.Errorf("%q: got %+v, want %+v", moves, one, m)
				}
			}
		}
	}
}
