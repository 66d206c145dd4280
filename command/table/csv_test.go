package table

import (
	"strings"
	"testing"
)

// A record that calls its player by a formula must not have it run.
func TestCSVIsInert(t *testing.T) {
	for cell, want := range map[string]string{
		"=cmd|' /C calc'!A0": `'=cmd|' /C calc'!A0`,
		"+1+1":               "'+1+1",
		"-2+3":               "'-2+3",
		"@SUM(A1)":           "'@SUM(A1)",
		" =1+1":              "' =1+1",
		"\t=1+1":             "' =1+1",
		"＝1+1":               "'＝1+1",
		"-5":                 "-5",
		"+0.5":               "+0.5",
		"-":                  "-",
		"@14":                "@14",
		"@n15":               "@n15",
		"@0 «小林»":            "@0 «小林»",
		"@1+cmd|x":           "'@1+cmd|x",
		"@0 (A1)":            "'@0 (A1)",
		"B+R":                "B+R",
		"\x1b[31mred":        "\uFFFD[31mred",
		"本因坊秀策":              "本因坊秀策",
	} {
		var b strings.Builder
		c := NewCSV(&b)
		if err := c.Write(cell, "next"); err != nil {
			t.Fatal(err)
		}
		if err := c.End(); err != nil {
			t.Fatal(err)
		}
		if want += ",next\n"; strings.ReplaceAll(b.String(), `"`, "") != want {
			t.Errorf("%q is written as %q, want %q", cell, b.String(), want)
		}
	}
}
