package gameinfo

import "testing"

func TestParseEnding(t *testing.T) {
	for text, want := range map[string]Ending{
		"投了": ByResign, "resign": ByResign, "by resignation": ByResign, "中押": ByResign, "중반": NoEnding, "불계승": ByResign, "认输": ByResign, "сдался": ByResign,
		"時間切れ": ByTime, "timeout": ByTime, "超时": ByTime, "反則": ByIllegal, "illegal move": ByIllegal, "不戦": ByForfeit, "弃权": ByForfeit,
		"": NoEnding, "B+R": NoEnding, "black resigns": NoEnding, "draw": NoEnding, "投了した人": NoEnding, "void": NoEnding, "abandoned": NoEnding, "xyz": NoEnding,
	} {
		if got := ParseEnding(text); got != want {
			t.Errorf("%q is %v, not %v", text, got, want)
		}
	}
}
