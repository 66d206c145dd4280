package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/store/fulltext"
)

// textQueries are queries of all kinds about the test games.
func textQueries() []fulltext.Query {
	var queries []fulltext.Query
	for _, text := range []string{
		"honinbo", "cho chikun", "se-dol", "sedol", "本因坊", "策", "훈현", "조훈현", "タケミヤ", "名人戦", "nobody",
		"王元豊", "Chang Ho Lee", "changho", "Pat O'Brien", "o'brien pat", "Lee 王元豊", "honinbo's", "o'brien", "obrien", "brien", "小林光一", "小林 光一", "林光", "이창호", "陈祖德", "陳", "后手",
		"muller 7", "white cuts", "随手", "コウ", "dont", "黒の好手", "kobayshi", "le", "black overplay", "2", "jose",
		"chang-ho", "chang—ho lee", "lee-chang-ho", "white-cuts", "hon-inbo", "pat-obrien",
	} {
		for kind := fulltext.Words; kind <= fulltext.Regexp; kind++ {
			q := fulltext.Query{Text: text, Kind: kind}
			if len(queries)%3 == 1 {
				q.Idents = []string{"PW", "C"}
			}
			queries = append(queries, q)
		}
	}
	queries = every(testsize.Of(1, 7), queries)
	for _, serial := range []string{"880661007", "88066100", "880661O07", "８８０６６１００７", "88066 1007", "0123", "01234", "１０１２３４５"} {
		for kind := fulltext.Words; kind <= fulltext.Regexp; kind++ {
			queries = append(queries, fulltext.Query{Text: serial, Kind: kind})
		}
	}
	return append(queries, fulltext.Query{Idents: []string{"GN"}, Text: "880661", Kind: fulltext.Prefix}, fulltext.Query{Idents: []string{"file"}, Text: "games 3 zip", Kind: fulltext.Words},
		fulltext.Query{Idents: []string{"file", "EV"}, Text: "mei", Kind: fulltext.Prefix}, fulltext.Query{Idents: []string{"XX"}, Text: "a", Kind: fulltext.Substring})
}

// TestSearchEqualsScan compares what the indexes answer with a scan of
// all texts, for segments with and without indexes of words.
func TestSearchEqualsScan(t *testing.T) {
	for _, test := range []struct {
		n       int
		indexed bool
	}{{40, false}, {1300, true}} {
		t.Run(fmt.Sprint(test.n), func(t *testing.T) {
			n := test.n
			db := newDB(t, nil)
			w := newWriter(t, db)
			games := addSpellings(t, w, n)
			commit(t, w)
			s := newSnapshot(t, db)
			g := s.Segments()[0]
			names, err := g.files.openNames()
			if err != nil || names != nil != test.indexed {
				t.Fatalf("index of names: %v, %v, want %t", names, err, test.indexed)
			}
			if c, err := g.openComments(); err != nil || c.words != nil != test.indexed {
				t.Fatalf("index of comments: %v, want %t", err, test.indexed)
			}
			hits, damaged := 0, 0
			for i, q := range textQueries() {
				m, err := q.Matcher()
				if err != nil {
					t.Fatal(err)
				}
				if i%4 == 0 { // names of which characters are lost are kept, or too many
					g.files.lost, g.files.lostMany = nil, i%8 == 0
				}
				var wantGames []uint32
				var want []CommentHit
				for i, game := range games {
					if slices.ContainsFunc(game.Info, func(v Value) bool {
						return (slices.Contains(q.Idents, v.Ident) || len(q.Idents) == 0 && v.Ident < "a") && m.Match(v.Text)
					}) {
						wantGames = append(wantGames, uint32(i))
					}
					for _, c := range game.Comments {
						if (len(q.Idents) == 0 || slices.Contains(q.Idents, c.Ident)) && m.Match(c.Text) {
							want = append(want, CommentHit{Local: i, Node: c.Node, Ident: c.Ident})
						}
					}
				}
				var wantDamaged []uint32
				for i, game := range games {
					if slices.ContainsFunc(game.Info, func(v Value) bool {
						return (slices.Contains(q.Idents, v.Ident) || len(q.Idents) == 0 && v.Ident < "a") && m.MatchDamaged(v.Text)
					}) {
						wantDamaged = append(wantDamaged, uint32(i))
					}
				}
				damaged += len(wantDamaged)
				found, err := g.SearchDamaged(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				if got := found.ToArray(); !slices.Equal(got, wantDamaged) {
					t.Errorf("damaged values %+v: %d games, want %d", q, len(got), len(wantDamaged))
				}
				found, err = g.SearchValues(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				if got := found.ToArray(); !slices.Equal(got, wantGames) {
					t.Errorf("values %+v: %d games, want %d", q, len(got), len(wantGames))
				}
				var got []CommentHit
				for h, err := range g.SearchComments(t.Context(), q) {
					if err != nil {
						t.Fatal(err)
					}
					if len(got)%50 == 0 {
						if c, err := g.Comment(h); err != nil || !m.Match(c.Text) {
							t.Errorf("comments %+v: hit %q, %v", q, c.Text, err)
						}
					}
					h.number = 0
					got = append(got, h)
				}
				if !slices.Equal(got, want) {
					t.Errorf("comments %+v: %d hits, want %d", q, len(got), len(want))
				}
				hits += len(want) + len(wantGames)
			}
			if damaged == 0 {
				t.Error("no damaged name was found")
			}
			if hits < n {
				t.Errorf("only %d hits: the queries test little", hits)
			}
		})
	}
}

// addSpellings adds n test games with more spellings of names and terms.
func addSpellings(t *testing.T, w *Writer, n int) []*Game {
	t.Helper()
	names := []string{
		"Pat O'Brien", "Honinbo’s pupil", "小林　光一", "小林光一", "이 창호", "陳祖德", "陈祖德", "王元\ufffd", "Lee Chang Ho",
	}
	names = append(names, "Pat O'Br?en", "?因坊秀策", "Why?")
	remarks := []string{"先手と\n后手", "honinbo's tesuji", "O´Brien", "陳", "後手"}
	games := make([]*Game, n)
	for i := range games {
		r := record(i)
		serial := fmt.Sprint(880661000 + i)
		switch i % 5 {
		case 1:
			serial = serial[5:] // too short to be one
		case 2:
			serial = "0" + serial[4:]
		case 3:
			serial = "game " + serial
		}
		raw := strings.Replace(string(r.Raw), "PB[", "GN["+serial+"]PB["+names[i%len(names)]+" ", 1)
		raw = strings.Replace(raw, "C[", "C["+remarks[i%len(remarks)]+" ", 1)
		r.Raw, r.Tree[1] = []byte(raw), r.Tree[1]+len(raw)-len(r.Raw)
		var err error
		if games[i], err = derive(r); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Add(t.Context(), games[i]); err != nil {
			t.Fatal(err)
		}
	}
	return games
}

// TestSearchIsCanceled searches under a context that is over.
func TestSearchIsCanceled(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 50)
	commit(t, w)
	g := newSnapshot(t, db).Segments()[0]
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.SearchValues(ctx, fulltext.Query{Text: "cho"}); err != context.Canceled {
		t.Errorf("values: %v", err)
	}
	for _, err := range g.SearchComments(ctx, fulltext.Query{Text: "white"}) {
		if err != context.Canceled {
			t.Errorf("comments: %v", err)
		}
	}
}
