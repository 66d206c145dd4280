package goserver

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"kifudb/format"
	"kifudb/internal/lazy"
	"kifudb/position"
	"kifudb/sgfread/charset"
)

// ugf is the format of Panda-Egg; UGI is its form with reviews: sections of settings,
// moves, figures and reviews.
//
//	[Header]
//	Lang=SJIS
//	Title=year,event
//	Date=2019/03/08,22:09:00,…
//	Hdcp=stones,komi
//	Winner=B,7.50                       R and C by resignation, T on time
//	CoordinateType=IGS
//	PlayerB=name,rank,…
//	[Data]
//	QP,B1,1,0                           point, colour, number, seconds: column from the
//	                                    left and row from below, A the first; YA a pass;
//	                                    stones of handicap have the number 0
//	[Figure]
//	.Text,1                             words at a node
//	words
//	.EndText
//	[ReviewNode]                        the same moves, colour 1 or 2, x, y from 1 and
//	NODE,2,1,17,16                      from below, 20,20 a pass; and other ways to go on
//	  VARIATION,
//	    NODE,225,2,14,7
//	  ENDVARIATION,
//	[ReviewComment]
//	.Comment,19                         words at such a node
//
// A review's own variations are kept in the record and reported, as it is not known
// behind which node they begin.
func ugf() *format.Format {
	return &format.Format{
		Name: "ugf", Title: "UGF", Extensions: []string{".ugf", ".ugi"}, Games: []int{Go},
		Recognise: func(h *format.Head) format.Certainty {
			text := text(h)
			if !strings.HasPrefix(text, "[Header]") {
				return format.No
			}
			data := strings.Contains(text, "\n[Data]")
			if strings.Contains(text, "\nVer=") && (strings.Contains(text, "\nCoordinateType=") || data) {
				return format.Sure
			}
			if data || strings.Contains(text, "\nPlayerB=") {
				return format.Maybe // it has lost lines
			}
			return format.No
		},
		Owns: func(h *format.Head) bool { // in the words of a figure or of a review, or behind a key
			before := h.BeforeTree()
			text := bytes.LastIndex(before, []byte("\n.Text,")) > bytes.LastIndex(before, []byte("\n.EndText"))
			return text || bytes.Contains(before, []byte("\n.Comment,")) || h.TreeInLine("Title=", "Comment=", "Place=", "PlayerB=", "PlayerW=")
		},
		Charset: func(text []byte, pool *charset.Pool) charset.Guess { return charset.Detect(text, ugfLang(text), pool) },
		Split:   splitAt("[Header]"),
		Derive:  deriveUGF,
	}
}

// ugfLang returns the encoding that a record declares, "" if it declares none.
func ugfLang(text []byte) string {
	_, rest, _ := bytes.Cut(text[:min(len(text), 1<<10)], []byte("\nLang="))
	lang, _, _ := strings.Cut(string(rest), "\n")
	switch lang = strings.TrimSpace(lang); lang {
	case "SJIS", "JPN":
		return charset.ShiftJIS
	}
	return lang
}

var (
	ugfMove = lazy.Regexp(`^([A-Z])([A-Z]),([BW])\d*,(\d{1,5})(?:,(\d{1,7}))?`)
	ugfDay  = lazy.Regexp(`^(\d{4})/(\d{2})/(\d{2})`)
)

// ugfReader is the state of one deriveUGF.
type ugfReader struct {
	*game
	fromAbove bool // rows count from above
	section   string
	numbers   map[int]int // of nodes, by the numbers of their moves
	words     []string    // of the comment at hand
	at        int         // its node, -1 if none is open
	reviewed  int         // depth of variations in a review
	handicaps int
	stones    int // of the handicap that the moves have
	first     bool
}

func deriveUGF(d *format.Draft) {
	text := d.Text()
	facts := map[string]string{}
	lines(text, func(_ int, line string) bool {
		if key, value, ok := strings.Cut(line, "="); ok {
			facts[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
		return !strings.HasPrefix(line, "[Data]")
	})
	size, err := strconv.Atoi(facts["Size"])
	if bad := err != nil || size < 2 || size > 26; bad {
		size = 19
	}
	u := &ugfReader{game: begin(d, size), numbers: map[int]int{}, at: -1, first: true}
	u.ugfFacts(facts)
	lines(text, func(number int, line string) bool {
		u.game.at = number
		u.read(strings.TrimRight(line, " \t"))
		return true
	})
	u.endWords()
}

// read reads a line.
func (u *ugfReader) read(line string) {
	switch plain := strings.TrimSpace(line); {
	case strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]"):
		u.endWords()
		u.section = line
	case strings.HasPrefix(line, ".Text,"), strings.HasPrefix(line, ".Comment,"):
		u.endWords()
		_, number, _ := strings.Cut(line, ",")
		number, _, _ = strings.Cut(number, ",")
		n, err := strconv.Atoi(number)
		if u.section == "[ReviewComment]" {
			n-- // nodes count from 1, the root
		}
		node, known := u.numbers[n]
		if n == 0 {
			node, known = 0, true
		}
		if err != nil || !known {
			u.problem(unknownLine, "the words belong to no move of the game, and are kept at its start")
			node = 0
		}
		u.at = node
	case u.at >= 0 && plain == ".EndText":
		u.endWords()
	case u.at >= 0:
		u.words = append(u.words, line)
	case u.section == "[Data]" && plain != "":
		u.readMove(plain)
	case u.section == "[ReviewNode]" && strings.HasPrefix(plain, "VARIATION"):
		if u.reviewed++; u.reviewed == 1 {
			u.problem(unknownLine, "the review's own variations are not read")
		}
	}
}

// endWords ends the comment at hand.
func (u *ugfReader) endWords() {
	if u.at >= 0 {
		u.Comment(u.at, strings.TrimSpace(strings.Join(u.words, "\n")))
	}
	u.words, u.at = nil, -1
}

// readMove reads QP,B1,1,0.
func (u *ugfReader) readMove(line string) {
	m := ugfMove().FindStringSubmatch(line)
	if m == nil {
		u.Node()
		u.problem(format.BadMove, "cannot read %.40q as a move", line)
		return
	}
	c := position.Black
	if m[3] == "W" {
		c = position.White
	}
	x, y := int(m[1][0]-'A'), int(m[2][0]-'A')
	if !u.fromAbove {
		y = u.Size.Rows - 1 - y
	}
	number, _ := strconv.Atoi(m[4])
	pass := m[1] == "Y" && u.Size.Cols < 25
	if number == 0 && u.first && !pass {
		if x < u.Size.Cols && y >= 0 && y < u.Size.Rows {
			u.stones++
			u.Script.Add(c, position.At(x, y))
			return
		}
	}
	if u.first {
		u.first = false
		if u.handicaps >= 2 && u.stones == 0 && c == position.White {
			u.handicap(u.handicaps)
		} else if u.handicaps >= 2 {
			u.Add("HA", fmt.Sprint(u.handicaps))
		}
	}
	if pass {
		u.pass(c)
	} else {
		u.move(c, x, y)
	}
	u.numbers[number] = u.Nodes - 1
}

// ugfFacts adds what the heading says.
func (u *ugfReader) ugfFacts(facts map[string]string) {
	for _, p := range []struct{ key, ident, rank string }{{"PlayerB", "PB", "BR"}, {"PlayerW", "PW", "WR"}} {
		parts := strings.Split(facts[p.key], ",")
		u.Add(p.ident, strings.TrimSpace(parts[0]))
		if len(parts) > 1 {
			u.Add(p.rank, strings.TrimSpace(parts[1]))
		}
	}
	year, title, found := strings.Cut(facts["Title"], ",")
	if !found {
		title = year
	}
	u.Add("EV", strings.Trim(title, " ,"))
	u.Add("PC", facts["Place"])
	u.Add("GC", facts["Comment"])
	if m := ugfDay().FindStringSubmatch(facts["Date"]); m != nil {
		u.Add("DT", m[1]+"-"+m[2]+"-"+m[3])
	} else {
		u.Add("DT", strings.TrimSpace(facts["Date"])) // in words, or not understood
	}
	switch facts["Rule"] {
	case "JPN":
		u.Add("RU", "Japanese")
	default:
		u.Add("RU", facts["Rule"])
	}
	stones, komi, _ := strings.Cut(facts["Hdcp"], ",")
	var err error
	if u.handicaps, err = strconv.Atoi(strings.TrimSpace(stones)); err != nil {
		u.Add("HA", strings.TrimSpace(stones))
	}
	komi = strings.TrimSpace(komi)
	if k, err := strconv.ParseFloat(komi, 64); err == nil {
		komi = strconv.FormatFloat(k, 'f', -1, 64)
	}
	u.Add("KM", komi)
	u.Add("RE", ugfResult(facts["Winner"]))
	switch t := facts["CoordinateType"]; t {
	case "IGS":
	case "JPN":
		u.fromAbove = true
		u.problem(unsure, "rows are read from above, which no file at hand shows")
	default:
		u.problem(unsure, "coordinates of the type %q are read as those of IGS", t)
	}
}

// ugfResult reads B,7.50 as SGF has it; other words stay as they are.
func ugfResult(text string) string {
	winner, how, ok := strings.Cut(text, ",")
	winner, how = strings.TrimSpace(winner), strings.TrimSpace(how)
	margin, err := strconv.ParseFloat(how, 64)
	switch {
	case !ok || winner != "B" && winner != "W":
		return text
	case how == "C" || how == "R":
		return winner + "+R"
	case how == "T":
		return winner + "+T"
	case err == nil && margin > 0:
		return winner + "+" + strconv.FormatFloat(margin, 'f', -1, 64)
	case err == nil:
		return winner + "+"
	}
	return winner + "+" + how
}
