package alias

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"kifudb/sgfread/gameinfo"
	"kifudb/store/fulltext"
)

// A Kind is what names are of.
type Kind uint8

// The kinds.
const (
	Players Kind = iota
	Events
)

// String returns "player" or "event".
func (k Kind) String() string {
	if k == Events {
		return "event"
	}
	return "player"
}

// Idents returns the properties in which names of the kind stand.
func (k Kind) Idents() []string {
	if k == Events {
		return []string{"EV"}
	}
	return []string{"PB", "PW"}
}

// A Name is a name in the form for comparison: two spellings with equal names are the same to
// everybody. Its key has no capitals, accents, apostrophes and signs. Words with hyphens
// are one word; Chinese, Japanese and Korean have no spaces.
type Name struct {
	Key     string
	Edition int // of an event, as in "46th Meijin"; 0 if it is not told
	Year    int // of an event, as in "Oteai 1972"; 0 if it is not told
}

// A Reading is one of the names in a value, as it was written.
type Reading struct {
	Name
	Text string
	Also bool // another name that the value tells of
	Part bool // of those, a part of the name: the nickname, or the account
}

// Read returns the names in a value: all members of a team, and the other names
// that a text gives, without titles and ranks. The list is empty for a value
// that names nobody. Damaged names, of which characters are lost, are nobody's.
func (k Kind) Read(text string) []Reading {
	var list []Reading
	if k == Events {
		if n := eventName(text); n.Key != "" && !isDamaged(text) {
			list = append(list, Reading{Name: n, Text: seriesText(text, n)})
		}
		return list
	}
	for _, p := range gameinfo.ParsePlayers(text) {
		own := key(p.Name)
		if own == "" || isDamaged(p.Name) {
			continue
		}
		list = append(list, Reading{Name: Name{Key: own}, Text: p.Name})
		for _, also := range p.Also {
			if k := key(also); k != "" && k != own {
				list = append(list, Reading{Name: Name{Key: k}, Text: also, Also: true, Part: strings.Contains(p.Name, also)})
			}
		}
	}
	return list
}

// isDamaged reports whether characters of a text are lost.
func isDamaged(text string) bool { return strings.ContainsRune(text, utf8.RuneError) }

// Spelling returns the name of a spelling as a user gives it. The error says
// why it is no name, or more than one.
func (k Kind) Spelling(text string) (Name, error) {
	const most = 300
	if len(text) > most {
		return Name{}, fmt.Errorf("a name of %d bytes is too long; at most %d", len(text), most)
	}
	if strings.ContainsFunc(text, unicode.IsControl) || isDamaged(text) {
		return Name{}, fmt.Errorf("%q holds characters that no name has", text)
	}
	var own []Reading
	for _, r := range k.Read(text) {
		if !r.Also {
			own = append(own, r)
		}
	}
	switch len(own) {
	case 0:
		return Name{}, fmt.Errorf("%q names no %s", text, k)
	case 1:
		return own[0].Name, nil
	}
	return Name{}, fmt.Errorf("%q names %d players; a team counts for each of its members", text, len(own))
}

// Covers reports whether a name in a record is meant by n: what n does not
// tell of an event may be anything.
func (n Name) Covers(other Name) bool {
	return n.Key == other.Key && (n.Edition == 0 || n.Edition == other.Edition) && (n.Year == 0 || n.Year == other.Year)
}

// Query returns the words by which an index finds all values that hold the
// name, and others.
func (n Name) Query() string {
	var b strings.Builder
	ideographs := false
	for _, r := range n.Key {
		if ideographs {
			b.WriteByte(' ')
		}
		ideographs = isIdeograph(r)
		b.WriteRune(r)
	}
	return b.String()
}

// isIdeograph reports whether a character is a word to the index.
func isIdeograph(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo) || r == 'ー' || r == '〇'
}

// key returns the key of a text.
func key(text string) string { return strings.Join(fulltext.Fold(text), " ") }

// longestEvent is how many bytes of an event are read.
const longestEvent = 1000

// eventName takes the edition and the year off an event.
func eventName(text string) Name {
	if len(text) > longestEvent {
		text = strings.ToValidUTF8(text[:longestEvent], "")
	}
	n := Name{}
	var rest []string
	words := fulltext.Fold(ideographEdition(text, &n))
	for i, w := range words {
		switch {
		case n.Edition == 0 && editionOf(w, i, len(words), &n):
		case n.Year == 0 && len(words) > 1 && len(w) == 4 && isYear(w):
			n.Year = number(w)
		default:
			rest = append(rest, w)
		}
	}
	if len(rest) == 0 {
		return Name{Key: strings.Join(words, " ")}
	}
	n.Key = strings.Join(rest, " ")
	return n
}

// seriesText returns an event as it is written but for edition and year.
func seriesText(text string, n Name) string {
	if n.Edition == 0 && n.Year == 0 {
		return strings.TrimSpace(text)
	}
	if len(text) > longestEvent {
		return n.Key
	}
	words := strings.Fields(text)
	for from := range words {
		for to := len(words); to > from; to-- {
			if s := strings.Trim(strings.Join(words[from:to], " "), " ,;:-"); key(s) == n.Key {
				return s
			}
		}
		if from > 3 {
			break // edition and year stand at the ends
		}
	}
	return n.Key
}

// editionOf reads 46th, and a number of up to three digits at either end.
func editionOf(word string, i, n int, name *Name) bool {
	digits := 0
	for digits < len(word) && word[digits] >= '0' && word[digits] <= '9' {
		digits++
	}
	if digits == 0 || digits > 3 || n < 2 {
		return false
	}
	switch word[digits:] {
	case "st", "nd", "rd", "th":
	case "":
		if i > 0 && i < n-1 {
			return false
		}
	default:
		return false
	}
	name.Edition = number(word[:digits])
	return true
}

// ideographEdition takes 第46期, 第46届 and 제46기 off a text.
func ideographEdition(text string, n *Name) string {
	for _, first := range [...]string{"第", "제"} {
		before, after, ok := strings.Cut(text, first)
		if !ok {
			continue
		}
		digits := 0
		for digits < len(after) && after[digits] >= '0' && after[digits] <= '9' {
			digits++
		}
		if digits == 0 || digits > 3 {
			continue
		}
		for _, unit := range [...]string{"期", "回", "届", "屆", "기", "회"} {
			if rest, ok := strings.CutPrefix(strings.TrimLeft(after[digits:], " "), unit); ok {
				n.Edition = number(after[:digits])
				return before + " " + rest
			}
		}
	}
	return text
}

func isYear(w string) bool {
	n := number(w)
	return n >= 1600 && n < 2100
}

// number reads a few digits; 0 for anything else.
func number(digits string) int {
	n := 0
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return 0
		}
		n = n*10 + int(digits[i]-'0')
	}
	return n
}
