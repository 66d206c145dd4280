package alias

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// What people type is found by what the archive has.
func TestNear(t *testing.T) {
	var records []record
	for i, p := range []struct {
		name  string
		games int
	}{
		{"Kitani Minoru", 5}, {"木谷実", 1}, {"Honinbo Shusaku", 4}, {"Cho Chikun", 3}, {"趙治勲", 2}, {"Lee Changho", 3}, {"Kita", 1}, {"Kitami Jr", 0},
		{"Go Seigen", 2}, {"柯洁", 2}, {"單霁翔", 1}, {"吕立言", 1}, {"Lee Sedol", 2}, {"이세돌", 1}, {"Takemiya Masaki", 1}, {"Kato Masao", 1}, {"Kita", 1},
		{"Sakata Eio", 1}, {"小林光一", 2}, {"Ohira Shuzo", 1}, {"古力", 1}, {"Meijin Inseki", 1}, {"Li Changhao", 1},
	} {
		for n := range p.games {
			records = append(records, record{p.name, "Nobody " + string(rune('A'+i)), 1950, 100*i + n + 1})
		}
	}
	s := newArchive(t, records)
	for _, tt := range []struct{ asked, want string }{
		{"kitami", "Kitani Minoru 5 spelling 1"},
		{"Shusaki", "Shusaku 4 spelling 1"},
		{"shushaku", "Shusaku 4 spelling 1"},
		{"cho chikum", "Cho Chikun 3 spelling 1"},
		{"chikum cho", "Cho Chikun 3 spelling 1"},
		{"Yi Ch'ang-ho", "Lee Changho 3 sound 1, Li Changhao 1 spelling 2"},
		{"이창호", "Lee Changho 3 script 1"},
		{"Gou Seigenn", "Go Seigen 2 sound 2"},
		{"Ke Jie", "柯洁 2 script 1"},
		{"Jie Ke", "柯洁 2 script 1"},
		{"Gu Li", "古力 1 script 1"},
		{"Lu Liyan", "吕立言 1 script 1"},
		{"lee se dol", "Lee Sedol 2 spelling 1, 이세돌 1 script 1"},
		{"Shan Jixiang", "單霁翔 1 script 1"},
		{"小林光二", "小林光一 2 spelling 1"},
		{"takemiya", ""}, // is there
		{"oohira", "Ohira Shuzo 1 sound 1"},
		{"Ki", ""},
		{"", ""},
		{"...", ""},
		{"an altogether different name of many words", ""},
	} {
		near, err := Players.Near(context.Background(), s, tt.asked)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range near {
			got = append(got, fmt.Sprint(n.Text, " ", n.Games, " ", n.How, " ", n.Distance))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%q: %q, want %q", tt.asked, strings.Join(got, ", "), tt.want)
		}
	}
}

// The distance is that of the definition, by trying every way.
func TestDistance(t *testing.T) {
	var naive func(a, b []rune) int
	naive = func(a, b []rune) int {
		switch {
		case len(a) == 0 || len(b) == 0:
			return len(a) + len(b)
		case a[0] == b[0]:
			return naive(a[1:], b[1:])
		}
		d := 1 + min(naive(a[1:], b), naive(a, b[1:]), naive(a[1:], b[1:]))
		if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
			d = min(d, 1+naive(a[2:], b[2:]))
		}
		return d
	}
	r := rand.New(rand.NewPCG(14, 11))
	text := func() string {
		var s []rune
		for range r.IntN(6) {
			s = append(s, []rune("ab木")[r.IntN(3)])
		}
		return string(s)
	}
	for range 3000 {
		a, b := text(), text()
		if got, want := Distance(a, b), naive([]rune(a), []rune(b)); got != want {
			t.Fatalf("%q, %q: %d, want %d", a, b, got, want)
		}
	}
}
