package othello

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"kifudb/format"
	"kifudb/position"
	"kifudb/position/othello"
	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// GGF is the format of the generic game server. A game is a row of properties between
// "(;" and ";)": facts, BO with the board from which it starts and the side to move, and
// the moves, each with an evaluation and the time that it took, if they are known:
//
//	(;GM[Othello]PC[GGS/os]DT[2001.02.03_13:24:03.MST]PB[ann]PW[ben]RB[1700.0]RW[1800.0]
//	TI[05:00//02:00]TY[8]RE[+2.000]BO[8 -------- … -------- *]B[d3/1.5/10.2]W[c5//2]B[pass];)
//
// It looks like SGF, whose GM is a number; texts have no escapes. Two games that were
// played side by side stand one after the other, perhaps after the number 2. Sources: the
// description by the server's author, M. Buro (ggsa/ggf), and what NBoard and Edax write.

// maxGGF is the largest number of bytes of a record; real ones have about two thousand.
const maxGGF = 1 << 20

func ggf() *format.Format {
	is := func(h *format.Head) bool {
		root := h.Tree()
		root = root[:min(len(root), 4<<10)]
		text := bytes.TrimLeft(root, "(; \t\r\n")
		const gm = "GM[OTHELLO]"
		return len(text) > len(gm) && strings.EqualFold(string(text[:len(gm)]), gm) && bytes.Contains(text, []byte("BO["))
	}
	return &format.Format{
		Name: "ggf", Title: "GGF", Extensions: []string{".ggf"}, Games: []int{Othello},
		Recognise: func(h *format.Head) format.Certainty { return surely(is(h)) },
		Owns:      is, ByBytes: true, Whole: format.WholeTrees,
		Split: func(f *format.File) format.Splitter {
			r, in := f.Text()
			return &ggfSplitter{r: bufio.NewReader(r), in: in, line: 1}
		},
		Derive:    deriveGGF,
		Separator: "",
		Writers:   []format.Writer{{Name: "ggf", Write: writeGGF}},
	}
}

// ggfSplitter finds games between their parentheses.
type ggfSplitter struct {
	r     *bufio.Reader
	in    store.Charset
	line  int
	piece format.Piece
	err   error
}

// Scan implements [format.Splitter].
func (s *ggfSplitter) Scan() bool {
	if s.err != nil {
		return false
	}
	var lead, game []byte
	begun, value, ended := false, false, false
	line := 0
	for !ended {
		c, err := s.r.ReadByte()
		if err != nil {
			if err != io.EOF {
				s.err = err
			} else if begun {
				s.err = fmt.Errorf("line %d: the game is cut off: it has no end", line)
				lead, game = append(lead, game...), nil
			}
			if len(lead) == 0 {
				return false
			}
			s.piece = format.Piece{Lead: lead, Charset: s.in}
			if s.err == nil {
				s.err = io.EOF // next time
			}
			return true
		}
		if c == '\n' {
			s.line++
		}
		if !begun {
			lead = append(lead, c)
			if c == ';' && bytes.HasSuffix(lead, []byte("(;")) {
				lead, game = lead[:len(lead)-2], append(game, "(;"...)
				begun, line = true, s.line
			}
		} else {
			game = append(game, c)
			switch {
			case c == ']':
				value = false
			case value:
			case c == '[':
				value = true
			case c == ')' && bytes.HasSuffix(game, []byte(";)")) && len(game) > len("(;)"):
				ended = true
			}
		}
		if len(lead)+len(game) > maxGGF {
			s.err = fmt.Errorf("line %d: more than %d bytes without the end of a game", max(line, 1), maxGGF)
			return false
		}
	}
	s.piece = format.Piece{Lead: lead, Game: game, Line: line, Charset: s.in}
	return true
}

// Piece implements [format.Splitter].
func (s *ggfSplitter) Piece() format.Piece { return s.piece }

// Err implements [format.Splitter].
func (s *ggfSplitter) Err() error {
	if errors.Is(s.err, io.EOF) {
		return nil
	}
	return s.err
}

// A ggfProperty is one of a game's.
type ggfProperty struct {
	ident, value string
	line         int // in the game, from 0
}

// properties returns the properties of a game, and skips the text between them.
func properties(text string) []ggfProperty {
	var list []ggfProperty
	line, from := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n':
			line++
			from = i + 1
		case c == '[':
			ident := strings.ToUpper(strings.Trim(text[from:i], "(); \t\r\n"))
			value, _, _ := strings.Cut(text[i+1:], "]")
			list = append(list, ggfProperty{ident, value, line})
			line += strings.Count(value, "\n")
			i += 1 + len(value)
			from = i + 1
		}
	}
	return list
}

// ggfIdents are SGF's identifiers of GGF's facts, "" for what is read otherwise.
var ggfIdents = map[string]string{
	"GM": "", "PC": "PC", "PB": "PB", "PW": "PW", "RB": "BR", "RW": "WR", "TI": "TM", "TB": "TIMEBLACK", "TW": "TIMEWHITE", "TY": "TYPE",
	"KM": "KM", "DT": "", "RE": "", "BO": "", "B": "", "W": "",
}

// deriveGGF reads a game.
func deriveGGF(d *format.Draft) {
	d.Game, d.Size = Othello, position.Square(othello.Usual)
	list := properties(string(d.Text()))
	d.Node()
	p := othello.New(othello.Usual)
	for _, property := range list {
		if property.ident != "BO" {
			continue
		}
		board, err := othello.Parse(property.value)
		if err != nil {
			d.NoPositions = true
			d.Report(format.BadStart, d.Line+property.line, func() error {
				return fmt.Errorf("%s: BO: %w; the game has no positions", format.BadStart, err)
			})
			break
		}
		if d.Size, p = board.Size(), board; !board.Equal(othello.New(board.Size().Cols)) {
			setUp(d.Script, board)
		}
		break
	}
	for _, property := range list {
		ident, known := ggfIdents[property.ident]
		switch {
		case property.ident == "B" || property.ident == "W":
			addMove(d, p, property)
		case property.ident == "KB" || property.ident == "KW":
			d.Add(property.ident, property.value)
			d.Report(format.BadMove, d.Line+property.line, func() error {
				return fmt.Errorf("%s: %s[%s] is a bid for the komi, and not read as a move", format.BadMove, property.ident, property.value)
			})
		case property.ident == "DT":
			date, time := ggfDate(property.value)
			d.Add("DT", date)
			d.Add("STARTTIME", time)
		case property.ident == "RE":
			d.Add("RE", ggfResult(property.value))
		case ident != "":
			d.Add(ident, strings.TrimSpace(property.value))
		case !known && property.ident != "":
			d.Add(property.ident, property.value)
		}
	}
}

// setUp sets up a board in a script.
func setUp(b *position.ScriptBuilder, p *othello.Position) {
	size := p.Size()
	for i := range size.Area() {
		b.Add(p.At(size.At(i)), size.At(i)) // empty squares, too: four discs lie there at the start
	}
	b.ToPlay(p.ToPlay())
}

// addMove adds a move to a draft, with its details as the comment. P is the
// position so far.
func addMove(d *format.Draft, p *othello.Position, property ggfProperty) {
	move, about, _ := strings.Cut(property.value, "/")
	m := position.Move{Color: position.Black}
	if property.ident == "W" {
		m.Color = position.White
	}
	var err error
	if m.Point, err = othello.ParsePoint(move); err != nil {
		d.Report(format.BadMove, d.Line+property.line, func() error {
			return fmt.Errorf("%s: a move that is %w: %q; left out", format.BadMove, err, move)
		})
		return
	}
	d.Node()
	if m.Point == position.Pass {
		d.Script.Pass(m.Color)
	} else {
		d.Script.Move(m)
	}
	p.Play(m)
	evaluation, time, _ := strings.Cut(about, "/")
	d.Comment(d.Nodes-1, moveComment(strings.TrimSpace(evaluation), strings.TrimSpace(time)))
}

// The words of a move's comment.
const (
	wordEvaluation = "evaluation "
	wordTime       = "time "
)

// moveComment describes a move.
func moveComment(evaluation, time string) string {
	var parts []string
	if evaluation != "" {
		parts = append(parts, wordEvaluation+evaluation)
	}
	if time != "" {
		parts = append(parts, wordTime+time)
	}
	return strings.Join(parts, ", ")
}

// cutComment is the inverse of moveComment; ok is false for another comment.
func cutComment(text string) (evaluation, time string, ok bool) {
	first, second, _ := strings.Cut(text, ", ")
	if rest, is := strings.CutPrefix(first, wordEvaluation); is {
		evaluation, first, second = rest, second, ""
	}
	if rest, is := strings.CutPrefix(first, wordTime); is {
		time, first = rest, second
	}
	plain := !strings.ContainsAny(evaluation+time, "/[]\n")
	return evaluation, time, plain && first == "" && moveComment(evaluation, time) == text
}

// ggfDate returns a date as SGF has it, and the time of day. The server writes
// 2001.02.03_13:24:03.MST, earlier the seconds since 1970; NBoard 2001-02-03 13:24:03 GMT.
func ggfDate(text string) (date, daytime string) {
	text = strings.TrimSpace(text)
	if seconds, err := strconv.ParseInt(text, 10, 64); err == nil && seconds > 1e8 && seconds < 1e10 {
		return time.Unix(seconds, 0).UTC().Format(time.DateOnly), time.Unix(seconds, 0).UTC().Format(time.TimeOnly) + " UTC"
	}
	day, rest, _ := strings.Cut(strings.Replace(text, "_", " ", 1), " ")
	if parsed, err := time.Parse("2006.01.02", day); err == nil {
		day = parsed.Format(time.DateOnly)
	} else if gameinfo.ParseDate(day).Certainty < gameinfo.Clear {
		return text, "" // in words, or not understood
	}
	return day, strings.Replace(rest, ".", " ", 1)
}

// ggfResult returns a result as SGF has it. The number is in Black's view; r behind a
// colon says that somebody resigned, t that the time was over, s that both agreed. Edax
// writes a number that no game can have for one that is not over.
func ggfResult(text string) string {
	number, flag, _ := strings.Cut(strings.TrimSpace(text), ":")
	x, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || math.Abs(x) > othello.MaxSize*othello.MaxSize || strings.HasPrefix(number, "-127"):
		return text
	case x == 0:
		return "0"
	}
	winner := "B+"
	if x < 0 {
		winner = "W+"
	}
	switch flag {
	case "r":
		return winner + "R"
	case "t":
		return winner + "T"
	}
	return winner + strconv.FormatFloat(math.Abs(x), 'f', -1, 64)
}
