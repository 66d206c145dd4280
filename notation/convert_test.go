package notation

import (
	"bytes"
	"embed"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "accept the output of the converter as what is wanted")

// Each case is an archive: a comment that says what it shows, the text to
// convert (in), its options if it has some, the converted text (out), and the
// messages (err). It is named after the code that it provokes or after the
// number of the decision that it shows.
//
//go:embed testdata/convert/*.txtar
var convertCases embed.FS

const convertDir = "testdata/convert"

type convertCase struct {
	name              string
	in, out, messages string
	options           ConvertOptions
}

func readConvertCases(t testing.TB) (cases []convertCase) {
	t.Helper()
	entries, err := fs.ReadDir(convertCases, convertDir)
	if err != nil || len(entries) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, e := range entries {
		b, err := convertCases.ReadFile(path.Join(convertDir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		c := convertCase{name: strings.TrimSuffix(e.Name(), ".txtar")}
		a := txtar.Parse(b)
		if len(bytes.TrimSpace(a.Comment)) == 0 {
			t.Errorf("%s does not say what it shows", c.name)
		}
		for _, f := range a.Files {
			switch text := string(f.Data); f.Name {
			case "in":
				c.in = text
			case "out":
				c.out = text
			case "err":
				c.messages = text
			case "options":
				for _, word := range strings.Fields(text) {
					switch word {
					case "bare":
						c.options.Bare = true
					case "kanji":
						c.options.Kanji = true
					default:
						t.Fatalf("%s: unknown option %q", c.name, word)
					}
				}
			default:
				t.Fatalf("%s: unknown part %q", c.name, f.Name)
			}
		}
		cases = append(cases, c)
	}
	return cases
}

// convert returns the output and the messages of a case.
func (c convertCase) convert(t *testing.T) (out, messages string) {
	t.Helper()
	var b strings.Builder
	o := c.options
	errors := 0
	o.Report = func(p Problem) {
		fmt.Fprintln(&b, p)
		if !p.Code.Warning() {
			errors++
		}
	}
	var text bytes.Buffer
	n, err := Convert(&text, strings.NewReader(c.in), &o)
	if err != nil {
		t.Fatal(err)
	}
	if n != errors || n > MaxErrors {
		t.Errorf("%d errors reported, %d returned", errors, n)
	}
	return text.String(), b.String()
}

func TestConvert(t *testing.T) {
	for _, c := range readConvertCases(t) {
		t.Run(c.name, func(t *testing.T) {
			out, messages := c.convert(t)
			if *update {
				c.rewrite(t, out, messages)
				return
			}
			if diff := cmp.Diff(c.out, out); diff != "" {
				t.Errorf("output (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.messages, messages); diff != "" {
				t.Errorf("messages (-want +got):\n%s", diff)
			}
			if code := regexp.MustCompile(`^code-([EW]\d\d)`).FindStringSubmatch(c.name); code != nil && !strings.Contains(messages, " "+code[1]+" ") {
				t.Errorf("%s is not provoked", code[1])
			}
		})
	}
}

// rewrite puts what was got into the case's file.
func (c convertCase) rewrite(t *testing.T, out, messages string) {
	name := filepath.Join(filepath.FromSlash(convertDir), c.name+".txtar")
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	a := txtar.Parse(b)
	var kept []txtar.File
	for _, f := range a.Files {
		if f.Name == "in" || f.Name == "options" {
			kept = append(kept, f)
		}
	}
	a.Files = append(kept, txtar.File{Name: "out", Data: []byte(out)}, txtar.File{Name: "err", Data: []byte(messages)})
	if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}

// codes are those that Walk can report.
var codes = []Code{
	SyntaxError, FormatsMissing, BadValue, NotAllowed, ParameterMissing, BadPlace, TooMany, KingMissing, BadDiagram,
	BadStack, NumberExpected, WrongSide, NoSuchMove, Ambiguous, Unreadable, NothingToCapture, NoPreviousMove,
	WrongNumber, IllegalMove, IsCapture, ParenMissing, NotResumed, KeywordInText, Indented, MoveAfterEnd,
}

// decisions is how many open points of the proposal had to be decided.
const decisions = 48

// TestConvertCasesComplete demands a case for each code and each decision.
func TestConvertCasesComplete(t *testing.T) {
	has := map[string]bool{}
	for _, c := range readConvertCases(t) {
		for i := range c.name {
			has[c.name[:i]] = true
		}
	}
	for _, code := range codes {
		if name := "code-" + string(code); !has[name] {
			t.Errorf("no case %s", name)
		}
	}
	for n := 1; n <= decisions; n++ {
		if name := fmt.Sprintf("decision-%02d", n); !has[name] {
			t.Errorf("no case %s", name)
		}
	}
}
