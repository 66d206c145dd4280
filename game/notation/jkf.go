package notation

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"time"

	"kifudb/position/shogi"
)

// JKF, json-kifu-format, is a record as JSON:
//
//	{"header": {"先手": "…"},                        keys of KIF
//	 "initial": {"preset": "HIRATE"},                or "OTHER", with data: color 0 or 1
//	                                                 to move, board[file-1][rank-1] of
//	                                                 {color, kind}, hands[color]{kind: n}
//	 "moves": [{"comments": ["…"]},                  the first is the start
//	           {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6},
//	                     "piece": "FU", "same": true, "promote": true, "capture": "KA",
//	                     "relative": "R"},
//	            "time": {"now": {"m": 0, "s": 5}, "total": {"h": 0, "m": 0, "s": 5}},
//	            "comments": ["…"],
//	            "forks": [[{"move": …}, …]]},        other ways to go on, in its place
//	           {"special": "TORYO"}]}
//
// Kinds and endings are CSA's; the piece is the one before the move. Only from and to,
// or piece and to for a drop, are needed. Description:
// https://github.com/na2hiro/json-kifu-format

// jkfPreset returns the start of a preset.
func jkfPreset(name string) (*shogi.Position, bool) {
	for i, h := range kifuHandicaps {
		if h.jkf == name {
			return handicapStart(i), true
		}
	}
	return shogi.New(), false
}

// ReadJKF reads a record in JKF. Moves are treated as ReadKifu treats them.
func ReadJKF(text []byte, o *ReadOptions) []*Record {
	if o == nil {
		o = &ReadOptions{}
	}
	j := &jkfReader{reporter: reporter{source: newSource(text), report: o.Report}, remarks: remarks{}}
	root, at, err := parseJSON(j.text)
	if err != nil {
		j.problem(at, SyntaxError, "not JSON: %s", err)
	}
	if root == nil || root.get("moves") == nil {
		if err == nil {
			j.problem(0, SyntaxError, "an object with moves is expected")
		}
		return nil
	}
	j.read(root)
	j.remarks.settle()
	return []*Record{j.record}
}

// jkfReader is the state of one ReadJKF.
type jkfReader struct {
	reporter
	record  *Record
	remarks remarks
}

func (j *jkfReader) read(root *jsonValue) {
	var fields kifuFields
	for _, m := range root.get("header").list() {
		switch {
		case m.key == "手合割" || m.key == "手合":
		case m.value.kind != jsonString:
			j.problem(m.value.at, BadValue, "the value of %q is no text", cut(m.key))
		default:
			fields.readKey(m.key, m.value.text)
		}
	}
	start := j.start(root.get("initial"), root.get("header").get("手合割"))
	j.record = NewRecord(StartAt(start))
	j.record.Info = fields.Fields()
	j.moves(root.get("moves"), start)
}

// start reads the position from which the game starts.
func (j *jkfReader) start(initial, handicap *jsonValue) *shogi.Position {
	preset := initial.get("preset")
	if preset == nil && handicap != nil && initial == nil {
		p, _ := kifuStart(trimWide(handicap.text))
		return p
	}
	if preset != nil && preset.text != "OTHER" {
		p, known := jkfPreset(preset.text)
		if !known {
			j.problem(preset.at, BadValue, "%q is no handicap that is known", cut(preset.text))
		}
		return p
	}
	data := initial.get("data")
	if data == nil {
		return shogi.New()
	}
	p := shogi.NewEmpty()
	for file, column := range data.get("board").list() {
		for rank, cell := range column.value.list() {
			name := cell.value.get("kind")
			square := shogi.SquareAt(file+1, rank+1)
			if name == nil || name.text == "" {
				continue
			}
			kind := csaKind(name.text)
			if kind == shogi.NoKind || !square.Valid() {
				j.problem(name.at, BadPlace, "%q is no piece, or there is no such square", cut(name.text))
				continue
			}
			p.Set(square, shogi.NewPiece(jkfColor(cell.value.get("color")), kind))
		}
	}
	for i, hand := range data.get("hands").list() {
		color := shogi.Black
		if i > 0 {
			color = shogi.White
		}
		for _, m := range hand.value.list() {
			kind, n := csaKind(m.key), m.value.number()
			if kind == shogi.NoKind || kind > shogi.Rook || n < 0 || n > float64(kind.Complement()) {
				j.problem(m.value.at, BadPlace, "cannot read the hand: %s", cut(m.key))
				continue
			}
			p.SetHand(color, kind, int(n))
		}
	}
	p.SetToPlay(jkfColor(data.get("color")))
	if err := p.Check(); err != nil {
		j.problem(data.at, TooMany, "%s", err)
	}
	return p
}

func jkfColor(v *jsonValue) shogi.Color {
	if v.number() == 1 {
		return shogi.White
	}
	return shogi.Black
}

// moves reads a list of moves and, behind it, the forks in its elements, without
// recursion.
func (j *jkfReader) moves(list *jsonValue, start *shogi.Position) {
	type line struct {
		steps    []jsonMember
		from     *Node
		position shogi.Position
		first    bool // its first element is the start
	}
	pending := []line{{list.list(), j.record.Root, *start, true}}
	for len(pending) > 0 {
		l := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		node, p, lost, ended := l.from, l.position, false, false
		var forks []line
		for i, step := range l.steps {
			v := step.value
			for _, fork := range v.get("forks").list() {
				if lost {
					j.problem(fork.value.at, NoSuchMove, "behind a move that cannot be made")
					continue
				}
				forks = append(forks, line{fork.value.list(), node, p, false})
			}
			move, special := v.get("move"), v.get("special")
			switch {
			case i == 0 && l.first && move == nil && special == nil:
			case lost:
				j.remarks.add(node, j.text[v.at:v.end])
				continue
			case special != nil:
				j.ending(node, special, v, p.ToPlay(), ended)
				ended = true
			case move != nil:
				n := j.move(node, move, &p)
				if n == nil {
					lost = true
					j.remarks.add(node, j.text[move.at:move.end])
					continue
				}
				if ended {
					j.problem(move.at, MoveAfterEnd, "a move behind the end")
				} else {
					node.stop()
				}
				node.Children = append(node.Children, n)
				node = n
				node.Elapsed, node.Timed = jkfTime(v.get("time"))
			}
			for _, c := range v.get("comments").list() {
				j.remarks.add(node, c.value.text)
			}
		}
		// As the first on the stack is read last, the order of the forks of one move is
		// turned round; those of later moves may come first.
		for i := len(forks) - 1; i >= 0; i-- {
			pending = append(pending, forks[i])
		}
	}
}

// ending puts an ending behind a node, or beside what follows it.
func (j *jkfReader) ending(n *Node, special, step *jsonValue, toPlay shogi.Color, ended bool) {
	e, known := endingOfCSA(special.text, toPlay)
	if !known {
		if e = parseEnding(special.text); e == NoEnding {
			j.problem(special.at, UnknownEnding, "unknown ending %q", cut(special.text))
			j.remarks.add(n, special.text)
			return
		}
	}
	if n.Ending != NoEnding && !ended || len(n.Children) > 0 {
		n.stop()
		stop := &Node{}
		n.Children = append(n.Children, stop)
		n = stop
	}
	n.Ending = e
	n.EndElapsed, n.EndTimed = jkfTime(step.get("time"))
}

// move reads a move and makes it. It returns nil if it cannot be made.
func (j *jkfReader) move(above *Node, v *jsonValue, p *shogi.Position) *Node {
	to := jkfSquare(v.get("to"))
	if same := v.get("same"); !to.Valid() && same != nil && above.moves() {
		to = above.Move.To
	}
	kind := shogi.NoKind
	if name := v.get("piece"); name != nil {
		kind = csaKind(name.text)
	}
	from := jkfSquare(v.get("from"))
	m := shogi.Move{From: from, To: to, Promote: v.get("promote").truth()}
	if !from.Valid() {
		m = shogi.NewDrop(kind, to)
	}
	if !to.Valid() || !from.Valid() && kind == shogi.NoKind {
		j.problem(v.at, Unreadable, "cannot read %s as a move", cut(j.text[v.at:v.end]))
		return nil
	}
	if color := v.get("color"); color != nil && jkfColor(color) != p.ToPlay() {
		j.problem(color.at, WrongSide, "%s: it is the other side's turn", m)
	}
	if from.Valid() && kind != shogi.NoKind && p.At(from).Kind() != kind {
		j.problem(v.at, NoSuchMove, "%s: the piece on %s is another one", m, digits(from))
		return nil
	}
	if !j.make(p, m, v.at, m.String()) {
		return nil
	}
	return &Node{Move: m}
}

// jkfSquare reads {"x": 7, "y": 6}.
func jkfSquare(v *jsonValue) shogi.Square {
	x, y := v.get("x").number(), v.get("y").number()
	if x != math.Trunc(x) || y != math.Trunc(y) || x < 1 || x > 9 || y < 1 || y > 9 {
		return shogi.NoSquare
	}
	return shogi.SquareAt(int(x), int(y))
}

// jkfTime reads the time of a move.
func jkfTime(v *jsonValue) (time.Duration, bool) {
	now := v.get("now")
	if now == nil {
		return 0, false
	}
	seconds := now.get("h").number()*3600 + now.get("m").number()*60 + now.get("s").number()
	if !(seconds >= 0 && seconds <= 1e8) {
		return 0, false
	}
	return time.Duration(math.Round(seconds * float64(time.Second))), true
}

// A jsonValue is a value of JSON with its place in the text. Methods of nil are those
// of a value that is not there.
type jsonValue struct {
	kind    jsonKind
	at, end int
	text    string
	n       float64
	members []jsonMember
}

type jsonMember struct {
	key   string // of an object
	value *jsonValue
}

type jsonKind uint8

const (
	jsonNull jsonKind = iota
	jsonString
	jsonNumber
	jsonTrue
	jsonFalse
	jsonObject
	jsonArray
)

func (v *jsonValue) get(key string) *jsonValue {
	if v != nil && v.kind == jsonObject {
		for _, m := range v.members {
			if m.key == key && m.value.kind != jsonNull {
				return m.value
			}
		}
	}
	return nil
}

func (v *jsonValue) list() []jsonMember {
	if v == nil {
		return nil
	}
	return v.members
}

func (v *jsonValue) number() float64 {
	switch {
	case v == nil:
		return 0
	case v.kind == jsonString: // some programs write numbers so
		n, _ := strconv.ParseFloat(v.text, 64)
		return n
	}
	return v.n
}

func (v *jsonValue) truth() bool { return v != nil && v.kind == jsonTrue }

// parseJSON reads the first value of a text, without recursion. After an error it
// returns what was read, and where the error is.
func parseJSON(text string) (root *jsonValue, at int, err error) {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	var open []*jsonValue
	key, wantsKey := "", false
	for tokens := 0; ; tokens++ {
		if tokens > len(text)*2/5+256 { // bounds the memory: no record is that dense
			return root, int(d.InputOffset()), errors.New("too many values for a record of its length")
		}
		start := int(d.InputOffset())
		token, err := d.Token()
		end := int(d.InputOffset())
		switch {
		case errors.Is(err, io.EOF):
			if root == nil {
				return nil, 0, errors.New("nothing but blanks")
			}
			return root, end, io.ErrUnexpectedEOF
		case err != nil:
			return root, end, err
		}
		for start < end && bytes.IndexByte([]byte(" \t\r\n,:"), text[start]) >= 0 {
			start++
		}
		v := &jsonValue{at: start, end: end}
		switch t := token.(type) {
		case json.Delim:
			switch t {
			case '{':
				v.kind = jsonObject
			case '[':
				v.kind = jsonArray
			default:
				open[len(open)-1].end = end
				open = open[:len(open)-1]
				if len(open) == 0 {
					return root, end, nil
				}
				wantsKey = open[len(open)-1].kind == jsonObject
				continue
			}
		case string:
			if wantsKey {
				key, wantsKey = t, false
				continue
			}
			v.kind, v.text = jsonString, t
		case json.Number:
			v.kind, v.text = jsonNumber, t.String()
			v.n, _ = t.Float64()
		case bool:
			if v.kind = jsonFalse; t {
				v.kind = jsonTrue
			}
		}
		if len(open) == 0 {
			root = v
		} else {
			parent := open[len(open)-1]
			parent.members = append(parent.members, jsonMember{key, v})
			wantsKey = parent.kind == jsonObject
		}
		switch {
		case v.kind == jsonObject || v.kind == jsonArray:
			open = append(open, v)
			wantsKey = v.kind == jsonObject
		case len(open) == 0:
			return root, end, nil
		}
	}
}
