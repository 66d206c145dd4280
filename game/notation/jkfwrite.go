package notation

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"kifudb/position/shogi"
)

// WriteJKF writes a record in JKF, with all its variations.
func WriteJKF(w io.Writer, r *Record, o *WriteOptions) error {
	j := jkfWriter{out: bufio.NewWriter(w), lost: o.losses()}
	j.lost.start(r)
	j.out.WriteString(`{"header":{`)
	for i, m := range jkfHeader(r, j.lost) {
		if i > 0 {
			j.out.WriteByte(',')
		}
		fmt.Fprintf(j.out, "%s:%s", jsonText(m.key), jsonText(m.text))
	}
	fmt.Fprintf(j.out, "},\n\"initial\":%s,\n\"moves\":[", jkfInitial(r.Start.Position))
	if err := j.tree(r); err != nil {
		return err
	}
	j.out.WriteString("]}\n")
	return j.out.Flush()
}

// jkfWriter is the state of one WriteJKF.
type jkfWriter struct {
	out  *bufio.Writer
	lost *losses
}

func jsonText(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(text) // a text never fails
	return strings.TrimSuffix(b.String(), "\n")
}

// jkfPair is a key of the header with its value.
type jkfPair struct{ key, text string }

// jkfHeader returns the facts that are read again from what they are written as.
func jkfHeader(r *Record, lost *losses) (list []jkfPair) {
	reads := func(m jkfPair, want ...Field) bool {
		var l kifuFields
		l.readKey(m.key, m.text)
		return slices.Equal(l.Fields(), want) && !slices.ContainsFunc(list, func(o jkfPair) bool { return o.key == m.key })
	}
	day, at := r.Field("DT"), r.Field(identStartTime)
	date := jkfPair{"開始日時", kifuDayText(day, at)}
	handicap := kifuHandicap(r.Start.Position) > 0
	both := day != "" && at != "" && reads(date, Field{"DT", day}, Field{identStartTime, at})
	for _, f := range r.Info {
		want := Field{f.Ident, strings.TrimSpace(f.Text)}
		key, value := kifuKey(f, handicap)
		switch {
		case f.Ident == identStartTime && both:
			continue
		case f.Ident == "DT" && both:
			list = append(list, date)
			continue
		case f.Ident == "DT" && at == "":
			key, value = date.key, date.text
		case f.Ident == "RE" && sameResult(f.Text, r.Result()):
			continue
		case f.Ident == identRemark:
			remarks := jkfRemarks(f.Text)
			if len(remarks) > 0 && !slices.ContainsFunc(remarks, func(m jkfPair) bool { return !reads(m, Field{identRemark, m.key + "：" + m.text}) }) {
				list = append(list, remarks...)
				continue
			}
			key, value = "備考", f.Text
		}
		pair := jkfPair{key, value}
		if !reads(pair, want) {
			pair = jkfPair{f.Ident, oneLine(f.Text)}
		}
		if !reads(pair, want) {
			lost.field(f.Ident)
			continue
		}
		list = append(list, pair)
	}
	return list
}

// jkfRemarks returns remarks that are nothing but keys with values, each key once;
// nil if they are anything else.
func jkfRemarks(text string) (list []jkfPair) {
	for line := range strings.SplitSeq(text, "\n") {
		key, value, ok := strings.Cut(line, "：")
		if !ok || slices.ContainsFunc(list, func(m jkfPair) bool { return m.key == key }) {
			return nil
		}
		list = append(list, jkfPair{key, value})
	}
	return list
}

// jkfInitial writes where the game starts.
func jkfInitial(p *shogi.Position) string {
	if i := kifuHandicap(p); i >= 0 {
		return fmt.Sprintf(`{"preset":%q}`, kifuHandicaps[i].jkf)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `{"preset":"OTHER","data":{"color":%d,"board":[`, jkfNumber(p.ToPlay()))
	for file := 1; file <= 9; file++ {
		var cells []string
		for rank := 1; rank <= 9; rank++ {
			cell := "{}"
			if piece := p.At(shogi.SquareAt(file, rank)); piece != shogi.NoPiece {
				cell = fmt.Sprintf(`{"color":%d,"kind":%q}`, jkfNumber(piece.Color()), csaKinds[piece.Kind()])
			}
			cells = append(cells, cell)
		}
		if file > 1 {
			b.WriteByte(',')
		}
		b.WriteString("[" + strings.Join(cells, ",") + "]")
	}
	b.WriteString(`],"hands":[`)
	for i, c := range []shogi.Color{shogi.Black, shogi.White} {
		var kinds []string
		for k := shogi.Pawn; k <= shogi.Rook; k++ {
			kinds = append(kinds, fmt.Sprintf("%q:%d", csaKinds[k], p.Hand(c, k)))
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("{" + strings.Join(kinds, ",") + "}")
	}
	b.WriteString("]}}")
	return b.String()
}

func jkfNumber(c shogi.Color) int {
	if c == shogi.White {
		return 1
	}
	return 0
}

// tree writes the nodes, without recursion. What is to be written is on a stack: a
// text, or a node with the other ways to go on in its place.
func (j *jkfWriter) tree(r *Record) error {
	type task struct {
		text   string
		step   kifuStep
		others []*Node
	}
	tasks := []task{{step: kifuStep{node: r.Root, number: 1, before: *r.Start.Position, last: shogi.NoSquare}}}
	for len(tasks) > 0 {
		t := tasks[len(tasks)-1]
		tasks = tasks[:len(tasks)-1]
		s := &t.step
		n := s.node
		if n == nil {
			j.out.WriteString(t.text)
			continue
		}
		if n.Marks != "" {
			j.lost.add(LostMarks)
		}
		if n.Bookmark != "" {
			j.lost.add(LostBookmarks)
		}
		above := *s
		above.node = &Node{} // whose next is what comes in the node's place
		parts, err := j.parts(s, n != r.Root && !n.moves())
		if err != nil {
			return err
		}
		j.out.WriteString(strings.TrimSuffix(parts[0], "}"))
		// What comes last is put on the stack first.
		if len(n.Children) > 0 {
			tasks = append(tasks, task{step: s.next(n.Children[0]), others: n.Children[1:]}, task{text: ",\n"})
		}
		for _, part := range slices.Backward(parts[1:]) {
			tasks = append(tasks, task{text: ",\n" + part})
		}
		tasks = append(tasks, task{text: "}"})
		if len(t.others) > 0 {
			tasks = append(tasks, task{text: "]"})
			for i, other := range slices.Backward(t.others) {
				open := ",["
				if i == 0 {
					open = "["
				}
				tasks = append(tasks, task{text: "]"}, task{step: above.next(other)}, task{text: open})
			}
			forks := `,"forks":[`
			if parts[0] == "{}" {
				forks = forks[1:]
			}
			tasks = append(tasks, task{text: forks})
		}
	}
	return nil
}

// parts writes a node as an object, and its ending as another, or as the same if it is
// a mere ending.
func (j *jkfWriter) parts(s *kifuStep, mere bool) (list []string, err error) {
	n := s.node
	var members []string
	toPlay := s.before.ToPlay()
	if n.moves() {
		if fault := s.before.Judge(n.Move); !fault.Possible() {
			return nil, fmt.Errorf("move %s: %s", n.Move, fault)
		}
		members = append(members, `"move":`+jkfMove(s))
		if n.Timed {
			members = append(members, `"time":`+jkfClock(n.Elapsed, s.thought(toPlay, n.Elapsed)))
		}
		toPlay = toPlay.Opponent()
	}
	special := []string(nil)
	if n.Ending != NoEnding {
		word := n.Ending.ofMover(toPlay).CSA()
		if n.Ending == foulOf(toPlay.Opponent()) {
			word = "ILLEGAL_ACTION"
		}
		special = append(special, `"special":`+jsonText(word))
		if n.EndTimed {
			after := *s
			special = append(special, `"time":`+jkfClock(n.EndElapsed, after.thought(toPlay, n.EndElapsed)))
		}
	}
	if lines := commentLines(n.Comment, j.lost); lines != nil {
		var texts []string
		for _, line := range lines {
			texts = append(texts, jsonText(line))
		}
		members = append(members, `"comments":[`+strings.Join(texts, ",")+"]")
	}
	if special != nil && mere {
		return []string{"{" + strings.Join(special, ",") + "}"}, nil
	}
	list = []string{"{" + strings.Join(members, ",") + "}"}
	if special != nil {
		list = append(list, "{"+strings.Join(special, ",")+"}")
	}
	return list, nil
}

// jkfMove writes a move with all that readers want to know of it.
func jkfMove(s *kifuStep) string {
	m, p := s.node.Move, &s.before
	members := []string{fmt.Sprintf(`"color":%d`, jkfNumber(p.ToPlay()))}
	kind := m.Drop
	if !m.IsDrop() {
		kind = p.At(m.From).Kind()
		members = append(members, fmt.Sprintf(`"from":{"x":%d,"y":%d}`, m.From.File(), m.From.Rank()))
	}
	members = append(members, fmt.Sprintf(`"to":{"x":%d,"y":%d},"piece":%q`, m.To.File(), m.To.Rank(), csaKinds[kind]))
	if m.To == s.last {
		members = append(members, `"same":true`)
	}
	switch {
	case m.Promote:
		members = append(members, `"promote":true`)
	case declines(p, m):
		members = append(members, `"promote":false`)
	}
	if taken := p.At(m.To).Kind(); taken != shogi.NoKind {
		members = append(members, fmt.Sprintf(`"capture":%q`, csaKinds[taken]))
	}
	if relative := jkfRelative(p, m); relative != "" {
		members = append(members, fmt.Sprintf(`"relative":%q`, relative))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// jkfRelative returns which of several pieces moves: L C R, then U M D; H for a drop
// where a piece on the board could go, too.
func jkfRelative(p *shogi.Position, m shogi.Move) (text string) {
	if m.IsDrop() {
		if len(origins(p, m.Drop, m.To)) > 0 {
			return "H"
		}
		return ""
	}
	set := modifiers(p, m)
	for _, w := range []struct {
		word   directionWords
		letter string
	}{{wordLeft, "L"}, {wordStraight, "C"}, {wordRight, "R"}, {wordUp, "U"}, {wordSide, "M"}, {wordDown, "D"}} {
		if set&w.word != 0 {
			text += w.letter
		}
	}
	return text
}

// jkfClock writes a time and the total of the side.
func jkfClock(elapsed, total time.Duration) string {
	s := secondsText(elapsed % time.Minute)
	t := int(total / time.Second)
	return fmt.Sprintf(`{"now":{"m":%d,"s":%s},"total":{"h":%d,"m":%d,"s":%d}}`, elapsed/time.Minute, s, t/3600, t/60%60, t%60)
}
