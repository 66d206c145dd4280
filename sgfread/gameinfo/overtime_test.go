package gameinfo

import "testing"

func TestParseOvertime(t *testing.T) {
	for _, tt := range []struct{ text, want, certainty string }{
		{"5x30 byo-yomi", "5x30 byo-yomi", "clear"},
		{"3x30s byo-yomi", "3x30 byo-yomi", "clear"},
		{"5 x 1:00 byoyomi", "5x60 byo-yomi", "clear"},
		{"5 periods of 30 seconds", "5x30 byo-yomi", "clear"},
		{"(5x1:00)", "5x60 byo-yomi", "clear"},
		{"30s/move", "30 byo-yomi", "clear"},
		{"30 sec/move byo-yomi", "30 byo-yomi", "clear"},
		{"one minute per move", "60 byo-yomi", "clear"},
		{"5 mins Japanese style, 1 move / min", "", "unread"},
		{"25/600 Canadian", "25/600 Canadian", "clear"},
		{"25 moves / 10 min", "25/600 Canadian", "clear"},
		{"25 stones in 10 minutes", "25/600 Canadian", "clear"},
		{"2 periods, 25 moves in 10 min", "2x25/600 Canadian", "clear"},
		{"30 fischer", "30 fischer", "clear"},
		{"10 increment", "10 fischer", "clear"},
		{"+10s", "10 fischer", "clear"},
		{"+ 10 seconds per move", "10 fischer", "clear"},
		{"加30秒", "30 fischer", "clear"},
		{"1手30秒", "30 byo-yomi", "clear"},
		{"一手30秒", "30 byo-yomi", "clear"},
		{"秒読み60秒", "60 byo-yomi", "clear"},
		{"読秒１分", "60 byo-yomi", "clear"},
		{"读秒30秒3次", "3x30 byo-yomi", "clear"},
		{"5次60秒读秒", "5x60 byo-yomi", "clear"},
		{"초읽기 30초 3회", "3x30 byo-yomi", "clear"},
		{"60초 다섯 번", "", "unread"},
		{"byoyomi 30x5", "5x30 byo-yomi", "guessed"},
		{"none", "none", "clear"},
		{"切れ負け", "none", "clear"},
		{"sudden death", "none", "clear"},
		{"", "", "unread"},
		{"30", "", "unread"},
		{"5x30 qzzq", "", "unread"},
		{"a very long overtime", "", "unread"},
		{"simple", "", "unread"},
		{"no 30s/move", "", "unread"},
		{"5x30 byo-yomi, 10 moves 20 sec", "", "unread"},
		{"30.5 seconds per move", "", "unread"},
	} {
		o := ParseOvertime(tt.text)
		if o.String() != tt.want || o.Certainty.String() != tt.certainty {
			t.Errorf("ParseOvertime(%q) = %q %v, want %q %v", tt.text, o, o.Certainty, tt.want, tt.certainty)
		}
	}
}
