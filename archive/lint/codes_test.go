package lint

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"kifudb/sgfread"
)

// sgfcMessages are the numbers of the messages of SGFC 2.0, by its README, that mean the
// same as a code.
var sgfcMessages = map[string]string{
	"text-outside":             "6",
	"values-outside":           "6",
	"nodes-outside":            "54",
	"no-tree":                  "7",
	"empty-tree":               "12",
	"empty-variation":          "12",
	"double-open":              "21",
	"missing-close":            "9",
	"node-after-variation":     "66",
	"missing-semicolon":        "36, 67",
	"junk":                     "8",
	"nul-bytes":                "22",
	"identifier-without-value": "20",
	"value-without-identifier": "54",
	"unclosed-value":           "10",
	"bad-ff":                   "46",
	"bad-game":                 "18",
	"bad-size":                 "18, 50",
	"bad-value":                "14, 15, 23",
	"unclean-value":            "15, 16, 25, 47, 65",
	"empty-value":              "15, 17",
	"too-many-values":          "13",
	"duplicate-property":       "28",
	"duplicate-point":          "38",
	"bad-point":                "14",
	"off-board":                "14",
	"setup-and-move":           "30",
	"two-moves":                "37",
	"annotation-without-move":  "43",
	"root-property-inside":     "32",
	"game-info-twice":          "44",
	"obsolete-property":        "29, 40",
	"new-property":             "40",
	"long-identifier":          "16",
	"handicap-without-stones":  "61",
	"control-character":        "22",
	"unknown-charset":          "72",
	"wrong-charset":            "71",
	"lossy-charset":            "71",
	"unread-value":             "33",
	"unclear-value":            "15, 33",
	"integer-komi":             "59",
	"variation-level":          "56, 57",
	"unknown-property":         "35",
	"many-capitals":            "31, 35",
	"overlong-identifier":      "11",
	"new-feature":              "51, 52, 65",
	"move-in-root":             "24",
	"contradicting-annotation": "41, 42",
	"double-mark":              "38",
	"empty-beside-values":      "52",
	"handicap-differs":         "61",
	"different-versions":       "45",
	"different-games":          "53",
	"different-charsets":       "74, 75",
	"illegal-move":             "58",
	"idle-setup":               "39",
	"unchecked-game":           "19",
	"several-games":            "60",
	"empty-node":               "55",
	"setup-inside":             "62",
	"same-color":               "63",
}

// countedByImport reports whether an import counts a problem; the others only lint looks
// for.
func countedByImport(c sgfread.Code) bool {
	switch c {
	case sgfread.IllegalMove, sgfread.UnplayableMove, sgfread.MixedCharset:
		return true
	}
	return c < sgfread.UnknownCharset
}

// The documented problems are those that there are.
func TestLintDocument(t *testing.T) {
	const name, begin, end = "../../doc/LINT.md", "<!-- problems -->\n", "<!-- end -->\n"
	yes := map[bool]string{true: "yes", false: ""}
	var table strings.Builder
	table.WriteString("| problem | severity | what it is | counted by import | mended by --fix | SGFC |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, c := range sgfread.Codes() {
		what, done, _ := strings.Cut(strings.TrimPrefix(sgfread.Problem{Code: c}.Error(), c.String()+": "), "; ")
		if done != "" {
			what += "; " + done
		}
		fmt.Fprintf(&table, "| `%v` | %v | %s | %s | %s | %s |\n", c, c.Severity(), what, yes[countedByImport(c)], yes[c.Mended()], sgfcMessages[c.String()])
		delete(sgfcMessages, c.String())
	}
	for code := range sgfcMessages {
		t.Errorf("there is no %s", code)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(strings.ReplaceAll(string(text), "\r\n", "\n"), begin)
	was, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no place for the problems", name)
	}
	if was == table.String() {
		return
	}
	if os.Getenv("KIFUDB_GOLDEN") == "" {
		t.Fatalf("%s lists other problems than there are; accept them with KIFUDB_GOLDEN=1", name)
	}
	if err := os.WriteFile(name, []byte(before+begin+table.String()+end+after), 0o666); err != nil {
		t.Fatal(err)
	}
}
