package tests

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// TestDocCommentsBeginWithTheName checks that the comment above a function or type,
// exported or not, begins with its name, so that it cannot end up above another one.
// An article may come before the name. The functions called init are exceptions,
// because nobody calls them: their comments say why they exist.
func TestDocCommentsBeginWithTheName(t *testing.T) {
	comments := 0
	for file := range sources(t) {
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for name, doc := range documented(f) {
			comments++
			if name == "init" || beginsWith(doc.Text(), name) {
				continue
			}
			first, _, _ := strings.Cut(doc.Text(), "\n")
			t.Errorf("%s: the comment of %s begins %q", set.Position(doc.Pos()), name, first)
		}
	}
	if comments < 5000 {
		t.Errorf("%d comments: nothing was tested", comments)
	}
	for text, want := range map[string]bool{"F does": true, "A F is": true, "The F, if": true, "Does F": false, "G does": false, "A": false, "": false} {
		if beginsWith(text, "F") != want {
			t.Errorf("%q begins with the name F: %t, want %t", text, !want, want)
		}
	}
}

// documented yields the functions and types of a file that have a comment.
func documented(f *ast.File) func(yield func(string, *ast.CommentGroup) bool) {
	return func(yield func(string, *ast.CommentGroup) bool) {
		for _, decl := range f.Decls {
			if fun, ok := decl.(*ast.FuncDecl); ok && fun.Doc != nil && !yield(fun.Name.Name, fun.Doc) {
				return
			}
			group, ok := decl.(*ast.GenDecl)
			if !ok || group.Tok != token.TYPE {
				continue
			}
			for _, spec := range group.Specs {
				one := spec.(*ast.TypeSpec)
				doc := one.Doc
				if doc == nil && !group.Lparen.IsValid() {
					doc = group.Doc
				}
				if doc != nil && !yield(one.Name.Name, doc) {
					return
				}
			}
		}
	}
}

// beginsWith reports whether a comment begins with a name, perhaps after an article.
func beginsWith(text, name string) bool {
	words := strings.Fields(text)
	if len(words) > 1 && slices.Contains([]string{"A", "An", "The"}, words[0]) {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	first := strings.TrimSuffix(strings.TrimRight(words[0], ",:;."), "'s")
	return first == name
}
