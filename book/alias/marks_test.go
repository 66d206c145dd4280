package alias

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// latinPerson is somebody with a name in letters.
func latinPerson(key string) *person { return &person{name: Name{Key: key}, games: 1} }

// TestMarks lists all texts under which names meet, with names from both sides of
// each limit.
func TestMarks(t *testing.T) {
	of := func(kind Kind, p *person) (marks map[likeness][]string) {
		marks = map[likeness][]string{}
		p.marks(kind, func(l likeness, text string) { marks[l] = append(marks[l], text) })
		return marks
	}
	long := strings.Repeat("ab", 15)
	for _, tt := range []struct {
		kind    Kind
		name    string
		letters int // how many texts differ in a letter
		want    string
	}{
		{Players, "abc", 0, ""},
		{Players, "abcd", 0, "1[abcd]"},
		{Players, "abcdefgh", 0, "1[abcdefgh]"}, // a nickname
		{Events, "abcdefgh", 9, "1[abcdefgh] 2[abcdefgh]"},
		{Events, "abcdefg", 0, "1[abcdefg] 2[abcdefg]"},
		{Events, "abbcdefg", 8, "1[abbcdefg] 2[abbcdefg]"}, // one b more or less is the same
		{Players, "ab cde", 0, "1[abcde] 2[ab cde] 3[j ab cde] 5[cde a]"},
		{Players, "lee sedol", 8, "1[leesedol] 2[lee sedol] 3[j lee sedol k yi setol] 5[sedol l lee s]"},
		{Players, "de la cruz", 9, "1[delacruz] 2[cruz de la] 3[j de la cruz]"},
		{Players, "a b c d e f", 0, "1[abcdef] 2[a b c d e f] 3[j a b c d e f]"},
		{Players, "a b c d e f g", 0, "1[abcdefg]"},
		{Players, long + " " + long, 61, "1[" + long + long + "] 2[" + long + " " + long + "] 3[j " + long + " " + long + "] 5[" + long + " a " + long + " a]"},
		{Players, long + " " + long + "a", 0, "1[" + long + long + "a] 2[" + long + " " + long + "a] 3[j " + long + " " + long + "a] 5[" + long + "a a " + long + " a]"},
		{Players, "小林光一", 0, ""},
	} {
		marks := of(tt.kind, latinPerson(tt.name))
		var got []string
		for l := sameLetters; l <= initial; l++ {
			if l != oneLetter && marks[l] != nil {
				got = append(got, fmt.Sprintf("%d%v", l, marks[l]))
			}
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%q: %s, want %s", tt.name, s, tt.want)
		}
		if len(marks[oneLetter]) != tt.letters {
			t.Errorf("%q: %d texts with a letter less, want %d: %q", tt.name, len(marks[oneLetter]), tt.letters, marks[oneLetter])
		}
		joined := strings.ReplaceAll(tt.name, " ", "")
		if tt.letters > 0 && !slices.Contains(marks[oneLetter], joined) {
			t.Errorf("%q does not meet names with a letter more", tt.name)
		}
		for _, m := range marks[oneLetter] {
			if d := Distance(m, joined); d > 1 {
				t.Errorf("%q: %q has %d letters less", tt.name, m, d)
			}
		}
	}
	if marks := of(Players, &person{name: Name{Key: "liu xi"}, special: true}); len(marks) > 0 {
		t.Errorf("a name of which there are several is like %q", marks)
	}
	if a, b := of(Players, latinPerson("lee changho"))[sameSound], of(Players, latinPerson("yi chang ho"))[sameSound]; len(a) != 2 || len(b) != 2 || a[1] != b[1] {
		t.Errorf("two romanisations of a Korean name sound %q and %q", a, b)
	}
}

func TestAlike(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		l    likeness
		want bool
	}{
		{"t kajiwara", "takeo kajiwara", initial, true},
		{"kajiwara t", "kajiwara takeo", initial, true},
		{"t kajiwara", "kajiwara t", initial, false}, // both are cut
		{"toru kajiwara", "takeo kajiwara", initial, false},
		{"lee changho", "yi chang ho", sameSound, true},    // no eu in either
		{"kim seongjae", "kim seungjae", sameSound, false}, // eo and eu
		{"kim seongjae", "kim seongjeu", sameSound, true},
		{"kim seo", "kim su", sameSound, true},
		{"masubuchi tatsuko", "masubuchi tatuko", oneLetter, true},
		{"masubuchi tatsuko", "masubuci tatuko", oneLetter, false}, // two words differ
		{"masubuchi tatsuko", "masubuchitatsuko", oneLetter, false},
		{"masubuchi tatsuko", "masubuchi tatsuko", oneLetter, false}, // is the same
		{"yamada shinji", "yamada shinja", oneLetter, false},
		{"cho chikun", "chikun cho", sameWords, true},
	} {
		a, b := latinPerson(tt.a), latinPerson(tt.b)
		if got, back := alike(a, b, tt.l), alike(b, a, tt.l); got != tt.want || back != tt.want {
			t.Errorf("%s and %s by %d: got %v, back %v, want %v", tt.a, tt.b, tt.l, got, back, tt.want)
		}
	}
}

func TestAmbiguous(t *testing.T) {
	for _, tt := range []struct {
		names []string
		want  bool
	}{
		{[]string{"t kajiwara", "takeo kajiwara"}, false},
		{[]string{"kajiwara t", "takeo kajiwara"}, false},
		{[]string{"t kajiwara", "takeo kajiwara", "toru kajiwara"}, true},
		{[]string{"t kajiwara", "kajiwara t"}, true},
		{[]string{"te kajiwara", "kajiwara t"}, false}, // two letters are a name
	} {
		f := &evidence{census: &census{}}
		var list []int32
		for i, name := range tt.names {
			f.people = append(f.people, *latinPerson(name))
			list = append(list, int32(i))
		}
		if got := f.ambiguous(list); got != tt.want {
			t.Errorf("%q: got %v, want %v", tt.names, got, tt.want)
		}
	}
}

// TestReadsAs has readings of one letter, and names as short and long as there are.
func TestReadsAs(t *testing.T) {
	for _, tt := range []struct {
		characters, letters string
		want                bool
	}{
		{"阿明", "aming", true},
		{"明阿", "minga", true},
		{"阿阿", "aa", true},
		{"阿阿", "a", false},
		{"阿阿", "aaa", false},
		{"明", "ming", false}, // one character is no name
		{"明明明明明明明明", strings.Repeat("ming", 8), true},
		{"明明明明明明明明明", strings.Repeat("ming", 9), false},
		{"明明", "mingmin", false},
		{"双庄", "shuangzhuang", true}, // as long as readings are
	} {
		if got := readsAs(tt.characters, tt.letters); got != tt.want {
			t.Errorf("%s as %s: got %v, want %v", tt.characters, tt.letters, got, tt.want)
		}
	}
}

// TestDistanceOfNames has names of which one is written in one word.
func TestDistanceOfNames(t *testing.T) {
	for _, tt := range []struct {
		asked, name string
		want        int
	}{
		{"lee sedol", "leesedol", 1},
		{"leesedol", "lee sedol", 1},
		{"leesedol", "leesedol", 0},
		{"leesedol", "leesedal", 1},
		{"kitani", "kitami " + strings.Repeat("x ", 63), 1}, // 64 words
		{"kitani", "kitami " + strings.Repeat("x ", 64), 0},
	} {
		got, _ := newWanted(Players, tt.asked).distance(strings.TrimSpace(tt.name))
		if got != tt.want {
			t.Errorf("%q, %.20q: %d, want %d", tt.asked, tt.name, got, tt.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]int{"": 0, "0": 0, "46": 46, "1972": 1972, "4x": 0, "x": 0, "/": 0, ":": 0, "1:": 0} {
		if got := number(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestSeriesText(t *testing.T) {
	long := strings.Repeat("xy ", 331) + "zz" // with an edition 1,000 bytes, which are read
	for text, want := range map[string]string{
		"46th Meijin":         "Meijin",
		"Meijin, 46":          "Meijin",
		" Castle Game ":       "Castle Game",
		"46th " + long:        long,
		"46TH " + long:        long,
		"46TH " + long + " A": long,
	} {
		if got := seriesText(text, eventName(text)); got != want {
			t.Errorf("%.30q of %d bytes: %.30q of %d, want %.30q of %d", text, len(text), got, len(got), want, len(want))
		}
	}
	upper := strings.ToUpper(long)
	if got := seriesText("46th "+upper, eventName("46th "+upper)); got != upper {
		t.Errorf("an event of %d bytes is not as it is written", longestEvent)
	}
}

// TestYears takes the years of games with one, and of no others.
func TestYears(t *testing.T) {
	s := newArchive(t, []record{
		{"Early", "Late", 1950, 1}, {"Early", "Late", 1960, 2}, {"Early", "Undated", 0, 3}, {"Undated", "Also Undated", 0, 4},
	})
	c, err := take(context.Background(), s, Players)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][2]int{"early": {1950, 1960}, "late": {1950, 1960}, "undated": {0, 0}, "also undated": {0, 0}} {
		p := c.people[c.byKey[name]]
		if got := [2]int{p.from, p.to}; got != want {
			t.Errorf("%s: years %v, want %v", name, got, want)
		}
	}
}

// TestMostNames has a game under as many pairs of names as are compared, and one
// under more, as the moves of a problem or of a famous game are.
func TestMostNames(t *testing.T) {
	for pairs, want := range map[int]bool{2: true, mostNames: true, mostNames + 1: false, mostNames + 2: false} {
		var records []record
		for i := range pairs {
			records = append(records, record{fmt.Sprint("Black ", string(rune('a'+i))), fmt.Sprint("White ", string(rune('a'+i))), 1990, 1})
		}
		list, err := Suggest(context.Background(), newArchive(t, records), NewTable(Players, nil), scoreOther)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(list) > 0; got != want {
			t.Errorf("a game under %d pairs of names: %d suggestions, want some %v", pairs, len(list), want)
		}
	}
}
