package query

import (
	"fmt"
	"slices"
	"testing"
)

// TestKindsOfMoves: what moves do that a query asks for, by the games that have it.
func TestKindsOfMoves(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		"cho captures":                 "",
		`pos:"Q16" -cho`:               "",
		"captures:>=5":                 "1:captures 3:captures 8:captures",
		"-captures:yes cho":            "1:captures 3:captures 8:captures",
		"blackatari:2 or ko:>=2":       "1:atari 1:ko",
		"then(snapback:yes, pat:[X])":  "1:snapback",
		"then(pat:[X], captures:>=2)":  "1:captures 3:captures 8:captures",
		"then(ko:yes, captures:>=2) x": "1:captures 1:ko 3:captures 8:captures",
		"takescorner:yes":              "2:takescorner",
		"game:go shape:hane,keima":     "1:shape",
	} {
		q, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for number, kinds := range KindsOfMoves(q.Root) {
			for _, k := range kinds {
				got = append(got, fmt.Sprintf("%d:%s", number, k.Name))
			}
		}
		slices.Sort(got)
		list := ""
		for i, name := range got {
			if i > 0 {
				list += " "
			}
			list += name
		}
		if list != want {
			t.Errorf("%s: %s, want %s", text, list, want)
		}
	}
}
