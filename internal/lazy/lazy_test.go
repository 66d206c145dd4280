package lazy

import "testing"

func TestRegexp(t *testing.T) {
	x := Regexp(`^a+$`)
	first := x()
	if !first.MatchString("aa") || first.MatchString("ab") || x() != first {
		t.Error("it is not the expression, or is made twice")
	}
	bad := Regexp(`(`)
	defer func() {
		if recover() == nil {
			t.Error("what is not an expression is one")
		}
	}()
	bad()
}
