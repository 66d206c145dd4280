package game

import (
	"encoding/json"
	"testing"
)

func TestReadClock(t *testing.T) {
	for _, test := range []struct {
		game    Timer
		comment string
		by      string
		want    string // "" for nothing
	}{
		{chessGame, "[%clk 0:09:58]", "W", `{"white_left":598}`},
		{chessGame, "[%eval 0.2] [%clk 0:02:58.6]", "B", `{"black_left":178.6}`},
		{chessGame, "[%clk 0:09:58][%emt 0:00:02]", "W", `{"white_left":598,"used":2}`},
		{chessGame, "a plan [%emt 12.5]", "B", `{"used":12.5}`},
		{chessGame, "+0.25/12 0.51s", "W", `{"used":0.51}`}, // cutechess
		{chessGame, "-M12/13 0.25s, White mates", "B", `{"used":0.25}`},
		{chessGame, "+0.25/12 0.51s", "", ""}, // nobody has moved
		{chessGame, "[%clk 0:09:58]", "", ""},
		{chessGame, "[%clk 0:09:99]", "W", ""},
		{chessGame, "[%clk", "W", ""},
		{chessGame, "played in 5s", "W", ""},
		{chessGame, "1/2 5 seconds", "W", ""},
		{othelloGame, "evaluation 2.5, time 10.2", "B", `{"used":10.2}`},
		{othelloGame, "time 3", "W", `{"used":3}`},
		{othelloGame, "time 3", "", ""},
		{othelloGame, "time 3 was short", "B", ""},
		{othelloGame, "evaluation 2.5", "B", ""},
	} {
		c, ok := test.game.ReadClock(test.comment, test.by)
		got := ""
		if ok {
			data, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			got = string(data)
		}
		if got != test.want {
			t.Errorf("%q by %q: %s, want %s", test.comment, test.by, got, test.want)
		}
	}
}
