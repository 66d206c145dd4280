package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
)

// A source is a file of the package.
type source struct {
	path string
	text string
	file *ast.File
}

// A mutant is a source file in which one stretch of bytes is another.
type mutant struct {
	*source
	at       token.Position
	from, to int // bytes
	text     string
	what     string     // was done, for people
	nodes    []ast.Node // from the file to what is changed
}

// String returns where the mutant differs from the source, and how.
func (m mutant) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", m.name(), m.at.Line, m.at.Column, m.what)
}

// mutated returns the text of the mutant between two places that enclose the change.
func (m mutant) mutated(from, to int) string {
	return m.source.text[from:m.from] + m.text + m.source.text[m.to:to]
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
func (s *source) mutants(set *token.FileSet) []mutant {
	var list []mutant
	var nodes []ast.Node
	add := func(from, to token.Pos, text, what string) {
		at := set.Position(from)
		list = append(list, mutant{s, at, at.Offset, set.Position(to).Offset, text, what, append([]ast.Node(nil), nodes...)})
	}
	operator := func(at token.Pos, op token.Token) {
		for _, other := range others[op] {
			add(at, at+token.Pos(len(op.String())), other.String(), fmt.Sprintf("%s for %s", other, op))
		}
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		if n == nil {
			nodes = nodes[:len(nodes)-1]
			return false
		}
		if _, ok := n.(*ast.ImportSpec); ok {
			return false
		}
		nodes = append(nodes, n)
		switch n := n.(type) {
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
	return list
}
