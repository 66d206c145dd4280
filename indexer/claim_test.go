package indexer_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mholt/archives"

	"kifudb/indexer"
)

// noRecords are files that hold no record, by what is said of them.
var noRecords = map[string]string{
	"":                                    "the file is empty",
	strings.Repeat("\x00", 3000):          "nothing but NUL bytes",
	"\ufeff":                              "",
	" \r\n\t\n":                           "no game record found: nothing but white space",
	"Not found\n":                         "no game record found",
	"<!DOCTYPE html>\n<p>404</p>":         "no game record found: a web page (HTML)",
	"<div><html>503</html></div>":         "no game record found: a web page (HTML)",
	"<?xml version=\"1.0\"?><Error/>":     "no game record found: a document (XML)",
	`{"error": "not found", "code": 4}`:   "no game record found: JSON without records",
	"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR": "no game record found: a picture (PNG)",
	"\xff\xd8\xff\xe0\x00\x10JFIF":        "no game record found: a picture (JPEG)",
	"%PDF-1.4\n":                          "no game record found: a document (PDF)",
	"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n": "no game record found: a pointer of Git LFS",
	"\x13\x37\x00\x01\x02\xfe": "no game record found: not a text",
}

// A file whose name claims a format and that holds none has failed, whatever it holds and wherever
// it lies: nothing is said of a file of that kind whose name claims nothing.
func TestNamesClaimGames(t *testing.T) {
	var extensions []string
	for _, f := range indexer.Formats() {
		if !f.Generic {
			extensions = append(extensions, f.Extensions...)
		}
	}
	if len(extensions) < 20 {
		t.Fatalf("only %q claim a format", extensions)
	}
	files := map[string]string{}
	var claiming []packed
	said := map[string]string{} // by name
	n := 0
	for text, why := range noRecords {
		for _, extension := range extensions {
			n++
			name := "game" + string(rune('a'+n%26)) + strings.Repeat("x", n/26) + extension
			if n%3 == 0 {
				name = strings.ToUpper(name)
			}
			claiming = append(claiming, packed{name, text})
			said[name] = why
		}
		for _, extension := range []string{".txt", ".json", ".db", "", ".bak"} {
			n++
			claiming = append(claiming, packed{"other" + strings.Repeat("y", n%200) + strings.Repeat("z", n/200) + extension, text})
		}
	}
	for _, f := range claiming {
		files["d/folder/"+f.name] = f.content
		files["d/gz/"+f.name+".gz"] = compressed(t, archives.Gz{}, f.content)
	}
	files["d/c.zip"], files["d/c.rar"], files["d/c.tar.xz"] = zipOf(t, claiming...), rarOf(claiming...), compressed(t, archives.Xz{}, tarOf(t, claiming...))
	files["d/in.zip"] = zipOf(t, packed{"c.zip", files["d/c.zip"]})
	const places = 6
	folder(t, files)
	a := newLedger(t)
	summary, problems := a.mustRun("d")
	if summary.Failed != places*len(said) || summary.Passed != places*(len(claiming)-len(said)) || summary.Files != 0 {
		t.Errorf("%d files failed, %d were passed over, %d read; want %d, %d, 0", summary.Failed, summary.Passed, summary.Files, places*len(said), places*(len(claiming)-len(said)))
	}
	named := map[string]int{}
	for _, problem := range problems {
		path, why, _ := strings.Cut(near(problem), ": ")
		name := strings.TrimSuffix(filepath.Base(path), ".gz")
		named[name]++
		if want, ok := said[name]; !ok || !strings.HasPrefix(why, want) {
			t.Errorf("%s: %s, want %q", path, why, want)
		}
	}
	for name := range said {
		if named[name] != places {
			t.Errorf("%s is named %d times, want %d", name, named[name], places)
		}
	}
	for o, err := range a.ledger.Outcomes(summary.Run) {
		if must(t, err); o.Reason == "" {
			t.Errorf("%s %s without a reason", o.What, o.Path())
		}
	}
	if again, _ := a.mustRun("d"); again.Failed != 0 || again.Still != summary.Failed {
		t.Errorf("of %d files that failed, %d still do", summary.Failed, again.Still)
	}
}

// What the name says of compression is no claim by itself, and what is packed in a way that is
// not read is said.
func TestNamesClaimFiles(t *testing.T) {
	page := "<html>no such file</html>"
	folder(t, map[string]string{
		"d/a.zip": page, "d/b.7z": "", "d/c.tgz": page, "d/d.tar.gz": "moved", "d/e.rar": page, "d/f.kif.gz": page, "d/g.csa.Z": "moved",
		"d/h.lzh": "\x20\x33-lh5-\x00\x00", "d/i.sgf.Z": "\x1f\x9d\x90\x28", "d/j.cab": "MSCF\x00\x00\x00\x00\x10", "d/k.sgf": zipOf(t),
		"d/l.7z":     sevenZipOf(packed{"x.KI2", page}, packed{"y.png", page}),
		"d/n.bin.gz": page, "d/o.gz": "moved", "d/p.zip": zipOf(t),
	})
	a := newLedger(t)
	summary, problems := a.mustRun("d")
	if summary.Failed != 12 || summary.Passed != 4 {
		t.Errorf("%d files failed, %d were passed over; want 12, 4", summary.Failed, summary.Passed)
	}
	contain(t, problems, []string{
		"a.zip: the name says that it is a container, but it is none: a web page", "b.7z: the file is empty",
		"c.tgz: the name says", "d.tar.gz: the name says", "e.rar: the name says", "f.kif.gz: no game record found: a web page", "g.csa.Z: no game record found",
		"h.lzh: packed by LZH", "i.sgf.Z: packed by compress", "j.cab: packed by Cabinet", "k.sgf: a container without files", "l.7z!/x.KI2: no game record found: a web page",
	})
}

// Whoever names a file hears of it: it has failed, or it is something else and passed over.
// Standard input is always to hold games.
func TestNamedByTheUser(t *testing.T) {
	folder(t, map[string]string{"notes": "Remember the milk.", "page": "<html></html>", "parser.ts": parserTest, "list.js": "const moves = [];\nfor (const m of moves) {\n  play(m);\n}\n", "table": "", "p.jou": "PLAYERS"})
	for _, tt := range []struct{ path, stdin, want string }{
		{"notes", "", "notes: no game record found"},
		{"page", "", "page: passed over: a web page (HTML)"},
		{"parser.ts", "", "parser.ts: passed over: parts of it look like KI2"},
		{"list.js", "", "list.js: passed over: source code or markup"},
		{"table", "", "table: the file is empty"},
		{"p.jou", "", "p.jou: no game record found"},
		{"-", "<html></html>", "-: no game record found: a web page (HTML)"},
		{"-", parserTest, "-: parts of it look like KI2"},
	} {
		summary, problems, err := newArchive(t).run(context.Background(), indexer.Options{Stdin: strings.NewReader(tt.stdin)}, tt.path)
		must(t, err)
		contain(t, problems, []string{tt.want})
		if passed := strings.Contains(tt.want, "passed over"); (summary.Passed == 1) != passed || (summary.Failed == 1) == passed {
			t.Errorf("%s: %d failed, %d passed over", tt.path, summary.Failed, summary.Passed)
		}
	}
}
