package game

import (
	"math"
	"testing"
)

func TestReadEstimate(t *testing.T) {
	inf := math.Inf(1)
	none := math.NaN()
	for _, test := range []struct {
		game    Estimator
		comment string
		by      string
		want    float64
	}{
		{shogiGame, "* -48 +0034FU -3323GI", "B", -48}, // floodgate
		{shogiGame, "** 50", "B", 50},
		{shogiGame, "* 31100", "W", inf},
		{shogiGame, "* -31100", "W", -inf},
		{shogiGame, "* a word 50", "B", none},
		{shogiGame, "a remark\n* 50", "B", none},
		{shogiGame, "*評価値=-120", "W", -120}, // ShogiHome
		{shogiGame, "#評価値=+77\n#読み筋=☗７六歩", "W", 77},
		{shogiGame, "*詰み=後手勝ち:5手", "B", -inf},
		{shogiGame, "*詰み=先手勝ち", "W", inf},
		{shogiGame, "*対局 時間 00:01.5 深さ 14/20 ノード数 3000 評価値 210 読み筋 ▲７六歩(77)", "B", 210}, // Shogidokoro, ShogiGUI
		{shogiGame, "*解析 0 候補1 深さ 9 評価値 -33↑ 読み筋 △３四歩", "W", -33},
		{shogiGame, "*解析 0 深さ 9 評価値 -詰 3 読み筋", "W", -inf},
		{shogiGame, "*対局 評価値 +詰", "B", inf},
		{shogiGame, "評価値は50くらい", "B", none},
		{othelloGame, "evaluation 2.5, time 10.2", "B", 2.5}, // of GGF: what who moved is ahead by
		{othelloGame, "evaluation -2.5", "W", 2.5},
		{othelloGame, "evaluation 8", "", none},
		{othelloGame, "time 8", "B", none},
		{othelloGame, "evaluation 8 is a lot", "B", none},
		{chessGame, "[%eval 0.25] [%clk 0:10:00]", "W", -.25}, // servers say what White is ahead by
		{chessGame, "good [%eval -3.1]", "B", 3.1},
		{chessGame, "[%eval #-4]", "B", inf},
		{chessGame, "[%eval #4,20]", "B", -inf},
		{chessGame, "[%eval x]", "B", none},
		{chessGame, "+0.50/12 0.5s", "W", -.5}, // programs what who moved is ahead by
		{chessGame, "-0.50/12 0.5s", "B", -.5},
		{chessGame, "+M5/20 0.1s", "B", inf},
		{chessGame, "-M5/20 0.1s", "B", -inf},
		{chessGame, "0.00/1", "B", 0},
		{chessGame, "1/2-1/2", "B", none},
		{chessGame, "+0.5/12", "", none},
		{chessGame, "d=20, mt=1000, wv=0.25, pd=e4", "B", -.25}, // TCEC: White's, whoever moved
		{chessGame, "d=20, wv=-M4", "W", inf},
		{chessGame, "wv=far", "W", none},
	} {
		got, ok := test.game.ReadEstimate(test.comment, test.by)
		if ok != !math.IsNaN(test.want) || ok && got.Lead != test.want {
			t.Errorf("%q by %q: %g %t, want %g", test.comment, test.by, got.Lead, ok, test.want)
		}
	}
}
