package notation

import (
	"math"
	"strconv"
	"strings"
	"time"

	"kifudb/position/shogi"
)

// csaKinds are the names of the kinds in CSA, by Kind.
var csaKinds = [16]string{
	shogi.Pawn: "FU", shogi.Lance: "KY", shogi.Knight: "KE", shogi.Silver: "GI", shogi.Gold: "KI",
	shogi.Bishop: "KA", shogi.Rook: "HI", shogi.King: "OU", shogi.PromotedPawn: "TO", shogi.PromotedLance: "NY",
	shogi.PromotedKnight: "NK", shogi.PromotedSilver: "NG", shogi.Horse: "UM", shogi.Dragon: "RY",
}

func csaKind(name string) shogi.Kind {
	for k, n := range csaKinds {
		if n != "" && n == name {
			return shogi.Kind(k)
		}
	}
	return shogi.NoKind
}

// ReadCSA reads the records of a CSA file of version 1 to 3, in UTF-8; a line
// "/" separates records. Comments for programs, lines that begin with '*, become the
// comments of the moves before them; of other comments those are read that floodgate
// writes.
//
// A move that is illegal but can be made is made, with a warning; one that
// cannot be made is an error and ends the moves of its record. Boards whose
// blanks were lost or replaced on the way, as happens in e-mail, are understood.
func ReadCSA(text []byte, o *ReadOptions) []*Record {
	if o == nil {
		o = &ReadOptions{}
	}
	c := &csaReader{reporter: reporter{source: newSource(text), report: o.Report}, remarks: remarks{}}
	c.startRecord()
	for at := 0; at < len(c.text); {
		end := c.lineEnd(at)
		c.readLine(at, c.text[at:end])
		at = end + 1
	}
	c.endRecord()
	c.remarks.settle()
	return c.records
}

// csaReader is the state of one ReadCSA.
type csaReader struct {
	reporter
	records []*Record
	remarks remarks

	record  *Record // being read
	fields  FieldList
	started bool // its moves have begun
	lost    bool // a move could not be made

	summary   string // of the server, the last one
	summaryAt int    // where its line begins
	empty     bool   // nothing was read yet
	setup     bool   // its position was told
	board     *shogi.Position
	node      *Node
	present   shogi.Position
}

func (c *csaReader) startRecord() {
	c.record, c.fields = NewRecord(Start{}), FieldList{}
	c.board = shogi.NewEmpty()
	c.node = c.record.Root
	c.started, c.lost, c.empty, c.setup = false, false, true, false
	c.summary = ""
}

// endRecord keeps the record unless it is empty.
func (c *csaReader) endRecord() {
	if c.empty {
		return
	}
	c.begin(shogi.Black)
	c.compareSummary()
	c.record.Info = c.fields.Fields()
	c.records = append(c.records, c.record)
}

// begin ends the setup.
func (c *csaReader) begin(toPlay shogi.Color) {
	if c.started {
		return
	}
	c.started = true
	if !c.setup {
		c.board = shogi.New()
	}
	c.board.SetToPlay(toPlay)
	c.record.Start = StartAt(c.board)
	c.present = *c.board
}

func (c *csaReader) readLine(at int, line string) {
	if !strings.HasPrefix(line, "'*") {
		line = strings.TrimRight(line, " \t")
	}
	switch {
	case line == "":
	case line == "/":
		c.endRecord()
		c.startRecord()
	case strings.HasPrefix(line, "'*"):
		c.remarks.add(c.node, strings.TrimPrefix(line[2:], " "))
	case line[0] == '\'':
		if summary, ok := strings.CutPrefix(line, "'summary:"); ok {
			c.summary, c.summaryAt = summary, at
		}
		c.fields.readFloodgate(line[1:])
	case line[0] == 'V' && strings.Contains(line, ","): // a record on one line
		for part := range strings.SplitSeq(line, ",") {
			c.readLine(at, part)
			at += len(part) + 1
		}
	case line[0] == 'V' || line[0] == '$' || line[0] == 'N':
		c.empty = false
		if !c.fields.readCSA(line) {
			c.problem(at, UnknownCommand, "unknown line %q", cut(line))
		}
	default:
		// The other lines may hold several statements.
		c.empty = false
		for part := range strings.SplitSeq(line, ",") {
			indent := len(indentation(part))
			part = part[indent:]
			if strings.HasPrefix(part, "'") {
				return // the rest of the line is a comment
			}
			if part != "" {
				c.readStatement(at+indent, strings.TrimRight(part, " \t"))
			}
			at += indent + len(part) + 1
		}
	}
}

func (c *csaReader) readStatement(at int, s string) {
	switch {
	case s[0] == 'P' && !c.started && len(s) > 1:
		c.setup = true
		c.readBoard(at, s)
	case s == "+" || s == "-":
		if !c.started {
			c.begin(csaColor(s[0]))
			if err := c.board.Check(); err != nil {
				c.problem(at, TooMany, "%s", err)
			}
		}
	case s[0] == '+' || s[0] == '-':
		c.begin(csaColor(s[0]))
		c.readMove(at, s)
	case s[0] == 'T':
		seconds, err := strconv.ParseFloat(s[1:], 64)
		if err != nil || seconds < 0 || seconds > 1e8 {
			c.problem(at, LostTime, "%q is not a time", cut(s))
			return
		}
		elapsed := time.Duration(math.Round(seconds * float64(time.Second)))
		switch {
		case c.lost:
		case c.node.Ending != NoEnding:
			c.node.EndElapsed, c.node.EndTimed = elapsed, true
		default:
			c.node.Elapsed, c.node.Timed = elapsed, true
		}
	case s[0] == '%':
		c.begin(shogi.Black)
		e, known := endingOfCSA(s[1:], c.present.ToPlay())
		switch {
		case !known:
			c.problem(at, UnknownEnding, "unknown ending %q", cut(s))
		case c.node.Ending == NoEnding:
			c.node.Ending = e
		case c.remarks.second(c.node, &Node{Ending: e}, csaEnding):
			c.problem(at, SecondEnding, "another ending, %s, behind %s", cut(s), csaEnding(c.node.Ending))
		}
	default:
		c.problem(at, UnknownCommand, "unknown line %q", cut(s))
	}
}

func csaColor(sign byte) shogi.Color {
	if sign == '-' {
		return shogi.White
	}
	return shogi.Black
}

// csaEnding is an ending as it stands in CSA.
func csaEnding(e Ending) string { return "%" + e.CSA() }

// readBoard reads PI with the pieces that are removed, a rank as P1, or pieces
// of a side as P+.
func (c *csaReader) readBoard(at int, s string) {
	switch kind := s[1]; {
	case kind == 'I':
		c.board = shogi.New()
		for rest := s[2:]; rest != ""; rest = rest[min(4, len(rest)):] {
			if len(rest) < 4 || !squareOf(rest[:2]).Valid() {
				c.problem(at, BadPlace, "cannot read %q", cut(rest))
				return
			}
			c.board.Set(squareOf(rest[:2]), shogi.NoPiece)
		}
	case kind >= '1' && kind <= '9':
		c.readRow(at, s[2:], int(kind-'0'))
	case kind == '+' || kind == '-':
		c.readPieces(at, s[2:], csaColor(kind))
	default:
		c.problem(at, BadDiagram, "unknown line %q", cut(s))
	}
}

// readRow reads cells from file 9: a star, or a sign and a name. Blanks, and
// whatever stands in their place, mean nothing.
func (c *csaReader) readRow(at int, cells string, rank int) {
	file := 9
	for i := 0; i < len(cells); i++ {
		sign := cells[i]
		if sign != '*' && sign != '+' && sign != '-' {
			continue
		}
		if file < 1 {
			c.problem(at+2+i, BadDiagram, "more than 9 files")
			return
		}
		if sign != '*' {
			kind := shogi.NoKind
			if i+3 <= len(cells) {
				kind = csaKind(cells[i+1 : i+3])
			}
			if kind == shogi.NoKind {
				c.problem(at+2+i, BadPlace, "no piece")
				return
			}
			c.board.Set(shogi.SquareAt(file, rank), shogi.NewPiece(csaColor(sign), kind))
			i += 2
		}
		file--
	}
}

// readPieces reads squares and names; 00 is the hand, and 00AL all the rest.
func (c *csaReader) readPieces(at int, pieces string, side shogi.Color) {
	for i := 0; i < len(pieces); i += 4 {
		if pieces[i] == ' ' {
			i -= 3
			continue
		}
		if i+4 > len(pieces) {
			c.problem(at+2+i, BadPlace, "cannot read %q", cut(pieces[i:]))
			return
		}
		place, name := pieces[i:i+2], pieces[i+2:i+4]
		kind, square := csaKind(name), squareOf(place)
		switch {
		case place == "00" && name == "AL":
			for k := shogi.Pawn; k <= shogi.Rook; k++ {
				c.board.SetHand(side, k, c.board.Hand(side, k)+k.Complement()-count(c.board, k))
			}
		case place == "00" && kind >= shogi.Pawn && kind <= shogi.Rook:
			c.board.SetHand(side, kind, c.board.Hand(side, kind)+1)
		case kind != shogi.NoKind && square.Valid():
			c.board.Set(square, shogi.NewPiece(side, kind))
		default:
			c.problem(at+2+i, BadPlace, "cannot read %q", place+name)
			return
		}
	}
}

// readMove reads +7776FU: side, origin or 00, destination, and the piece as it
// is after the move.
func (c *csaReader) readMove(at int, s string) {
	if c.lost {
		return
	}
	if len(s) != 7 {
		c.lost = true
		c.problem(at, Unreadable, "cannot read %q as a move", cut(s))
		return
	}
	side, from, to, kind := csaColor(s[0]), squareOf(s[1:3]), squareOf(s[3:5]), csaKind(s[5:7])
	m := shogi.Move{From: from, To: to}
	if s[1:3] == "00" {
		m = shogi.NewDrop(kind, to)
	}
	if !to.Valid() || kind == shogi.NoKind || !m.IsDrop() && !from.Valid() {
		c.lost = true
		c.problem(at, Unreadable, "cannot read %q as a move", cut(s))
		return
	}
	fault := shogi.NotThere
	if piece := c.present.At(from); side == c.present.ToPlay() && (m.IsDrop() || piece.Kind() == kind || piece.Kind().Promote() == kind) {
		m.Promote = !m.IsDrop() && piece.Kind() != kind
		fault = c.present.Play(m)
	}
	switch {
	case !fault.Possible():
		c.lost = true
		c.problem(at, NoSuchMove, "%s: there is no such move", s)
		return
	case fault != 0:
		c.problem(at, IllegalMove, "%s is illegal: %s", s, fault)
	}
	n := &Node{Move: m}
	c.node.Children = append(c.node.Children, n)
	c.node = n
}
