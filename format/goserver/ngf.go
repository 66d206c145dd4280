package goserver

import (
	"strconv"
	"strings"

	"kifudb/format"
	"kifudb/internal/lazy"
	"kifudb/position"
	"kifudb/sgfread/gameinfo"
)

// ngf is the format of Wbaduk and Cyberoro: lines of facts, the number of moves, and
// a move a line.
//
//	Rated game
//	19                  the board's size
//	name        9D      White
//	name        8D*     Black
//	www.example.org     the place
//	0                   stones of handicap
//	0
//	7                   komi in whole points
//	20170316 [09:37]
//	5
//	Black wins by 0.5!
//	333                 how many moves
//	PMABBREER           PM, a counter, the colour, and the point: column and row from
//	                    the upper left, B the first; then the same turned round
//
// In another form all lines before the moves begin with GI: title, White, Black, two
// that are empty, date, size, handicap, another number, komi, moves; and behind the
// moves may be words about one of them, IDB[211] words[EndTxt].
//
// Komi is half a point more than it says if the margin has a half.
func ngf() *format.Format {
	return &format.Format{
		Name: "ngf", Title: "NGF", Extensions: []string{".ngf"}, Games: []int{Go},
		Recognise: func(h *format.Head) format.Certainty {
			if text := string(h.Text()); isNGF(text) {
				return format.Sure
			} else if isNGFHeading(text) {
				return format.Maybe // it was cut before its first move, or has none
			}
			return format.No
		},
		Split:  splitAt(""),
		Derive: deriveNGF,
	}
}

var (
	ngfCount  = lazy.Regexp(`^(GI)?\s*\d+\s*$`)
	ngfMove   = lazy.Regexp(`^PM[A-Z]{2}[BW][A-Z@]{4}\s*$`)
	ngfPlayer = lazy.Regexp(`^(.*?)\s+(\S+)$`)
	ngfDay    = lazy.Regexp(`^(\d{4})-?(\d{1,2})-?(\d{1,2})(?:\D|$)`)
	ngfMargin = lazy.Regexp(`(\d+(?:\.\d+)?)`)
	ngfWords  = lazy.Regexp(`^IDB\[(\d{1,5})\]\s?(.*?)(\[EndTxt\])?\s*$`)
)

// isNGF looks for the first move, and the number of moves before it.
func isNGF(text string) bool {
	before, n := "", 0
	for line := range format.Lines(text, 20) {
		if n++; ngfMove().MatchString(line) {
			return n > 8 && ngfCount().MatchString(before)
		}
		before = line
	}
	return false
}

// isNGFHeading looks for the numbers among the lines of facts, and the date.
func isNGFHeading(text string) bool {
	var heading []string
	for line := range format.Lines(text, 11) {
		heading = append(heading, line)
	}
	f, _ := ngfHeading(heading)
	for _, number := range []string{f.size, f.handicap, f.komi} {
		if _, err := strconv.ParseFloat(number, 64); err != nil {
			return false
		}
	}
	return ngfDay().MatchString(f.date)
}

// ngfFacts are the lines of facts.
type ngfFacts struct{ title, white, black, place, komi, date, result, size, handicap string }

// ngfHeading orders the lines before the moves.
func ngfHeading(heading []string) (f ngfFacts, ok bool) {
	at := func(i int) string {
		if i < len(heading) {
			return strings.TrimSpace(strings.TrimPrefix(heading[i], "GI"))
		}
		return ""
	}
	if len(heading) > 0 && strings.HasPrefix(heading[0], "GI") {
		return ngfFacts{title: at(0), white: at(1), black: at(2), date: at(5), size: at(6), handicap: at(7), komi: at(9)}, len(heading) >= 10
	}
	return ngfFacts{title: at(0), size: at(1), white: at(2), black: at(3), place: at(4), handicap: at(5), komi: at(7), date: at(8), result: at(10)},
		len(heading) >= 11
}

func deriveNGF(d *format.Draft) {
	text := d.Text()
	var heading []string
	lines(text, func(_ int, line string) bool {
		if ngfMove().MatchString(line) {
			return false
		}
		heading = append(heading, line)
		return true
	})
	f, ok := ngfHeading(heading)
	size, err := strconv.Atoi(f.size)
	if err != nil || size < 2 || size > 25 {
		size, ok = 19, false
	}
	g := begin(d, size)
	if !ok {
		g.problem(format.BadStart, "the lines before the moves are not those of NGF: a board of 19×19 is assumed")
	}
	g.ngfFacts(f)
	var nodes []int // of moves
	lines(text, func(number int, line string) bool {
		g.at = number
		line = strings.TrimSpace(line)
		switch m := ngfWords().FindStringSubmatch(line); {
		case number <= len(heading) || line == "" || strings.HasPrefix(line, "GI"):
		case ngfMove().MatchString(line):
			g.ngfMove(line)
			nodes = append(nodes, g.Nodes-1)
		case m != nil:
			n, _ := strconv.Atoi(m[1])
			node := 0
			if n > 0 && len(nodes) > 0 {
				node = nodes[min(n, len(nodes))-1]
			}
			g.Comment(node, strings.TrimSpace(m[2]))
		default:
			g.problem(unknownLine, "%.40q is not known", line)
		}
		return true
	})
}

// ngfFacts adds the facts.
func (g *game) ngfFacts(f ngfFacts) {
	g.Add("EV", f.title)
	g.Add("PC", f.place)
	for _, p := range []struct{ text, ident, rank string }{{f.black, "PB", "BR"}, {f.white, "PW", "WR"}} {
		name, rank := p.text, ""
		if m := ngfPlayer().FindStringSubmatch(name); m != nil && strings.ContainsAny(m[2], "DKPdkp段级級단급") {
			name, rank = m[1], strings.TrimRight(m[2], "*")
		}
		g.Add(p.ident, name)
		g.Add(p.rank, rank)
	}
	if m := ngfDay().FindStringSubmatch(f.date); m != nil {
		month, _ := strconv.Atoi(m[2])
		day, _ := strconv.Atoi(m[3])
		if month >= 1 && month <= 12 && day >= 1 && day <= 31 {
			f.date = m[1] + "-" + twoDigits(month) + "-" + twoDigits(day)
		}
	}
	g.Add("DT", strings.TrimSpace(f.date)) // in words, or not understood
	result, half := ngfResult(f.result)
	g.Add("RE", result)
	if komi, err := strconv.ParseFloat(f.komi, 64); err == nil {
		if half && komi == float64(int(komi)) {
			komi += 0.5
		}
		f.komi = strconv.FormatFloat(komi, 'f', -1, 64)
	}
	g.Add("KM", strings.TrimSpace(f.komi))
	if n, err := strconv.Atoi(f.handicap); err == nil {
		g.handicap(n)
	} else {
		g.Add("HA", strings.TrimSpace(f.handicap))
	}
}

func twoDigits(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// ngfResult reads "Black wins by 0.5!" as SGF has it; other words stay as they are.
// It reports whether the margin has a half.
func ngfResult(text string) (result string, half bool) {
	lower := strings.ToLower(text)
	winner := ""
	switch black, white := strings.Contains(lower, "black win"), strings.Contains(lower, "white win"); {
	case black && !white:
		winner = "B+"
	case white && !black:
		winner = "W+"
	default:
		return text, false
	}
	switch {
	case strings.Contains(lower, "resign"):
		return winner + "R", false
	case strings.Contains(lower, "time"):
		return winner + "T", false
	}
	margin := ngfMargin().FindString(lower)
	short, whole := gameinfo.ParseResult(winner+margin), gameinfo.ParseResult(text)
	if short.Winner != whole.Winner || short.Margin != whole.Margin || short.Ending != whole.Ending {
		return text, false // more than a margin, or less
	}
	return winner + margin, strings.HasSuffix(margin, ".5")
}

// ngfMove reads PMABBREER.
func (g *game) ngfMove(line string) {
	c := position.Black
	if line[4] == 'W' {
		c = position.White
	}
	if line[5] == '@' || line[6] == '@' {
		g.pass(c)
		return
	}
	if line[5] != line[8] || line[6] != line[7] {
		g.problem(unsure, "the two points of %s differ: the first is taken", line)
	}
	g.move(c, int(line[5])-'B', int(line[6])-'B')
}
