package usi

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/ask"
	"kifudb/game"
	"kifudb/protocol/choice"
	"kifudb/search"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "games.pgn")
	if err := os.WriteFile(file, []byte("[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n"), 0o666); err != nil {
		fmt.Println(err)
	}
	a, err := archive.Open(filepath.Join(dir, "archive"), &archive.Options{Create: true})
	if err != nil {
		fmt.Println(err)
	}
	defer a.Close()
	ctx := context.Background()
	if _, err := a.Import(ctx, &archive.Import{Paths: []string{file}}); err != nil {
		fmt.Println(err)
	}
	view := func() (*archive.Views, error) {
		v, err := a.View()
		if err != nil {
			return nil, err
		}
		return v.Views, nil
	}
	book, err := choice.NewBook(view, choice.Options{Pick: choice.Most, Depth: 1})
	if err != nil {
		fmt.Println(err)
	}
	chess, _ := game.Named("chess")
	session, err := New(UCI, chess, book, Options{MultiPV: 1})
	if err != nil {
		fmt.Println(err)
	}
	if err := session.Run(ctx, strings.NewReader("position startpos moves e2e4 e7e5\ngo\n"), os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// info depth 1 multipv 1 wdl 1000 0 0 nodes 1 pv g1f3
	// info string 1 game has this position
	// info string g1f3 games 1 share 100.0% score 100.0% of 1 decided
	// bestmove g1f3
}

// bookOf returns the book of an archive that is open.
func bookOf(t testing.TB, a *archive.Archive, depth int) *choice.Book {
	t.Helper()
	book, err := choice.NewBook(func() (*archive.Views, error) {
		v, err := a.View()
		if err != nil {
			return nil, err
		}
		return v.Views, nil
	}, choice.Options{Pick: choice.Most, Depth: depth})
	if err != nil {
		t.Fatal(err)
	}
	return book
}

// kind returns a game by its name.
func kind(t testing.TB, name string) game.Game {
	t.Helper()
	g, ok := game.Named(name)
	if !ok {
		t.Fatalf("there is no game %s", name)
	}
	return g
}

// sessionOf returns a session with an archive.
func sessionOf(t testing.TB, p *Protocol, name string, book *choice.Book, o Options) *Session {
	t.Helper()
	if o.MultiPV == 0 {
		o.MultiPV = 5
	}
	o.Version = "1.0"
	s, err := New(p, kind(t, name), book, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// talk sends lines to a session and returns the lines that it answers.
func talk(t testing.TB, s *Session, lines ...string) []string {
	t.Helper()
	var b bytes.Buffer
	if err := s.Run(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &b); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

const openings = `[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 1-0

[White "C"]
[Black "D"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 1/2-1/2

[White "E"]
[Black "F"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 0-1

[White "G"]
[Black "H"]
[Result "*"]

1. e4 c5 *
`

const shogiGames = `position startpos moves 7g7f 3c3d 2g2f 8c8d
position startpos moves 7g7f 3c3d 6g6f
position startpos moves 7g7f 8c8d
`

// many returns an archive of the records in one file.
func many(t testing.TB, text string) *archive.Archive {
	t.Helper()
	dir := t.TempDir()
	ending := ".pgn"
	if strings.HasPrefix(text, "position") {
		ending = ".usi"
	}
	if err := os.WriteFile(filepath.Join(dir, "games"+ending), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	a := archivetest.Empty(t)
	if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{dir}}); err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAnswers(t *testing.T) {
	a := many(t, openings)
	const ready = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"
	castling := "info depth 1 multipv 1 wdl 500 0 500 nodes 2 pv e1%s1|info depth 1 multipv 2 wdl 0 1000 0 nodes 1 pv c2c3" +
		"|info string 3 games have this position|info string e1%s1 games 2 share 66.7%% score 50.0%% of 2 decided|info string c2c3 games 1 share 33.3%% score 50.0%% of 1 decided|bestmove e1%s1"
	for _, one := range []struct{ in, want string }{
		{"uci", "id name kifudb 1.0|id author the kifudb authors|option name MultiPV type spin default 5 min 1 max 500|option name MinGames type spin default 0 min 0 max 1000000|option name Pick type combo default most var weighted var most var score|option name Centipawns type check default false|option name UCI_Chess960 type check default false|uciok"},
		{"isready\n\nucinewgame\ndebug on\nregister later\nwhat", "readyok"},
		{ready + "\ngo", fmt.Sprintf(castling, "g", "g", "g")},
		{"setoption name UCI_Chess960 value true\n" + ready + "\ngo infinite", "info string stopped|bestmove e1h1"},
		{ready + "\nsetoption name MultiPV value 1\nsetoption name MultiPV value 0\nsetoption name MultiPV value 501\nsetoption name Pick value best\ngo movetime 1000 wtime 5",
			"info string MultiPV cannot be 0|info string MultiPV cannot be 501|info string Pick cannot be best|info depth 1 multipv 1 wdl 500 0 500 nodes 2 pv e1g1|info string 3 games have this position|info string e1g1 games 2 share 66.7% score 50.0% of 2 decided|bestmove e1g1"},
		{ready + "\nsetoption name MinGames value 3\ngo", "info string no move known: 3 games have this position, and no move of 3 is wanted|bestmove (none)"},
		{ready + "\ngo searchmoves c2c3 d2d3 depth 3", "info depth 1 multipv 1 wdl 0 1000 0 nodes 1 pv c2c3|info string 3 games have this position|info string c2c3 games 1 share 33.3% score 50.0% of 1 decided|bestmove c2c3"},
		{ready + " e1g1\nsetoption name MultiPV value 1\nsetoption name Centipawns value true\ngo", "info depth 1 multipv 1 score cp 0 wdl 0 0 1000 nodes 1 pv g8f6|info string 2 games have this position|info string g8f6 games 1 share 50.0% score 0.0% of 1 decided|bestmove g8f6"},
		{"position startpos moves e2e4 c7c5 d2d4\ngo", "info string no move known: no game has this position|bestmove (none)"},
		{"position startpos moves e2e4 e2e4\ngo", "info string move 2 cannot be read: |info string there is no position|bestmove (none)"},
		{"position startpos moves e2e9\ngo", "info string move 1 cannot be read: |info string there is no position|bestmove (none)"},
		{"position fen nonsense\ngo", "info string the position cannot be read: |info string there is no position|bestmove (none)"},
		{"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 c7c5\ngo", "info string no move known: 1 game has this position, and no move of 1 is wanted|bestmove (none)"},
		{strings.Repeat("x", maxLine+1), "info string the line is too long"},
		{"quit\nisready", ""},
	} {
		got := strings.Join(talk(t, sessionOf(t, UCI, "chess", bookOf(t, a, 1), Options{}), strings.Split(one.in, "\n")...), "|")
		ok := got == one.want
		switch {
		case strings.Contains(one.want, "cannot be read: |"): // the reason is another package's
			start, end, _ := strings.Cut(one.want, "cannot be read: |")
			ok = strings.HasPrefix(got, start) && strings.HasSuffix(got, end)
		case strings.Contains(one.want, "stopped|"):
			ok = strings.HasSuffix(got, strings.TrimPrefix(one.want, "info string stopped"))
		case strings.Contains(one.want, "score cp 0 "): // the estimate has a test of its own
			ok = strings.Contains(got, "multipv 1 score cp ")
		}
		if !ok {
			t.Errorf("%.200q\ngot  %q\nwant %q", one.in, got, one.want)
		}
	}
	if _, err := New(UCI, kind(t, "chess"), nil, Options{}); err == nil {
		t.Error("no move is to be shown, and that is accepted")
	}
	if _, err := New(UCI, kind(t, "backgammon"), nil, Options{MultiPV: 1}); err == nil {
		t.Error("a game without rules is accepted")
	}
}

func TestAnswersUSI(t *testing.T) {
	a := many(t, shogiGames)
	for _, one := range []struct{ in, want string }{
		{"usi", "id name kifudb 1.0|id author the kifudb authors|option name MultiPV type spin default 5 min 1 max 500|option name MinGames type spin default 0 min 0 max 1000000|option name Pick type combo default most var weighted var most var score|option name Centipawns type check default false|usiok"},
		{"position startpos moves 7g7f\ngo btime 0 wtime 0 byoyomi 1000", "info depth 1 multipv 1 nodes 2 pv 3c3d|info depth 1 multipv 2 nodes 1 pv 8c8d|info string 3 games have this position|info string 3c3d games 2 share 66.7% score unknown|info string 8c8d games 1 share 33.3% score unknown|bestmove 3c3d"},
		{"position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2 moves 8c8d\ngo", "info string no move known: 1 game has this position, and no move of 1 is wanted|bestmove resign"},
		{"go mate infinite", "checkmate notimplemented"},
		{"usinewgame\ngameover win\nisready", "readyok"},
	} {
		if got := strings.Join(talk(t, sessionOf(t, USI, "shogi", bookOf(t, a, 1), Options{}), strings.Split(one.in, "\n")...), "|"); got != one.want {
			t.Errorf("%.200q\ngot  %q\nwant %q", one.in, got, one.want)
		}
	}
	lines := talk(t, sessionOf(t, USI, "shogi", bookOf(t, a, 4), Options{MultiPV: 1}), "go")
	if want := "info depth 3 multipv 1 nodes 3 pv 7g7f 3c3d 6g6f"; !slices.Contains(lines, want) {
		t.Errorf("got %q, want %q", lines, want)
	}
}

// At each position of each game, what is shown is what is counted next there.
func TestEqualsNext(t *testing.T) {
	compared := 0
	for _, one := range []struct {
		protocol    *Protocol
		name, games string
	}{{UCI, "chess", openings}, {USI, "shogi", shogiGames}} {
		a := many(t, one.games)
		v, err := a.View()
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		g := kind(t, one.name)
		s := sessionOf(t, one.protocol, one.name, bookOf(t, a, 1), Options{MultiPV: maxMultiPV})
		s.chess960 = true // moves as the archive writes them
		todo := [][]string{nil}
		for len(todo) > 0 {
			line := todo[0]
			todo = todo[1:]
			text := "position startpos moves " + strings.Join(line, " ")
			out := talk(t, s, text, "go")
			p, err := game.After(g, "startpos", line...)
			if err != nil {
				t.Fatal(err)
			}
			q, err := ask.At(archive.Query{}, `pos:"`+p.Text()+`" game:`+one.name)
			if err != nil {
				t.Fatal(err)
			}
			next, err := ask.Of(v.Views).Next(t.Context(), &archive.Search{Query: q}, &ask.NextOptions{})
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			for i, n := range next.Next {
				text := fmt.Sprintf("info depth 1 multipv %d", i+1)
				if r := n.Won; r.Decided > 0 {
					wins, losses := r.Black, r.White
					if n.Color == "W" {
						wins, losses = losses, wins
					}
					w, l := math.Round(1000*float64(wins)/float64(r.Decided)), math.Round(1000*float64(losses)/float64(r.Decided))
					text += fmt.Sprintf(" wdl %.0f %.0f %.0f", w, 1000-w-l, l)
				}
				want = append(want, text+" nodes "+strconv.Itoa(n.Games)+" pv "+n.Point)
				todo = append(todo, append(slices.Clone(line), n.Point))
			}
			got := slices.DeleteFunc(slices.Clone(out), func(l string) bool { return !strings.HasPrefix(l, "info depth") })
			if !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", text, got, want)
			}
			compared++
		}
	}
	if compared < 20 {
		t.Errorf("only %d positions were compared", compared)
	}
}

// Thousandths add up to 1000, and the curves go through their known points.
func TestScores(t *testing.T) {
	for decided := 1; decided < 40; decided++ {
		for black := range decided + 1 {
			for white := range decided - black + 1 {
				m := &choice.Move{Won: archive.NewResults(search.Results{Black: black, White: white, Draw: decided - black - white})}
				m.Played.Color = 1
				won, drawn, lost, ok := outcome(m)
				if !ok || won+drawn+lost != 1000 || min(won, drawn, lost) < 0 || math.Abs(float64(won)-1000*float64(black)/float64(decided)) > 0.5 || math.Abs(float64(lost)-1000*float64(white)/float64(decided)) > 1 {
					t.Fatalf("%d %d of %d: %d %d %d", black, white, decided, won, drawn, lost)
				}
			}
		}
	}
	if _, _, _, ok := outcome(&choice.Move{}); ok {
		t.Error("nothing decided has an outcome")
	}
	for _, one := range []struct {
		p        *Protocol
		estimate float64
		want     int
	}{
		{UCI, 0.5, 0}, {UCI, 10.0 / 11, 400}, {UCI, 1.0 / 11, -400}, {UCI, 1, 3000}, {UCI, 0, -3000},
		{USI, 0.5, 0}, {USI, math.E / (1 + math.E), 600}, {USI, 1 / (1 + math.E), -600}, {USI, 1, 3000},
	} {
		s := &Session{protocol: one.p}
		if got := s.centipawns(&choice.Move{Estimate: one.estimate}); got != one.want {
			t.Errorf("%s: %g is %d, want %d", one.p.hello, one.estimate, got, one.want)
		}
	}
}

// slow answers as the archive does. It shows the first figures, and then goes on until it is let.
type slow struct {
	first chan struct{} // if it is not nil, the first figures wait for it
	view  *archive.View
	goOn  chan struct{}
	ended chan error // gets what each search ended with
}

func (s *slow) Searcher(ctx context.Context, _ string, _ []archive.SegmentState) (search.Searcher, error) {
	local, _, err := s.view.Searcher(ctx, &search.Options{})
	return &slowSearcher{s, local}, err
}

type slowSearcher struct {
	*slow
	local search.Searcher
}

func (s *slowSearcher) Search(ctx context.Context, batch []*search.Question, watch func([]*search.Partial)) ([]*search.Partial, error) {
	found, err := s.local.Search(ctx, batch, nil)
	if err != nil {
		return nil, err
	}
	if s.first != nil {
		select {
		case <-s.first:
		case <-ctx.Done():
			s.ended <- ctx.Err()
			return nil, ctx.Err()
		}
	}
	if watch != nil {
		watch(found)
	}
	select {
	case <-s.goOn:
		s.ended <- nil
		return s.local.Search(ctx, batch, nil)
	case <-ctx.Done():
		s.ended <- ctx.Err()
		return nil, ctx.Err()
	}
}

// A stop before the first figures waits for them: the answer is a move of theirs, and no resignation. The program is
// answered meanwhile, and may still quit.
func TestStopsBeforeFigures(t *testing.T) {
	for _, one := range []struct {
		start string
		then  []string // before the figures come
		quits bool
	}{
		{"go", []string{"stop"}, false},
		{"go infinite", []string{"stop", "stop"}, false},
		{"go ponder", []string{"stop"}, false},
		{"go infinite", []string{"position startpos"}, false},
		{"go infinite", []string{"stop", "position startpos"}, false},
		{"go infinite", []string{"stop", "quit"}, true},
	} {
		reading := many(t, openings)
		v, err := reading.View()
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		engine := &slow{view: v, first: make(chan struct{}), goOn: make(chan struct{}), ended: make(chan error, 1)}
		a, err := archive.Open(reading.Location(), &archive.Options{Engine: engine})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		s := sessionOf(t, UCI, "chess", bookOf(t, a, 1), Options{MultiPV: 1})
		in, input := io.Pipe()
		output, out := io.Pipe()
		ran := make(chan error, 1)
		go func() {
			ran <- s.Run(t.Context(), in, out)
			out.Close()
		}()
		lines := bufio.NewScanner(output)
		read := func() string {
			if !lines.Scan() {
				t.Fatal("the session ended")
			}
			return lines.Text()
		}
		send := func(text string) {
			if _, err := io.WriteString(input, text+"\n"); err != nil {
				t.Fatal(err)
			}
		}
		send("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3")
		send(one.start)
		for i, text := range one.then {
			if send(text); i == 0 && text == "stop" && !one.quits {
				send("isready")
				if got := read(); got != "readyok" {
					t.Errorf("%s, %s: got %q", one.start, one.then, got)
				}
			}
		}
		if one.quits {
			if got := read(); got != "info string stopped before anything was found" {
				t.Errorf("%s, %s: got %q", one.start, one.then, got)
			}
			read()
			if err := <-ran; err != nil {
				t.Error(err)
			}
			continue
		}
		engine.first <- struct{}{}
		got := read()
		if strings.HasPrefix(got, "info depth 1 multipv 1 ") { // the figures may be shown before the search ends
			got = read()
		}
		if got != "bestmove g8f6" {
			t.Errorf("%s, %s: got %q", one.start, one.then, got)
		}
		if err := <-engine.ended; err != context.Canceled {
			t.Errorf("%s, %s: the search ended with %v", one.start, one.then, err)
		}
		send("quit")
		if err := <-ran; err != nil {
			t.Error(err)
		}
	}
}

// The first figures come while the search goes on. Then stop and quit end it at once, and so does any command where it is to
// wait; the program is answered meanwhile.
func TestStops(t *testing.T) {
	for _, one := range []struct{ start, stop, want string }{
		{"go", "stop", "bestmove g8f6"},
		{"go", "quit", "bestmove g8f6"},
		{"go infinite", "stop", "bestmove g8f6"},
		{"go ponder wtime 5", "position startpos", "bestmove g8f6"},
		{"go infinite", "ucinewgame", "bestmove g8f6"},
	} {
		reading := many(t, openings)
		v, err := reading.View()
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		engine := &slow{view: v, goOn: make(chan struct{}), ended: make(chan error, 1)}
		a, err := archive.Open(reading.Location(), &archive.Options{Engine: engine})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		s := sessionOf(t, UCI, "chess", bookOf(t, a, 1), Options{MultiPV: 1})
		in, input := io.Pipe()
		output, out := io.Pipe()
		ran := make(chan error, 1)
		go func() {
			ran <- s.Run(t.Context(), in, out)
			out.Close()
		}()
		lines := bufio.NewScanner(output)
		read := func() string {
			if !lines.Scan() {
				t.Fatal("the session ended")
			}
			return lines.Text()
		}
		send := func(text string) {
			if _, err := io.WriteString(input, text+"\n"); err != nil {
				t.Fatal(err)
			}
		}
		send("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3")
		send(one.start)
		if got := read(); got != "info depth 1 multipv 1 wdl 0 1000 0 nodes 1 pv g8f6" { // while the search goes on
			t.Errorf("got %q", got)
		}
		send("isready")
		if got := read(); got != "readyok" {
			t.Errorf("got %q", got)
		}
		send(one.stop)
		if got := read(); got != one.want {
			t.Errorf("%s, %s: got %q", one.start, one.stop, got)
		}
		if err := <-engine.ended; err != context.Canceled {
			t.Errorf("the search ended with %v", err)
		}
		if one.stop == "quit" {
			if err := <-ran; err != nil {
				t.Error(err)
			}
			continue
		}

		// A search that has ended waits for the hit where the program ponders, and no longer.
		send("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3")
		send("go ponder")
		read()
		engine.goOn <- struct{}{}
		if err := <-engine.ended; err != nil {
			t.Error(err)
		}
		if got := read(); got != "info string 1 game has this position" {
			t.Errorf("got %q", got)
		}
		if got := read(); got != "info string g8f6 games 1 share 100.0% score 50.0% of 1 decided" {
			t.Errorf("got %q", got)
		}
		send("isready")
		if got := read(); got != "readyok" {
			t.Errorf("got %q", got)
		}
		send("ponderhit")
		if got := read(); got != "bestmove g8f6" {
			t.Errorf("got %q", got)
		}
		input.Close()
		if err := <-ran; err != nil {
			t.Error(err)
		}
	}
}

// Whatever a program sends, each go has one best move, and no line is cut.
func FuzzSession(f *testing.F) {
	f.Add("position startpos moves e2e4\ngo infinite\nstop\nisready")
	f.Add("setoption name MultiPV value 2\nposition fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1\ngo searchmoves e8e7")
	a := many(f, openings)
	f.Fuzz(func(t *testing.T, in string) {
		if len(in) >= maxLine {
			return
		}
		s := sessionOf(t, UCI, "chess", bookOf(t, a, 2), Options{})
		lines := talk(t, s, in)
		want, quits := 0, false
		for l := range strings.SplitSeq(in, "\n") {
			words := strings.Fields(l)
			if len(words) > 0 && words[0] == "go" && !quits {
				want++
			}
			quits = quits || len(words) > 0 && words[0] == "quit"
		}
		got := 0
		for _, l := range lines {
			if strings.HasPrefix(l, "bestmove ") {
				got++
			}
		}
		if got != want {
			t.Errorf("%d best moves, want %d: %q", got, want, lines)
		}
	})
}
