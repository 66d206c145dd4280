package notation

import (
	"bytes"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

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
	reported := 0
	o.Report = func(p Problem) {
		fmt.Fprintln(&b, p)
		if !p.Code.Warning() {
			reported++
		}
	}
	var text bytes.Buffer
	n, err := Convert(&text, strings.NewReader(c.in), &o)
	if err != nil {
		t.Fatal(err)
	}
	if n != reported || n > MaxErrors {
		t.Errorf("%d errors reported, %d returned", reported, n)
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

// TestConvertLineEnds reads the same text with other line ends, with a byte
// order mark, and with the end that MS-DOS marked.
func TestConvertLineEnds(t *testing.T) {
	const text = "INPUT=(WESTERN,NUMBERS=PAIRS)\nOUTPUT=(WESTERN,NUMBERS=PAIRS,FORMAT=72)\n1. P-7f\nCOMMENTS\n\n a \n\nSCORE\n1. ..., P-3d\n"
	convert := func(text string, o PrintOptions) string {
		var out bytes.Buffer
		n, err := Convert(&out, strings.NewReader(text), &ConvertOptions{PrintOptions: o, Report: func(p Problem) { t.Error(p) }})
		if n != 0 || err != nil {
			t.Errorf("%d errors, %v", n, err)
		}
		return out.String()
	}
	const want = "INPUT=(WESTERN,NUMBERS=PAIRS)\nGAME=(START,HANDICAP=NONE)\n1.P7f\nCOMMENTS\n\n a \n\nSCORE\n1...,P3d\n"
	for name, in := range map[string]string{
		"LF":          text,
		"CRLF":        strings.ReplaceAll(text, "\n", "\r\n"),
		"CR":          strings.ReplaceAll(text, "\n", "\r"),
		"BOM":         "\ufeff" + text,
		"end of file": text + "\x1a\x00\x00garbage",
		"no line end": strings.TrimSuffix(text, "\n"),
	} {
		if diff := cmp.Diff(want, convert(in, PrintOptions{})); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", name, diff)
		}
	}
	if got, want := convert(text, PrintOptions{CRLF: true}), strings.ReplaceAll(want, "\n", "\r\n"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// Comments keep their bytes, whatever they mean.
	latin := strings.Replace(text, " a ", " \xe9\x82\xa0 ", 1)
	if got := convert(latin, PrintOptions{}); !strings.Contains(got, "\n \xe9\x82\xa0 \n") {
		t.Errorf("bytes of a comment changed: %q", got)
	}
}

func TestConvertFailures(t *testing.T) {
	broken := errors.New("broken")
	if _, err := Convert(io.Discard, iotest.ErrReader(broken), nil); !errors.Is(err, broken) {
		t.Errorf("reading: %v", err)
	}
	text := "GAME=(START)\n"
	if _, err := Convert(failingWriter{broken}, strings.NewReader(text), nil); !errors.Is(err, broken) {
		t.Errorf("writing: %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
