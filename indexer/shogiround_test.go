package indexer_test

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kifudb/game/notation"
	"kifudb/indexer"
	"kifudb/internal/testsize"
	"kifudb/position/shogi"
	"kifudb/store"
)

// A roundFormat is a way to write a game of shogi, of which import must make the
// same game again.
type roundFormat struct {
	name  string
	group string // of names that lose the same, and the format by which it is stored
	write func(io.Writer, *notation.Record, func(notation.Loss)) error
}

// roundFormats are all ways there are.
func roundFormats() []roundFormat {
	list := []roundFormat{
		{"sgf", "sgf", func(w io.Writer, r *notation.Record, lost func(notation.Loss)) error {
			return notation.WriteSGF(w, r, &notation.WriteOptions{Lost: lost})
		}},
		{"csa", "csa", func(w io.Writer, r *notation.Record, lost func(notation.Loss)) error {
			return notation.WriteCSA(w, r, &notation.WriteOptions{Lost: lost})
		}},
		{"usi", "usi", func(w io.Writer, r *notation.Record, lost func(notation.Loss)) error {
			return notation.WriteUSI(w, r, &notation.WriteOptions{Lost: lost})
		}},
		{"kif", "kif", func(w io.Writer, r *notation.Record, lost func(notation.Loss)) error {
			return notation.WriteKIF(w, r, &notation.WriteOptions{Lost: lost})
		}},
		{"ki2", "ki2", func(w io.Writer, r *notation.Record, lost func(notation.Loss)) error {
			return notation.WriteKI2(w, r, &notation.WriteOptions{Lost: lost})
		}},
		{"jkf", "jkf", func(w io.Writer, r *notation.Record, lost func(notation.Loss)) error {
			return notation.WriteJKF(w, r, &notation.WriteOptions{Lost: lost})
		}},
	}
	for _, n := range []notation.Notation{notation.Western, notation.Japanese} {
		for _, numbers := range []notation.Format{{}, {Numbers: notation.Single}, {Numbers: notation.Pairs}, {Numbers: notation.Pairs, First: 41}} {
			for _, width := range []int{0, 40} {
				for _, drop := range []byte{0, '@'} {
					for _, inKanji := range []bool{false, true} {
						if inKanji && n == notation.Western {
							continue
						}
						f := numbers
						f.Notation, f.Width, f.DropChar = n, width, drop
						name, group := f.Output(), strings.ToLower(n.String())
						if inKanji {
							name, group = name+" kanji", "kanji"
						}
						list = append(list, roundFormat{name, group, func(w io.Writer, r *notation.Record, lost func(notation.Loss)) error {
							return notation.Write(w, r, f, &notation.PrintOptions{Header: true, Kanji: inKanji, Lost: lost})
						}})
					}
				}
			}
		}
	}
	return list
}

// stripped returns a record without what is lost. Every loss must be one that it
// knows.
func stripped(t *testing.T, r *notation.Record, group string, losses []notation.Loss) *notation.Record {
	t.Helper()
	has := func(l notation.Loss) bool { return slices.Contains(losses, l) }
	known := []notation.Loss{
		notation.LostVariations, notation.LostComments, notation.LostTimes, notation.LostMarks,
		notation.LostResult, notation.LostControls, notation.LostBookmarks,
	}
	out := notation.NewRecord(r.Start)
	for _, f := range r.Info {
		loss := notation.FieldLoss(f.Ident)
		known = append(known, loss)
		if !has(loss) && (f.Ident != "RE" || !has(notation.LostResult)) {
			out.Info = append(out.Info, f)
		}
	}
	for _, l := range losses {
		if !slices.Contains(known, l) {
			t.Errorf("lost is %q, which the record does not have", l)
		}
	}
	copies := map[*notation.Node]*notation.Node{}
	parents := map[*notation.Node]*notation.Node{}
	for v := range r.Nodes() {
		for _, child := range v.Node.Children {
			parents[child] = v.Node
		}
	}
	for v := range r.Nodes() {
		n := *v.Node
		n.Children = nil
		if has(notation.LostComments) {
			n.Comment = ""
		}
		if has(notation.LostControls) {
			n.Comment = strings.NewReplacer("\r", " ", "\x1a", " ").Replace(n.Comment)
			if group == "sgf" {
				n.Comment = strings.ReplaceAll(n.Comment, "\t", " ")
			}
		}
		if has(notation.LostMarks) {
			n.Marks = ""
		}
		if has(notation.LostBookmarks) {
			n.Bookmark = ""
		}
		if has(notation.LostTimes) {
			n.Elapsed, n.Timed, n.EndElapsed, n.EndTimed = 0, false, 0, false
		}
		foul := notation.BlackFoul
		if v.Position.ToPlay() == shogi.White {
			foul = notation.WhiteFoul
		}
		if n.Ending == foul && slices.Contains([]string{"kif", "ki2", "jkf"}, group) {
			n.Ending = notation.Illegal // they have one word for a foul of the side to move
		}
		copies[v.Node] = &n
	}
	if group == "kif" || group == "ki2" { // whose list of endings is short
		for v := range r.Nodes() {
			n := copies[v.Node]
			word, ok := unlisted[n.Ending]
			if !ok {
				continue
			}
			n.Ending = word.as
			at := n
			if n.Move == (shogi.Move{}) && v.Parent >= 0 {
				at = copies[parents[v.Node]]
			}
			if at.Comment != "" {
				at.Comment += "\n"
			}
			at.Comment += word.text
		}
	}
	for v := range r.Nodes() {
		for i, child := range v.Node.Children {
			if i == 0 || !has(notation.LostVariations) {
				copies[v.Node].Children = append(copies[v.Node].Children, copies[child])
			}
		}
		if n := copies[v.Node]; len(n.Children) == 1 && n.Children[0].Move == (shogi.Move{}) {
			stop := n.Children[0] // the line simply ends
			n.Children, n.Ending, n.EndTimed, n.EndElapsed = nil, stop.Ending, stop.EndTimed, stop.EndElapsed
		}
	}
	out.Root = copies[r.Root]
	return out
}

// unlisted are the endings that KIF's list does not have, with those that it has for them.
var unlisted = map[notation.Ending]struct {
	as   notation.Ending
	text string
}{
	notation.Draw:      {notation.Impasse, "引き分け"},
	notation.MoveLimit: {notation.Impasse, "最大手数"},
	notation.BrokenOff: {notation.Adjourned, "エラー"},
	notation.TakenBack: {notation.Adjourned, "待った"},
	notation.Sealed:    {notation.Adjourned, "封じ手"},
}

// told lists all that a record says, one thing a line.
func told(r *notation.Record) (lines []string) {
	lines = append(lines, "start "+r.Start.Position.SFEN(), "result "+r.Result())
	facts := map[string]string{}
	for _, f := range r.Info {
		if f.Ident != "RE" || f.Text != r.Result() {
			facts[f.Ident] += f.Text
		}
	}
	for _, ident := range slices.Sorted(maps.Keys(facts)) {
		lines = append(lines, fmt.Sprintf("%s %q", ident, facts[ident]))
	}
	for v := range r.Nodes() {
		n := v.Node
		line := fmt.Sprintf("%d<%d %s%s", v.Index, v.Parent, n.Move, n.Marks)
		if n.Timed {
			line += fmt.Sprintf(" %v", n.Elapsed)
		}
		if n.Ending != notation.NoEnding {
			line += fmt.Sprintf(" %s", n.Ending)
		}
		if n.EndTimed {
			line += fmt.Sprintf(" %v", n.EndElapsed)
		}
		if n.Bookmark != "" {
			line += fmt.Sprintf(" &%q", n.Bookmark)
		}
		if n.Comment != "" {
			line += fmt.Sprintf(" %q", n.Comment)
		}
		lines = append(lines, line)
	}
	return lines
}

// derived is what queries know of a text that holds one game in a format.
func derived(t *testing.T, group string, text []byte) (*store.Game, string) {
	t.Helper()
	if f := indexer.Formats().Named(group); f == nil || f.ByBytes {
		group = "" // the bytes show it
	}
	g, err := indexer.Derive(store.Record{Format: group, Raw: text, Tree: [2]int{0, len(text)}, Charset: store.Charset{Name: "utf-8"}})
	if err != nil {
		t.Fatal(err)
	}
	f := g.Facts
	return g, fmt.Sprintf("game %d, winner %d, how %d, dates %d to %d, handicap %d, moves %d, nodes %d, keys %x",
		f.Game, f.Winner, f.How, f.DateLo, f.DateHi, f.Handicap, f.Moves, f.Nodes, g.Keys)
}

// checkRoundTrip writes a record in a format, imports the text, and compares what
// was made of it with the record without what the writer said that is lost.
func checkRoundTrip(t *testing.T, f roundFormat, r *notation.Record) []notation.Loss {
	t.Helper()
	var text bytes.Buffer
	var losses []notation.Loss
	if err := f.write(&text, r, func(l notation.Loss) { losses = append(losses, l) }); err != nil {
		t.Fatalf("%s: %v", f.name, err)
	}
	want := stripped(t, r, f.group, losses)
	g, gotFacts := derived(t, f.group, bytes.TrimSpace(text.Bytes()))
	got, err := shogiGame(g.Record, func(l notation.Loss) { t.Errorf("%s: read back without %s", f.name, l) })
	if err != nil {
		t.Fatalf("%s: %v\n%s", f.name, err, text.String())
	}
	if diff := cmp.Diff(told(want), told(got)); diff != "" {
		t.Fatalf("%s, lost %q (-want +got):\n%s\n%s", f.name, losses, diff, text.String())
	}
	var plain bytes.Buffer
	if err := notation.WriteSGF(&plain, want, nil); err != nil {
		t.Fatal(err)
	}
	if _, wantFacts := derived(t, "sgf", bytes.TrimSpace(plain.Bytes())); gotFacts != wantFacts {
		t.Fatalf("%s: queries know\n%s, want\n%s\n%s", f.name, gotFacts, wantFacts, text.String())
	}
	for _, v := range g.Info {
		if v.Ident == "problem" && v.Text != "illegal-move" && v.Text != string(notation.KeywordInText) {
			t.Fatalf("%s: problem %s in\n%s", f.name, v.Text, text.String())
		}
	}
	return losses
}

// words are lines that a format might take for something else.
var words = []string{
	"plain", "", "  indented", "trailing  ", "SCORE", " SCORE", "   score", "COMMENTS", "GAME=(START)", "INPUT = (WESTERN)",
	"Diagram 3 shows", "RESUME", "'* x", "*x", "%TORYO", "+7776FU", "/", "V2.2", "T5", "Black: x", "Result: W+R",
	"a]b[c", `back\slash`, "colon: x", "(;GM[1]B[pd])", "１．７六歩、投了。", "position startpos moves 7g7f", "\ttab", "cut\x1ahere", "car\rriage", "1. P-7f", "Resigns", "引き分け",
}

// addField adds a fact to a record unless it is empty.
func addField(r *notation.Record, ident, text string) {
	if text != "" {
		r.Info = append(r.Info, notation.Field{Ident: ident, Text: text})
	}
}

// fullRecord makes a record with all that one can hold.
func fullRecord(t *testing.T, random *rand.Rand, start *shogi.Position, ending notation.Ending) *notation.Record {
	t.Helper()
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	r := notation.NewRecord(notation.StartAt(start.Clone()))
	addField(r, "PB", pick("羽田  一郎", "A. Black", `x]\:y`, "Resigns", "Black: White"))
	addField(r, "PW", pick("山本花子", "W, White", "", "'*", "☖"))
	addField(r, "EV", pick("春の大会", "A match: round 2", ""))
	addField(r, "PC", pick("東京", ""))
	addField(r, "ON", pick("矢倉", ""))
	switch random.IntN(4) {
	case 0:
		addField(r, "DT", "2003-05-03")
		addField(r, "STARTTIME", "2003-05-03 10:30:00")
		addField(r, "ENDTIME", pick("2003-05-03 12:00:01", ""))
	case 1:
		addField(r, "DT", "1985-11-03,04")
	case 2:
		addField(r, "DT", pick("1996-05", "寛永元年", "2024-02-29"))
		addField(r, "STARTTIME", pick("", "1990-01-01 09:00"))
	}
	addField(r, "TM", pick("1500", "300.5", "0", "3h", ""))
	addField(r, "OT", pick("1x10 byo-yomi", "1x10 byo-yomi, 2 increment", "2.5 increment", "5x30 byo-yomi", ""))
	addField(r, "GC", pick("MAX_MOVES: 256\na remark", "two\n\nlines", "EVENT: x", "", "TIME+: 300+0+0"))
	addField(r, "BR", pick("4d", "", ""))
	addField(r, "BLACKRATING", pick("2784.5", "", ""))
	addField(r, "WHITERATING", pick("", "1500"))
	summed := pick("summary", "") != ""
	addField(r, "RE", pick("", "", "", "B+3.5", "?"))
	say := func(n *notation.Node) {
		if random.IntN(6) == 0 {
			var lines []string
			for range 1 + random.IntN(4) {
				lines = append(lines, pick(words...))
			}
			n.Comment = strings.Join(lines, "\n")
		}
		if random.IntN(12) == 0 {
			n.Bookmark = pick("図", "x]y", " blanks ", "#1")
		}
		if random.IntN(3) == 0 {
			n.Timed, n.Elapsed = true, time.Duration(random.IntN(1e5))*time.Millisecond
		}
		if random.IntN(12) == 0 {
			n.Marks = pick("!", "?", "!!", "??", "!?", "?!", "!!!", "?!?")
		}
	}
	if random.IntN(2) == 0 {
		r.Root.Comment = pick(words...)
	}
	type place struct {
		node     *notation.Node
		position shogi.Position
	}
	main := place{r.Root, *start}
	var branches []place
	play := func(p *place, m shogi.Move) {
		n := &notation.Node{Move: m}
		say(n)
		p.node.Children = append(p.node.Children, n)
		p.position.PlayLegal(m)
		p.node = n
	}
	for range 10 + random.IntN(50) {
		legal := main.position.Moves(nil)
		if len(legal) == 0 {
			break
		}
		if random.IntN(10) == 0 {
			branches = append(branches, main)
		}
		play(&main, legal[random.IntN(len(legal))])
	}
	if random.IntN(3) == 0 {
		if m, ok := foul(random, &main.position); ok {
			play(&main, m)
		}
	}
	end := func(p place, e notation.Ending) {
		p.node.Ending = e
		if e != notation.NoEnding && random.IntN(2) == 0 {
			p.node.EndTimed, p.node.EndElapsed = true, time.Duration(random.IntN(100))*time.Second
		}
	}
	end(main, ending)
	switch result := r.Result(); { // a summary that names another winner is a problem
	case !summed:
	case result == "B+R":
		addField(r, "SUMMARY", "toryo:a win:b lose")
	case result == "W+R":
		addField(r, "SUMMARY", "toryo:a lose:b win")
	case result == "0":
		addField(r, "SUMMARY", "sennichite:a draw:b draw")
	}
	if ending != notation.NoEnding && random.IntN(2) == 0 { // play went on in another line, and ended in another way
		if legal := main.position.Moves(nil); len(legal) > 0 {
			n := main.node
			stop := &notation.Node{Ending: n.Ending, EndTimed: n.EndTimed, EndElapsed: n.EndElapsed}
			n.Children, n.Ending, n.EndTimed, n.EndElapsed = []*notation.Node{stop}, notation.NoEnding, false, 0
			b := main
			play(&b, legal[0])
			end(b, notation.Adjourned)
			n.Children = append(n.Children, &notation.Node{Ending: notation.Draw})
		}
	}
	for _, b := range branches {
		if len(b.node.Children) == 0 {
			continue
		}
		for range 1 + random.IntN(4) {
			if legal := b.position.Moves(nil); len(legal) > 0 {
				if m := legal[random.IntN(len(legal))]; !slices.ContainsFunc(b.node.Children, func(c *notation.Node) bool { return c.Move == m }) {
					play(&b, m)
				}
			}
		}
		if len(b.node.Children) == 0 && random.IntN(2) == 0 {
			end(b, notation.Resigns)
		}
	}
	return r
}

// foul returns a move that is against the rules and can be made.
func foul(random *rand.Rand, p *shogi.Position) (shogi.Move, bool) {
	for range 2000 {
		m := shogi.Move{From: shogi.Square(random.IntN(81)), To: shogi.Square(random.IntN(81)), Promote: random.IntN(4) == 0}
		if random.IntN(2) == 0 {
			m = shogi.NewDrop(shogi.Pawn+shogi.Kind(random.IntN(7)), m.To)
		}
		if fault := p.Judge(m); m.From != m.To && fault != 0 && fault.Possible() {
			return m, true
		}
	}
	return shogi.Move{}, false
}

// endings are all there are, and none.
func endings() (list []notation.Ending) {
	for e := notation.NoEnding; e == notation.NoEnding || e.CSA() != ""; e++ {
		list = append(list, e)
	}
	return list
}

// TestShogiFormatsHoldAll writes records with all that one can hold in all
// formats and imports them: a format holds a thing or says that it is lost.
func TestShogiFormatsHoldAll(t *testing.T) {
	starts := []string{
		shogi.StartSFEN,
		"4k4/9/3+P1+P3/9/3GG4/2G1G4/+R7+R/9/+BK1+S+S+N+N+L+B b 2p 1",
		"4k4/+p1+p1+p1+p2/3g1g2g/9/s1s1s1s2/n1n1n1n2/l1l1l1l2/9/r3K3r w 2b 1",
		"8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1",
	}
	for _, h := range []shogi.Handicap{shogi.NoHandicap, "L", "B", "R", "R+L", "2P", "4P", "6P", "8P", "10P"} {
		p, ok := shogi.NewHandicap(h)
		if !ok {
			t.Fatalf("handicap %s", h)
		}
		starts = append(starts, p.SFEN())
	}
	random := rand.New(rand.NewPCG(11, 16))
	formats, ends := roundFormats(), endings()
	if len(formats) != 6+32+16 || len(ends) != 19 {
		t.Fatalf("%d formats, %d endings", len(formats), len(ends))
	}
	lost := map[string]map[notation.Loss]int{}
	fouls := 0
	for i := range max(len(starts), len(ends)) * testsize.Of(2, 1) {
		start, err := shogi.ParseSFEN(starts[i%len(starts)])
		if err != nil {
			t.Fatal(err)
		}
		r := fullRecord(t, random, start, ends[i%len(ends)])
		for v := range r.Nodes() {
			if v.Fault != 0 {
				fouls++
			}
		}
		for _, f := range formats {
			for _, l := range checkRoundTrip(t, f, r) {
				if lost[f.group] == nil {
					lost[f.group] = map[notation.Loss]int{}
				}
				lost[f.group][l]++
			}
		}
	}
	if fouls == 0 {
		t.Error("no move was against the rules")
	}
	// What each can lose is as good as a list of its properties.
	want := map[string][]notation.Loss{
		"sgf":      {notation.LostControls},
		"csa":      {notation.LostBookmarks, notation.LostControls, "BR", "overtime (OT)", "start (STARTTIME)", "time limit (TM)", notation.LostMarks, notation.LostResult, notation.LostVariations},
		"kif":      {notation.LostControls, notation.LostMarks},
		"ki2":      {notation.LostControls, notation.LostMarks, notation.LostTimes},
		"jkf":      {notation.LostBookmarks, notation.LostControls, notation.LostMarks},
		"western":  {notation.LostBookmarks, notation.LostControls, notation.LostTimes},
		"japanese": {notation.LostBookmarks, notation.LostControls, notation.LostTimes},
		"kanji":    {notation.LostBookmarks, notation.LostControls, notation.LostTimes},
	}
	for group, losses := range want {
		slices.Sort(losses)
		if diff := cmp.Diff(losses, slices.Sorted(maps.Keys(lost[group]))); diff != "" {
			t.Errorf("%s loses (-want +got):\n%s", group, diff)
		}
	}
}

// TestShogiRecordsInAllFormats does the same with the records of a folder or
// container, and prints what each format loses.
func TestShogiRecordsInAllFormats(t *testing.T) {
	path := os.Getenv("KIFUDB_SHOGI_RECORDS")
	if path == "" {
		t.Skip("KIFUDB_SHOGI_RECORDS does not name files with games of shogi")
	}
	a := newArchive(t)
	a.mustRun(path)
	lost := map[string]map[notation.Loss]int{}
	games := 0
	for _, record := range a.records() {
		r, err := shogiGame(record, nil)
		if err != nil {
			t.Errorf("%s: %v", record.Source.Path, err)
			continue
		}
		games++
		for _, f := range roundFormats() {
			if lost[f.name] == nil {
				lost[f.name] = map[notation.Loss]int{}
			}
			t.Run(record.Source.Path+" "+f.name, func(t *testing.T) {
				for _, l := range checkRoundTrip(t, f, r) {
					lost[f.name][l]++
				}
			})
		}
	}
	if games == 0 {
		t.Fatal("no games")
	}
	for _, f := range roundFormats() {
		t.Logf("%d games in %s lost %v", games, f.name, lost[f.name])
	}
}
