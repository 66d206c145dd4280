package notation

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplit(t *testing.T) {
	const input = "INPUT=(WESTERN,NUMBERS=NONE)\n"
	for _, test := range []struct {
		name, text string
		want       []string // "line: text", and the rest
	}{
		{"one game with words before it", "By letter\nCOMMENTS\nA game\nSCORE\nGAME=(START)\n" + input + "P7f\n\n",
			[]string{"1: By letter\nCOMMENTS\nA game\nSCORE\nGAME=(START)\n" + input + "P7f", "\n\n"}},
		{"no GAME", input + "P7f", []string{"1: " + input + "P7f", ""}},
		{"the format is copied", "GAME=(START)\nInput = (numbers=none,\n western)\nP7f\n\nGAME=(START)\nP2f\n",
			[]string{"1: GAME=(START)\nInput = (numbers=none,\n western)\nP7f", "5: " + input + "GAME=(START)\nP2f", "\n"}},
		{"the mode is copied", input + "P7f\nCOMMENTS\nWords\nGAME=(START)\nMore words\n",
			[]string{"1: " + input + "P7f\nCOMMENTS\nWords", "3: " + input + "COMMENTS\nGAME=(START)\nMore words", "\n"}},
		{"statements before GAME are the next game's", input + "P7f\nCOMMENTS\nA remark\nSCORE\n" + input + "\nGAME=(START)\nP2f",
			[]string{"1: " + input + "P7f\nCOMMENTS\nA remark", "4: COMMENTS\nSCORE\n" + input + "\nGAME=(START)\nP2f", ""}},
		{"an example in a variation", input + "P7f\nMEMORIZE\nGAME=(START)\nP2f\nMEMORIZE P8d RESUME\nRECALL\nP3d\nRESUME\nP8d\n",
			[]string{"1: " + input + "P7f\nMEMORIZE\nGAME=(START)\nP2f\nMEMORIZE P8d RESUME\nRECALL\nP3d\nRESUME\nP8d",
				"3: " + input + "GAME=(START)\nP2f\nMEMORIZE P8d RESUME", "\n"}},
		{"MS-DOS", "\ufeff" + strings.ReplaceAll(input+"P7f\nGAME=(START)\nP2f\n", "\n", "\r\n") + "\x1a\x1a",
			[]string{"1: " + strings.ReplaceAll(input, "\n", "\r\n") + "P7f", "2: " + input + "GAME=(START)\r\nP2f", "\r\n\x1a\x1a"}},
		{"no game", "GAME=(START\nP7f\n", []string{"GAME=(START\nP7f\n"}},
	} {
		pieces, rest := split([]byte(test.text))
		var got []string
		for i := range pieces {
			p := pieces[i].cut()
			got = append(got, fmt.Sprintf("%d: %s", p.Line, p.Text))
		}
		if diff := cmp.Diff(test.want, append(got, string(rest))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestSplitExamples reads the games of the converter's examples together and
// one by one.
func TestSplitExamples(t *testing.T) {
	cases, compared := readConvertCases(t), 0
	for _, c := range cases {
		text, _, _ := strings.Cut(c.in, "\x1a")
		compared += compareSplit(t, c.name, []byte(text))
	}
	if compared == 0 {
		t.Fatal("no games")
	}
	t.Logf("%d games of %d texts", compared, len(cases))
}

func FuzzSplit(f *testing.F) {
	f.Add([]byte(variationsText))
	f.Add([]byte("INPUT=(WESTERN,NUMBERS=NONE)\nP7f\nCOMMENTS\nx\nMEMORIZE\nGAME=(START)\nP2f\nRESUME\nGAME=(START)"))
	f.Fuzz(func(t *testing.T, text []byte) { compareSplit(t, "text", text) })
}

// compareSplit demands that each piece of a text without problems gives the
// game that the whole text gives. It returns the number of games.
func compareSplit(t *testing.T, name string, text []byte) int {
	t.Helper()
	problems := 0
	want := Read(text, &ReadOptions{Report: func(Problem) { problems++ }})
	pieces, _ := split(text)
	if problems > 0 || strings.Count(strings.ToUpper(string(text)), "MEMORIZE") > maxSplit {
		return 0
	}
	if len(pieces) != len(want) {
		t.Errorf("%s: %d pieces, %d games", name, len(pieces), len(want))
		return 0
	}
	for i := range pieces {
		p := pieces[i].cut()
		var got, whole strings.Builder
		for b, records := range map[*strings.Builder][]*Record{&got: Read(p.Text, nil), &whole: want[i:]} {
			if len(records) > 0 {
				trimWords(records[0])
				if err := WriteSGF(b, records[0], nil); err != nil {
					t.Error(err)
				}
			}
		}
		if got.String() != whole.String() {
			t.Errorf("%s: game %d\n got %s\nwant %s", name, i+1, got.String(), whole.String())
		}
	}
	return len(pieces)
}

// trimWords takes blank lines off the ends of comments: they stay between
// pieces.
func trimWords(r *Record) {
	for v := range r.Nodes() {
		v.Node.Comment = strings.TrimRight(v.Node.Comment, " \t\n")
	}
}
