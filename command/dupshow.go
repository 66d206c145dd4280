package command

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/duplicate"
	"kifudb/position"
	"kifudb/store"
)

func dupShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show the records of a game side by side, and where they first differ",
		ArgsUsage: "ID",
		UsageText: `kifudb dup show 123                    all records of the game of record 123
kifudb dup show 123 --limit 0          also if they are many`,
		Description: `Each record is compared with the preferred one. Of the information in the
records only that which differs is shown. The board is the one before the first
move that differs, as the preferred record has it.`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: 4, Usage: "show at most `N` records, 0 for all"},
			&cli.BoolFlag{Name: "ascii", Usage: "draw the board with ASCII characters only"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		},
		Action: runDupShow,
	}
}

func runDupShow(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("dup show needs the number of a game")
	}
	id, err := strconv.ParseUint(c.Args().First(), 10, 32)
	if err != nil {
		return usage("%q is not the number of a game", c.Args().First())
	}
	if c.Int("limit") < 0 {
		return usage("--limit cannot be negative")
	}
	s, clusters, done, err := openClusters(c)
	if err != nil {
		return err
	}
	defer done()
	if g, local, ok := s.Segment(store.GameID(id)); !ok || !g.Live().ContainsInt(local) {
		return missing(s, store.GameID(id))
	}
	number, _, ok := clusters.Of(store.GameID(id))
	if !ok {
		return fmt.Errorf("game %d has one record only", id)
	}
	cluster := clusters.Cluster(number)
	members := cluster.Members
	if limit := c.Int("limit"); limit > 0 {
		members = members[:min(max(limit, 2), len(members))]
	}
	var records []*duplicateRecord
	for _, m := range members {
		r, err := readDuplicate(s, m)
		if err != nil {
			return err
		}
		if len(records) > 0 {
			r.compare(records[0])
		}
		records = append(records, r)
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, map[string]any{
			"preferred": cluster.Preferred(), "because": cluster.Reason().String(),
			"total": len(cluster.Members), "records": records,
		})
	}
	return printDuplicates(c.App.Writer, cluster, records, c.Bool("ascii"))
}

// A duplicateRecord is a record of a cluster with all that is compared.
type duplicateRecord struct {
	ID         store.GameID `json:"id"`
	Kinds      []string     `json:"kinds"`
	File       string       `json:"file"`
	Number     int          `json:"number"` // in the file, from 1
	Charset    string       `json:"charset"`
	Confidence float32      `json:"confidence"`
	Moves      int          `json:"moves"`
	Comments   bool         `json:"comments"`
	Variations bool         `json:"variations"`
	Problems   []string     `json:"problems,omitempty"`
	Info       []infoJSON   `json:"info"`
	Difference *difference  `json:"difference,omitempty"` // from the preferred record

	charset store.Charset
	facts   store.Facts
	script  position.Script
}

type infoJSON struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A difference says how a record's main line differs from the preferred one's.
type difference struct {
	Symmetry int    `json:"symmetry"` // laid on the preferred record
	Swapped  bool   `json:"swapped"`
	Same     bool   `json:"same"`             // no difference
	Move     int    `json:"move,omitempty"`   // the number of the first one that differs
	Theirs   string `json:"theirs,omitempty"` // of the preferred record, as in B[pd]; empty at its end
	Ours     string `json:"ours,omitempty"`   // of this one, on the preferred one's board
	Edits    int    `json:"edits"`            // words to change in so many
	Shared   int    `json:"shared"`

	node         int // of the preferred record before the difference, -1 for none
	theirs, ours *stone
}

// A stone is what a record has at the first difference.
type stone struct {
	position.Move
	played bool
}

func readDuplicate(s *store.Snapshot, m duplicate.Member) (*duplicateRecord, error) {
	g, local, _ := s.Segment(m.ID)
	record, err := g.Record(local)
	if err != nil {
		return nil, err
	}
	r := &duplicateRecord{
		ID: m.ID, Kinds: kindNames(m.Kinds), File: record.Source.Path, Number: record.Source.Game + 1,
		Charset: record.Charset.Name, Confidence: record.Charset.Confidence, charset: record.Charset, facts: g.Facts(local),
	}
	if r.script, err = g.Script(local); err != nil {
		return nil, err
	}
	r.Moves = int(r.facts.Moves)
	r.Comments = r.facts.Flags&store.HasComments != 0
	r.Variations = r.facts.Flags&store.HasVariations != 0
	for _, v := range g.Info(local) {
		switch {
		case v.Ident == "problem":
			r.Problems = append(r.Problems, v.Text)
		case v.Ident == strings.ToUpper(v.Ident):
			r.Info = append(r.Info, infoJSON{v.Ident, v.Text})
		}
	}
	return r, nil
}

// compare finds the first difference from the preferred record.
func (r *duplicateRecord) compare(preferred *duplicateRecord) {
	theirs, nodes := preferred.script.SequenceNodes()
	ours := r.script.Sequence()
	d := &difference{node: -1}
	r.Difference = d
	if r.facts.Size != preferred.facts.Size || r.facts.Game != preferred.facts.Game {
		return
	}
	c := duplicate.Comparison{}
	if r.facts.Game == gameGo {
		c = duplicate.Compare(theirs, ours, r.facts.Size, duplicate.For)
		ours = ours.Image(c.Orientation, r.facts.Size)
	} else {
		for c.Common < min(len(theirs), len(ours)) && theirs[c.Common] == ours[c.Common] {
			c.Common++
		}
		c.Shared = c.Common
	}
	d.Symmetry, d.Swapped, d.Edits, d.Shared = int(c.Orientation.Symmetry), c.Orientation.Swapped, c.Edits, c.Shared
	if d.Same = c.Common == len(theirs) && c.Common == len(ours); d.Same {
		return
	}
	d.Move = theirs[:c.Common].Moves() + 1
	if c.Common > 0 {
		d.node = int(nodes[c.Common-1])
	}
	at := func(q position.Sequence) (*stone, string) {
		if c.Common == len(q) {
			return nil, ""
		}
		m, played := q.At(c.Common)
		return &stone{m, played}, m.String()
	}
	d.theirs, d.Theirs = at(theirs)
	d.ours, d.Ours = at(ours)
}

// printDuplicates prints the records side by side.
func printDuplicates(w io.Writer, cluster *duplicate.Cluster, records []*duplicateRecord, ascii bool) error {
	line := fmt.Sprintf("%s records of one game; %d is preferred: it %s", number(len(cluster.Members)), cluster.Preferred(), cluster.Reason())
	if len(records) < len(cluster.Members) {
		line += fmt.Sprintf(" (%d shown, --limit 0 for all)", len(records))
	}
	if _, err := fmt.Fprintln(w, line); err != nil {
		return err
	}
	heads := []string{""}
	for _, r := range records {
		heads = append(heads, fmt.Sprint(r.ID))
	}
	t := newTable(heads...)
	width := 60
	if terminal := terminalWidth(w); terminal > 0 {
		width = max(16, (terminal-14)/len(records)-2)
	}
	for i := range records {
		t.limit(i+1, width)
	}
	row := func(head string, always bool, cell func(*duplicateRecord) string) {
		cells := []string{head}
		differ := false
		for i, r := range records {
			text := cell(r)
			cells = append(cells, text)
			differ = differ || i > 0 && text != cells[1]
		}
		t.rowIf(always || differ, cells...)
	}
	row("kind", true, func(r *duplicateRecord) string { return strings.Join(r.Kinds, ", ") })
	row("file", true, func(r *duplicateRecord) string { return endOf(r.File, width) })
	row("game in it", false, func(r *duplicateRecord) string { return fmt.Sprint(r.Number) })
	row("encoding", true, func(r *duplicateRecord) string { return r.Charset })
	row("problems", false, func(r *duplicateRecord) string { return strings.Join(r.Problems, ", ") })
	row("moves", true, func(r *duplicateRecord) string { return fmt.Sprint(r.Moves) })
	row("comments", false, func(r *duplicateRecord) string { return yesNo(r.Comments) })
	row("variations", false, func(r *duplicateRecord) string { return yesNo(r.Variations) })
	row("board", false, func(r *duplicateRecord) string { return r.Difference.lies() })
	row("main line", true, func(r *duplicateRecord) string { return r.Difference.words() })
	for _, ident := range identsOf(records) {
		row(ident, false, func(r *duplicateRecord) string { return r.value(ident) })
	}
	if err := t.print(w); err != nil {
		return err
	}
	for _, r := range records[1:] {
		if err := r.printDifference(w, records[0], ascii); err != nil {
			return err
		}
	}
	return nil
}

// endOf shortens a path at its beginning, since its end tells more.
func endOf(path string, width int) string {
	if runes := []rune(path); len(runes) > width {
		return "…" + string(runes[len(runes)-width+1:])
	}
	return path
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// identsOf returns the identifiers of all values, in the order of the records.
func identsOf(records []*duplicateRecord) []string {
	var idents []string
	for _, r := range records {
		for _, v := range r.Info {
			if !slices.Contains(idents, v.Name) {
				idents = append(idents, v.Name)
			}
		}
	}
	return idents
}

// value returns what a record has for an identifier.
func (r *duplicateRecord) value(ident string) string {
	var texts []string
	for _, v := range r.Info {
		if v.Name == ident {
			texts = append(texts, v.Value)
		}
	}
	return strings.Join(texts, "; ")
}

// symmetryWords say how a record lies when it is laid on another, by number.
var symmetryWords = [8]string{
	"", "mirrored left to right", "mirrored top to bottom", "turned by 180°",
	"mirrored at the diagonal", "turned by 90°", "turned by 270°", "mirrored at the other diagonal",
}

// lies says how a record lies on the preferred one, whose difference is nil.
func (d *difference) lies() string {
	if d == nil {
		return ""
	}
	words := []string{}
	if s := symmetryWords[d.Symmetry&7]; s != "" {
		words = append(words, s)
	}
	if d.Swapped {
		words = append(words, "colors exchanged")
	}
	return strings.Join(words, ", ")
}

// words says in short how the main line differs.
func (d *difference) words() string {
	switch {
	case d == nil:
		return ""
	case d.Same:
		return "the same"
	case d.ours == nil:
		return fmt.Sprintf("ends before move %d", d.Move)
	case d.theirs == nil:
		return fmt.Sprintf("goes on with move %d", d.Move)
	case d.Edits == 0:
		return fmt.Sprintf("differs from move %d on", d.Move)
	}
	return fmt.Sprintf("differs at move %d, %s in %s", d.Move, countOfDifferences(d.Edits), number(d.Shared))
}

func countOfDifferences(n int) string {
	if n == 1 {
		return "1 difference"
	}
	return number(n) + " differences"
}

// printDifference draws the board before the first difference, with both
// moves.
func (r *duplicateRecord) printDifference(w io.Writer, preferred *duplicateRecord, ascii bool) error {
	d := r.Difference
	if d.Same || r.facts.Game != gameGo || d.theirs == nil && d.ours == nil {
		return nil
	}
	var replayer position.Replayer
	board := position.NewBoard(preferred.facts.Size)
	if d.node >= 0 {
		board, _ = replayer.To(preferred.facts.Size, preferred.script, d.node)
	}
	diagram := position.NewDiagram(board)
	diagram.Labels = map[position.Point]string{}
	say := func(id store.GameID, s *stone, label string) string {
		switch {
		case s == nil:
			return fmt.Sprintf("%d ends here", id)
		case s.Point == position.Pass:
			return fmt.Sprintf("%d: %s passes", id, s.Color)
		}
		diagram.Labels[s.Point] += label
		if !s.played {
			return fmt.Sprintf("%d: %s is set up at %s (%s)", id, s.Color, pointName(s.Point, preferred.facts.Size), label)
		}
		return fmt.Sprintf("%d: %s at %s (%s)", id, s.Color, pointName(s.Point, preferred.facts.Size), label)
	}
	words := say(preferred.ID, d.theirs, "a") + "; " + say(r.ID, d.ours, "b")
	_, err := fmt.Fprintf(w, "\nMove %d. %s\n\n%s", d.Move, words, diagram.Format(styleFor(w, ascii)))
	return err
}
