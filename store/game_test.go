package store

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"unicode"

	"kifudb/position"
)

// names are players and events in the scripts that records come in.
var names = []string{
	"Honinbo Dosaku", "Hon'inbō Shūsaku", "本因坊秀策", "Cho Chikun", "趙治勲", "조훈현", "이창호",
	"Lee Se-dol", "Gu Li", "古力", "Ke Jie", "柯洁", "Kobayashi Koichi", "小林光一", "Go Seigen", "呉清源",
	"Ｔａｋｅｍｉｙａ Masaki", "ﾀｹﾐﾔ ﾏｻｷ", "Iyama Yuta", "Müller", "Łukasz Podpera", "Étienne", "Rui Naiwei", "芮乃偉",
}

// remarks are comments to make others of.
var remarks = []string{
	"A ladder breaker.", "Black's hane is an overplay; White cuts.", "黒の好手。", "白は征子が悪い。", "这手棋是随手。",
	"축이 성립하지 않는다.", "joseki until here", "White resigns", "コウ争い", "The aji-keshi lost the game, don't you think?",
}

// sgf makes the n-th test game: random moves on a small or large board, with
// names and comments of all scripts, variations and setup now and then.
func sgf(n int) string {
	r := rand.New(rand.NewPCG(uint64(n), 7))
	size := []int{19, 19, 19, 13, 9}[r.IntN(5)]
	var b strings.Builder
	fmt.Fprintf(&b, "(;GM[1]FF[4]SZ[%d]", size)
	fmt.Fprintf(&b, "PB[%s %d]PW[%s]", names[r.IntN(len(names))], r.IntN(1e6), names[r.IntN(len(names))])
	fmt.Fprintf(&b, "EV[%d. %s]DT[%d-%02d-%02d]RE[%s]", r.IntN(60), []string{"Meijin", "名人戦", "국수전"}[r.IntN(3)],
		1600+r.IntN(400), 1+r.IntN(12), 1+r.IntN(28), []string{"B+R", "W+3.5", "0"}[r.IntN(3)])
	if r.IntN(4) == 0 {
		b.WriteString("AB[dd][gg]")
	}
	open := 0
	color := "B"
	for range 5 + r.IntN(80) {
		p := position.At(r.IntN(size), r.IntN(size))
		fmt.Fprintf(&b, ";%s[%v]", color, p)
		color = map[string]string{"B": "W", "W": "B"}[color]
		if r.IntN(20) == 0 {
			fmt.Fprintf(&b, "C[%s %s]", remarks[r.IntN(len(remarks))], remarks[r.IntN(len(remarks))])
		}
		if r.IntN(40) == 0 {
			b.WriteString("(")
			open++
		}
	}
	b.WriteString(strings.Repeat(")", open+1))
	return b.String()
}

// record is the record of the n-th test game.
func record(n int) Record {
	raw := "lead " + sgf(n)
	return Record{
		Raw: []byte(raw), Tree: [2]int{5, len(raw)},
		Source:  Source{fmt.Sprintf("games/%d.zip!/%d.sgf", n/100, n), 0},
		Charset: Charset{"utf-8", 1, "no other byte"},
	}
}

// game is the n-th test game.
func game(tb testing.TB, n int) *Game {
	tb.Helper()
	g, err := derive(record(n))
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// replayers keep the tables of keys that they have made.
var replayers = sync.Pool{New: func() any { return new(position.Replayer) }}

// derive is a Derive for the test games. It knows as much SGF as sgf writes.
func derive(r Record) (*Game, error) {
	tree := r.Raw[r.Tree[0]:r.Tree[1]]
	g := &Game{Record: r, Digest: DigestOf(tree), Facts: Facts{Komi: NoKomi, Game: 1, Size: position.Square(19)}}
	var b position.ScriptBuilder
	ident := ""
	node := -1
	for i := 0; i < len(tree); i++ {
		switch c := tree[i]; {
		case c == ';':
			node++
			b.Node()
		case c == '(' && node >= 0:
			b.Open()
		case c == ')':
			b.Close()
		case unicode.IsUpper(rune(c)):
			if i > 0 && unicode.IsUpper(rune(tree[i-1])) {
				ident += string(c)
			} else {
				ident = string(c)
			}
		case c == '[':
			end := i + bytes.IndexByte(tree[i:], ']')
			if end < i {
				return nil, fmt.Errorf("value at %d is not closed", i)
			}
			text := string(tree[i+1 : end])
			i = end
			point, _ := position.ParsePoint(text)
			switch ident {
			case "B":
				b.Move(position.Move{Color: position.Black, Point: point})
			case "W":
				b.Move(position.Move{Color: position.White, Point: point})
			case "AB":
				b.Add(position.Black, point)
			case "C":
				g.Comments = append(g.Comments, Comment{node, ident, text})
				g.Facts.Flags |= HasComments
			default:
				g.Info = append(g.Info, Value{ident, text})
			}
			if ident == "SZ" {
				var n int
				fmt.Sscan(text, &n)
				g.Facts.Size = position.Square(n).Clamp()
			}
		}
	}
	g.Info = append(g.Info, Value{"file", r.Source.Path}, Value{"charset", r.Charset.Name})
	g.Script = b.Script()
	g.Facts.Moves, g.Facts.Nodes = uint32(g.Script.Moves()), uint32(g.Script.Nodes())
	if g.Script.Branched() {
		g.Facts.Flags |= HasVariations
	}
	replayer := replayers.Get().(*position.Replayer)
	defer replayers.Put(replayer)
	replayer.Replay(g.Facts.Size, g.Script, func(board *position.Board, step *position.Step) bool {
		if step.Node == 0 || len(step.Changes) > 0 {
			g.Keys = append(g.Keys, board.IndexKey())
		}
		return true
	})
	return g, nil
}

// newDB makes an empty archive that is checked when the test ends.
func newDB(t testing.TB, o *Options) *DB {
	t.Helper()
	if o == nil {
		o = new(Options)
	}
	o.Create = true
	db, err := Open(t.TempDir(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		checkSilent(t, db)
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func checkSilent(t testing.TB, db *DB) {
	t.Helper()
	for err := range db.Check(context.Background(), derive) {
		t.Errorf("check: %v", err)
	}
}

// newWriter opens a writer that is closed when the test ends.
func newWriter(t testing.TB, db *DB) *Writer {
	t.Helper()
	w, err := db.Writer(derive)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// addGames adds test games lo to hi-1, not yet committed.
func addGames(t testing.TB, w *Writer, lo, hi int) {
	t.Helper()
	for n := lo; n < hi; n++ {
		if _, err := w.Add(t.Context(), game(t, n)); err != nil {
			t.Fatal(err)
		}
	}
}

// commit commits, after which everything is indexed.
func commit(t testing.TB, w *Writer) {
	t.Helper()
	if err := w.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.IndexComments(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}

// newSnapshot takes a snapshot that is closed when the test ends.
func newSnapshot(t testing.TB, db *DB) *Snapshot {
	t.Helper()
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
