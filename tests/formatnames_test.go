package tests

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kifudb/indexer"
)

// ownFormats are where a format's name may stand: its own package, or the list.
var ownFormats = []string{"format/", "indexer/formats.go", "game/notation/"}

// formatNameExceptions are the files outside in which a name of a format, or of
// what reads only one, stands all the same, and why.
var formatNameExceptions = map[string]string{
	"archive/analyze.go":           "japanese are rules of an engine",
	"command/analyze.go":           "japanese are rules of an engine",
	"command/answer/format.go":     "search --format sgf prints records as one collection",
	"command/answer/answer.go":     "search --format sgf has no columns",
	"command/format.go":            "the flag --sgf of commands that print records",
	"command/show.go":              "flags: --sgf prints the record, --kanji names moves",
	"command/study/book.go":        "a book is what the command writes, and not the format",
	"command/study/problems.go":    "a book is where problems were printed, and not the format",
	"command/study/examples.go":    "examples --format sgf prints problems as one collection",
	"command/study/tree.go":        "tree --sgf prints the tree as a record",
	"command/programs/usi.go":      "usi is a command, by the protocol's name",
	"command/run/display.go":       "usi is a command, by the protocol's name",
	"protocol/usi/session.go":      "usi is what programs say that speak the protocol",
	"command/shogi.go":             "the converter of 1996 is a command of its own, with a flag --kanji",
	"protocol/lichess/server.go":   "programs ask for records in this format",
	"sgfread/charset/label.go":     "western is a label of an encoding",
	"sgfread/gameinfo/overtime.go": "japanese is a word for byo-yomi",
	"testdata/testdata.go":         "the folder of the collection",
}

// A format is known in one place: elsewhere, no text is the name of one, and nobody
// calls what reads or writes only one.
func TestFormatsAreNamedOnce(t *testing.T) {
	names := map[string]bool{}
	for _, f := range indexer.Formats() {
		names[f.Name] = true
		for _, w := range f.Writers {
			names[w.Name] = true
		}
	}
	if len(names) < 10 {
		t.Fatalf("only %d names", len(names))
	}
	used := map[string]bool{}
	inspected := 0
	for file := range sources(t) {
		slashed := filepath.ToSlash(file)
		if slices.ContainsFunc(ownFormats, func(own string) bool { return strings.HasPrefix(slashed, own) }) {
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		inspected++
		report := func(n ast.Node, what string) {
			if used[slashed] = true; formatNameExceptions[slashed] == "" {
				t.Errorf("%s: %s is known outside of the list of formats", set.Position(n.Pos()), what)
			}
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && names[strings.ToLower(text)] {
					report(n, n.Value)
				}
			case *ast.SelectorExpr:
				x, ok := n.X.(*ast.Ident)
				if ok && x.Name == "notation" && slices.ContainsFunc([]string{"Read", "Write", "Detect", "Dialect", "CSA", "USI", "Commands", "IsBook", "NewScanner"}, func(p string) bool {
					return strings.HasPrefix(n.Sel.Name, p)
				}) {
					report(n, "notation."+n.Sel.Name)
				}
			}
			return true
		})
	}
	if inspected < 100 {
		t.Errorf("only %d files", inspected)
	}
	for file := range formatNameExceptions {
		if !used[file] {
			t.Errorf("%s names no format any more: take it out of the exceptions", file)
		}
	}
}
