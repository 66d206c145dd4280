package position

import "testing"

func TestPointNames(t *testing.T) {
	tests := []struct {
		size      Size
		sgf, name string
	}{
		{Square(19), "pd", "Q16"},
		{Square(19), "aa", "A19"},
		{Square(19), "ss", "T1"},
		{Square(9), "ia", "J9"},
		{Size{13, 5}, "me", "N1"},
		{Square(52), "yz", "Z27"},
		{Square(52), "zA", "AA26"},
		{Square(52), "ZZ", "BB1"},
	}
	for _, tt := range tests {
		p, err := ParsePoint(tt.sgf)
		if err != nil {
			t.Fatal(err)
		}
		if p.String() != tt.sgf || tt.size.Name(p) != tt.name {
			t.Errorf("%s: SGF %s, name %s, want %s", tt.sgf, p, tt.size.Name(p), tt.name)
		}
		if q, err := tt.size.ParseName(tt.name); q != p || err != nil {
			t.Errorf("ParseName(%s) = %v, %v, want %v", tt.name, q, err, p)
		}
	}
	for i := range Square(MaxSize).Area() {
		p := Square(MaxSize).At(i)
		if q, err := Square(MaxSize).ParseName(Square(MaxSize).Name(p)); q != p || err != nil {
			t.Fatalf("%v comes back as %v, %v", p, q, err)
		}
	}
	for _, bad := range []string{"", "Q", "16", "I5", "Q0", "Q20", "U1", "ABC1", "Q1x", "Ä5"} {
		if p, err := Square(19).ParseName(bad); err == nil {
			t.Errorf("ParseName(%q) = %v, want an error", bad, p)
		}
	}
	for _, bad := range []string{"", "a", "abc", "a1", "[]"} {
		if p, err := ParsePoint(bad); err == nil {
			t.Errorf("ParsePoint(%q) = %v, want an error", bad, p)
		}
	}
	if p, err := Square(9).ParseName("PASS"); p != Pass || err != nil || Square(9).Name(Pass) != "pass" {
		t.Errorf("a pass is %v, %v", p, err)
	}
}
