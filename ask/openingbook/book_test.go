package openingbook_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/ask"
	"kifudb/ask/openingbook"
	"kifudb/internal/testsize"
	"kifudb/position/chess"
)

// A chessGame is a random game as the test knows it.
type chessGame struct {
	text   string // in PGN
	result string
	before []*chess.Position
	moves  []chess.Move
}

// someGames returns random games that share many positions, some from setup positions.
func someGames(r *rand.Rand, n int) []chessGame {
	starts := []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/pp1ppppp/8/1Pp5/8/8/P1PPPPPP/R3K2R w KQkq c6 0 5",
		"8/P6k/8/8/8/8/p6K/8 w - - 0 1",
	}
	games := make([]chessGame, n)
	for i := range games {
		g := &games[i]
		start := starts[r.IntN(len(starts))]
		p, _ := chess.ParseFEN(start)
		g.result = []string{"1-0", "0-1", "1/2-1/2", "*"}[r.IntN(4)]
		var b strings.Builder
		fmt.Fprintf(&b, "[White \"A%d\"]\n[Black \"B\"]\n[Result \"%s\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n\n", i, g.result, start)
		for range 4 + r.IntN(12) {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			slices.SortFunc(moves, func(a, b chess.Move) int { return strings.Compare(a.String(), b.String()) })
			m := moves[r.IntN(min(len(moves), 3))]
			if r.IntN(3) == 0 {
				m = moves[len(moves)-1-r.IntN(min(len(moves), 2))]
			}
			g.before, g.moves = append(g.before, p.Clone()), append(g.moves, m)
			fmt.Fprintf(&b, "%s ", p.SAN(m))
			p.Play(m)
		}
		fmt.Fprintf(&b, "%s\n\n", g.result)
		g.text = b.String()
	}
	return games
}

// naiveBook is the slow twin: for each position as text the weights of its moves.
func naiveBook(games []chessGame, o *openingbook.Options) map[string]map[string]int {
	played, weights := map[string]map[string]int{}, map[string]map[string]int{}
	for _, g := range games {
		seen := map[string]bool{}
		for i, p := range g.before {
			if i == o.Moves {
				break
			}
			fen, m := p.EPD(), g.moves[i].String()
			if seen[fen] {
				continue // it came up before
			}
			seen[fen] = true
			if o.Side != "" && p.ToPlay().String() != o.Side {
				continue
			}
			if played[fen] == nil {
				played[fen], weights[fen] = map[string]int{}, map[string]int{}
			}
			played[fen][m]++
			switch {
			case o.Weight == openingbook.ByGames:
				weights[fen][m]++
			case g.result == "1/2-1/2":
				weights[fen][m]++
			case g.result == "1-0" && p.ToPlay() == chess.White, g.result == "0-1" && p.ToPlay() == chess.Black:
				weights[fen][m] += 2
			}
		}
	}
	book := map[string]map[string]int{}
	for fen, moves := range played {
		for m, n := range moves {
			if n >= o.MinGames && weights[fen][m] > 0 {
				if book[fen] == nil {
					book[fen] = map[string]int{}
				}
				book[fen][m] = weights[fen][m]
			}
		}
	}
	return book
}

// bookOf returns the book of an archive's games.
func bookOf(t *testing.T, v *archive.View, query string, o *openingbook.Options) ([]byte, *openingbook.Book) {
	t.Helper()
	choice := &archive.Choice{Records: true}
	if query != "" {
		choice.Query = archivetest.Query(t, query)
	}
	chosen, err := v.Views.Choose(t.Context(), choice)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	book, err := openingbook.Write(t.Context(), v.Views, chosen.GameSet, o, &b)
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), book
}

// readPolyglot reads a book in which the positions are among some, and fails unless its entries
// are in order.
func readPolyglot(t *testing.T, book []byte, positions map[uint64]*chess.Position) map[string]map[string]int {
	t.Helper()
	found := map[string]map[string]int{}
	var lastKey uint64
	last := 0
	for ; len(book) > 0; book = book[16:] {
		key, code, weight := binary.BigEndian.Uint64(book), binary.BigEndian.Uint16(book[8:]), int(binary.BigEndian.Uint16(book[10:]))
		if learn := binary.BigEndian.Uint32(book[12:]); learn != 0 {
			t.Fatalf("learn is %d", learn)
		}
		if key < lastKey || key == lastKey && weight > last {
			t.Fatalf("key %x with weight %d comes after %x with %d", key, weight, lastKey, last)
		}
		lastKey, last = key, weight
		p := positions[key]
		if p == nil {
			t.Fatalf("no game has a position with the key %x", key)
		}
		m := chess.Move{From: chess.Square(code>>6&63 ^ 56), To: chess.Square(code&63 ^ 56)}
		if k := code >> 12; k > 0 {
			m.Promote = chess.Pawn + chess.Kind(k)
		}
		if !slices.Contains(p.Moves(), m) {
			t.Fatalf("%s is not legal in %s", m, p.EPD())
		}
		if found[p.EPD()] == nil {
			found[p.EPD()] = map[string]int{}
		}
		found[p.EPD()][m.String()] = weight
	}
	return found
}

// A Polyglot book agrees with its slow twin, and is the same in whatever order and in however many
// imports the games came, and whether or not a temporary file was needed.
func TestPolyglotAgreesWithScan(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	games := someGames(r, testsize.Of(120, 600))
	positions := map[uint64]*chess.Position{}
	var texts []string
	for _, g := range games {
		texts = append(texts, g.text)
		for _, p := range g.before {
			positions[p.PolyglotKey()] = p
		}
	}
	one := archivetest.OfFiles(t, texts...)
	r.Shuffle(len(texts), func(i, k int) { texts[i], texts[k] = texts[k], texts[i] })
	half := len(texts) / 2
	other := archivetest.OfImports(t, texts[:half], texts[half:])
	for _, o := range []openingbook.Options{
		{Moves: 30, MinGames: 1, Weight: openingbook.ByScore},
		{Moves: 30, MinGames: 1, Weight: openingbook.ByGames},
		{Moves: 5, MinGames: 2, Weight: openingbook.ByScore},
		{Moves: 30, MinGames: 2, Weight: openingbook.ByScore, Side: "white"},
		{Moves: 8, MinGames: 1, Weight: openingbook.ByGames, Side: "black"},
	} {
		o.Format = "polyglot"
		data, book := bookOf(t, one, "game:chess", &o)
		want := naiveBook(games, &o)
		got := readPolyglot(t, data, positions)
		if len(want) < 10 || !maps.EqualFunc(got, want, maps.Equal) {
			t.Fatalf("%+v: the book has %d positions, the twin %d, and they differ\n%v\n%v", o, len(got), len(want), got, want)
		}
		if book.Positions != len(want) || book.Moves != len(data)/16 || book.Games != len(games) {
			t.Errorf("%+v: the answer says %+v", o, book)
		}
		o.Memory = 1 // each game in a run of its own
		if again, _ := bookOf(t, one, "game:chess", &o); !bytes.Equal(again, data) {
			t.Errorf("%+v: the book is another one when it is merged from a file", o)
		}
		if again, _ := bookOf(t, other, "game:chess", &o); !bytes.Equal(again, data) {
			t.Errorf("%+v: the book is another one when the games are imported in another order", o)
		}
	}
}

// The moves of a position and their games are those of the table of next moves, variations
// and positions that come up again included.
func TestBookAgreesWithNext(t *testing.T) {
	v := archivetest.OfFiles(t,
		"[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 (3... c5 4. Nf3 (4. Nc3 d6) 4... d6) 4. Nf3 Nc6 1-0\n",
		"[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. e4 (1. d4 d5 2. c4) 1... c5 (1... e5) 2. Nf3 d6 0-1\n",
		"[White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 c5 2. e4 d6 3. d4 cxd4 1/2-1/2\n",
		"[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 c5 2. Nc3 (2. Nf3 Nc6) (2. Nf3 d6) 2... Nc6 *\n",
	)
	data, book := bookOf(t, v, "game:chess", &openingbook.Options{Format: "polyglot", Moves: 100, MinGames: 1, Weight: openingbook.ByGames})
	positions := map[uint64]*chess.Position{}
	var visit func(p *chess.Position, depth int)
	visit = func(p *chess.Position, depth int) {
		positions[p.PolyglotKey()] = p
		for i := 0; i+16 <= len(data) && depth < 12; i += 16 {
			if binary.BigEndian.Uint64(data[i:]) != p.PolyglotKey() {
				continue
			}
			q := p.Clone()
			for _, m := range p.Moves() {
				if m.Polyglot() == binary.BigEndian.Uint16(data[i+8:]) {
					q.Play(m)
				}
			}
			if positions[q.PolyglotKey()] == nil {
				visit(q, depth+1)
			}
		}
	}
	visit(chess.New(), 0)
	compared := 0
	for fen, moves := range readPolyglot(t, data, positions) {
		next, err := ask.Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, "game:chess pos:\""+fen+"\"")}, &ask.NextOptions{})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int{}
		for _, n := range next.Next {
			want[n.Point] = n.Games
		}
		if !maps.Equal(moves, want) {
			t.Errorf("%s: the book has %v, the table %v", fen, moves, want)
		}
		compared++
	}
	if compared != book.Positions || compared < 15 {
		t.Errorf("%d positions were compared, of %d", compared, book.Positions)
	}
}

// A weight that is too large shrinks together with the others of its position, and none becomes 0.
func TestPolyglotWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("makes 33,000 games")
	}
	const many = 33_000
	var b strings.Builder
	for i := range many {
		fmt.Fprintf(&b, "[White \"A%d\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n", i)
	}
	b.WriteString("[White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n\n1. d4 1/2-1/2\n\n")
	a := archivetest.OfImports(t, []string{b.String()})
	for weight, want := range map[string][2]uint16{openingbook.ByScore: {65535, 1}, openingbook.ByGames: {many, 1}} {
		data, _ := bookOf(t, a, "", &openingbook.Options{Format: "polyglot", Moves: 1, MinGames: 1, Weight: weight})
		if got := [2]uint16{binary.BigEndian.Uint16(data[10:]), binary.BigEndian.Uint16(data[26:])}; got != want {
			t.Errorf("%s: the weights are %v; expected %v", weight, got, want)
		}
	}
}

// Moves that are left out are counted, and so are games that the book cannot have.
func TestLeftOut(t *testing.T) {
	v := archivetest.OfFiles(t,
		"[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n", "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 c5 1-0\n", "[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. d4 0-1\n",
		"(;GM[1]SZ[9];B[ee];W[cc])", "(;GM[3]FEN[no position];W[e2e4])",
		"[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[FEN \"4k3/8/8/8/8/8/4r3/4K2R w - - 0 1\"]\n\n1. Rh8+ 1-0\n",
	)
	_, book := bookOf(t, v, "", &openingbook.Options{Format: "polyglot", Moves: 30, MinGames: 1, MaxMoves: 1, Weight: openingbook.ByScore})
	want := openingbook.Book{Format: "polyglot", Game: "chess", Depth: 30, MinGames: 1, Weight: "score",
		Games: 4, Positions: 2, Moves: 2, Others: 1, Unread: 1, Illegal: 1, Weightless: 3}
	if fmt.Sprintf("%+v", *book) != fmt.Sprintf("%+v", want) {
		t.Errorf("the book is\n%+v; expected\n%+v", *book, want)
	}
	_, book = bookOf(t, v, "", &openingbook.Options{Format: "polyglot", Moves: 30, MinGames: 2, MaxMoves: 1, Weight: openingbook.ByGames})
	if book.Rare != 4 || book.Moves != 1 || book.Further != 0 {
		t.Errorf("with two games a move: %+v", *book)
	}
	_, book = bookOf(t, v, "", &openingbook.Options{Format: "polyglot", Moves: 1, MinGames: 1, MaxMoves: 1, Weight: openingbook.ByGames})
	if book.Further != 1 || book.Moves != 1 {
		t.Errorf("with one move a position: %+v", *book)
	}
}
