package alias

import (
	"strings"
	"testing"
)

// Cases from both sides of what decides whether two names may be one.

func TestSlip(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"tatsuko", "tatuko", true},     // a letter left out
		{"atsuko", "tatsuko", false},    // the first one
		{"tatsuko", "tastuko", true},    // two exchanged
		{"tatsuko", "tastuka", false},   // and another letter
		{"attsuko", "tatsuko", true},    // the first two
		{"takemiya", "takemoya", true},  // another letter
		{"takemiya", "tokemiya", true},  // the second one
		{"ttsuko", "tatsuko", true},     // the second one left out
		{"takemiya", "takomoya", false}, // two of them
		{"takemiy", "takemoy", true},    // in a word of seven
		{"shinji", "shinja", false},     // of six
		{"takemiya", "rakemiya", false}, // the first letter
		{"sakai", "saakai", true},       // five letters
		{"hane", "hanne", false},        // four
		{"tatsuko", "tatsukoaa", false}, // two letters more
	} {
		if got, back := slip(tt.a, tt.b), slip(tt.b, tt.a); got != tt.want || back != tt.want {
			t.Errorf("%s and %s: got %v, back %v, want %v", tt.a, tt.b, got, back, tt.want)
		}
	}
}

func TestIsOwn(t *testing.T) {
	for _, tt := range []struct {
		a, b         string
		from, to     int // of a
		from2, until int // of b
		want         bool
	}{
		{"lightni", "lightning 七", 0, 0, 0, 0, true}, // seven letters
		{"lightn", "lightning 七", 0, 0, 0, 0, false}, // six
		{"閃電閃", "lightning 閃電閃", 0, 0, 0, 0, true},   // three characters
		{"閃電", "lightning 閃電", 0, 0, 0, 0, false},    // two
		{"lightning", "lightning x", 2000, 2001, 2005, 2006, true},
		{"lightning", "lightning x", 2000, 2001, 2006, 2006, false},
		{"lightning", "lightning x", 0, 0, 2006, 2006, true},
	} {
		a := &person{name: Name{Key: tt.a}, from: tt.from, to: tt.to}
		b := &person{name: Name{Key: tt.b}, from: tt.from2, to: tt.until}
		if got, back := isOwn(a, b), isOwn(b, a); got != tt.want || back != tt.want {
			t.Errorf("%s and %s: got %v, back %v, want %v", tt.a, tt.b, got, back, tt.want)
		}
	}
}

func TestSounds(t *testing.T) {
	for word, want := range map[string]string{"satoh": "sato", "noh": "no", "oh": "oh", "ohira": "ohira", "oohira": "ohira", "shimbo": "shinbo"} {
		if got := japaneseSound(word); got != want {
			t.Errorf("%s: got %s, want %s", word, got, want)
		}
	}
	for name, words := range map[string]int{"이": 1, "이호": 2, "이세돌": 2, "이세돌이호": 2, "이세돌이호호": 1, "이a": 1} {
		roman := romanWords([]string{name})
		if got := len(roman); got != words || words == 2 && !isLatin(strings.Join(roman, "")) {
			t.Errorf("%s: %q, want %d words", name, roman, words)
		}
	}
}

func TestNamesOfTooManyWordsAreNotLookedFor(t *testing.T) {
	for name, want := range map[string]bool{"a b": true, "a": false, "a b c d e f": true, "a b c d e f g": false, "": false, "a b\ufffd": false} {
		if got := newWanted(Players, name) != nil; got != want {
			t.Errorf("%q: got %v, want %v", name, got, want)
		}
	}
}
