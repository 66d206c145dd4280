package notation

import (
	"strings"

	"kifudb/position/shogi"
)

// KIF and KI2, the formats of Kifu for Windows, differ in how they write moves. KIF
// has one to a line, with its number, where the piece comes from, and the time;
// KI2 writes them as people do.
//
//	手合割：平手                                  facts, see kifuKeys, and perhaps a diagram
//	手数----指手---------消費時間--
//	*a comment on the position before it
//	   1 ７六歩(77)   ( 0:02/00:00:02)
//	   2 ３四歩(33)   ( 0:05/00:00:05)+          another move follows later
//	&a bookmark
//	   3 投了
//	まで2手で後手の勝ち
//
//	変化：2手                                    from the end of the line above back
//	   2 ８四歩(83)                              to before move 2
//
//	▲７六歩    △３四歩    ▲２二角成              the same as KI2
//
// A line that begins with # is a program's. What 変化 goes back on is the line read
// last, which may be a variation itself. Digits may be of either width, and blanks
// are free. Description: http://kakinoki.o.oo7.jp/kif_format.html

// ReadKifu reads records in KIF and KI2, which may use both. A line about a game
// behind moves begins the next record.
//
// A move that is illegal but can be made is made, with a warning. After one that
// cannot be read or made, the rest of its line of play is kept as words at the move
// before it; the variations that can be reached are read.
func ReadKifu(text []byte, o *ReadOptions) []*Record {
	if o == nil {
		o = &ReadOptions{}
	}
	k := &kifuReader{reporter: reporter{source: newSource(text), report: o.Report}, remarks: remarks{}, bookmarks: remarks{}}
	k.startRecord()
	for at := 0; at < len(k.text); {
		end := k.lineEnd(at)
		k.readLine(at, k.text[at:end])
		at = end + 1
	}
	k.endRecord()
	k.remarks.settle()
	for n, lines := range k.bookmarks {
		n.Bookmark = strings.Join(lines, "\n")
	}
	return k.records
}

// kifuReader is the state of one ReadKifu.
type kifuReader struct {
	reporter
	records   []*Record
	remarks   remarks
	bookmarks remarks // as comments, lines that may come in several pieces

	record   *Record
	fields   kifuFields
	diagram  bod
	bodAt    int
	empty    bool // nothing was read yet
	started  bool // the start is known
	turnTold bool // whose turn it is at the start was told
	offset   int  // what the numbers of moves count before the start
	numbered bool // offset is known

	line    []*Node          // being read, by move number; the root first
	present []shogi.Position // after each of its moves
	lost    bool             // a move of the line could not be made
	ended   bool             // the line has an ending
	stop    *Node            // that has it; nil if it stands in the facts
	forked  int              // how many of its nodes are of earlier lines
}

func (k *kifuReader) startRecord() {
	k.record = NewRecord(Start{})
	k.fields, k.diagram, k.bodAt = kifuFields{}, newBOD(), 0
	k.empty, k.started, k.turnTold, k.lost, k.ended, k.numbered = true, false, false, false, false, false
	k.offset, k.forked, k.stop = 0, 1, nil
	k.line, k.present = []*Node{k.record.Root}, nil
}

// endRecord keeps the record unless it is empty.
func (k *kifuReader) endRecord() {
	if k.empty {
		return
	}
	k.begin()
	k.record.Info = k.fields.Fields()
	k.records = append(k.records, k.record)
}

// node is the last one of the line.
func (k *kifuReader) node() *Node { return k.line[len(k.line)-1] }

func (k *kifuReader) position() *shogi.Position { return &k.present[len(k.present)-1] }

// begin settles the start: a diagram, or the handicap that is named.
func (k *kifuReader) begin() {
	if k.started {
		return
	}
	k.started = true
	p, named := kifuStart(k.fields.handicap)
	if !named {
		k.problem(k.fields.handicapAt, BadValue, "%q is no handicap that is known, and there is no diagram", cut(k.fields.handicap))
		k.fields.Add(identRemark, "手合割："+k.fields.handicap)
	}
	k.turnTold = k.fields.handicap != "" && named
	if k.diagram.seen {
		board, err := k.diagram.end()
		switch {
		case board == nil:
			k.problem(k.bodAt, BadDiagram, "%s", err)
		default:
			if err != nil {
				k.problem(k.bodAt, TooMany, "%s", err)
			}
			if p.ToPlay() == shogi.White && k.diagram.turn == shogi.Empty {
				board.SetToPlay(shogi.White)
			}
			p = board
			k.turnTold = k.diagram.turn != shogi.Empty
		}
	}
	k.record.Start = StartAt(p)
	k.present = []shogi.Position{*p}
}

// setTurn corrects whose turn it is at the start, which a diagram leaves open.
func (k *kifuReader) setTurn(c shogi.Color) {
	if !k.turnTold && len(k.line) == 1 && len(k.record.Root.Children) == 0 && c != shogi.Empty {
		k.present[0].SetToPlay(c)
		k.record.Start = StartAt(k.present[0].Clone())
	}
	k.turnTold = true
}

func (k *kifuReader) readLine(at int, line string) {
	body := trimWide(line)
	start := at + strings.Index(line, body)
	if body == "" {
		return
	}
	if k.hasMoves() && opensKifu(body) {
		k.endRecord()
		k.startRecord()
	}
	switch {
	case line[0] == '*':
		k.empty = false
		k.remarks.add(k.node(), line[1:])
		return
	case body[0] == '*':
		k.empty = false
		k.remarks.add(k.node(), body[1:])
		return
	case line[0] == '&':
		k.empty = false
		k.bookmark(line[1:])
		return
	case body[0] == '#':
		return
	}
	k.empty = false
	switch {
	case body[0] == '&':
		k.bookmark(body[1:])
	case strings.HasPrefix(body, "変化"):
		k.begin()
		k.fork(start, body)
	case strings.HasPrefix(body, "手数-"), strings.HasPrefix(body, "手数　-"), strings.Trim(body, "-=＝－") == "":
		// the heading of the moves, or a rule
	case strings.HasPrefix(body, "まで"):
		k.begin()
		k.close(start, body)
	case !k.hasMoves() && k.readDiagram(start, body):
	case k.readMoves(start, body):
	case !k.hasMoves() && k.fields.read(start, body):
	default:
		k.problem(start, UnknownCommand, "unknown line %q", cut(body))
		k.remarks.add(k.node(), body)
	}
}

// hasMoves reports whether the moves of the record have begun.
func (k *kifuReader) hasMoves() bool { return k.started }

func (k *kifuReader) bookmark(text string) {
	if n := k.node(); text != "" || len(k.bookmarks[n]) > 0 {
		k.bookmarks.add(n, text)
	}
}

// readDiagram reads a line of a diagram, and reports whether it is one.
func (k *kifuReader) readDiagram(at int, line string) bool {
	is, column, err := k.diagram.read(line)
	if is && k.bodAt == 0 {
		k.bodAt = at
	}
	if err != nil {
		k.problem(at+column, BadDiagram, "%s", err)
	}
	return is
}

// fork goes back, for "変化：12手", to before a move of the line read last.
func (k *kifuReader) fork(at int, line string) {
	digits := strings.TrimLeft(strings.TrimPrefix(line, "変化"), " \t　：:")
	n, size := anyNumber(digits)
	if n -= k.offset; size == 0 || n < 1 || n > len(k.line) {
		if size == 0 {
			k.problem(at, Unreadable, "cannot read %q", cut(line))
		} else {
			k.problem(at, NoSuchMove, "%s: the line before it has %d moves", cut(line), len(k.line)-1)
		}
		k.lost = true
		k.remarks.add(k.node(), line)
		return
	}
	k.line, k.present = k.line[:n], k.present[:n]
	k.lost, k.ended, k.stop, k.forked = false, false, nil, n
}
