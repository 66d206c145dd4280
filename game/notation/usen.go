package notation

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kifudb/position/shogi"
)

// USEN is what Shogi Playground and Lishogi's tools write into addresses: a line of letters,
// digits, points and tildes, each line a record.
//
//	start ~ 0.moves.ending ~ number.moves.ending …
//
// Start is SFEN without the number of the next move, with _ for /, . for a blank and z for +;
// nothing if it is the even game's. Each part goes on behind a number of moves of the line
// just read; the first is the main line, all others are variations. A move is three digits
// to the base of 36, of
//
//	(81*origin + destination)*2 + 1 if the piece promotes
//
// where squares count from 1a by files, then by ranks (1a is 0, 2a is 1, 1b is 9), and the
// origin of a drop is 81 more than the number of the kind: 9 gold, 10 pawn, 11 lance,
// 12 knight, 13 silver, 14 bishop, 15 rook. Endings are r resigns, t time, j impasse,
// i illegal, p adjourned, or nothing. (https://www.slideshare.net/slideshow/scalajs-web/92707205,
// and the programs tsshogi and Shogi Board Q.)
const usenBase = 36

// usenKinds are the numbers of the kinds that are dropped.
var usenKinds = map[shogi.Kind]int{
	shogi.Gold: 9, shogi.Pawn: 10, shogi.Lance: 11, shogi.Knight: 12, shogi.Silver: 13, shogi.Bishop: 14, shogi.Rook: 15,
}

// usenEndings are the letters of endings.
var usenEndings = map[Ending]string{Resigns: "r", TimeUp: "t", Impasse: "j", Illegal: "i", Adjourned: "p"}

// cutUSEN returns the start of a record and its other parts; false if a line is none.
func cutUSEN(line string) (start, rest string, ok bool) {
	start, rest, ok = strings.Cut(line, "~")
	if !ok || !strings.HasPrefix(rest, "0.") {
		return "", "", false
	}
	if start == "" {
		return shogi.StartSFEN, rest, len(rest) > len("0.") && usenCode(rest[2:min(5, len(rest))]) >= 0
	}
	start = strings.NewReplacer("_", "/", ".", " ", "z", "+").Replace(start[:min(len(start), 200)])
	_, err := shogi.ParseSFEN(start)
	return start, rest, err == nil
}

// usenCode returns the number of three digits, -1 if they are none.
func usenCode(text string) int {
	n, err := strconv.ParseUint(text, usenBase, 16)
	if len(text) != 3 || err != nil || strings.ToLower(text) != text {
		return -1
	}
	return int(n)
}

func usenSquare(n int) shogi.Square { return shogi.SquareAt(n%9+1, n/9+1) }

func usenNumber(s shogi.Square) int { return (s.Rank()-1)*9 + s.File() - 1 }

// usenMove returns the move of a number, false if it is none's.
func usenMove(code int) (shogi.Move, bool) {
	from, to, promotes := code/2/81, usenSquare(code/2%81), code%2 == 1
	if from < 81 {
		return shogi.Move{From: usenSquare(from), To: to, Promote: promotes}, usenSquare(from) != to
	}
	for kind, number := range usenKinds {
		if from == 81+number && !promotes {
			return shogi.NewDrop(kind, to), true
		}
	}
	return shogi.Move{}, false
}

// ReadUSEN reads lines of USEN. Empty lines are passed over. A move that is illegal but can
// be made is made, with a warning; one that cannot be made is an error and ends its part.
func ReadUSEN(text []byte, o *ReadOptions) []*Record {
	return readLines(text, o, func(r *reporter, at int, line string) *Record { return (&usenReader{r}).readLine(at, line) })
}

// usenReader is the state of one ReadUSEN.
type usenReader struct{ *reporter }

// usenLine is the line of play that was read last: its nodes from the root on, and of every
// so many of them the position.
type usenLine struct {
	nodes     []*Node
	positions []*shogi.Position
}

const usenEvery = 64

// at returns the position behind so many moves.
func (l *usenLine) at(n int) *shogi.Position {
	p := l.positions[n/usenEvery].Clone()
	for _, node := range l.nodes[n/usenEvery*usenEvery+1 : n+1] {
		p.Play(node.Move)
	}
	return p
}

// back forgets what is behind so many moves.
func (l *usenLine) back(n int) {
	l.nodes, l.positions = l.nodes[:n+1], l.positions[:n/usenEvery+1]
}

// add goes on by a move, to a position.
func (l *usenLine) add(n *Node, p *shogi.Position) {
	if l.nodes = append(l.nodes, n); (len(l.nodes)-1)%usenEvery == 0 {
		l.positions = append(l.positions, p.Clone())
	}
}

// readLine reads a line that begins at an offset, nil if it is no record.
func (r *usenReader) readLine(at int, line string) *Record {
	start, rest, ok := cutUSEN(line)
	if !ok {
		r.problem(at, SyntaxError, "%q is no USEN", cut(line))
		return nil
	}
	p, err := shogi.ParseSFEN(start)
	if err != nil {
		r.problem(at, BadDiagram, "%s", err)
		return nil
	}
	record := NewRecord(StartAt(p.Clone()))
	played := &usenLine{nodes: []*Node{record.Root}, positions: []*shogi.Position{p.Clone()}}
	at += len(line) - len(rest)
	for part := range strings.SplitSeq(rest, "~") {
		r.readPart(at, part, played)
		at += len(part) + 1
	}
	return record
}

// readPart reads a part behind the line that was read last, which it changes.
func (r *usenReader) readPart(at int, part string, played *usenLine) {
	number, rest, _ := strings.Cut(part, ".")
	moves, ending, _ := strings.Cut(rest, ".")
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n >= len(played.nodes) {
		r.problem(at, NoSuchMove, "no move %q of the line before to go on behind", cut(number))
		return
	}
	played.back(n)
	var p *shogi.Position
	if moves != "" {
		p = played.at(n)
	}
	for i := 0; i < len(moves); i += 3 {
		place := at + len(number) + 1 + i
		text := moves[i:min(i+3, len(moves))]
		m, ok := usenMove(max(usenCode(text), 0))
		if usenCode(text) < 0 || !ok {
			r.problem(place, Unreadable, "no move in USEN: %q", text)
			return
		}
		if !r.make(p, m, place, m.String()) {
			return
		}
		node := &Node{Move: m}
		above := played.nodes[len(played.nodes)-1]
		above.Children = append(above.Children, node)
		played.add(node, p)
	}
	if ending == "" {
		return
	}
	last := played.nodes[len(played.nodes)-1]
	for e, letter := range usenEndings {
		if letter != ending {
			continue
		}
		if len(last.Children) > 0 {
			last.Children = append(last.Children, &Node{Ending: e})
		} else {
			last.Ending = e
		}
		return
	}
	r.problem(at, Unreadable, "no ending in USEN: %q", cut(ending))
}

// WriteUSEN writes a record with its variations as one line.
func WriteUSEN(w io.Writer, r *Record, o *WriteOptions) error {
	lost := o.losses()
	lost.start(r)
	lost.info(r)
	out := bufio.NewWriter(w)
	if sfen := r.Start.Position.SFEN(); sfen != shogi.StartSFEN {
		words := strings.Fields(sfen)
		out.WriteString(strings.NewReplacer("/", "_", " ", ".", "+", "z").Replace(strings.Join(words[:3], " ")))
	}
	ending, last := "", -1
	for v := range r.Nodes() {
		n := v.Node
		lost.node(n)
		if n.Ending != NoEnding && (usenEndings[n.Ending] == "" || len(n.Children) > 0) {
			lost.add(LostEnding)
		}
		before := v.MoveNumber
		if n.moves() {
			before--
		}
		switch {
		case v.Index == 0:
			out.WriteString("~0.")
		case v.Parent != last || !n.moves():
			fmt.Fprintf(out, ".%s~%d.", ending, before)
			ending = ""
		}
		last = v.Index
		if n.moves() {
			from := 81 + usenKinds[n.Move.Drop]
			if !n.Move.IsDrop() {
				from = usenNumber(n.Move.From)
			}
			code := (from*81 + usenNumber(n.Move.To)) * 2
			if n.Move.Promote {
				code++
			}
			fmt.Fprintf(out, "%03s", strconv.FormatInt(int64(code), usenBase))
		}
		if len(n.Children) == 0 {
			ending = usenEndings[n.Ending]
		}
	}
	fmt.Fprintf(out, ".%s\n", ending)
	return out.Flush()
}
