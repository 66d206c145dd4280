package lazy

import "testing"

func TestRegexp(t *testing.T) {
	x := Regexp(`^a+$`)
	if !x().MatchString("aa") || x().MatchString("ab") || x() != x() {
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
