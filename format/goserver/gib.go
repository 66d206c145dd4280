package goserver

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"kifudb/format"
	"kifudb/internal/lazy"
	"kifudb/position"
)

// gib is the format of Tygem: a heading and the game, each between a first and a last line.
//
//	\HS
//	\[GAMEBLACKNAME=name (9D)\]      and many more; of these are read
//	\[GAMEINFOMAIN=GTIME:1200-30-3,GRLT:0,ZIPSU:65,DUM:0,GONGJE:65,LINE:19\]
//	\[GAMETAG=…T30-3-1200,C2016:03:26:17:29\]
//	\HE
//	\GS
//	INI 0 1 3 &4words                three stones of handicap
//	STO 0 2 2 15 15 &4words          number, colour 1 or 2, x and y from 0, upper left
//	SKI 0 3                          a pass
//	\GE
//
// GTIME is the main time, the periods' seconds and how many there are, T the same with
// the main time last. GRLT is how the game ended, ZIPSU ten times the margin, GONGJE
// ten times komi. DUM is other points that were given; what they mean is not known, so
// that komi is not told then.
func gib() *format.Format {
	return &format.Format{
		Name: "gib", Title: "GIB", Extensions: []string{".gib"}, Games: []int{Go},
		Recognise: func(h *format.Head) format.Certainty {
			text := text(h)
			return surely(strings.HasPrefix(text, `\HS`) && (strings.Contains(text, `\[GAME`) || strings.Contains(text, "\nINI ") || strings.Contains(text, "\nSTO ")))
		},
		Owns:   func(h *format.Head) bool { return h.TreeInLine(`\[`, "INI", "STO", "SKI") },
		Split:  splitAt(`\HS`),
		Derive: deriveGIB,
	}
}

// gibResults are the values of GRLT. Those with a margin end in a plus sign. There are
// others, whose meaning is not known; 255 is that of games without a result.
var gibResults = map[string]string{"0": "B+", "1": "W+", "2": "0", "3": "B+R", "4": "W+R", "7": "B+T", "8": "W+T"}

// gibFields are the keys that are texts.
var gibFields = []struct{ key, ident string }{{"GAMENAME", "EV"}, {"GAMEPLACE", "PC"}, {"GAMELECNAME", "AN"}, {"GAMECOMMENT", "GC"}, {"GAMECONDITION", "GC"}}

var (
	gibPlayer = lazy.Regexp(`^(.*?)\s*[(（]([^()（）]*)[)）]\s*$`)
	gibTime   = lazy.Regexp(`^(\d{1,7})-(\d{1,7})-(\d{1,7})$`)
	gibDay    = lazy.Regexp(`^(\d{4})[-:] *(\d{1,2})[-:] *(\d{1,2})`)
)

func deriveGIB(d *format.Draft) {
	text := d.Text()
	facts := map[string]string{}
	lines(text, func(_ int, line string) bool {
		if key, value, ok := gibSetting(line); ok {
			facts[key] = value
		}
		return !strings.HasPrefix(line, `\GS`)
	})
	info, tag := gibList(facts["GAMEINFOMAIN"]), facts["GAMETAG"]
	size := 19
	if n, err := strconv.Atoi(info["LINE"]); err == nil && n >= 5 && n <= position.MaxSize {
		size = n
	}
	g := begin(d, size)
	g.gibFacts(facts, info, tag)
	started := false
	var talk []string
	lines(text, func(number int, line string) bool {
		g.at = number
		line, words, _ := strings.Cut(line, "&4")
		fields := strings.Fields(line)
		if words = strings.TrimSpace(words); words != "" {
			talk = append(talk, words)
		}
		if len(fields) == 0 {
			return true
		}
		switch kind := fields[0]; {
		case kind == `\GS`:
			started = true
		case kind == `\GE`:
			return false
		case !started:
			talk = nil
		case kind == "INI":
			if n, err := strconv.Atoi(word(fields, 3)); err == nil {
				g.handicap(n)
			} else {
				g.problem(format.BadStart, "cannot read %.40q", line)
			}
		case kind == "STO":
			g.gibMove(fields)
		case kind == "SKI":
			c := g.last.Opponent()
			if g.moves == 0 {
				c = position.Black
			}
			g.pass(c)
		case kind[0] >= '0' && kind[0] <= '9': // counts, before INI
		default:
			g.problem(unknownLine, "%.40q is not known", line)
		}
		g.Comment(g.Nodes-1, strings.Join(talk, "\n"))
		talk = nil
		return true
	})
	if started { // words behind the last move, on lines of their own
		g.Comment(g.Nodes-1, strings.Join(talk, "\n"))
	}
}

// word returns the word at an index, or "".
func word(fields []string, i int) string {
	if i < len(fields) {
		return fields[i]
	}
	return ""
}

// gibMove reads STO 0 2 1 15 3.
func (g *game) gibMove(fields []string) {
	var n [3]int
	for i := range n {
		v, err := strconv.Atoi(word(fields, 3+i))
		if len(fields) < 6 || err != nil || v < 0 || v > position.MaxSize {
			g.Node()
			g.problem(format.BadMove, "cannot read the move")
			return
		}
		n[i] = v
	}
	c := position.Black
	if n[0] != 1 {
		c = position.White
	}
	g.move(c, n[1], n[2])
}

// gibSetting reads \[KEY=value\].
func gibSetting(line string) (key, value string, ok bool) {
	line, ok = strings.CutPrefix(strings.TrimSpace(line), `\[`)
	if !ok {
		return "", "", false
	}
	key, value, ok = strings.Cut(strings.TrimSuffix(line, `\]`), "=")
	return key, strings.TrimSpace(value), ok
}

// gibList reads KEY:value,KEY:value.
func gibList(text string) map[string]string {
	list := map[string]string{}
	for part := range strings.SplitSeq(text, ",") {
		if key, value, ok := strings.Cut(part, ":"); ok {
			list[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	return list
}

// gibTags returns the parts of GAMETAG, each by its letter.
func gibTags(tag string) map[byte]string {
	list := map[byte]string{}
	for part := range strings.SplitSeq(tag, ",") {
		if part = strings.TrimSpace(part); len(part) > 1 {
			list[part[0]] = strings.TrimPrefix(part[1:], ":")
		}
	}
	return list
}

// gibFacts adds what the heading says.
func (g *game) gibFacts(facts, info map[string]string, tag string) {
	tags := gibTags(tag)
	for _, p := range []struct{ key, user, ident, rank string }{
		{"GAMEBLACKNAME", "BUSERINFO", "PB", "BR"}, {"GAMEWHITENAME", "WUSERINFO", "PW", "WR"},
	} {
		name, rank := facts[p.key], ""
		if m := gibPlayer().FindStringSubmatch(name); m != nil && m[1] != "" {
			name, rank = m[1], m[2]
		}
		if user := gibList(facts[p.user]); name == "" {
			for _, key := range []string{"BNICK", "WNICK", "BID", "WID"} {
				if name == "" {
					name = user[key]
				}
			}
		}
		g.Add(p.ident, name)
		g.Add(p.rank, rank)
	}
	for _, f := range gibFields {
		g.Add(f.ident, facts[f.key])
	}
	days := []string{tags['C'], facts["GAMEDATE"], gibList(facts["GAMEINFOSUB"])["GDATE"]}
	dated := false
	for _, day := range days {
		if m := gibDay().FindStringSubmatch(day); m != nil {
			month, _ := strconv.Atoi(m[2])
			date, _ := strconv.Atoi(m[3])
			g.Add("DT", fmt.Sprintf("%s-%02d-%02d", m[1], month, date))
			dated = true
			break
		}
	}
	if !dated { // in words, or not understood
		g.Add("DT", strings.TrimSpace(cmp.Or(days...)))
	}
	g.gibResult(info, facts["GAMERESULT"])
	if komi := info["GONGJE"]; info["DUM"] == "" || info["DUM"] == "0" {
		if n, err := strconv.Atoi(komi); err == nil {
			komi = tenths(n)
		}
		g.Add("KM", komi)
	}
	if m := gibTime().FindStringSubmatch(info["GTIME"]); m != nil {
		g.time(m[1], m[3], m[2])
	} else if m := gibTime().FindStringSubmatch(tags['T']); m != nil {
		g.time(m[3], m[2], m[1])
	}
}

// time adds a main time and periods, in seconds.
func (g *game) time(main, periods, seconds string) {
	g.Add("TM", main)
	if periods != "0" && seconds != "0" {
		g.Add("OT", periods+"x"+seconds+" byo-yomi")
	}
}

// gibResult adds the result: by its number, or else in the words of the file.
func (g *game) gibResult(info map[string]string, words string) {
	result, known := gibResults[info["GRLT"]]
	margin, err := strconv.Atoi(info["ZIPSU"])
	switch {
	case !known:
		g.Add("RE", words)
		return
	case strings.HasSuffix(result, "+") && err == nil && margin > 0:
		result += tenths(margin)
	}
	g.Add("RE", result)
}

// tenths writes a number of tenths: 65 is 6.5.
func tenths(n int) string { return strconv.FormatFloat(float64(n)/10, 'f', -1, 64) }
