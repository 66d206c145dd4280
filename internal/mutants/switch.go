package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Linking a test binary takes longer than most tests run. Therefore most mutants are
// built into one binary, which a file tells which of them to be: a mutant with a number
// is a stretch of the source that does either as the source or as the mutant. What such
// a stretch cannot do, as a constant's declaration, is built on its own.

// A switched is a mutant as a stretch of the source that asks which mutant is on.
type switched struct {
	mutant
	number   int
	from, to int // what is replaced, which encloses the change
	// with returns what stands there then; inner returns the text of the source between
	// two places, with the switches of other mutants in it.
	with func(inner func(from, to int) string) string
}

// arithmetic has the names of the generic functions that stand for an operator whose
// operands are no constants.
var arithmetic = map[token.Token]string{
	token.ADD: "mutantAdd", token.SUB: "mutantSub", token.MUL: "mutantMul", token.QUO: "mutantQuo", token.REM: "mutantRem",
	token.AND: "mutantAnd", token.OR: "mutantOr", token.SHL: "mutantShl", token.SHR: "mutantShr",
}

// switched returns the mutant as a stretch with a switch. Whether it compiles is to be seen.
func (m mutant) switched(u *unit, number int) (switched, bool) {
	place := func(n ast.Node) (from, to int) {
		return u.set.Position(n.Pos()).Offset, u.set.Position(n.End()).Offset
	}
	s := switched{mutant: m, number: number}
	on := fmt.Sprintf("mutantOn(%d)", number)
	last := len(m.nodes) - 1
	node := m.nodes[last]
	s.from, s.to = place(node)
	if e, ok := node.(ast.Expr); ok && u.info.Types[e].Value != nil {
		// A constant, of which the whole is exchanged for another constant.
		for last--; ; last-- {
			outer, ok := m.nodes[last].(ast.Expr)
			if !ok || u.info.Types[outer].Value == nil {
				break
			}
			e = outer
		}
		s.from, s.to = place(e)
		kind, ok := m.typeName(u, e)
		s.with = func(inner func(from, to int) string) string {
			return fmt.Sprintf("mutantPick[%s](%d, %s, %s)", kind, number, m.mutated(s.from, s.to), inner(s.from, s.to))
		}
		return s, ok
	}
	instead := func(inner func(from, to int) string) string {
		return fmt.Sprintf("if %s { %s } else { %s }", on, m.mutated(s.from, s.to), inner(s.from, s.to))
	}
	switch n := node.(type) {
	case *ast.BinaryExpr:
		if name := arithmetic[n.Op]; name != "" {
			s.with = func(inner func(from, to int) string) string {
				x := inner(place(n.X))
				if n.Op == token.SHL || n.Op == token.SHR {
					kind, _ := m.typeName(u, n)
					x = fmt.Sprintf("(%s)(%s)", kind, x)
				}
				return fmt.Sprintf("%s(%d, %s, %s)", name, number, x, inner(place(n.Y)))
			}
			return s, true
		}
		s.with = m.condition(&s)
	case *ast.UnaryExpr:
		s.with = m.condition(&s)
	case *ast.IncDecStmt:
		s.with = instead
		if loop, ok := m.nodes[last-1].(*ast.ForStmt); ok && loop.Post == n {
			s.with = func(inner func(from, to int) string) string {
				x := inner(place(n.X))
				return fmt.Sprintf("%s %s= mutantStep(%d, %s)", x, n.Tok.String()[:1], number, x)
			}
		}
	case *ast.BranchStmt, *ast.AssignStmt, *ast.ExprStmt:
		s.with = instead
	}
	return s, s.with != nil
}

// condition returns the switch between two values of type bool.
func (m mutant) condition(s *switched) func(func(from, to int) string) string {
	return func(inner func(from, to int) string) string {
		return fmt.Sprintf("(mutantOn(%d) && (%s) || !mutantOn(%d) && (%s))", s.number, m.mutated(s.from, s.to), s.number, inner(s.from, s.to))
	}
}

// typeName returns how the file writes the type of an expression.
func (m mutant) typeName(u *unit, e ast.Expr) (string, bool) {
	t := u.info.Types[e].Type
	if t == nil {
		return "", false
	}
	return types.TypeString(types.Default(t), func(p *types.Package) string {
		if p.Path() == u.pkg {
			return ""
		}
		return m.imports(p)
	}), true
}

// withSwitches returns the text of a source with switches in it.
func (s *source) withSwitches(list []switched) string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b switched) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return b.to - a.to // what encloses another first
	})
	return s.between(0, len(s.text), list)
}

// between returns the text of a source between two places, with the switches that are there.
func (s *source) between(from, to int, list []switched) string {
	var b strings.Builder
	for i, m := range list {
		if m.from < from || m.to > to {
			continue // inside one before, or outside
		}
		b.WriteString(s.text[from:m.from])
		b.WriteString(m.with(func(from, to int) string { return s.between(from, to, list[i+1:]) }))
		from = m.to
	}
	b.WriteString(s.text[from:to])
	return b.String()
}

// runtime returns the file that the switches call. The file now, as a test begins, has the
// number of the mutant to be; or none, and then those met are appended to the file met.
func runtime(pkg, now, met string, mutants int) string {
	return fmt.Sprintf(`package %s

import (
	mutantos "os"
	mutantstrconv "strconv"
	mutantatomic "sync/atomic"
)

var mutantNumber, mutantNotes = mutantAsk()

var mutantMet [%d + 1]mutantatomic.Bool

func mutantAsk() (int, bool) {
	text, _ := mutantos.ReadFile(%q)
	n, err := mutantstrconv.Atoi(string(text))
	if err != nil {
		return -1, true
	}
	return n, false
}

func mutantOn(n int) bool {
	if mutantNotes && !mutantMet[n].Swap(true) {
		mutantNote(n)
	}
	return mutantNumber == n
}

func mutantNote(n int) {
	f, err := mutantos.OpenFile(%q, mutantos.O_APPEND|mutantos.O_CREATE|mutantos.O_WRONLY, 0o666)
	if err == nil {
		_, err = f.WriteString(mutantstrconv.Itoa(n) + "\n")
	}
	if err != nil {
		panic(err)
	}
	f.Close()
}

type mutantInteger interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type mutantNumeric interface {
	mutantInteger | ~float32 | ~float64
}

func mutantPick[T any](n int, mutant, source T) T {
	if mutantOn(n) {
		return mutant
	}
	return source
}

func mutantStep[T mutantInteger](n int, _ T) T {
	if mutantOn(n) {
		return ^T(0)
	}
	return 1
}

func mutantAdd[T mutantNumeric](n int, a, b T) T {
	if mutantOn(n) {
		return a - b
	}
	return a + b
}

func mutantSub[T mutantNumeric](n int, a, b T) T {
	if mutantOn(n) {
		return a + b
	}
	return a - b
}

func mutantMul[T mutantNumeric](n int, a, b T) T {
	if mutantOn(n) {
		return a / b
	}
	return a * b
}

func mutantQuo[T mutantNumeric](n int, a, b T) T {
	if mutantOn(n) {
		return a * b
	}
	return a / b
}

func mutantRem[T mutantInteger](n int, a, b T) T {
	if mutantOn(n) {
		return a * b
	}
	return a %% b
}

func mutantAnd[T mutantInteger](n int, a, b T) T {
	if mutantOn(n) {
		return a | b
	}
	return a & b
}

func mutantOr[T mutantInteger](n int, a, b T) T {
	if mutantOn(n) {
		return a & b
	}
	return a | b
}

func mutantShl[T, S mutantInteger](n int, a T, b S) T {
	if mutantOn(n) {
		return a >> b
	}
	return a << b
}

func mutantShr[T, S mutantInteger](n int, a T, b S) T {
	if mutantOn(n) {
		return a << b
	}
	return a >> b
}
`, pkg, mutants, now, met)
}
