package sgfread

import (
	"cmp"
	"kifudb/sgfread/gameinfo"
	"slices"
	"strconv"
	"strings"
)

// foreign are the properties by which servers and associations of Go state facts in the
// root where FF[4] has others. Nihon Ki-in writes
//
//	(TE[event]RD[date]PC[place]TM[5時間]LT[]KO[6目半]RE[...]PB[]BR[]PW[]WR[]HD[]GK[1];B[pd]...
//
// (sgfutils by A. Brouwer, https://homepages.cwi.nl/~aeb/go/misc/sgfutils.html, whose nk2sgf
// names TE, RD, KO, LT and HD as here), Sina and Cyberoro write the same with
// TM[180]LT[60]LC[5]GK[1]TC[]: minutes, and five periods of 60 seconds (records of both in
// public repositories; Cyberoro's own page reads HD as the handicap), and Gokifu, which
// took over Sina's records, has LT, LC and GK beside properties of FF[4]. The texts have the
// language of the country. Fox writes TM[300]TC[3]TT[30], three periods of 30 seconds (records
// of it in public repositories), and Brouwer's collection has JD, the date as Japan had it. KI
// is the komi of early programs, which had no fractions: SGFC reads
// KI[11] as KM[5.5], in every version of SGF.
var foreign = [...]struct {
	ident Ident
	means string
}{
	{IdentTE, "EV"}, // a good move in FF[4], with a number or no value
	{'R'<<8 | 'D', "DT"},
	{identKI, "KM"}, // counted in half points
	{IdentKO, "KM"}, // a move against the rules in FF[4], without a value
	{'H'<<8 | 'D', "HA"},
	{'L'<<8 | 'T', "OT"}, // the overtime in words, or the seconds of a period
	{'L'<<8 | 'C', "OT"}, // the number of periods
	{'G'<<8 | 'K', ""},   // 1: the game of Go
	{identTT, "OT"},      // the seconds of a period
	{identTC, "OT"},      // the number of periods beside TT, and otherwise of points
	{identJD, "DT"},
}

const (
	identKI Ident = 'K'<<8 | 'I'
	identTT Ident = 'T'<<8 | 'T'
	identTC Ident = 'T'<<8 | 'C'
	identJD Ident = 'J'<<8 | 'D'
)

// OfDialect reports whether a property of a root may belong to a dialect that Translate
// reads.
func OfDialect(id Ident) bool {
	for _, f := range foreign {
		if id == f.ident {
			return true
		}
	}
	return false
}

// A RootText is a property of a root with its text in UTF-8.
type RootText struct{ Name, Text string }

// Translate returns the facts that a root of Go states in a dialect: those of FF[4] that the
// root itself does not have. The texts are those of all properties for which OfDialect is
// true, and of has; they stay as they are, but for a main time in minutes and an overtime in
// two properties. A TM of the result replaces the root's.
func Translate(root []RootText, has func(name string) (text string, ok bool)) []RootText {
	texts := map[string]string{}
	for _, p := range root {
		if texts[p.Name] == "" {
			texts[p.Name] = strings.TrimSpace(p.Text)
		}
	}
	if n, ok := ParseNumber([]byte(texts["TE"])); ok && n <= 2 {
		delete(texts, "TE") // a mark
	}
	known := ""
	for _, f := range foreign {
		switch f.ident {
		case IdentKO, identKI, identTT, identTC, identJD:
		default:
			known += texts[f.ident.String()]
		}
	}
	if _, ok := ParseNumber([]byte(texts["KO"])); ok && known == "" {
		delete(texts, "KO") // KO[1], which is to make the rules bend
	}
	if _, ok := ParseNumber([]byte(texts["LT"])); ok && known == texts["LT"] && texts["KO"] == "" {
		delete(texts, "LT") // alone it is the property of FF[1] to FF[3], that who is over time loses
	}
	var facts []RootText
	add := func(name, text string) {
		if _, ok := has(name); !ok && text != "" {
			facts = append(facts, RootText{name, text})
		}
	}
	add("EV", texts["TE"])
	add("DT", cmp.Or(texts["RD"], texts["JD"]))
	add("KM", cmp.Or(texts["KO"], halfKomi(texts["KI"])))
	if texts["HD"] != "0" {
		add("HA", texts["HD"])
	}
	overtime := gameinfo.JoinOvertime(texts["LT"], texts["LC"])
	if overtime == "" && texts["TT"] != "" {
		overtime = gameinfo.JoinOvertime(texts["TT"], texts["TC"])
	}
	add("OT", overtime)
	if limit, ok := has("TM"); ok && texts["LT"]+texts["LC"]+texts["GK"] != "" {
		// Nobody plays for so few seconds and counts periods.
		if minutes, ok := ParseNumber([]byte(limit)); ok && minutes > 0 && minutes <= 600 {
			facts = append(facts, RootText{"TM", strconv.Itoa(minutes) + " min"})
		}
	}
	return facts
}

// translated gives the properties of a root in a dialect their names of FF[4].
func (f *formatter) translated(props []TreeProperty, lead Lead) []TreeProperty {
	text := func(p TreeProperty) string {
		text := appendText(nil, firstOfMany(p.Values), lead, ' ')
		if f.normalize.Text != nil {
			text = f.normalize.Text(nil, text)
		}
		return string(text)
	}
	var root []RootText
	for _, p := range props {
		if OfDialect(p.Ident()) && p.Ident() != identKI { // see modern
			root = append(root, RootText{p.Ident().String(), text(p)})
		}
	}
	if len(root) == 0 {
		return props
	}
	at := func(name string) int {
		return slices.IndexFunc(props, func(p TreeProperty) bool { return p.Ident().String() == name })
	}
	facts := Translate(root, func(name string) (string, bool) {
		i := at(name)
		if i < 0 {
			return "", false
		}
		return text(props[i]), true
	})
	timed := at("TT") >= 0
	props = slices.Clone(props)
	for _, fact := range facts {
		value := [][]byte{appendEscaped(nil, []byte(fact.Text), false)}
		if i := at(fact.Name); i >= 0 {
			f.keepRaw(fact.Name, props[i].Values[0], lead)
			if seconds, ok := gameinfo.MainTimeOnly(fact.Text); ok {
				value = [][]byte{strconv.AppendInt(nil, int64(seconds), 10)}
			}
			props[i].Values = value
			continue
		}
		renamed := false
		for _, of := range foreign {
			i := at(of.ident.String())
			switch {
			case of.means != fact.Name || i < 0 || of.ident == identKI:
			case of.ident == identTC && !timed, of.ident == identJD && renamed: // points, or the same date
			case renamed: // the second of an overtime
				props = slices.Delete(props, i, i+1)
			case fact.Name == "OT":
				props[i], renamed = TreeProperty{"OT", value}, true
			default:
				props[i].Name, renamed = fact.Name, true
			}
		}
	}
	return slices.DeleteFunc(props, func(p TreeProperty) bool {
		_, mark := ParseDouble(p.Values[0])
		lost := p.Ident() == IdentTE && !mark && !blank(p.Values[0]) || p.Ident() == IdentKO && !blank(p.Values[0])
		if lost {
			f.keepRaw(p.Ident().String(), p.Values[0], lead)
		}
		return lost
	})
}

// halfKomi returns the komi that KI says, or nothing if it is no likely one.
func halfKomi(text string) string {
	const highest = 400 // of a board of 19×19
	n, ok := ParseNumber([]byte(text))
	if !ok || n < -highest || n > highest {
		return ""
	}
	return strconv.FormatFloat(float64(n)/2, 'f', -1, 64)
}
