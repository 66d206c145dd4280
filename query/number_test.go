package query

import "testing"

// Amounts of points are read in queries as in records.
func TestAmountsInQueries(t *testing.T) {
	for text, want := range map[string]Interval{
		"6.5": {650, 650}, "7½": {750, 750}, "-6.5": {-650, -650}, "650": {65000, 65000}, ".5": {50, 50},
		"7半": {750, 750}, "7目半": {750, 750}, "七目半": {750, 750}, "7 目 半": {750, 750}, "3又3/4子": {750, 750}, "3 3/4": {750, 750},
		"seven and a half": {750, 750}, "여섯집반": {650, 650}, "6,5": {650, 650}, "半目": {50, 50}, "なし": {0, 0}, "none": {0, 0},
	} {
		if got, err := (Value{Kind: Phrase, Text: text}).Numbers(true); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"qzzq", "7 qzzq", "about", "7半 or 8", "6.555", "--5"} {
		if got, err := (Value{Kind: Phrase, Text: text}).Numbers(true); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
	for _, text := range []string{"komi:>=7目半", "komi:5目半..7目半", "margin:半目", "handicap:三子", `handicap:"two stones"`} {
		if _, err := Parse(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"moves:三", "komi:7目半..5目半", "handicap:qzzq"} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%s is understood", text)
		}
	}
	if n, ok := (Value{Text: "三子"}).Stones(); n != 3 || !ok {
		t.Errorf("三子: %d, %t", n, ok)
	}
}
