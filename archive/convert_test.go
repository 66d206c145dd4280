package archive

import (
	"bytes"
	"strings"
	"testing"
)

func TestShogiConversion(t *testing.T) {
	const game = "GAME=(START)\nINPUT=(WESTERN,NUMBERS=PAIRS)\nOUTPUT=(JAPANESE,NUMBERS=PAIRS,FORMAT=COLUMNS)\nSCORE\n 1 P-76 P-34\n"
	var out bytes.Buffer
	errors, stopped, err := (&ShogiConversion{Kanji: true}).Run(&out, strings.NewReader(game))
	if err != nil || errors != 0 || stopped || !strings.Contains(out.String(), "７六歩") {
		t.Errorf("%d errors, stopped %t, %v: %s", errors, stopped, err, &out)
	}
	var told []string
	c := ShogiConversion{Report: func(problem string) { told = append(told, problem) }}
	errors, stopped, err = c.Run(&out, strings.NewReader(strings.Replace(game, "P-34", "K-34", 1)))
	if err != nil || errors == 0 || stopped || len(told) != errors || !strings.HasPrefix(told[0], "5:") {
		t.Errorf("%d errors, stopped %t, %v, told %q", errors, stopped, err, told)
	}
}
