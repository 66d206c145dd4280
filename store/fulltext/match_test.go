package fulltext

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestTextMatcher(t *testing.T) {
	tests := []struct {
		kind  Kind
		query string
		text  string
		want  bool
	}{
		// Latin letters: case, accents, apostrophes, width.
		{Words, "honinbo", "Hon'inbō Shūsaku", true},
		{Words, "HON'INBO", "Honinbo", true},
		{Words, "hon’inbo", "Honinbō", true},
		{Words, "shusaku honinbo", "Hon'inbō Shūsaku", true},
		{Words, "honinbo shuwa", "Hon'inbō Shūsaku", false},
		{Words, "shu", "Shūsaku", false},
		{Words, "muller", "Müller", true},
		{Words, "Muller", "Mu\u0308ller", true}, // the accent as a character of its own
		{Words, "lukasz", "Łukasz", true},
		{Words, "strasse", "Straße", true},
		{Words, "takemiya", "Ｔａｋｅｍｉｙａ", true},
		{Words, "don't", "dont", true},
		{Words, "9p", "Cho Chikun 9p", true},
		{Words, "'quoted'", "quoted", true},
		// Apostrophes: the parts and the whole, as with hyphens.
		{Words, "honinbo", "Honinbo's", true},
		{Words, "honinbo's", "Honinbo’s", true},
		{Words, "honinbos", "Honinbo's", true},
		{Words, "honinbo's", "Honinbo", false},
		{Words, "honinbo", "Hon'inbo's", true},
		{Words, "o'brien", "O'Brien", true},
		{Words, "obrien", "O'Brien", true},
		{Words, "brien", "O'Brien", true},
		{Words, "o'brien", "OBrien", true},
		{Words, "o'brien", "O Brien", false},
		{Words, "brian", "O'Brien", false},
		{Words, "o’brien", "O´Brien", true},
		{Words, "O´Brien", "O`Brien", true},
		{Words, "brien", "O＇Brien", true},
		{Words, "brien", "OʻBrien", true},
		{Words, "changho", "Yi Ch'ang-ho", true},
		{Words, "ch'angho", "Yi Chang-ho", true},
		{Phrase, "ouverture chinoise", "l’ouverture chinoise", true},
		{Prefix, "bri", "O'Brien", true},
		{Prefix, "obri", "O'Brien", true},
		{Fuzzy, "obrian", "O'Brien", true},
		{Words, "players", "the players' room", true},
		// Hyphens: the parts and the whole.
		{Words, "sedol", "Lee Se-dol", true},
		{Words, "se-dol", "Lee Sedol", true},
		{Words, "se-dol", "Lee Se-Dol", true},
		{Words, "dol", "Lee Se-dol", true},
		{Words, "se-dol", "Lee Se Dol", true},
		{Words, "se-dol", "Dol Lee Se", false},
		{Words, "se-dol", "Lee Se", false},
		{Words, "Castle-Game", "CASTLE GAME", true},
		{Words, "Castle—Game", "the castle‐game", true},
		{Words, "castlegame", "Castle Game", false},
		{Phrase, "Castle-Game", "Castle Game 1841", true},
		{Phrase, "Castle-Game 1841", "Castle—Game 1841", true},
		{Phrase, "the castle−game", "The Castle – Game", true},
		{Phrase, "castle‑game", "Castlegame", true},
		{Phrase, "Castle-Game", "Game Castle", false},
		{Phrase, "a-b-c", "AB-C", true},
		{Phrase, "a-b-c", "A B-C", true},
		{Phrase, "a-b-c", "A BC", true},
		{Phrase, "a-b-c", "AB", false},
		{Phrase, "hon'inbo-sen", "Honinbo Sen", true},
		{Phrase, "hon'inbo-sen", "Hon Inbo Sen", false},
		{Prefix, "castle-ga", "Castle Games", true},
		{Prefix, "castle-ga", "Castlegames", true},
		{Prefix, "castle-ga", "Castle", false},
		{Fuzzy, "castel-game", "Castle Game", true},
		{Name, "se-dol", "Lee Se Dol", false},
		{Phrase, "lee se-dol", "Lee Se-dol 9p", true},
		{Phrase, "lee se-dol 9p", "Lee Sedol 9p", true},
		{Phrase, "lee sedol 9p", "Lee Se-dol 9p", true},
		// Phrases.
		{Phrase, "cho chikun", "Cho Chikun", true},
		{Phrase, "chikun cho", "Cho Chikun", false},
		{Phrase, "the ladder", "The broken ladder", false},
		{Phrase, "white cuts", "overplay; White cuts.", true},
		// Prefixes.
		{Prefix, "honi", "Hon'inbo", true},
		{Prefix, "onin", "Honinbo", false},
		{Prefix, "cho chi", "Cho Chikun", true},
		{Prefix, "cho chi", "Chi Chou", false},
		{Prefix, "sed", "Lee Se-dol", true},
		{Prefix, "名", "第1期名人戦", true},
		// A letter or two different.
		{Fuzzy, "kobayshi", "Kobayashi", true},
		{Fuzzy, "takemya", "Takemiya", true},
		{Fuzzy, "cho", "Choo", true},
		{Fuzzy, "li", "le", false},
		{Fuzzy, "honinbo", "meijin", false},
		{Fuzzy, "本因坊", "本因防", false}, // of characters each counts
		// Chinese.
		{Words, "柯", "柯洁", true},
		{Words, "洁", "柯洁", true},
		{Words, "柯洁", "柯洁九段", true},
		{Words, "洁柯", "柯洁", false},
		{Words, "随手", "这手棋是随手。", true},
		{Words, "手棋随", "这手棋是随手。", false},
		{Words, "棋手", "手棋", false},
		{Words, "古力 柯洁", "柯洁對古力", true},
		// Japanese.
		{Words, "秀策", "本因坊秀策", true},
		{Words, "本因坊秀策", "本因坊秀策", true},
		{Words, "本因坊", "本因　坊", true},
		{Words, "本因坊", "本 因 坊", true},
		{Words, "本因坊", "本因\n坊", true},
		{Words, "本因坊", "本、因坊", false},
		{Words, "小林光一", "小林 光一", true},
		{Words, "小林 光一", "小林光一", true},
		{Phrase, "小林 光一", "小林光一", true},
		{Phrase, "小林光一", "小林　光一　九段", true},
		{Words, "武宮正樹", "武宮　正樹", true},
		{Words, "林光", "小林 光一", true},
		{Words, "光小", "小林 光一", false},
		{Words, "小林光一", "小林 x 光一", false},
		// Traditional, simplified and Japanese forms.
		{Words, "陈", "陳祖德", true},
		{Words, "陳祖德", "陈祖德", true},
		{Words, "馬曉春", "马晓春", true},
		{Words, "中国", "中國", true},
		{Words, "國", "国", true},
		{Words, "藤澤", "藤沢", true},
		{Words, "藤泽", "藤澤", true},
		{Phrase, "戰國 時代", "战国时代", true},
		{Words, "后", "後手", true},
		{Words, "发", "髮", true},
		{Words, "雲", "云", true},
		{Words, "干", "幹", true},
		{Words, "乾", "幹", true},
		{Words, "陳", "東", false},
		{Substring, "国戦", "中國戰", true},
		{Exact, "陳祖德", "陈祖德", false},
		{Regexp, "陳", "陈", false},
		{Words, "コウ", "コウ争い", true},
		{Words, "ｺｳ", "コウ争い", true},     // half-width kana
		{Words, "ダメ", "タ\u3099メ", true}, // the voice mark as a character of its own
		{Words, "タメ", "ダメ", false},      // a voice mark is no accent
		{Words, "ー", "スーパー", true},
		{Words, "佐々木", "佐々木", true},
		{Phrase, "黒の好手", "黒の好手。", true},
		{Phrase, "本因坊 秀策", "本因坊・秀策", true},
		// Korean: parts of words.
		{Words, "훈현", "조훈현", true},
		{Words, "조훈현", "조훈현 9단", true},
		{Words, "조현", "조훈현", false},
		{Words, "훈", "조훈현", true},
		{Words, "이창호", "이 창호", true},
		{Words, "이 창호", "이창호", true},
		{Words, "성립", "축이 성립하지 않는다.", true},
		// Scripts mixed.
		{Words, "ai", "AI時代", true},
		{Words, "時代", "AI時代", true},
		{Words, "meijin 名人", "第5期名人戦 Meijin", true},
		// Other scripts.
		{Words, "шикшин", "Илья Шикшин", true},
		{Words, "ΑΘΗΝΑ", "Αθήνα", true},
		// Whole and part.
		{Exact, "Cho Chikun", "Cho Chikun", true},
		{Exact, "cho chikun", "Cho Chikun", false},
		{Substring, "o chi", "Cho Chikun", true},
		{Substring, "inbo", "Hon'inbō", true},
		{Substring, "...", "wait... what", true},
		{Substring, "훈현", "조훈현", true},
		{Regexp, `^C.*n$`, "Cho Chikun", true},
		{Regexp, `(?i)chikun`, "Cho Chikun", true},
		{Regexp, `\d{4}`, "the year 85", false},
	}
	for _, test := range tests {
		m, err := Query{Kind: test.kind, Text: test.query}.Matcher()
		if err != nil {
			t.Errorf("%d %q: %v", test.kind, test.query, err)
			continue
		}
		if got := m.Match(test.text); got != test.want {
			t.Errorf("kind %d, %q in %q: %t, want %t", test.kind, test.query, test.text, got, test.want)
		}
		if spans := m.Spans(test.text); test.want && len(spans) == 0 {
			t.Errorf("kind %d, %q in %q: a hit without spans", test.kind, test.query, test.text)
		}
	}
}

func TestMatcherErrors(t *testing.T) {
	for _, q := range []Query{
		{Text: ""}, {Text: "..."}, {Text: "[", Kind: Regexp}, {Text: "", Kind: Substring},
		{Text: "x", Kind: 99}, {Text: strings.Repeat("a ", maxQueryUnits+1)},
	} {
		if _, err := q.Matcher(); err == nil {
			t.Errorf("%+v: no error", q)
		}
	}
}

func TestSpans(t *testing.T) {
	tests := []struct {
		kind Kind
		// query, and the text with the marks that are wanted
		query, want string
	}{
		{Words, "honinbo", "«Hon'inbō» Shūsaku"},
		{Words, "ladder black", "«Black» runs: a «ladder», but a short «ladder»."},
		{Phrase, "white cuts", "White plays, «White cuts»."},
		{Words, "秀策", "本因坊«秀策»の"},
		{Words, "takemiya", "«Ｔａｋｅｍｉｙａ» Masaki"},
		{Prefix, "over", "An «overplay»"},
		{Substring, "vers", "O«vers»hoot"},
		{Words, "ダメ", "«タ\u3099メ»詰まり"},
		{Words, "strasse", "Die «Straße»"},
		{Words, "sedol", "Lee «Se-dol»"},
		{Words, "honinbo", "The «Honinbo»’s move, «Hon'inbo» and «Hon´inbō»"},
		{Words, "brien", "O´«Brien», Ｏ＇«Ｂｒｉｅｎ»"},
		{Words, "小林光一", "黒は«小林　光一»、白は«小 林光 一»。"},
		{Words, "陈祖德", "对«陳祖德»和«陈祖德»"},
		{Phrase, "藤澤 秀行", "«藤沢　秀行»"},
		{Regexp, "[0-9]+", "move «12» or «14»"},
		{Words, "nothing", "here"},
	}
	for _, test := range tests {
		text := strings.NewReplacer("«", "", "»", "").Replace(test.want)
		m, err := Query{Kind: test.kind, Text: test.query}.Matcher()
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		last := 0
		for _, s := range m.Spans(text) {
			b.WriteString(text[last:s[0]] + "«" + text[s[0]:s[1]] + "»")
			last = s[1]
		}
		b.WriteString(text[last:])
		if got := b.String(); got != test.want {
			t.Errorf("%q: %s, want %s", test.query, got, test.want)
		}
	}
}

// TestFirstSpans compares what it returns with all spans, cut off, at each length.
func TestFirstSpans(t *testing.T) {
	for _, test := range []struct {
		kind        Kind
		query, text string
		all         int
	}{
		{Words, "x", strings.Repeat("]x", 20), 20},
		{Words, "ab bc", "ab bc ab, bc", 4},
		{Words, "王元 元豊", "王元豊と王元、元豊", 3}, // the first two overlap
		{Substring, "aa", "aaaaa aa", 3},
		{Regexp, "x", "x]x]x]x", 4},
		{Regexp, "x*", "]xx]x]", 2}, // and matches of nothing
		{Regexp, "y*", "]xx]x]", 0},
		{Exact, "x", "x", 1},
		{Words, "nothing", "x", 0},
	} {
		m, err := Query{Kind: test.kind, Text: test.query}.Matcher()
		if err != nil {
			t.Fatal(err)
		}
		all := m.Spans(test.text)
		if len(all) != test.all {
			t.Errorf("%q in %q: %v, want %d", test.query, test.text, all, test.all)
		}
		for most := 1; most < len(all)+3; most++ {
			first, more := m.FirstSpans(test.text, most)
			if n := min(most, len(all)); !slices.Equal(first, all[:n]) || more != len(all)-n {
				t.Errorf("%q in %q, at most %d: %v and %d more of %v", test.query, test.text, most, first, more, all)
			}
		}
	}
}

// allScripts are names and remarks in all scripts.
var allScripts = []string{
	"Hon'inbō Shūsaku", "趙治勲", "조훈현", "Lee Se-dol", "柯洁", "Ｔａｋｅｍｉｙａ Masaki", "ﾀｹﾐﾔ ﾏｻｷ", "Müller", "Łukasz Podpera", "芮乃偉",
	"Black's hane is an overplay; White cuts.", "黒の好手。", "这手棋是随手。", "축이 성립하지 않는다.", "コウ争い", "The aji-keshi lost the game, don't you think?",
}

// FuzzFold checks that texts of any bytes are folded, cut and marked without a
// fault, that folding twice changes nothing, and that with and without offsets
// it is the same.
func FuzzFold(f *testing.F) {
	for _, s := range allScripts {
		f.Add(s)
	}
	f.Add("a\xffb ﷺ ½ e\u0301\u0301 '' - -a- 'a'")
	f.Fuzz(func(t *testing.T, s string) {
		plain, marked := fold(s, false), fold(s, true)
		if string(plain.Text) != string(marked.Text) {
			t.Errorf("%q folds to %q, with offsets to %q", s, plain.Text, marked.Text)
		}
		if len(marked.at) != len(marked.Text)+1 || !slices.IsSorted(marked.at) {
			t.Errorf("%q: offsets %v", s, marked.at)
		}
		for _, u := range cutUnits(nil, string(plain.Text)) {
			if u.Text == "" || u.start >= u.end || len(u.Text) > maxWord {
				t.Errorf("%q: unit %+v", s, u)
			}
		}
		for _, kind := range []Kind{Words, Phrase, Prefix, Fuzzy, Substring} {
			m, err := Query{Text: s, Kind: kind}.Matcher()
			if err != nil {
				continue
			}
			if !m.Match(s) {
				t.Errorf("kind %d: %q does not find itself", kind, s)
			}
			for _, span := range m.Spans(s) {
				_ = s[span[0]:span[1]]
			}
		}
	})
}

// TestWithinEdits compares with the definition: k edits, tried out.
func TestWithinEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		word := make([]byte, 1+r.IntN(6))
		for i := range word {
			word[i] = "abc"[r.IntN(3)]
		}
		near := map[string]bool{string(word): true}
		for k := 1; k <= 2; k++ {
			for s := range edits(near, "abc") {
				near[s] = true
			}
			for range 30 {
				other := make([]byte, 1+r.IntN(7))
				for i := range other {
					other[i] = "abc"[r.IntN(3)]
				}
				if got, want := withinEdits(string(word), string(other), k), near[string(other)]; got != want {
					t.Fatalf("%s and %s within %d: %t, want %t", word, other, k, got, want)
				}
			}
		}
	}
}

// edits returns all words that are one edit away from those given.
func edits(words map[string]bool, letters string) map[string]bool {
	out := map[string]bool{}
	for w := range words {
		for i := 0; i <= len(w); i++ {
			for _, c := range letters {
				out[w[:i]+string(c)+w[i:]] = true
				if i < len(w) {
					out[w[:i]+string(c)+w[i+1:]] = true
				}
			}
			if i < len(w) {
				out[w[:i]+w[i+1:]] = true
			}
		}
	}
	return out
}
