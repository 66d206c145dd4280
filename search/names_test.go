package search

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"kifudb/book/alias"
	"kifudb/book/user"
	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
	"kifudb/store/fulltext"
)

// A namedGame is who played whom, and where.
type namedGame struct{ black, white, event string }

// newNamedArchive makes an archive of games without moves, numbered from 1, in
// segments of at most most games.
func newNamedArchive(t testing.TB, most int, games []namedGame) *store.Snapshot {
	t.Helper()
	var list []*store.Game
	for _, n := range games {
		g := &store.Game{}
		for _, v := range []store.Value{{Ident: "PB", Text: n.black}, {Ident: "PW", Text: n.white}, {Ident: "EV", Text: n.event}} {
			if v.Text != "" {
				g.Info = append(g.Info, v)
			}
		}
		list = append(list, g)
	}
	return newInfoArchive(t, most, list)
}

// newInfoArchive makes an archive of games of which the texts and the winner are
// given.
func newInfoArchive(t testing.TB, most int, games []*store.Game) *store.Snapshot {
	t.Helper()
	ctx := context.Background()
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true, MaxGames: most})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w, err := db.Writer(func(store.Record) (*store.Game, error) { return nil, errors.New("not to be read again") })
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range games {
		g.Record.Raw = fmt.Appendf(nil, "(;GC[%d])", i)
		g.Record.Tree = [2]int{0, len(g.Record.Raw)}
		g.Digest = store.DigestOf(g.Record.Raw)
		g.Facts.Game, g.Facts.Size, g.Facts.Komi = 1, position.Square(19), store.NoKomi
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

func newAliases(t testing.TB, kind alias.Kind, groups ...[]string) *user.DB {
	t.Helper()
	db := user.Open(t.TempDir())
	addAliases(t, db, kind, groups...)
	return db
}

func addAliases(t testing.TB, db *user.DB, kind alias.Kind, groups ...[]string) {
	t.Helper()
	err := db.ChangeAliases(kind, "test", func(table *alias.Table) error {
		for _, g := range groups {
			if _, _, err := table.Add(g...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func findIDs(t *testing.T, s *store.Snapshot, o *Options, text string) []store.GameID {
	t.Helper()
	q, err := query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	mustSurvive(t, q)
	var ids []store.GameID
	for hit, err := range Run(context.Background(), s, q, o) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, hit.Game)
	}
	return ids
}

func TestAliasesInQueries(t *testing.T) {
	s := newNamedArchive(t, 4, []namedGame{
		0: {"Kuwahara Shusaku", "Ota Yuzo", "Castle Game"},
		1: {"本因坊秀策", "太田雄蔵", "御城碁"},
		2: {"Shusaku", "Honinbo Shuwa & Yasuda Shusaku", ""},
		3: {"Shusai Meijin", "Go Seigen 5d", "46th Meijin"},
		4: {"Tamura Hoju (later Shusai)", "KUWAHARA  SHŪSAKU", "Meijin 46"},
		5: {"Kobayashi Koichi", "趙治勲", "第46期名人戦"},
		6: {"Kobayashi Izumi", "Cho Chikun 9p", "47th Meijin"},
		7: {"Cho, Chikun", "Kobayashi Koichi", "Oteai 1972"},
		8: {"Cho Chikun", "Kobayashi Koichi & Kobayashi Izumi", "1972 Oteai"},
	})
	db := newAliases(t, alias.Players,
		[]string{"Shusaku", "Kuwahara Shusaku", "本因坊秀策", "Yasuda Shusaku"},
		[]string{"Cho Chikun", "趙治勲"},
		[]string{"Honinbo Shusai", "田村保寿"},
	)
	addAliases(t, db, alias.Events, []string{"Meijin", "名人戦"}, []string{"Castle game", "御城碁"})
	for _, test := range []struct{ query, want string }{
		{"player:shusaku", "[1 2 3 5]"},
		{"player:秀策", "[1 2 3 5]"},
		{"player:kuwahara", "[1 2 3 5]"},
		{`player:"honinbo shusaku"`, "[1 2 3 5]"},
		{"player=Shusaku", "[3]"},
		{`player="Kuwahara Shusaku"`, "[1]"},
		{"player:shusak*", "[1 2 3 5]"},
		{"player:kuwahada~", "[1 2 3 5]"},
		{"black:shusaku", "[1 2 3]"},
		{"white:shusaku", "[3 5]"},
		{"player:chikun", "[6 7 8 9]"},
		{"player:趙治勲", "[6 7 8 9]"},
		{"player:田村保寿", "[4 5]"}, // Shusai, whatever his title, and who was later to be called so
		{"-player:shusaku", "[4 6 7 8 9]"},
		{"shusaku", "[1 3 5]"}, // bare words are what they are
		{"event:meijin", "[4 5 6 7]"},
		{"event:名人戦", "[4 5 6 7]"},
		{`event:"46th meijin"`, "[4 5 6]"},
		{`event:"第46期名人戦"`, "[4 5 6]"},
		{"event:castle", "[1 2]"},
		{`event="46th Meijin"`, "[4]"},
	} {
		if got := fmt.Sprint(findIDs(t, s, &Options{User: db}, test.query)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.query, got, test.want)
		}
	}
	x, err := explained(context.Background(), s, mustParse(t, "player:kuwahara"), &Options{User: db})
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff([]string{"Shusaku", "本因坊秀策", "Yasuda Shusaku"}, x.Terms[0].Also); diff != "" {
		t.Errorf("what was widened (-want +got)\n%s", diff)
	}
	// Without the user's file every name is what it is.
	if got := findIDs(t, s, nil, "player:kuwahara"); len(got) != 2 {
		t.Errorf("without aliases: got %v, want two games", got)
	}
}

func mustParse(t testing.TB, text string) query.Query {
	t.Helper()
	q, err := query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// One side is the player, the other the opponent.
func TestOpponent(t *testing.T) {
	s := newNamedArchive(t, 100, []namedGame{
		{"A", "B", "x"}, // 1
		{"B", "A", "y"}, // 2
		{"A", "C", "x"}, // 3
		{"C", "B", "x"}, // 4
		{"A A", "D", ""},
		{"Aa & Bb", "Cc", ""}, // 6: partners
		{"Aa", "Bb & Cc", ""}, // 7
		{"Cc", "Bb", ""},      // 8
	})
	for _, test := range []struct{ query, want string }{
		{"player:A opponent:B", "[1 2]"},
		{"opponent:A player:B", "[1 2]"},
		{"player:A opponent:B,C", "[1 2 3]"},
		{"player:A opponent:B event:x", "[1]"},
		{"player:A -opponent:B", "[3 5]"},
		{"player:A opponent:A", "[]"}, // not one name found twice on a side
		{"opponent:B", "[1 2 4]"},
		{"player:A or opponent:C", "[1 2 3 4 5]"},
		{"player:A (opponent:C or event:y)", "[2 3]"},
		{"-(player:A opponent:B) event:x", "[3 4]"},
		{"(player:A opponent:B) or (player:C opponent:B)", "[1 2 4]"},
		{"player:A (opponent:B or (player:C opponent:B))", "[1 2]"},
		{"player:Aa player:Bb", "[6 7]"},
		{"player:Aa opponent:Bb", "[7]"},
		{"player:Aa player:Bb opponent:Cc", "[6]"},
		{"player=A opponent=B", "[1 2]"},
		{"black:A opponent:B player:A", "[1]"},
	} {
		if got := fmt.Sprint(findIDs(t, s, nil, test.query)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.query, got, test.want)
		}
	}
}

// The slow twin reads the names of all games and looks for each in the groups.
func TestAliasesEqualScan(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pool := []string{
		"Yi Se-tol", "Yi Setol", "Lee Sedol", "이세돌", "李世乭", "Yasui San'ei", "Yasui Sanei", "本因坊 秀策", "秀 策", "Honinbo Shusaku 4d",
		"Cho-a-b-c-d-e Chikun", "Cho a b c d e Chikun", "ＣＨＯ Ｕ", "Chō U", "Cho U", "张栩", "張栩九段", "閃電 kmomo1", "kmomo1", "閃電",
		"Kihara (or Kiwara) Kametaro", "Kiwara Kametaro", "X", "?", "ガンダム", "ｶﾞﾝﾀﾞﾑ", "O Meien", "Ö Meien", "Größe Ah", "Grosse Ah",
	}
	value := func() string {
		var names []string
		for range 1 + r.IntN(8)/6 {
			names = append(names, pool[r.IntN(len(pool))])
		}
		return strings.Join(names, " & ")
	}
	var games []namedGame
	for range 400 {
		games = append(games, namedGame{value(), value(), ""})
	}
	// A segment that is read through, and those that have an index.
	for _, most := range []int{400, 30} {
		s := newNamedArchive(t, most, games)
		found := 0
		for range rounds(60) {
			db := user.Open(t.TempDir())
			err := db.ChangeAliases(alias.Players, "test", func(table *alias.Table) error {
				for range 3 {
					_, _, _ = table.Add(pool[r.IntN(len(pool))], pool[r.IntN(len(pool))], pool[r.IntN(len(pool))])
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			table, err := db.Aliases(alias.Players)
			if err != nil {
				t.Fatal(err)
			}
			word := pool[r.IntN(len(pool))]
			m, err := fulltext.Query{Text: word, Kind: fulltext.Name}.Matcher()
			if err != nil {
				continue // ?
			}
			own, _ := alias.Players.Spelling(word)
			meant := map[alias.Name]bool{}
			for _, g := range table.Groups() {
				if slices.ContainsFunc(g.Spellings, func(s string) bool {
					n, _ := alias.Players.Spelling(s)
					return m.Match(s) || n == own
				}) {
					for _, s := range g.Spellings {
						n, _ := alias.Players.Spelling(s)
						meant[n] = true
					}
				}
			}
			var want []store.GameID
			for i, g := range games {
				if slices.ContainsFunc([]string{g.black, g.white}, func(text string) bool {
					return m.Match(text) || slices.ContainsFunc(alias.Players.Read(text), func(r alias.Reading) bool { return meant[r.Name] })
				}) {
					want = append(want, store.GameID(i+1))
				}
			}
			found += len(want)
			got := findIDs(t, s, &Options{User: db}, fmt.Sprintf("player:%q", word))
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Fatalf("player:%q with %v (-want +got)\n%s", word, table.Groups(), diff)
			}
		}
		if found == 0 {
			t.Error("nothing was found")
		}
	}
}

// Aliases that cannot be read are an error.
func TestAliasesThatCannotBeRead(t *testing.T) {
	s := newNamedArchive(t, 10, []namedGame{{"A", "B", ""}})
	db := newAliases(t, alias.Players, []string{"A", "C"})
	for _, name := range []string{user.LogName, user.CopyName} { // one alone is mended of the other
		if err := os.WriteFile(filepath.Join(filepath.Dir(db.Path()), name), []byte("no operation\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := CountGames(context.Background(), s, mustParse(t, "player:A"), &Options{User: db}); !errors.Is(err, user.ErrCorrupt) {
		t.Errorf("got %v, want ErrCorrupt", err)
	}
}

func TestFacetsFollowAliases(t *testing.T) {
	s := newNamedArchive(t, 10, []namedGame{
		{"Kuwahara Shusaku 4d", "Ota Yuzo", ""},
		{"本因坊秀策", "Ota Yuzo", ""},
		{"Ota Yuzo", "Honinbo Shuwa & Kuwahara Shusaku", ""},
		{"Honinbo Shusaku", "Ito Showa", ""},
	})
	db := newAliases(t, alias.Players, []string{"Honinbo Shusaku", "Kuwahara Shusaku", "本因坊秀策"})
	facets, games, err := facetsOf(t.Context(), s, query.Query{}, []string{"player", "PB"}, &Options{User: db})
	if err != nil || games != 4 {
		t.Fatalf("%d games, %v", games, err)
	}
	want := []Facet{
		{Field: "player", Values: []FacetValue{
			{"Honinbo Shusaku", undecided(3)}, {"Ota Yuzo", undecided(3)}, {"Honinbo Shuwa & Kuwahara Shusaku", undecided(1)}, {"Ito Showa", undecided(1)},
		}},
		{Field: "PB", Values: []FacetValue{ // as written
			{"Honinbo Shusaku", undecided(1)}, {"Kuwahara Shusaku 4d", undecided(1)}, {"Ota Yuzo", undecided(1)}, {"本因坊秀策", undecided(1)},
		}},
	}
	if diff := gocmp.Diff(want, facets); diff != "" {
		t.Error(diff)
	}
}

// Names are found in another order of their words, in one word or two, in other
// forms of their characters and with characters lost; with = only as they are.
func TestNamesAsTheyAreWritten(t *testing.T) {
	s := newNamedArchive(t, 5, []namedGame{
		{"Lee Changho", "Cho U", ""},            // 1
		{"Lee Chang-ho 9p", "Ke Jie", ""},       // 2
		{"Lee Chang Ho", "柯洁", ""},              // 3
		{"Yi Ch'ang-ho", "Ma Xiaochun", ""},     // 4
		{"小林 光一", "陳祖德", "中國名人戰"},               // 5
		{"小林光一九段", "陈祖德", "名人戦"},                // 6
		{"小林\ufffd一", "Cho Chik?n", "名\ufffd戦"}, // 7
		{"馬曉春", "马晓春", ""},                      // 8
		{"O'Brien Pat", "OBrien", ""},           // 9
		{"이 창호", "조훈현", ""},                     // 10
		{"小林\ufffd一", "小林光一", ""},               // 11: found without a guess
	})
	for _, test := range []struct{ query, want, sure string }{
		{`player:"Changho Lee"`, "[1 2 3]", ""},
		{`player:"Lee Chang Ho"`, "[1 2 3]", ""},
		{`player:changho`, "[1 2 4]", ""},
		{`player="Lee Changho"`, "[1]", ""},
		{`player="Changho Lee"`, "[]", ""},
		{`"Changho Lee"`, "[]", ""}, // bare words are what they are
		{"player:小林光一", "[5 6 7 11]", "[5 6 11]"},
		{`player:"光一 小林"`, "[5 6 7 11]", "[5 6 11]"},
		{`player:"小林 光一"`, "[5 6 7 11]", "[5 6 11]"},
		{"player:陈祖德", "[5 6]", ""},
		{"player=陈祖德", "[6]", ""},
		{"player:馬曉春", "[8]", ""},
		{"event:名人戰", "[5 6 7]", "[5 6]"},
		{"event=名人戦", "[6]", ""},
		{`player:chikun`, "[7]", "[]"},
		{`player:"Chikun Cho"`, "[7]", "[]"},
		{`-player:小林光一 player:chikun`, "[]", "[]"},
		{`player:小林光一 opponent:chikun`, "[7]", "[]"},
		{"player:brien", "[9]", ""},
		{"player:obrien", "[9]", ""},
		{"player:o'brien", "[9]", ""},
		{"player:이창호", "[10]", ""},
		{`player:"이 창호"`, "[10]", ""},
		{"player:小林光*", "[5 6 11]", ""}, // nothing is guessed here
	} {
		if test.sure == "" {
			test.sure = test.want
		}
		guessed := 0
		o := &Options{Guessed: func(games int) { guessed += games }}
		if got := fmt.Sprint(slices.Compact(findIDs(t, s, o, test.query))); got != test.want {
			t.Errorf("%s: got %s, want %s", test.query, got, test.want)
		}
		if want := len(strings.Fields(strings.Trim(test.want, "[]"))) - len(strings.Fields(strings.Trim(test.sure, "[]"))); guessed != want {
			t.Errorf("%s: %d games are told to be guessed, want %d", test.query, guessed, want)
		}
		if got := fmt.Sprint(findIDs(t, s, &Options{Sure: true}, test.query)); got != test.sure {
			t.Errorf("%s without guesses: got %s, want %s", test.query, got, test.sure)
		}
	}
	// A hit says that it is a guess, and by which name.
	var names []string
	for hit, err := range Run(context.Background(), s, mustParse(t, "player:小林光一"), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if hit.Comment == nil {
			continue
		}
		text, found, _, err := hit.Comment.Text(s, hit.Game)
		if err != nil || len(found) != 1 {
			t.Fatalf("%q, found %v, %v", text, found, err)
		}
		names = append(names, fmt.Sprintf("%d %s %s %t", hit.Game, hit.Comment.Ident, text[found[0][0]:found[0][1]], hit.Comment.Damaged))
	}
	if diff := gocmp.Diff([]string{"7 PB 小林\ufffd一 true"}, names); diff != "" {
		t.Errorf("guesses (-want +got)\n%s", diff)
	}
}

// The slow twin reads the names of all games.
func TestNamesEqualScan(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	parts := []string{"Lee", "Chang", "Ho", "Changho", "Chang-ho", "Ch’ang-ho", "lee", "9p", "小林", "光一", "小", "林光一", "陳", "陈", "祖德", "光\ufffd", "?林", "Ch?ngho", "&"}
	name := func(most int) string {
		var b strings.Builder
		for range 1 + r.IntN(most) {
			b.WriteString(parts[r.IntN(len(parts))])
			b.WriteString([]string{" ", "", "　", ", "}[r.IntN(4)])
		}
		return b.String()
	}
	var games []namedGame
	for range 1200 {
		games = append(games, namedGame{name(4), name(4), name(2)})
	}
	for _, most := range []int{1200, 300} { // with an index of words, and without
		s := newNamedArchive(t, most, games)
		found, guessed := 0, 0
		for range rounds(40) {
			text := strings.ReplaceAll(strings.Trim(name(3), " 　,&"), "\ufffd", "")
			for field, kind := range map[string]fulltext.Kind{"player": fulltext.Name, "event": fulltext.Phrase} {
				m, err := fulltext.Query{Text: text, Kind: kind}.Matcher()
				if err != nil {
					continue
				}
				var want []store.GameID
				lost := 0
				for i, g := range games {
					texts := []string{g.black, g.white}
					if field == "event" {
						texts = []string{g.event}
					}
					switch {
					case slices.ContainsFunc(texts, m.Match):
						want = append(want, store.GameID(i+1))
					case slices.ContainsFunc(texts, m.MatchDamaged):
						want = append(want, store.GameID(i+1))
						lost++
					}
				}
				told := 0
				o := &Options{Guessed: func(games int) { told += games }}
				if got := slices.Compact(findIDs(t, s, o, field+`:"`+text+`"`)); !slices.Equal(got, want) || told != lost {
					t.Fatalf("%s:%q: %d games, %d guessed; want %d, %d", field, text, len(got), told, len(want), lost)
				}
				found += len(want)
				guessed += lost
			}
		}
		if found < rounds(500) || guessed < rounds(20) {
			t.Errorf("%d games found, %d of them guessed: the queries test little", found, guessed)
		}
	}
}
