package pinyin

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestReads(t *testing.T) {
	for _, row := range []struct {
		character rune
		readings  string // all of them
	}{
		{'柯', "ke"},
		{'洁', "jie ji"},
		{'聂', "nie"},
		{'单', "chan dan shan"}, // a family's name is read shan
		{'曾', "ceng zeng"},     // and zeng
		{'吕', "lv lu lyu"},
		{'女', "nv nu nyu ru"},
		{'儿', "er ren r"},
		{'誒', "e ei xi yi"},
		{'𠀁', "qi"}, // beyond the first 65,536
		{'a', ""}, {'あ', ""}, {'한', ""}, {0, ""},
	} {
		var got []string
		for _, s := range syllables {
			if Reads(row.character, s.reading) {
				got = append(got, s.reading)
			}
		}
		want := strings.Fields(row.readings)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%c is read %q, want %q", row.character, got, want)
		}
	}
	for _, no := range []string{"", "k", "kee", "Ke", "zzz"} {
		if Reads('柯', no) {
			t.Errorf("柯 is read %q", no)
		}
	}
}

func TestTable(t *testing.T) {
	longest, total := 0, 0
	for i, s := range syllables {
		if i > 0 && syllables[i-1].reading >= s.reading {
			t.Errorf("%q stands behind %q", s.reading, syllables[i-1].reading)
		}
		if strings.Trim(s.reading, "abcdefghijklmnopqrstuvwxyz") != "" {
			t.Errorf("reading %q", s.reading)
		}
		last := rune(0)
		for _, r := range s.characters {
			if r <= last || !unicode.Is(unicode.Han, r) {
				t.Errorf("%s: %c behind %c", s.reading, r, last)
			}
			last = r
			total++
		}
		longest = max(longest, len(s.reading))
	}
	if longest != MaxReading || len(syllables) < 400 || total < 45_000 {
		t.Errorf("%d syllables of at most %d letters, %d characters", len(syllables), longest, total)
	}
}
