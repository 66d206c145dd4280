package ask

import (
	"fmt"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// TestSpoken: what people say of moves, and what clocks, servers, engines and records write.
func TestSpoken(t *testing.T) {
	for _, text := range []string{
		"Taken.", "White has no answer to this.", "A ladder? It works!", "B connects at the ko", "好手", "ここで長考。", "这步棋是恶手", "묘수",
		"White used 3 hours on this move alone, and still it is a mistake.", "White connects the ko and lives. Time used: B: 5h9m, W: 3h41m",
		"The rank of Black's stones is low.", "Black lost the ladder here.", "White 3 is a mistake.", "'a' or 'b' don't help.", "With Q16 Black cuts.",
		"Black wins the race by one move.", "W+R\nBlack gave up after a long think.", "Black to play", "The remaining moves are simple.", "12:30 was lunch.",
		"The game is over for White.", "Time to think about the corner.", "Black left the corner.", "Win rate: B 57.1%\nThis loses the corner.", "hikaru [5d]: nice cut",
		"In byo-yomi White errs.", "My rank changed, so I try this.\nIt does not work.", "Score: even, I think", "Score: bad for White", "* 3 stones die", strings.Repeat("1", 2001),
	} {
		if !spoken(text) {
			t.Errorf("%q is said by nobody", text)
		}
	}
	for _, text := range []string{
		"", " \n", "?", "!", "12", "Black 12:30 left", "Black 12:30 left, White 9:01 left", "W 0:44, B 0:38", "time used:\nB 5h 9m\nW 3h 41m", "Time used: B: 5h9m, W: 3h41m",
		"Time used: B: 5h, W: 3h41", "Time used: B: 4h1m, W; 3h5m", "White used 3 hours 12 minutes.  Black used 5 hours 1 minute.", "Byo-yomi: 30 sec/move", "Time left: 0:44",
		"消費時間 3分", "残り時間：12分30秒", "用时 3分12秒", "▲12分 △3分", "rank changed", "shusaku's rank changed from 3k to 2k", "Your rank has changed to 2d.",
		"otake has left the game", "cho disconnected.", "Undo requested", "Game paused", "Game suspended after 99 moves", "Game suspended after move 99", "Adjourned. Time used: B: 4h1m, W: 3h5m",
		"Moves after 150 not recorded.", "moves beyond 99 not known", "Further moves unknown", "No further moves known", "Further moves omitted.", "Following moves not recorded",
		"B connects the ko", "White wins and fills the last ko. Time used: B: 9h55m, W: 9h58m", "231 moves", "231 moves.", "231 moves recorded.", "231 moves. B+R", "231 moves.  Game unfinished.", "101 moves (99 in the book).", "Further moves unknown. 99 moves",
		"W+3.5", "B+R", "White resigns", "Black wins by 3.5 points.", "The game is over.  Final score:\n   White = 12 territory + 3 captures + 6.5 komi = 21.5",
		"/\"jueyi白51.2%", "/\"jueyi黑60.1% | -3.2目以上", "0.47 0.53 0.00 -0.6 v=600", "Score: W+2.5\nWin rate: B 57.1%", "Black's winrate: 57.1% (-1.2%)\nscoreMean: 3.5\n(KataGo / 1.2k playouts)",
		"Overall black win%: 57.10%\nLeela's next move: Q16\nVisited 5000 nodes", "[%eval 0.25] [%clk 0:03:12]", "+0.35/12 0.5s", "wv=0.35", "theoretical 12", "4.2\n12", "K10", "L:12", "Value of move: 12",
		"** 50 +2726FU", "'time left 12 30", "'** -120", "yagr [9k]: GTP Engine for yagr (white): GNU Go version 3.6", "https://gogameguru.com/", "Marked as \"Good for White\"", "12 b  3 4",
	} {
		if spoken(text) {
			t.Errorf("%q is said by a person", text)
		}
	}
}

// Only what a person says at the move makes an example clearer, and games where somebody does are looked at beside those of the
// strongest players.
func TestExamplesOfSpokenMoves(t *testing.T) {
	vs := Of(archivetest.Of(t,
		"(;SZ[9]PB[Strong]BR[9p]WR[9p];B[aa];W[ab];B[ei];W[ba])",
		"(;SZ[9]PB[Clock];B[aa];W[ba];B[cb];W[ab]C[Time used: B: 5h9m, W: 3h41m])",
		"(;SZ[9]PB[Said];B[ia];W[ha];B[gc];W[ib]C[Taken.];B[dd])",
		"(;SZ[9]PB[Elsewhere];B[ia];W[ha];B[ci];W[ib];B[dd]C[Here.])",
	).Views)
	found, err := vs.Examples(t.Context(), &archive.Search{Query: archivetest.Query(t, "captures:1")}, &ExamplesOptions{Limit: 10, Among: 1})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, e := range found.Examples {
		got += fmt.Sprintf("%s %v %q, ", e.Game.Black, e.Score.Comment, e.Comment)
	}
	if want := `Strong 0 "", Said 1 "Taken.", Clock 0 "", `; got != want || found.Games != 4 {
		t.Errorf("%s of %d games; want %s", got, found.Games, want)
	}
}
