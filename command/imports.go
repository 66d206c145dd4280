package command

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/duplicate"
	"kifudb/ledger"
	"kifudb/store"
	"kifudb/user"
)

func importsCommand() *cli.Command {
	return &cli.Command{
		Name:  "imports",
		Usage: "say what became of every file and game that was imported",
		UsageText: `kifudb imports                     list the imports
kifudb imports show                what became of each file in the last one
kifudb imports show 3 --failed     which files could not be read, and why
kifudb imports show --csv          for a spreadsheet; --json for programs`,
		Flags:       []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "print JSON, an object a line"}, archiveFlag()},
		Subcommands: []*cli.Command{importsShowCommand()},
		Action:      runImports,
	}
}

func runImports(c *cli.Context) error {
	if c.Args().Present() {
		return usage("imports has no command %q; did you mean \"imports show %[1]s\"?", c.Args().First())
	}
	db, err := openArchive(c)
	if err != nil {
		return err
	}
	defer db.Close()
	runs, err := ledger.Open(db.Dir()).Runs()
	if err != nil {
		return err
	}
	for i := range runs {
		settleState(db, &runs[i])
	}
	if c.Bool("json") {
		for i := range runs {
			if err := printJSONLine(c.App.Writer, runs[i]); err != nil {
				return err
			}
		}
		return nil
	}
	t := newTable("import", "when", "files", "unchanged", "failed", "games", "added", "changed", "known", "state", "paths")
	t.alignRight(0, 2, 3, 4, 5, 6, 7, 8)
	for i := range runs {
		r := &runs[i]
		n := r.Totals
		t.row(strconv.Itoa(r.Number), r.Started.Local().Format(time.DateTime),
			number(n.Files+n.Passed), number(n.Unchanged), number(n.Failed),
			number(n.Games), number(n.Added), number(n.Changed), number(n.Known),
			string(r.State), whatOf(r))
	}
	return t.print(c.App.Writer)
}

// settleState says of a run that has not ended whether it ever will.
func settleState(db *store.DB, r *ledger.Run) {
	if r.State == ledger.Running && !db.Writing() {
		r.State = ledger.Interrupted
	}
}

// whatOf returns the paths of a run in a few words.
func whatOf(r *ledger.Run) string {
	const most = 2
	var paths []string
	for _, path := range r.Paths[:min(most, len(r.Paths))] {
		if path == "-" {
			path = "standard input"
		}
		paths = append(paths, nearPath(path))
	}
	if more := len(r.Paths) - most; more > 0 {
		paths = append(paths, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(paths, ", ")
}

// nearPath returns an absolute path as one from the working folder, if it lies
// below that.
func nearPath(path string) string {
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	if near, err := filepath.Rel(wd, path); err == nil && filepath.IsLocal(near) {
		return near
	}
	return path
}

func importsShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "what became of each file, and of the games in it",
		ArgsUsage: "[NUMBER]",
		UsageText: `kifudb imports show [NUMBER]       of the last import, or of one by its number
kifudb imports show --failed       only the files that could not be read`,
		Description: `What becomes of a file:
  read       to its end
  unchanged  since it was last read: not opened
  passed     over: it holds no game records and does not claim to
  refused    it cannot be read, or not to its end, or should hold games and does not
  cut        the import was interrupted within it; the next one reads it again
  kept       a member of a container that is damaged: its games stay as they were
  lost       it is not there any more, or has lost games

What becomes of a game, with its number in the archive:
  added      it is new
  changed    the record was edited; it has the number of the one that it replaces
  known      the archive has it, byte for byte, from the file that is named
  removed    you have removed it from the archive; so it stays
  restored   it was pruned earlier, and is back
  missing    its file does not hold it any more; 'import --prune' removes it
  elsewhere  its file does not hold it any more, but another one does
  pruned     its file does not hold it any more, so it was removed
  unread     its file could not be read that far this time

A duplicate is another record of a game, which counts in its place; JSON and
CSV name each; see 'kifudb help dup'.

Problems are what was wrong with the text of new games; see 'kifudb help lint'.
CSV has a row for each run of games with consecutive numbers.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "failed", Usage: "only files that could not be read, or not to their end"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON, an object a line"},
			&cli.BoolFlag{Name: "csv", Usage: "print CSV with a header"},
		},
		Action: runImportsShow,
	}
}

func runImportsShow(c *cli.Context) error {
	number := 0
	if c.NArg() > 0 {
		var err error
		if number, err = strconv.Atoi(c.Args().First()); err != nil || number < 1 || c.NArg() > 1 {
			return usage("imports show takes the number of one import, as 'kifudb imports' lists it")
		}
	}
	if c.Bool("json") && c.Bool("csv") {
		return usage("either --json or --csv, not both")
	}
	db, err := openArchive(c)
	if err != nil {
		return err
	}
	defer db.Close()
	entries := ledger.Open(db.Dir())
	run, err := entries.Run(number)
	switch {
	case errors.Is(err, ledger.ErrNoRun) && number == 0:
		return errors.New("nothing was imported yet; 'kifudb import PATH' does")
	case errors.Is(err, ledger.ErrNoRun):
		return fmt.Errorf("there is no import %d; 'kifudb imports' lists them", number)
	case err != nil:
		return err
	}
	s, err := db.Snapshot() // after the run, so that it has its games
	if err != nil {
		return err
	}
	defer s.Close()
	// Without clusters, the archive's own commands say what is wrong with them.
	clusters, _ := duplicate.Open(c.Context, s, user.Of(db))
	var out outcomePrinter = &outcomeTable{w: c.App.Writer}
	switch {
	case c.Bool("json"):
		out = outcomeLines{c.App.Writer}
	case c.Bool("csv"):
		out = newOutcomeCSV(c.App.Writer)
	}
	for o, err := range entries.Outcomes(run.Number) {
		if err != nil {
			return err
		}
		if c.Bool("failed") && o.What != ledger.Refused {
			continue
		}
		if err := out.print(newShownOutcome(run.Number, o, s, clusters)); err != nil {
			return err
		}
	}
	return out.end()
}

// A shownOutcome is an outcome as it is printed.
type shownOutcome struct {
	Run      int            `json:"import"`
	Path     string         `json:"path"`
	Source   string         `json:"source"`
	Member   string         `json:"member,omitempty"`
	What     ledger.What    `json:"outcome"`
	Reason   string         `json:"reason,omitempty"`
	Games    []shownSpan    `json:"games"`
	Problems map[string]int `json:"problems,omitempty"`
}

// A shownSpan is a run of games with consecutive ids and the same fate. If they
// are known already, it is those of one file.
type shownSpan struct {
	From  int          `json:"from,omitempty"`
	Count int          `json:"count"`
	ID    store.GameID `json:"id"`
	Fate  ledger.Fate  `json:"fate"`
	Of    string       `json:"of,omitempty"` // the file from which the archive has it

	Duplicates []shownDuplicate `json:"duplicates,omitempty"`
}

// A shownDuplicate is a new game that is another record of an older one, which
// stands for both.
type shownDuplicate struct {
	ID store.GameID `json:"id"`
	Of store.GameID `json:"of"`
}

func newShownOutcome(run int, o *ledger.Outcome, s *store.Snapshot, clusters *duplicate.Clusters) *shownOutcome {
	out := &shownOutcome{
		Run: run, Path: o.Path(), Source: o.Source, Member: o.Member,
		What: o.What, Reason: o.Reason, Problems: o.Problems, Games: []shownSpan{},
	}
	for _, g := range o.Games {
		if g.Fate != ledger.Known {
			span := shownSpan{From: g.From, Count: g.Count, ID: g.ID, Fate: g.Fate}
			span.Duplicates = duplicatesIn(&span, clusters)
			out.Games = append(out.Games, span)
			continue
		}
		for i := range g.Count {
			id := g.ID + store.GameID(i)
			file := fileOf(s, id)
			if strings.HasSuffix(out.Path, file) {
				file = "" // itself, by a path from another folder perhaps
			}
			if n := len(out.Games); i > 0 && out.Games[n-1].Of == file {
				out.Games[n-1].Count++
				continue
			}
			out.Games = append(out.Games, shownSpan{From: g.From + i, Count: 1, ID: id, Fate: g.Fate, Of: file})
		}
	}
	return out
}

// duplicatesIn returns the games of a span for which another one stands.
func duplicatesIn(span *shownSpan, clusters *duplicate.Clusters) []shownDuplicate {
	if clusters == nil {
		return nil
	}
	var list []shownDuplicate
	for id, place := range clusters.Between(span.ID, span.ID+store.GameID(span.Count)) {
		if of := clusters.Cluster(place[0]).Preferred(); of != id {
			list = append(list, shownDuplicate{id, of})
		}
	}
	return list
}

// fileOf returns the file from which the archive has a game.
func fileOf(s *store.Snapshot, id store.GameID) string {
	g, local, ok := s.Segment(id)
	if !ok {
		return ""
	}
	for _, v := range g.Info(local) {
		if v.Ident == "file" {
			return v.Text
		}
	}
	return ""
}

// ids writes the games' numbers: "12" or "12..15".
func (s *shownSpan) ids() string {
	if s.Count == 1 {
		return strconv.Itoa(int(s.ID))
	}
	return fmt.Sprintf("%d..%d", s.ID, int(s.ID)+s.Count-1)
}

// An outcomePrinter prints one outcome after the other.
type outcomePrinter interface {
	print(*shownOutcome) error
	end() error
}

// outcomeLines prints JSON.
type outcomeLines struct{ w io.Writer }

func (l outcomeLines) print(o *shownOutcome) error { return printJSONLine(l.w, o) }
func (l outcomeLines) end() error                  { return nil }

// outcomeCSV prints CSV.
type outcomeCSV struct{ w *csv.Writer }

func newOutcomeCSV(w io.Writer) outcomeCSV {
	out := outcomeCSV{csv.NewWriter(w)}
	// An error is found by the next Write or by end.
	_ = out.w.Write([]string{"import", "path", "outcome", "reason", "problems", "from", "games", "id", "fate", "of", "duplicates"})
	return out
}

func (t outcomeCSV) print(o *shownOutcome) error {
	row := []string{strconv.Itoa(o.Run), o.Path, string(o.What), o.Reason, problemList(o.Problems)}
	if len(o.Games) == 0 {
		return t.w.Write(append(row, "", "", "", "", "", ""))
	}
	for _, g := range o.Games {
		from := ""
		if g.From > 0 {
			from = strconv.Itoa(g.From)
		}
		var duplicates []string
		for _, d := range g.Duplicates {
			duplicates = append(duplicates, fmt.Sprintf("%d=%d", d.ID, d.Of))
		}
		cells := append(slices.Clip(row), from, strconv.Itoa(g.Count), strconv.Itoa(int(g.ID)), string(g.Fate), g.Of, strings.Join(duplicates, " "))
		if err := t.w.Write(cells); err != nil {
			return err
		}
	}
	return nil
}

func (t outcomeCSV) end() error {
	t.w.Flush()
	return t.w.Error()
}

// problemList writes "bad-move:2 missing-close".
func problemList(problems map[string]int) string {
	var words []string
	for _, code := range sortedByCount(problems) {
		if n := problems[code]; n > 1 {
			code += ":" + strconv.Itoa(n)
		}
		words = append(words, code)
	}
	return strings.Join(words, " ")
}

// outcomeTable prints a table, in parts of so many rows: the columns of the
// whole would need the whole in memory.
type outcomeTable struct {
	w     io.Writer
	table *textTable
	parts int
}

const tablePart = 5000

func (t *outcomeTable) print(o *shownOutcome) error {
	if t.table == nil {
		if t.parts++; t.parts == 1 {
			t.table = newTable("file", "outcome", "games", "problems")
		} else {
			t.table = newTable("", "", "", "")
		}
	}
	t.table.row(o.near(), string(o.What), o.fates(), problemList(o.Problems))
	if o.Reason != "" {
		t.table.row("  "+o.Reason, "", "", "")
	}
	if t.table.rows >= tablePart {
		return t.end()
	}
	return nil
}

func (t *outcomeTable) end() error {
	if t.table == nil {
		return nil
	}
	table := t.table
	t.table = nil
	return table.print(t.w)
}

// near is the outcome's path from the working folder.
func (o *shownOutcome) near() string {
	if o.Source == "-" {
		return strings.Replace(o.Path, "-", "standard input", 1)
	}
	return nearPath(o.Source) + strings.TrimPrefix(o.Path, o.Source)
}

// duplicates says which games of a span are other records of older ones:
// " (12 is a duplicate of 7)".
func (s *shownSpan) duplicates() string {
	switch n := len(s.Duplicates); {
	case n == 0:
		return ""
	case n > 1:
		return fmt.Sprintf(" (%s duplicates)", number(n))
	case s.Count == 1:
		return fmt.Sprintf(" (duplicate of %d)", s.Duplicates[0].Of)
	}
	return fmt.Sprintf(" (%d is a duplicate of %d)", s.Duplicates[0].ID, s.Duplicates[0].Of)
}

// fates says what became of the games: "added 3..9, known 2 of a.sgf".
func (o *shownOutcome) fates() string {
	const most = 4
	var words []string
	for i := range o.Games[:min(most, len(o.Games))] {
		g := &o.Games[i]
		word := string(g.Fate) + " " + g.ids()
		if i > 0 && o.Games[i-1].Fate == g.Fate && o.Games[i-1].Of == "" {
			word = g.ids()
		}
		if g.Of != "" {
			word += " of " + g.Of
		}
		words = append(words, word+g.duplicates())
	}
	if more := len(o.Games) - most; more > 0 {
		games := 0
		for _, g := range o.Games[most:] {
			games += g.Count
		}
		words = append(words, fmt.Sprintf("and %s more games (--json)", number(games)))
	}
	return strings.Join(words, ", ")
}
