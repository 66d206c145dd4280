package tests

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ofThisProgram are the folders of packages that no other program has a use for.
var ofThisProgram = []string{"archive/archivetest", "cluster/nodetest", "cmd", "command", "indexer/indexertest", "internal", "tests"}

// packages returns the files of every package that others can import, by folder.
func packages(t *testing.T, set *token.FileSet) map[string][]*ast.File {
	t.Helper()
	files := map[string][]*ast.File{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != "." && (strings.HasPrefix(entry.Name(), ".") || slices.Contains(ofThisProgram, filepath.ToSlash(path)) || isModule(path)) {
			return filepath.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		f, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		if dir := filepath.ToSlash(filepath.Dir(path)); dir != "." {
			files[dir] = append(files[dir], f)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 10 {
		t.Fatalf("only %d packages found", len(files))
	}
	return files
}

// isTest reports whether a file is of tests only.
func isTest(set *token.FileSet, f *ast.File) bool {
	return strings.HasSuffix(set.Position(f.Package).Filename, "_test.go")
}

// known are methods whose names say all: those of interfaces of the standard library.
var known = []string{"Error", "Unwrap", "Is", "String", "MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText", "Len", "Close"}

// TestEverythingExportedIsDocumented wants a comment on every package and every
// exported name that others can use.
func TestEverythingExportedIsDocumented(t *testing.T) {
	set := token.NewFileSet()
	names := 0
	for dir, files := range packages(t, set) {
		hasDoc := false
		for _, f := range files {
			if isTest(set, f) {
				continue
			}
			hasDoc = hasDoc || f.Doc != nil
			for _, d := range f.Decls {
				for _, bare := range undocumented(d, &names) {
					t.Errorf("%s: %s has no comment", set.Position(bare.Pos()), bare.Name)
				}
			}
		}
		if !hasDoc {
			t.Errorf("package %s has no comment", dir)
		}
	}
	if names < 1000 {
		t.Errorf("only %d exported names were looked at", names)
	}
}

// undocumented returns the exported names of a declaration that have no comment, and
// counts all.
func undocumented(d ast.Decl, names *int) (bare []*ast.Ident) {
	look := func(name *ast.Ident, docs ...*ast.CommentGroup) {
		if !name.IsExported() {
			return
		}
		*names++
		if !slices.ContainsFunc(docs, func(c *ast.CommentGroup) bool { return c.Text() != "" }) {
			bare = append(bare, name)
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil && (slices.Contains(known, d.Name.Name) || !receiver(d.Recv.List[0].Type).IsExported()) {
			return nil
		}
		look(d.Name, d.Doc)
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				look(s.Name, d.Doc, s.Doc, s.Comment)
			case *ast.ValueSpec:
				for _, name := range s.Names {
					look(name, d.Doc, s.Doc, s.Comment)
				}
			}
		}
	}
	return bare
}

// receiver returns the name of a method's type.
func receiver(t ast.Expr) *ast.Ident {
	for {
		switch e := t.(type) {
		case *ast.StarExpr:
			t = e.X
		case *ast.IndexExpr:
			t = e.X
		case *ast.Ident:
			return e
		default:
			return &ast.Ident{}
		}
	}
}

// TestEveryPackageHasAnExample wants one that runs, with its output, in each package
// that others can import.
func TestEveryPackageHasAnExample(t *testing.T) {
	set := token.NewFileSet()
	for dir, files := range packages(t, set) {
		runs := slices.ContainsFunc(doc.Examples(files...), func(e *doc.Example) bool {
			return e.Output != "" || e.EmptyOutput
		})
		if !runs {
			t.Errorf("package %s has no example that runs", dir)
		}
	}
}
