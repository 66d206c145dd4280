package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
)

// A mutant is a source file in which one stretch of bytes is another.
type mutant struct {
	path     string
	at       token.Position
	from, to int // bytes
	text     string
	what     string // was done, for people
}

// others are the operators that an operator is exchanged for.
var others = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.SHL: {token.SHR}, token.SHR: {token.SHL},
	token.INC: {token.DEC}, token.DEC: {token.INC},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.BREAK: {token.CONTINUE}, token.CONTINUE: {token.BREAK},
}

// mutants lists the mutants of a file, in the order of its text: an operator is
// another, a number is one more, a "not" is gone, a call or an assignment is left out.
func mutants(path string) ([]mutant, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var list []mutant
	add := func(from, to token.Pos, text, what string) {
		list = append(list, mutant{path, set.Position(from), set.Position(from).Offset, set.Position(to).Offset, text, what})
	}
	operator := func(at token.Pos, op token.Token) {
		for _, other := range others[op] {
			add(at, at+token.Pos(len(op.String())), other.String(), fmt.Sprintf("%s for %s", other, op))
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BinaryExpr:
			operator(n.OpPos, n.Op)
		case *ast.IncDecStmt:
			operator(n.TokPos, n.Tok)
		case *ast.BranchStmt:
			operator(n.TokPos, n.Tok)
		case *ast.UnaryExpr:
			if n.Op == token.NOT {
				add(n.OpPos, n.X.Pos(), "", "no !")
			}
		case *ast.BasicLit:
			if i, err := strconv.ParseUint(n.Value, 0, 63); err == nil && n.Kind == token.INT {
				add(n.Pos(), n.End(), strconv.FormatUint(i+1, 10), fmt.Sprintf("%d for %s", i+1, n.Value))
			}
		case *ast.ExprStmt:
			add(n.Pos(), n.End(), "", "the call is left out")
		case *ast.AssignStmt:
			operator(n.TokPos, n.Tok)
			if n.Tok != token.DEFINE {
				add(n.Pos(), n.End(), "", "the assignment is left out")
			}
		}
		return true
	})
	return list, nil
}
