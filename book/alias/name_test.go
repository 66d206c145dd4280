package alias

import (
	"fmt"
	"strings"
	"testing"

	"kifudb/store/fulltext"
)

func TestPlayerNames(t *testing.T) {
	for _, same := range [][]string{
		{"Yasui San'ei", "yasui sanei", "YASUI SAN’EI", "Yasui  San'ei 7d", "Yasui Sanei (7d)"},
		{"Honinbo Shusaku", "Shusaku", "Shūsaku", "shusaku 4 dan"},
		{"本因坊秀策", "秀策", "本因坊 秀策", "秀 策", "秀策四段"},
		{"Yi Se-tol", "Yi Setol", "ＹＩ Setol"},
		{"Cho, Chikun", "Cho Chikun", "cho  chikun 9p"},
		{"Kang Hun Sr.", "Kang Hun Sr"},
	} {
		for _, s := range same[1:] {
			a, _ := Players.Spelling(same[0])
			b, err := Players.Spelling(s)
			if err != nil || a != b {
				t.Errorf("%q is %q, %q is %q, %v; want the same", same[0], a.Key, s, b.Key, err)
			}
		}
	}
	for _, differ := range [][2]string{{"Cho U", "Cho"}, {"Liu Xi", "Liu Xi (2)"}, {"Chikun Cho", "Cho Chikun"}, {"秀策", "秀和"}} {
		a, _ := Players.Spelling(differ[0])
		b, _ := Players.Spelling(differ[1])
		if a == b {
			t.Errorf("%q and %q are the same name %q", differ[0], differ[1], a.Key)
		}
	}
}

func TestEventNames(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"46th Meijin", "meijin 46 0"},
		{"Meijin 46", "meijin 46 0"},
		{"46. Meijin", "meijin 46 0"},
		{"第46期名人戦", "名人战 46 0"},
		{"제46기 명인전", "명인전 46 0"},
		{"Oteai 1972", "oteai 0 1972"},
		{"25th LG Cup, 2020", "lg cup 25 2020"},
		{"Oteai 1600", "oteai 0 1600"},
		{"Oteai 1599", "oteai 1599 0 0"},
		{"Oteai 2099", "oteai 0 2099"},
		{"Oteai 2100", "oteai 2100 0 0"},
		{"Castle Game", "castle game 0 0"},
		{"3-game Challenge Match", "3game challenge match 0 0"},
		{"1972", "1972 0 0"},
		{"Top 100 games", "top 100 games 0 0"},
		{"第", "第 0 0"},
	} {
		n := eventName(tt.text)
		if got := fmt.Sprintf("%s %d %d", n.Key, n.Edition, n.Year); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestSpellingIsOneName(t *testing.T) {
	for _, text := range []string{"", "?", "Cho U & O Meien", "a\tb", "a\nb", strings.Repeat("a", 400), "王元\ufffd"} {
		if n, err := Players.Spelling(text); err == nil {
			t.Errorf("%q: got %q, want an error", text, n.Key)
		}
	}
}

// Whatever holds a name is found by the words of its query: the index may
// leave out nothing that Read would find.
func FuzzQueryFindsName(f *testing.F) {
	for _, s := range []string{"Yi Se-tol", "本因坊 秀策", "Cho-a-b-c-d-e Chikun", "閃電 kmomo1", "A & B-C", "ｶﾞﾝﾀﾞﾑ", "Größe", "46th Meijin", "第46期名人戦", "San'ei & O'", "ạ-ș-т"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, kind := range []Kind{Players, Events} {
			for _, r := range kind.Read(text) {
				m, err := fulltext.Query{Text: r.Query(), Kind: fulltext.Words}.Matcher()
				if err != nil {
					if strings.Count(r.Key, "")-1 > 200 {
						continue // more words than can be looked for
					}
					t.Fatalf("%q: the name %q: %v", text, r.Key, err)
				}
				if !m.Match(text) {
					t.Errorf("%q holds the name %q, which %q does not find", text, r.Key, r.Query())
				}
			}
		}
	})
}
