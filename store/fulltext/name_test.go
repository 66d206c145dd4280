package fulltext

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kifudb/internal/testsize"
)

func TestNameMatcher(t *testing.T) {
	for _, tt := range []struct {
		query, text string
		want        bool
	}{
		{"Changho Lee", "Lee Changho", true},
		{"Changho Lee", "Lee Chang-ho 9p", true},
		{"Changho Lee", "Lee Chang Ho", true},
		{"Changho Lee", "Lee, Changho", true},
		{"Changho Lee", "Chang Ho Lee", true},
		{"Changho Lee", "Ch'ang-ho Lee", true},
		{"Lee Chang Ho", "Changho Lee", true},
		{"Lee Chang Ho", "Chang Ho Lee", true},
		{"Lee Chang Ho", "Lee Changho", true},
		{"Lee Chang-ho", "Chang Ho Lee", true},
		{"Lee Chang Ho", "Lee Chang-ho", true},
		{"changho", "Lee Chang Ho", false},
		{"Yu Bin", "Moon Yubin", false},
		{"Yubin", "Yu Bin", false},
		{"Kato Tomoko", "Ogawa Tomoko & Kato Masao", false},
		{"Tomoko Kato", "Ogawa Tomoko & Kato Masao", true}, // as it is written
		{"Kato Tomoko", "Tomoko, Kato", true},
		{"Chikun Cho", "Cho Chikun 25th Honinbo", true},
		{"Sakata Eio", "Honinbo Eio Sakata", true},
		{"小林 光一", "小林光一", true},
		{"光一 小林", "小林 光一", true},
		{"小林光一", "小林　光一", true},
		{"光一小林", "小林 光一", false},
		{"林光一 小", "小 林 光 一", true},
		// Other people.
		{"Changho Lee", "Lee Changhao", false},
		{"Changho Lee", "Lee Chang, Ho", false},
		{"Changho Lee", "Lee Chang", false},
		{"Lee Chang Ho", "Lee Hochang", false},
		{"Lee Chang Ho", "Lee Ho Chang", false},
		{"Changho Lee", "Leec Hangho", false},
		{"Cho U", "Chou", false},
		{"Chou", "Cho U", false},
		{"tkato", "T Kato", false},
		{"Cho Chikun", "Cho Hunhyun & Otake Chikun", false},
		{"cho", "C. Ho", false},
		{"lee lee", "Lee", false},
	} {
		m, err := Query{Text: tt.query, Kind: Name}.Matcher()
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Match(tt.text); got != tt.want {
			t.Errorf("%q in %q: %t, want %t", tt.query, tt.text, got, tt.want)
		}
	}
}

// The slow twin writes the name in all the ways it may be written and looks
// for each of them.
func TestNamesEqualAllSpellings(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	pool := []string{"a", "ab", "ba", "aba", "abab", "baab", "aab", "b", "本", "本坊"}
	phrase := func(n int) string {
		var words []string
		for range 1 + r.IntN(n) {
			words = append(words, pool[r.IntN(len(pool))])
		}
		return strings.Join(words, " ")
	}
	found := 0
	for range testsize.Of(20_000, 5000) {
		query, text := phrase(4), phrase(6)
		m, err := Query{Text: query, Kind: Name}.Matcher()
		if err != nil {
			t.Fatal(err)
		}
		want := false
		words := strings.Fields(query)
		for first := range words {
			for _, s := range spellings(words, first, 0) {
				// Ideographs are found without regard to spaces.
				want = want || strings.Contains(spaced(text), spaced(s))
			}
		}
		if got := m.Match(text); got != want {
			t.Fatalf("%q in %q: %t, want %t", query, text, got, want)
		}
		if want {
			found++
		}
	}
	if found < testsize.Of(1000, 250) {
		t.Errorf("only %d names were found: the test tries little", found)
	}
}

// spaced puts spaces around each word and each ideograph.
func spaced(text string) string {
	return " " + strings.Join(strings.Fields(strings.NewReplacer("本", " 本 ", "坊", " 坊 ").Replace(text)), " ") + " "
}

// spellings returns all ways to write the words from the k-th on, counted from
// the first.
func spellings(words []string, first, k int) []string {
	if k == len(words) {
		return []string{""}
	}
	var list []string
	add := func(head string, took int) {
		for _, rest := range spellings(words, first, k+took) {
			list = append(list, head+" "+rest)
		}
	}
	i := (first + k) % len(words)
	word := words[i]
	add(word, 1)
	if word[0] >= utf8.RuneSelf || len(words) < 2 {
		return list
	}
	for n := 2; n <= len(word)-2; n++ {
		add(word[:n]+" "+word[n:], 1)
	}
	if len(words) > 2 && i+1 < len(words) && k+1 < len(words) && len(word) >= 2 && len(words[i+1]) >= 2 && words[i+1][0] < utf8.RuneSelf {
		add(word+words[i+1], 2)
	}
	return list
}

func TestDamagedNames(t *testing.T) {
	for _, tt := range []struct {
		kind        Kind
		query, text string
		want        bool
	}{
		{Name, "小林光一", "小林\ufffd一", true},
		{Name, "小林光一", "小林　光?", true},
		{Name, "小林光一", "?林光一", true},
		{Name, "小林光一", "小？光一", true},
		{Name, "小林光一", "小\xff光一", true},
		{Name, "柯洁", "柯\ufffd", true},
		{Name, "柯洁", "柯\ufffd, 九段", true},
		{Name, "天选", "\ufffd天\ufffd地", false},
		{Name, "孔明", "澹\ufffd明\ufffd", false},
		{Name, "Li", "L\ufffd", false},
		{Name, "柯", "\ufffd洁", false}, // nothing is left to go by
		{Name, "柯洁", "\ufffd\ufffd", false},
		{Name, "柯洁", "??", false},
		{Name, "小林光一", "小\ufffd\ufffd\ufffd", false},
		{Name, "小林光一", "小林\ufffd二", false},
		{Name, "光一九", "光\ufffd\ufffd九", false}, // one character for each
		{Name, "陳祖德", "陈\ufffd德", true},
		{Name, "조훈현", "조?현", true},
		{Name, "Cho Chikun", "Cho Chik?n", true},
		{Name, "Chikun Cho", "Ch\ufffd Chikun", true},
		{Name, "Muller", "M\ufffdller", true},
		{Name, "Müller", "M?ller", true},
		{Name, "Jan", "J??n", false},
		{Name, "Lee", "L??", false},
		{Name, "Leek", "Lee?", false}, // a doubt and not a letter
		{Name, "Lee Chang", "Lee ?", false},
		{Phrase, "名人戦", "第5期名\ufffd戦", true},
		{Words, "meijin 46", "46th ?, Me?jin 46", true},
		{Words, "meijin 47", "Me?jin 46", false},
		// What is found anyway is not a guess.
		{Name, "Lee", "Lee?", false},
		{Name, "小林", "小林\ufffd一", false},
	} {
		m, err := Query{Text: tt.query, Kind: tt.kind}.Matcher()
		if err != nil {
			t.Fatal(err)
		}
		if got := m.MatchDamaged(tt.text); got != tt.want {
			t.Errorf("%q in %q: %t, want %t", tt.query, tt.text, got, tt.want)
		}
		if tt.want && (m.Match(tt.text) || len(m.Spans(tt.text)) == 0) {
			t.Errorf("%q in %q: a hit of its own, or without spans", tt.query, tt.text)
		}
	}
	m, _ := Query{Text: "小林光一", Kind: Name}.Matcher()
	if got := m.Spans("九段小林\ufffd一 x"); len(got) != 1 || "九段小林\ufffd一 x"[got[0][0]:got[0][1]] != "小林\ufffd一" {
		t.Errorf("spans %v, want those of 小林\ufffd一", got)
	}
}

// The slow twin tries each place of a word, character by character.
func TestDamagedNamesEqualAllPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	found := 0
	for range 20000 {
		alphabet := []rune("小林光一")
		if r.IntN(2) == 0 {
			alphabet = []rune("abc")
		}
		pick := func(n int) []rune {
			word := make([]rune, 1+r.IntN(n))
			for i := range word {
				word[i] = alphabet[r.IntN(len(alphabet))]
			}
			return word
		}
		query, text := pick(4), pick(6)
		for i := range text {
			if r.IntN(3) == 0 {
				text[i] = utf8.RuneError
			}
		}
		m, err := Query{Text: string(query), Kind: Words}.Matcher()
		if err != nil {
			t.Fatal(err)
		}
		// Without a guess, lost characters divide words.
		want := slices.Contains(strings.Split(string(text), "\ufffd"), string(query))
		for at := range text {
			if at+len(query) > len(text) || alphabet[0] == 'a' && len(query) != len(text) {
				break
			}
			lost, ok := 0, true
			for i, c := range query {
				if text[at+i] == utf8.RuneError {
					lost++
				} else if text[at+i] != c {
					ok = false
				}
			}
			whole := at == 0 && len(query) == len(text) && alphabet[0] != 'a'
			want = want || ok && 2*lost <= len(query) && (lost == 0 || len(query)-lost >= 2 || whole)
		}
		if got := m.Match(string(text)) || m.MatchDamaged(string(text)); got != want {
			t.Fatalf("%q in %q: %t, want %t", string(query), string(text), got, want)
		}
		if want {
			found++
		}
	}
	if found < 1000 {
		t.Errorf("only %d names were found: the test tries little", found)
	}
}
