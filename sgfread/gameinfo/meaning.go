package gameinfo

import (
	"strconv"
	"strings"
	"unicode"
)

// A Meaning is the reading of a property value, in words.
type Meaning struct {
	Words string // what it means; if it was not read, what it may mean
	Sure  Certainty
}

// meanings says of the properties that are read what their values mean.
var meanings = map[string]func(text string) Meaning{
	"DT": meanDate, "RE": meanResult, "KM": meanKomi, "BR": meanRank, "WR": meanRank, "HA": meanHandicap, "TM": meanTime, "OT": meanOvertime,
}

// MeaningOf returns what the value of a property means: DT, RE, KM, BR, WR, HA, TM or OT. No
// other property is read.
func MeaningOf(property, text string) Meaning {
	if mean := meanings[property]; mean != nil {
		return mean(text)
	}
	return Meaning{}
}

func meanDate(text string) Meaning {
	d := ParseDate(text)
	days := strings.Join(AmbiguousDate(text), " or ")
	switch {
	case d.Certainty == Unread:
		return Meaning{Words: days}
	case days != "":
		return Meaning{Words: d.String() + ": " + days, Sure: d.Certainty}
	}
	return Meaning{Words: d.String(), Sure: d.Certainty}
}

// meanResult says in words what a result means.
func meanResult(text string) Meaning {
	r := ParseResult(text)
	if r.Certainty == Unread {
		return Meaning{}
	}
	var words []string
	switch r.Winner {
	case BlackWins:
		words = append(words, "black")
	case WhiteWins:
		words = append(words, "white")
	case Draw, Void:
		words = append(words, r.Winner.String())
	case NoWinner:
		words = append(words, "unknown")
	}
	switch r.Ending {
	case NoEnding:
	case ByPoints:
		words = append(words, "by", strconv.FormatFloat(float64(r.Margin)/100, 'f', -1, 64))
		if r.Zi {
			words = append(words, "(from zi)")
		}
	case Unfinished:
		words = append(words, "unfinished")
	default:
		words = append(words, "by", r.Ending.String())
	}
	return Meaning{Words: strings.Join(words, " "), Sure: r.Certainty}
}

func meanKomi(text string) Meaning {
	k := ParseKomi(text)
	if k.Certainty == Unread {
		return Meaning{}
	}
	value := k.String()
	if k.Zi {
		value += " (from zi)"
	}
	return Meaning{Words: value, Sure: k.Certainty}
}

func meanRank(text string) Meaning {
	r, c := ParseRank(text)
	return Meaning{Words: r.String(), Sure: c}
}

func meanHandicap(text string) Meaning {
	n, c := ParseHandicap(text)
	if c == Unread {
		return Meaning{}
	}
	return Meaning{Words: strconv.Itoa(n), Sure: c}
}

func meanTime(text string) Meaning {
	seconds, overtime, c := ParseTime(text)
	if c == Unread {
		return Meaning{}
	}
	value := strconv.Itoa(seconds) + " s"
	if overtime.Certainty != Unread {
		value += ", " + overtime.String()
	}
	return Meaning{Words: value, Sure: c}
}

func meanOvertime(text string) Meaning {
	o := ParseOvertime(text)
	return Meaning{Words: o.String(), Sure: o.Certainty}
}

// SaysNothing reports whether a text is a placeholder.
func SaysNothing(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "unknown", "none", "n/a", "na", "nr", "null", "nil", "不明", "不详", "不詳", "未知":
		return true
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}
