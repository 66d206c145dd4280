package notation

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"kifudb/position/shogi"
)

// WriteKIF writes a record in KIF, in UTF-8, with all its variations.
func WriteKIF(w io.Writer, r *Record, o *WriteOptions) error {
	return writeKifu(w, r, o, &kifLines{})
}

// WriteKI2 writes a record in KI2, in UTF-8, with all its variations. KI2 has no
// times.
func WriteKI2(w io.Writer, r *Record, o *WriteOptions) error {
	return writeKifu(w, r, o, &ki2Lines{})
}

// kifuLines is how moves are written.
type kifuLines interface {
	head() (program, moves string) // the first line, and the one before the moves
	move(out *bufio.Writer, s *kifuStep)
	ending(out *bufio.Writer, s *kifuStep)
	endLine(out *bufio.Writer) // before a line of another kind
	times() bool
}

// kifuStep is a node in a line of play.
type kifuStep struct {
	node   *Node
	number int            // of the move, or of the ending
	before shogi.Position // the move
	last   shogi.Square   // the destination of the move before, NoSquare if there is none
	totals [2]time.Duration
	more   bool // another way to go on here follows later
}

// next returns the step to a child.
func (s *kifuStep) next(child *Node) kifuStep {
	n := kifuStep{node: child, number: s.number, before: s.before, last: s.last, totals: s.totals}
	if s.node.moves() {
		n.before.PlayLegal(s.node.Move)
		n.last, n.number = s.node.Move.To, s.number+1
	}
	return n
}

// thought adds a time of the side to move and returns its total.
func (s *kifuStep) thought(c shogi.Color, elapsed time.Duration) time.Duration {
	t := &s.totals[0]
	if c == shogi.White {
		t = &s.totals[1]
	}
	*t += elapsed
	return *t
}

// writeKifu writes the facts and then line after line. The variations of a line come
// behind it, the last first, each followed by its own: a reader goes back on the line
// that it read last.
func writeKifu(w io.Writer, r *Record, o *WriteOptions, lines kifuLines) error {
	out := bufio.NewWriter(w)
	lost := o.losses()
	lost.start(r)
	program, heading := lines.head()
	out.WriteString(program)
	writeKifuFields(out, r, lost)
	if heading == "" && r.Root.Comment == "" {
		heading = "\n"
	}
	out.WriteString(heading)
	pending := []kifuStep{{node: r.Root, number: 1, before: *r.Start.Position, last: shogi.NoSquare}}
	for len(pending) > 0 {
		s := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if s.node != r.Root {
			fmt.Fprintf(out, "\n変化：%d手\n", s.number)
		}
		for {
			if err := writeKifuStep(out, &s, lines, lost); err != nil {
				return err
			}
			children := s.node.Children
			if len(children) == 0 {
				break
			}
			for i, child := range slices.Backward(children[1:]) {
				n := s.next(child)
				n.more = i+2 < len(children)
				pending = append(pending, n)
			}
			n := s.next(children[0])
			n.more = len(children) > 1
			s = n
		}
		lines.endLine(out)
	}
	return out.Flush()
}

// writeKifuStep writes what a node says.
func writeKifuStep(out *bufio.Writer, s *kifuStep, lines kifuLines, lost *losses) error {
	n := s.node
	after := *s
	if n.moves() {
		if fault := s.before.Judge(n.Move); !fault.Possible() {
			return fmt.Errorf("move %s: %s", n.Move, fault)
		}
		lines.move(out, s)
		after = s.next(n)
		after.totals = s.totals
	}
	if n.Marks != "" {
		lost.add(LostMarks)
	}
	if !lines.times() && (n.Timed || n.EndTimed) {
		lost.add(LostTimes)
	}
	if n.Comment != "" || n.Bookmark != "" {
		lines.endLine(out)
	}
	for _, line := range commentLines(n.Comment, lost) {
		out.WriteString("*" + line + "\n")
	}
	for _, line := range commentLines(n.Bookmark, lost) {
		out.WriteString("&" + line + "\n")
	}
	if n.Ending != NoEnding {
		lines.endLine(out)
		listed, same := kifuListed(n.Ending)
		if !same { // its word is kept, where all programs keep it
			out.WriteString("*" + kanjiEnding(n.Ending) + "\n")
			node := *n
			node.Ending = listed
			after.node = &node
		}
		after.more = s.more && !n.moves()
		lines.ending(out, &after)
	}
	return nil
}

// kifuMove is a move but for its origin: "７六歩", "同　銀成", "５五角打".
func kifuMove(s *kifuStep, words string) string {
	m := s.node.Move
	text := ""
	switch {
	case m.To != s.last:
		text = string([]rune(fullDigits)[m.To.File()-1]) + string([]rune(kanjiRanks)[m.To.Rank()-1])
	case words == "":
		text = "同　"
	default:
		text = "同"
	}
	if m.IsDrop() {
		return text + kanjiName(m.Drop)
	}
	text += kanjiName(s.before.At(m.From).Kind()) + words
	if m.Promote {
		text += "成"
	}
	return text
}

// kifLines writes the lines of KIF.
type kifLines struct{}

func (*kifLines) head() (program, moves string) {
	return "#KIF version=2.0 encoding=UTF-8\n", "手数----指手---------消費時間--\n"
}

func (*kifLines) endLine(*bufio.Writer) {}
func (*kifLines) times() bool           { return true }

func (*kifLines) move(out *bufio.Writer, s *kifuStep) {
	m := s.node.Move
	text := kifuMove(s, "")
	if m.IsDrop() {
		text += "打"
	} else {
		text += "(" + digits(m.From) + ")"
	}
	clock := ""
	if n := s.node; n.Timed {
		clock = kifuClock(n.Elapsed, s.thought(s.before.ToPlay(), n.Elapsed))
	}
	writeKIFLine(out, s, text, clock)
}

func (*kifLines) ending(out *bufio.Writer, s *kifuStep) {
	toPlay := s.before.ToPlay()
	e := s.node.Ending.ofMover(toPlay)
	text := kanjiEnding(e)
	if e == foulOf(toPlay.Opponent()) {
		text = foulWin
	}
	clock := ""
	if n := s.node; n.EndTimed {
		clock = kifuClock(n.EndElapsed, s.thought(toPlay, n.EndElapsed))
	}
	writeKIFLine(out, s, text, clock)
	out.WriteString(kifuClosingText(e, s.number-1, toPlay) + "\n")
}

// writeKIFLine writes a line with a number.
func writeKIFLine(out *bufio.Writer, s *kifuStep, text, clock string) {
	if clock != "" || s.more {
		text += strings.Repeat(" ", max(1, 13-columns(text)))
	}
	if s.more {
		clock += "+"
	}
	fmt.Fprintf(out, "%4d %s%s\n", s.number, text, clock)
}

// columns counts the columns that a text of kanji and ASCII takes.
func columns(text string) (n int) {
	for _, c := range text {
		if n++; c > 0x7F {
			n++
		}
	}
	return n
}

// kifuClock writes a time and the total of the side.
func kifuClock(elapsed, total time.Duration) string {
	minutes := elapsed / time.Minute
	seconds := secondsText(elapsed % time.Minute)
	if elapsed%time.Minute < 10*time.Second {
		seconds = "0" + seconds
	}
	t := int(total / time.Second)
	return fmt.Sprintf("(%2d:%s/%02d:%02d:%02d)", minutes, seconds, t/3600, t/60%60, t%60)
}

// kifuClosingText writes how a game ended after a number of moves.
func kifuClosingText(e Ending, moves int, toPlay shogi.Color) string {
	mover, other := "先手", "後手"
	if toPlay == shogi.White {
		mover, other = other, mover
	}
	e = e.ofMover(toPlay)
	text := kanjiEnding(e)
	switch {
	case e == foulOf(toPlay.Opponent()):
		text = mover + "の反則勝ち"
	case e == Resigns:
		text = other + "の勝ち"
	case e == TimeUp:
		text = "時間切れにより" + other + "の勝ち"
	case e == Illegal:
		text = mover + "の反則負け"
	case e == Declares:
		text = mover + "の入玉勝ち"
	case e == Walkover, e == Forfeits:
		text = mover + "の" + text
	}
	return fmt.Sprintf("まで%d手で%s", moves, text)
}

// ki2Lines writes the lines of KI2.
type ki2Lines struct {
	onLine int    // moves on the line
	gap    string // to the next one
}

const ki2PerLine = 6

func (*ki2Lines) head() (program, moves string) { return "", "" }
func (*ki2Lines) times() bool                   { return false }

func (l *ki2Lines) endLine(out *bufio.Writer) {
	if l.onLine > 0 {
		out.WriteByte('\n')
	}
	l.onLine, l.gap = 0, ""
}

func (l *ki2Lines) move(out *bufio.Writer, s *kifuStep) {
	if l.onLine == ki2PerLine {
		l.endLine(out)
	}
	text := ki2Text(s)
	out.WriteString(l.gap + text)
	l.onLine++
	l.gap = strings.Repeat(" ", max(1, 12-columns(text)))
}

func (l *ki2Lines) ending(out *bufio.Writer, s *kifuStep) {
	out.WriteString(kifuClosingText(s.node.Ending, s.number-1, s.before.ToPlay()) + "\n")
}

// ki2Text writes a move as people do, with its origin if its words alone would mean
// another move, as they may with one against the rules.
func ki2Text(s *kifuStep) string {
	m, p := s.node.Move, &s.before
	mark := "▲"
	if p.ToPlay() == shogi.White {
		mark = "△"
	}
	if m.IsDrop() {
		text := mark + kifuMove(s, "")
		if len(origins(p, m.Drop, m.To)) > 0 || !s.means(text) {
			text += "打"
		}
		return text
	}
	words := ""
	set := modifiers(p, m)
	for _, w := range modifierText {
		if set&w.word != 0 {
			words += w.inKanji
		}
	}
	text := mark + kifuMove(s, words)
	if declines(p, m) {
		text += "不成"
	}
	if !s.means(text) {
		text += "(" + digits(m.From) + ")"
	}
	return text
}

// means reports whether a text is read as the step's move.
func (s *kifuStep) means(text string) bool {
	d, n, ok := parseKIFMove(text)
	if !ok || n != len(text) {
		return false
	}
	if d.to == shogi.NoSquare {
		d.to = s.last
	}
	m, code, _ := d.resolve(&s.before)
	return (code == "" || code == IllegalMove) && m == s.node.Move
}

// writeKifuFields writes the facts, the handicap and the diagram.
func writeKifuFields(out *bufio.Writer, r *Record, lost *losses) {
	handicap := kifuHandicap(r.Start.Position)
	writeKifuDate(out, r)
	for _, f := range r.Info {
		switch f.Ident {
		case "DT", identStartTime:
		case identRemark:
			for line := range strings.SplitSeq(f.Text, "\n") {
				line = oneLine(line)
				if line == "" || !readsAsFields(line, Field{identRemark, line}) {
					line = "備考：" + line
				}
				out.WriteString(line + "\n")
			}
		case "RE":
			if !sameResult(f.Text, r.Result()) {
				writeKifuField(out, lost, f, "RE", f.Text)
			}
		default:
			key, value := kifuKey(f, handicap > 0)
			writeKifuField(out, lost, f, key, value)
		}
	}
	switch {
	case handicap >= 0:
		out.WriteString("手合割：" + kifuHandicaps[handicap].name + "\n")
	default:
		out.WriteString("手合割：その他\n")
		for _, line := range BOD(r.Start.Position, false) {
			out.WriteString(line + "\n")
		}
	}
}

// kifuKey returns the key of a fact in KIF, and what stands behind it.
func kifuKey(f Field, handicap bool) (key, value string) {
	text := oneLine(f.Text)
	switch f.Ident {
	case "TM":
		if n, err := strconv.Atoi(text); err == nil && n >= 0 {
			text = kifuDurationText(n)
		}
		return "持ち時間", text
	case "OT":
		if m := overtime().FindStringSubmatch(text); m != nil && m[1] != "" && m[2] == "" {
			text = m[1] + "秒"
		}
		return "秒読み", text
	case identEndTime:
		return "終了日時", slashes(text)
	}
	if handicap && f.Ident == "PB" {
		return "下手", text
	}
	if handicap && f.Ident == "PW" {
		return "上手", text
	}
	for _, k := range kifuKeys {
		if k.ident == f.Ident {
			return k.key, text
		}
	}
	return f.Ident, text
}

// writeKifuField writes a fact under a key if it is read again from there, else
// under its identifier.
func writeKifuField(out *bufio.Writer, lost *losses, f Field, key, text string) {
	want := Field{f.Ident, strings.TrimSpace(oneLine(f.Text))}
	for _, line := range []string{key + "：" + text, f.Ident + "：" + oneLine(f.Text)} {
		if readsAsFields(line, want) {
			out.WriteString(line + "\n")
			return
		}
	}
	lost.field(f.Ident)
}

// writeKifuDate writes when the game was.
func writeKifuDate(out *bufio.Writer, r *Record) {
	day, at := r.Field("DT"), r.Field(identStartTime)
	var want []Field
	for _, f := range []Field{{"DT", day}, {identStartTime, at}} {
		if f.Text != "" {
			want = append(want, f)
		}
	}
	text := kifuDayText(day, at)
	if len(want) == 0 {
		return
	}
	if line := "開始日時：" + text; readsAsFields(line, want...) {
		out.WriteString(line + "\n")
		return
	}
	for _, f := range want {
		out.WriteString(f.Ident + "：" + oneLine(f.Text) + "\n")
	}
}

// kifuDayText writes a day, or its time, as KIF does.
func kifuDayText(day, at string) string {
	if at != "" {
		return slashes(oneLine(at))
	}
	first, more, several := strings.Cut(oneLine(day), ",")
	text := slashes(first)
	if several {
		text += "・" + strings.ReplaceAll(more, ",", "・")
	}
	return text
}

// readsAsFields reports whether a line is read as exactly some facts.
func readsAsFields(line string, want ...Field) bool {
	clean := true
	records := ReadKifu([]byte("備考：\n"+line+"\n備考：.\n"), &ReadOptions{Report: func(Problem) { clean = false }})
	if !clean || len(records) != 1 || records[0].Root.Comment != "" || records[0].Root.Bookmark != "" {
		return false
	}
	var got []Field
	for _, f := range records[0].Info {
		if f.Ident == identRemark {
			f.Text = strings.TrimSuffix(strings.TrimPrefix(f.Text, "\n"), ".")
			f.Text = strings.TrimSuffix(f.Text, "\n")
			if f.Text == "" && !slices.Contains(want, f) {
				continue
			}
		}
		got = append(got, f)
	}
	return slices.Equal(got, want)
}
