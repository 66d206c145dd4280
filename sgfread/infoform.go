package sgfread

import (
	"kifudb/sgfread/gameinfo"
	"slices"
	"strings"
)

// certaintyOf says how much of a value of RE, DT or KM is understood.
func certaintyOf(name, text string) gameinfo.Certainty {
	switch name {
	case "RE":
		return gameinfo.ParseResult(text).Certainty
	case "DT":
		return gameinfo.ParseDate(text).Certainty
	case "KM":
		return gameinfo.ParseKomi(text).Certainty
	}
	return gameinfo.Unread
}

// specified returns a value of RE, DT or KM as FF[4] writes it, if that says the same and
// the value can be read in one way only. It reports false if not: if the value is not
// understood for certain, or says what FF[4] has no form for.
func specified(name, text string) (string, bool) {
	if certaintyOf(name, text) < gameinfo.Clear {
		return "", false
	}
	written := ""
	switch name {
	case "RE":
		r := gameinfo.ParseResult(text)
		if r.Certainty == gameinfo.Exact {
			return text, true
		}
		written = r.String()
		again := gameinfo.ParseResult(written)
		if again.Winner != r.Winner || again.Ending != r.Ending || again.Margin != r.Margin || r.Zi {
			return "", false
		}
	case "KM":
		written = gameinfo.ParseKomi(text).String()
	case "DT":
		d := gameinfo.ParseDate(text)
		if d.Certainty == gameinfo.Exact {
			return text, true
		}
		days := make([]string, 0, len(d.Spans))
		for _, s := range d.Spans {
			days = append(days, s.String())
		}
		written = strings.Join(days, ",")
		if again := gameinfo.ParseDate(written); d.Approximate || again.Certainty != gameinfo.Exact || !slices.Equal(again.Spans, d.Spans) {
			return "", false
		}
	}
	return written, true
}

// isInfo tells the properties whose values are written as FF[4] has them, if they can be
// understood.
func isInfo(typ Type) bool { return typ.Name == "RE" || typ.Name == "DT" || typ.Name == "KM" }

// infoValue returns a raw value of one of them as FF[4] writes it, if it can, and keeps
// the value if it has other words.
func (f *formatter) infoValue(typ Type, raw []byte, lead Lead) ([]byte, bool) {
	if v := clean(typ.Kind, raw, f.dialect); v != nil {
		return v, true
	}
	text := appendText(nil, raw, lead, ' ')
	if f.normalize.Text != nil {
		text = f.normalize.Text(nil, text)
	}
	written, ok := specified(typ.Name, string(text))
	if ok && !sameWords(text, []byte(written)) {
		f.keepRaw(typ.Name, raw, lead)
	}
	return []byte(written), ok
}

// sameWords reports whether two values have the same letters, small or capital, and the
// same numbers.
func sameWords(a, b []byte) bool {
	return strings.EqualFold(string(justLetters(a)), string(justLetters(b))) && slices.Equal(numbersIn(a), numbersIn(b))
}

// numbersIn returns the numbers of a value as digits without leading zeros.
func numbersIn(v []byte) []string {
	numbers := strings.FieldsFunc(string(v), func(r rune) bool { return r < '0' || r > '9' })
	for i, n := range numbers {
		numbers[i] = strings.TrimLeft(n, "0")
	}
	return numbers
}
