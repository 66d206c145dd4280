package tests

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

// TestBuiltinsKeepTheirNames finds variables and functions that take the name of a function
// which Go has built in: who reads make(x) below them reads it wrong.
func TestBuiltinsKeepTheirNames(t *testing.T) {
	builtin := map[string]bool{}
	for _, name := range []string{"append", "cap", "clear", "close", "copy", "delete", "len", "make", "max", "min", "new"} {
		builtin[name] = true
	}
	files := token.NewFileSet()
	for path := range sources(t) {
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		name := func(list ...ast.Expr) {
			for _, e := range list {
				if id, ok := e.(*ast.Ident); ok && id != nil && builtin[id.Name] {
					t.Errorf("%s: %s is built in", files.Position(id.Pos()), id.Name)
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok == token.DEFINE {
					name(n.Lhs...)
				}
			case *ast.RangeStmt:
				if n.Tok == token.DEFINE {
					name(n.Key, n.Value)
				}
			case *ast.ValueSpec:
				for _, id := range n.Names {
					name(id)
				}
			case *ast.FuncDecl:
				if n.Recv == nil {
					name(n.Name)
				}
			case *ast.FuncType:
				for _, fields := range []*ast.FieldList{n.Params, n.Results} {
					if fields == nil {
						continue
					}
					for _, f := range fields.List {
						for _, id := range f.Names {
							name(id)
						}
					}
				}
			}
			return true
		})
	}
}
