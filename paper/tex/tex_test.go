package tex

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kifudb/paper"
	"kifudb/paper/papertest"
)

func written(t testing.TB, d *paper.Document, s paper.Sheet) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, d, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// printed returns what TeX prints for a text that was escaped: it knows the commands that Escape may
// use, and fails for others and for characters that TeX would obey.
func printed(t testing.TB, s string) string {
	t.Helper()
	commands := map[string]string{"allowbreak": ""}
	for r, command := range special {
		commands[strings.TrimSuffix(command[1:], "{}")] = string(r)
	}
	var b strings.Builder
	depth := 0
	for s != "" {
		r := s[0]
		switch {
		case r == '\\':
			name := regexp.MustCompile(`^\\([a-z]+|.)`).FindStringSubmatch(s)
			if name == nil {
				t.Fatalf("a command begins at %q", s)
			}
			text, ok := commands[name[1]]
			if !ok {
				t.Fatalf("TeX obeys %q", name[1])
			}
			b.WriteString(text)
			s = s[len(name[0]):]
			if len(name[1]) > 1 && !strings.HasPrefix(s, "{}") {
				t.Fatalf("%q takes in what follows: %q", name[1], s)
			}
			continue
		case strings.HasPrefix(s, "%\n"):
			s = s[2:]
			continue
		case strings.HasPrefix(s, "\n\n"):
			t.Fatal("an empty line ends the paragraph")
		case r == '{':
			depth++
		case r == '}':
			if depth--; depth < 0 {
				t.Fatalf("a brace too many before %q", s)
			}
		case r == '\n':
			b.WriteByte(' ')
		case strings.IndexByte("$&#%_^~\"`<>|", r) >= 0 || r < ' ' || r == 0x7f:
			t.Fatalf("TeX obeys %q", r)
		default:
			b.WriteByte(r)
		}
		s = s[1:]
	}
	if depth != 0 {
		t.Fatalf("%d braces are open", depth)
	}
	return b.String()
}

func FuzzEscape(f *testing.F) {
	for _, s := range []string{papertest.Hostile, `\input{/etc/passwd}`, "a\n\nb", "^^5c^^M", "--- ``x'' ?` !` ,, << >>", "%\n\\end{document}", strings.Repeat("x", 500), strings.Repeat("a ", 300), "囲碁 e\u0301 \u2028\u2029\u0085", "\xff\xfe\ufffe"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := printed(t, Escape(s)), clean(s); got != want {
			t.Errorf("%q is printed as %q", s, got)
		}
		for row := range strings.SplitSeq(Escape(s), "\n") {
			if len(row) > 4000 {
				t.Errorf("a line of %d bytes", len(row))
			}
		}
		printed(t, bookmark(s))
	})
}

func TestLigatures(t *testing.T) {
	for s, want := range map[string]string{"a--b": "a-{}-b", "---": "-{}-{}-", "''": "'{}'", "a,b": "a,b", ",,": ",{},", "B[pd]{": `B[pd]\{`} {
		if got := Escape(s); got != want {
			t.Errorf("%q is written as %q, want %q", s, got, want)
		}
	}
}

// The braces of a whole file balance, and its commands are those of a file without hostile texts.
func TestHostileDocument(t *testing.T) {
	commands := func(s string) map[string]bool {
		found := map[string]bool{}
		for _, c := range regexp.MustCompile(`\\[a-zA-Z]+`).FindAllString(s, -1) {
			found[c] = true
		}
		return found
	}
	for _, s := range []paper.Sheet{{}, {Columns: 2, FontSize: 12}} {
		plain, hostile := written(t, papertest.Book(2, 2, "é"), s), written(t, papertest.Book(2, 2, papertest.Hostile), s)
		known := commands(plain)
		for c := range commands(hostile) {
			text := false
			for _, command := range special {
				text = text || strings.HasPrefix(command, c)
			}
			if !known[c] && !text && c != `\allowbreak` && c != `\quad` {
				t.Errorf("the file has %s", c)
			}
		}
		depth := 0
		for i, r := range hostile {
			if i > 0 && hostile[i-1] == '\\' {
				continue
			}
			switch r {
			case '{':
				depth++
			case '}':
				if depth--; depth < 0 {
					t.Fatalf("a brace too many at %d", i)
				}
			}
		}
		if depth != 0 {
			t.Errorf("%d braces are open", depth)
		}
		if strings.Count(hostile, `\end{document}`) != 1 {
			t.Error("the document ends more than once")
		}
	}
}

func TestPrograms(t *testing.T) {
	of := func(s string) *paper.Document {
		return &paper.Document{Title: "A", Parts: func(yield func(*paper.Part, error) bool) {
			yield(&paper.Part{Blocks: []paper.Block{&paper.Paragraph{Text: s}}}, nil)
		}}
	}
	for s, want := range map[string]string{"plain “text” – Tōkyō, Łódź": "pdflatex", "囲碁": "xelatex", "Блиц": "xelatex", "☗": "xelatex"} {
		got := written(t, of(s), paper.Sheet{})
		if !strings.HasPrefix(got, "% Compile with: "+want+",") || strings.Contains(got, "fontspec") != (want == "xelatex") {
			t.Errorf("%s: %.60s", s, got)
		}
		if east := strings.Contains(got, "CJK"); east != (s == "囲碁") {
			t.Errorf("%s: fonts for Chinese: %v", s, east)
		}
	}
}

func TestNumbersOfPages(t *testing.T) {
	d := papertest.Book(2, 1, "x")
	d.Contents = append(d.Contents, paper.Entry{Title: "Nowhere", Anchor: "g9"})
	got := written(t, d, paper.Sheet{})
	for _, want := range []string{
		`\hyperref[part-6731]{Game 1 x}\dotfill\pageref{part-6731}\par`, `\hyperref[part-6732]{Game 2 x}`, "\nNowhere\\par\n",
		`\label{part-6731}`, `\pdfbookmark[0]{Game 2 x}{part-6732}`, "Honinbo Shusaku x,\n\\pageref{part-6731}\\par",
	} {
		if strings.Count(got, want) != 1 {
			t.Errorf("%d of %s", strings.Count(got, want), want)
		}
	}
	if got != written(t, d, paper.Sheet{}) {
		t.Error("two writings differ")
	}
}

func TestErrors(t *testing.T) {
	bad := errors.New("the archive is damaged")
	if err := Write(io.Discard, &paper.Document{Parts: papertest.Failing(bad)}, paper.Sheet{}); !errors.Is(err, bad) {
		t.Errorf("got %v, want the error of the parts", err)
	}
	if err := Write(failing{}, papertest.Book(1, 1, ""), paper.Sheet{}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("got %v, want the error of the writer", err)
	}
	written(t, &paper.Document{}, paper.Sheet{Columns: -3, Width: -1})
	odd := &paper.Document{Parts: func(yield func(*paper.Part, error) bool) {
		yield(&paper.Part{Blocks: []paper.Block{nil, &paper.Figure{Abreast: 99}, &paper.Table{}, &paper.Facts{}, &paper.Table{Rows: [][]string{nil, {"a"}}}}}, nil)
	}}
	written(t, odd, paper.Sheet{})
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// Where TeX is installed, what is written compiles.
func TestCompiles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	latin := &paper.Document{Title: "Latin", Book: true, Contents: []paper.Entry{{Title: "One", Anchor: "a"}}, Parts: func(yield func(*paper.Part, error) bool) {
		yield(&paper.Part{Title: "One " + latinOnly(papertest.Hostile), Anchor: "a", Blocks: []paper.Block{
			&paper.Paragraph{Lead: "1", Text: latin + "\n\n" + strings.Repeat("name", 2500)},
			&paper.Figure{Board: papertest.Board(62, 900), Marks: papertest.Marks(1, 300), Caption: "62×62", Coordinates: true},
		}}, nil)
	}}
	for name, d := range map[string]*paper.Document{"latin": latin, "hostile": papertest.Book(1, 1, papertest.Hostile), "pieces": papertest.Pieces()} {
		file := written(t, d, paper.Sheet{})
		program := strings.Fields(strings.TrimPrefix(file, "% Compile with: "))[0]
		program = strings.TrimSuffix(program, ",")
		path, err := exec.LookPath(program)
		if err != nil || exec.Command("kpsewhich", "fontspec.sty").Run() != nil || exec.Command("kpsewhich", "tikz.sty").Run() != nil {
			t.Skipf("%s or its packages are not installed", program)
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "book.tex"), []byte(file), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(path, "-interaction=nonstopmode", "-halt-on-error", "book.tex")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %s: %v\n%s", name, program, err, out[max(0, len(out)-1500):])
		}
	}
}

func latinOnly(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 || strings.ContainsRune(latin, r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(s, ""))
}
