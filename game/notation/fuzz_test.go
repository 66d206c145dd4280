package notation

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"kifudb/internal/cputime"
	"kifudb/internal/testsize"
	"kifudb/position/shogi"
)

// FuzzConvert feeds any text to the converter: it must not panic, every problem
// has its place, and what comes out converts again, without errors if the
// input had none, to itself.
func FuzzConvert(f *testing.F) {
	for _, c := range readConvertCases(f) {
		f.Add([]byte(c.in), c.options.Kanji)
	}
	f.Fuzz(func(t *testing.T, text []byte, kanji bool) {
		convert := func(text []byte) (string, int) {
			lines := 1 + bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r"))
			var out bytes.Buffer
			n, err := Convert(&out, bytes.NewReader(text), &ConvertOptions{
				PrintOptions: PrintOptions{Kanji: kanji},
				Report: func(p Problem) {
					if p.Line < 1 || p.Line > lines || p.Column < 1 || len(p.Code) != 3 || p.Text == "" {
						t.Fatalf("problem %+v in a text of %d lines", p, lines)
					}
				}})
			if err != nil {
				t.Fatal(err)
			}
			return out.String(), n
		}
		out, errors := convert(text)
		if errors > 0 || bytes.Count(bytes.ToUpper(text), []byte("PUT")) != 2 {
			return // several formats: their statements are not told apart below
		}
		// Put the OUTPUT statement behind the INPUT one and convert again.
		output := outputStatement(text)
		i := strings.Index(out, "\nINPUT=(")
		if strings.HasPrefix(out, "INPUT=(") {
			i = -1
		} else if i < 0 {
			return
		}
		end := i + 1 + strings.IndexByte(out[i+1:], '\n') + 1
		again, errors := convert([]byte(out[:end] + output + "\n" + out[end:]))
		if errors > 0 || again != out {
			t.Fatalf("converted again with %d errors, from\n%s\nto\n%s", errors, out, again)
		}
	})
}

// outputStatement finds the OUTPUT statement of a text in the form that
// Format.Output has.
func outputStatement(text []byte) string {
	found := lastOutput{builder: newBuilder()}
	Walk(text, &found, nil)
	return found.format.Output()
}

// lastOutput is a handler that keeps the last output format.
type lastOutput struct {
	*builder
	format Format
}

func (l *lastOutput) OnMode(Mode)               {}
func (l *lastOutput) OnInput(Format)            {}
func (l *lastOutput) OnOutput(f Format)         { l.format = f }
func (l *lastOutput) OnDiagram(*shogi.Position) {}

// kifuFormats are the formats that hold all the moves of a record.
var kifuFormats = map[string]struct {
	write func(io.Writer, *Record, *WriteOptions) error
	read  func([]byte, *ReadOptions) []*Record
}{"kif": {WriteKIF, ReadKifu}, "ki2": {WriteKI2, ReadKifu}, "jkf": {WriteJKF, ReadJKF}}

// moveList lists the moves of a record with their places in the tree.
func moveList(r *Record) string {
	var b strings.Builder
	b.WriteString(r.Start.Position.SFEN())
	for v := range r.Nodes() {
		if v.Node.moves() {
			fmt.Fprintf(&b, " %d%s", v.MoveNumber, v.Node.Move)
		}
	}
	return b.String()
}

// FuzzRecords feeds any text to the readers of records, and writes what they
// read in every way.
func FuzzRecords(f *testing.F) {
	for _, c := range readConvertCases(f) {
		f.Add([]byte(c.in))
	}
	for _, text := range []string{csaGame, csaProblem, csaDamaged, kifGame, `{"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}},"forks":[[{"special":"TORYO"}]]}]}`} {
		f.Add([]byte(text))
	}
	f.Add([]byte("position startpos moves 7g7f 3c3d 8h2b+ resign\nsfen 4k4/9/9/9/9/9/9/9/4K4 b 2P 1 moves P*5b"))
	f.Fuzz(func(t *testing.T, text []byte) {
		Detect(text)
		LooksLikeKIF(string(text))
		LooksLikeKI2(string(text))
		_, _ = ParseGame(string(text))
		for _, read := range []func([]byte, *ReadOptions) []*Record{Read, ReadCSA, ReadUSI, ReadUSEN, ReadKifu, ReadJKF} {
			records := read(text, &ReadOptions{Report: func(p Problem) {
				if p.Line < 1 || p.Column < 1 || p.Text == "" {
					t.Fatalf("problem %+v", p)
				}
			}})
			for _, r := range records {
				if err := WriteCSA(io.Discard, r, nil); err != nil {
					t.Fatal(err)
				}
				if err := WriteSGF(io.Discard, r, nil); err != nil {
					t.Fatal(err)
				}
				var usi bytes.Buffer
				if err := WriteUSI(&usi, r, nil); err != nil {
					t.Fatal(err)
				}
				if r.Start.Position.Check() != nil {
					continue // SFEN is strict
				}
				for name, f := range kifuFormats {
					var text bytes.Buffer
					if err := f.write(&text, r, nil); err != nil {
						t.Fatal(err)
					}
					again := f.read(text.Bytes(), nil)
					if len(again) != 1 || moveList(again[0]) != moveList(r) {
						t.Fatalf("%s is not read again:\n%s\n%s\n%s", name, text.String(), moveList(r), moveList(again[0]))
					}
				}
				again := ReadUSI(usi.Bytes(), nil)
				if len(again) != 1 || again[0].Start.Position.SFEN() != r.Start.Position.SFEN() {
					t.Fatalf("%s is not read again", usi.String())
				}
				for _, format := range []Format{{Numbers: Pairs, Width: 40}, {Notation: Japanese, Numbers: Single}} {
					var out bytes.Buffer
					if err := Write(&out, r, format, nil); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	})
}

// hostile are texts that would hurt a reader that recurses, or looks at
// everything again and again, by what they are made of.
func hostile(n int) map[string]string {
	formats := "INPUT=(WESTERN,NUMBERS=NONE)\nOUTPUT=(WESTERN,NUMBERS=NONE,FORMAT=72)\n"
	japanese := "INPUT=(JAPANESE,NUMBERS=SINGLE)\nOUTPUT=(WESTERN,NUMBERS=NONE,FORMAT=72)\n"
	dance := strings.Repeat("K-5h K-5b K-5i K-5a ", n/4)
	return map[string]string{
		"memorize":          formats + strings.Repeat("MEMORIZE\n", n),
		"nested variations": formats + strings.Repeat("MEMORIZE\nK-5h K-5b K-5i K-5a\n", n/5-1) + strings.Repeat("RESUME\n", n/5-1),
		"a long line":       formats + dance,
		"wrong numbers":     "INPUT=(WESTERN,NUMBERS=SINGLE)\nOUTPUT=(WESTERN,NUMBERS=NONE,FORMAT=72)\n" + strings.Repeat("7 K-5h 7 K-5b 7 K-5i 7 K-5a ", n/4),
		"indented":          formats + strings.Repeat("  RECALL", n),
		"blanks":            japanese + "76" + strings.Repeat(" ", 10*n) + "FU" + strings.Repeat(" \n", 5*n),
		"digits":            japanese + strings.Repeat("7", 10*n),
		"numbers":           japanese + strings.Repeat("7 ", n),
		"letters":           formats + strings.Repeat("K", 10*n),
		"parentheses":       strings.Repeat("GAME=(", n),
		"pluses":            "GAME=(START,HANDICAP=R" + strings.Repeat("+ ", n),
		"pieces":            "GAME=(SENTE,POSITION=(P=(" + strings.Repeat("57S,", n),
		"empty ranks":       "GAME=(SENTE,DIAGRAM)\n" + strings.Repeat("----\n", n),
		"bars":              "GAME=(SENTE,DIAGRAM)\n" + strings.Repeat("|", 10*n),
		"comments":          "COMMENTS\n" + strings.Repeat("a\n", n),
		"keywords in words": "COMMENTS\n" + strings.Repeat("GAME over\n", n),
		"carriage returns":  strings.Repeat("\r", 10*n),
		"csa":               "+\n" + strings.Repeat("T1\n", n) + strings.Repeat("'*a\n", n) + strings.Repeat("'*", n),
		"csa commas":        "+\n" + strings.Repeat("X,", n),
		"csa rows":          "P1" + strings.Repeat("-KY", n) + "\nP+" + strings.Repeat("00FU", n) + "\nP-" + strings.Repeat(" ", n),
		"usi":               "position startpos moves " + strings.ToLower(strings.Repeat("5i5h 5a5b 5h5i 5b5a ", n/4)),
		"usi endings":       "position startpos moves " + strings.Repeat("resign ", n),
	}
}

// TestHostile reads hostile texts. Each takes a fraction of a second if time is
// linear.
func TestHostile(t *testing.T) {
	n := testsize.Of(50_000, 10_000)
	for name, text := range hostile(n) {
		start := cputime.Now()
		readEveryWay(t, name, text)
		took := cputime.Now() - start
		t.Logf("%s took %v", name, took)
		// A slow machine is slow with the tenth part of it, too.
		for tries := 0; took > 10*time.Second; tries++ {
			start = cputime.Now()
			readEveryWay(t, name, hostile(n / 10)[name])
			tenth := cputime.Now() - start
			if took < 40*tenth {
				break
			}
			if tries == 2 {
				t.Errorf("%s took %v, the tenth part of it %v", name, took, tenth)
				break
			}
			start = cputime.Now()
			readEveryWay(t, name, text)
			took = cputime.Now() - start
		}
	}
}

// readEveryWay reads a text in every way.
func readEveryWay(t *testing.T, name, text string) {
	t.Helper()
	if _, err := Convert(io.Discard, strings.NewReader(text), nil); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	for _, read := range []func([]byte, *ReadOptions) []*Record{Read, ReadCSA, ReadUSI} {
		for _, r := range read([]byte(text), nil) {
			if err := Write(io.Discard, r, Format{Numbers: Pairs}, nil); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if err := WriteSGF(io.Discard, r, nil); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
