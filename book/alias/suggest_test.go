package alias

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/position"
	"kifudb/store"
)

// A record is who played, in which year, and which game it is: those of one
// number have the same moves, negative ones with the colors exchanged.
type record struct {
	black, white string
	year         int32
	game         int
}

func newArchive(t *testing.T, records []record) *store.Snapshot {
	t.Helper()
	ctx := context.Background()
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true, MaxGames: 7})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w, err := db.Writer(func(store.Record) (*store.Game, error) { return nil, errors.New("not to be read again") })
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range records {
		g := &store.Game{Record: store.Record{Raw: fmt.Appendf(nil, "(;GC[%d])", i)}}
		g.Record.Tree = [2]int{0, len(g.Record.Raw)}
		g.Digest = store.DigestOf(g.Record.Raw)
		g.Info = []store.Value{{Ident: "PB", Text: r.black}, {Ident: "PW", Text: r.white}}
		f := &g.Facts
		f.Game, f.Size, f.Komi = 1, position.Square(19), store.NoKomi
		f.DateLo, f.DateHi = r.year*10000+101, r.year*10000+1231
		g.Script = moves(r.game)
		f.Moves, f.Nodes = uint32(g.Script.Moves()), uint32(g.Script.Nodes())
		if _, err := w.Add(ctx, g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(ctx); err != nil {
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
	return s
}

// moves makes the 60 moves of a game.
func moves(game int) position.Script {
	r := rand.New(rand.NewPCG(uint64(max(game, -game)), 5))
	color := position.Black
	if game < 0 {
		color = position.White
	}
	var b position.ScriptBuilder
	b.Node()
	for range 60 {
		b.Node()
		b.Move(position.Move{Color: color, Point: position.Point(r.IntN(361))})
		color = color.Opponent()
	}
	return b.Script()
}

func TestSuggest(t *testing.T) {
	game := 100
	next := func() int { game++; return game }
	records := []record{
		// Another romanisation, and a record of the same game.
		{"Lee Changho", "Cho Hunhyun", 1990, 1}, {"Yi Ch'ang-ho", "Cho Hunhyun", 1990, 1},
		// Two games in two scripts.
		{"Iyama Yuta", "Shibano Toramaru", 2018, 2}, {"井山裕太", "芝野虎丸", 2018, 2},
		{"Iyama Yuta", "Shibano Toramaru", 2019, 3}, {"井山裕太", "芝野虎丸", 2019, 3},
		// The colors are exchanged in one record of a game.
		{"Otake Hideo", "Kato Masao", 1980, 4}, {"加藤正夫", "大竹英雄", 1980, -4},
		// The players are, which is an error of the record.
		{"Rin Kaiho", "Takagawa Kaku", 1970, 5}, {"Takagawa Kaku", "Rin Kaiho", 1970, 5},
		// A record says so.
		{"Tamura Hoju (later Shusai)", "Iwasaki Kenzo", 1895, next()}, {"Shusai Meijin", "Iwamoto Kaoru", 1930, next()},
		// Words in another order.
		{"Chikun Cho", "Ishida Yoshio", 1985, next()}, {"Cho Chikun", "Ishida Yoshio", 1985, next()},
		// Rivals with nearly the same name, and fathers with the same one.
		{"Sakata Eiosan", "Sakata Eiousan", 1960, next()},
		{"Yasui Santetsu", "Honinbo Dosaku", 1670, next()}, {"Santetsu Yasui", "Fujisawa Hosai", 1970, next()},
		// Other names: another given one, a nickname with another digit.
		{"Nakamura Shinya", "Hane Naoki", 1990, next()}, {"Nakamura Shinji", "Hane Naoki", 1990, next()},
		{"killer1", "hane", 2005, next()}, {"killer2", "hane", 2005, next()},
		{"Liu Xi (2)", "Hane Naoki", 2005, next()}, {"Liu Xi", "Hane Naoki", 2005, next()},
		{"Kim Seongjae", "Hane Naoki", 2015, next()}, {"Kim Seungjae", "Hane Naoki", 2015, next()},
		{"王元\ufffd", "Hane Naoki", 2015, next()}, {"王元", "Hane Naoki", 2015, next()},
		// A nickname and an account.
		{"閃電閃電 lightning77", "hane", 2006, next()}, {"lightning77", "hane", 2007, next()},
		// A slip of the pen, once among many games.
		{"Masubuchi Tatuko", "Hane Naoki", 1935, next()},
	}
	for range 12 {
		records = append(records, record{"Masubuchi Tatsuko", "Hane Naoki", 1935, next()})
	}
	s := newArchive(t, records)
	list, err := Suggest(context.Background(), s, NewTable(Players, nil), DefaultMin)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range list {
		got = append(got, fmt.Sprintf("%d %s = %s: %s", s.Score, s.A.Text, s.B.Text, strings.Join(s.Evidence, "; ")))
	}
	want := []string{
		"11 Lee Changho = Yi Ch'ang-ho: a game recorded under both; another romanisation",
		"10 Shusai = Tamura Hoju: a record gives both",
		"6 Masubuchi Tatsuko = Masubuchi Tatuko: another romanisation",
		"6 Chikun Cho = Cho Chikun: the same words in another order",
		"5 Iyama Yuta = 井山裕太: 2 games recorded under both, in two scripts",
		"5 Shibano Toramaru = 芝野虎丸: 2 games recorded under both, in two scripts",
		"5 lightning77 = 閃電閃電 lightning77: a nickname and an account",
		"4 Kato Masao = 加藤正夫: a game recorded under both, in two scripts",
		"4 Otake Hideo = 大竹英雄: a game recorded under both, in two scripts",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}

	// What is known is not suggested again, and all else is.
	for i := range list {
		table := NewTable(Players, nil)
		for k, s := range list {
			if k == i {
				continue
			}
			if _, _, err := table.Add(s.A.Text, s.B.Text); err != nil {
				t.Fatal(err)
			}
		}
		rest, err := Suggest(context.Background(), s, table, DefaultMin)
		if err != nil || len(rest) != 1 || rest[0].A.Text != list[i].A.Text {
			t.Errorf("got %v, %v; want %s", rest, err, list[i].A.Text)
		}
	}
	table := NewTable(Players, nil)
	for _, s := range list {
		if _, _, err := table.Add(s.A.Text, s.B.Text); err != nil {
			t.Fatal(err)
		}
	}
	if list, err = Suggest(context.Background(), s, table, DefaultMin); err != nil || len(list) != 0 {
		t.Errorf("got %v, %v; want none", list, err)
	}
}

func TestSuggestInEmptyArchive(t *testing.T) {
	for _, kind := range []Kind{Players, Events} {
		if list, err := Suggest(context.Background(), newArchive(t, nil), NewTable(kind, nil), 1); err != nil || len(list) != 0 {
			t.Errorf("got %v, %v; want none", list, err)
		}
	}
}
