package command

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/table"
	"kifudb/command/terminal"
)

// An outcomePrinter prints one outcome after the other.
type outcomePrinter interface {
	print(*archive.FileOutcome) error
	End() error
}

// outcomeLines prints JSON.
type outcomeLines struct{ w io.Writer }

func (l outcomeLines) print(o *archive.FileOutcome) error { return terminal.PrintJSONLine(l.w, o) }
func (l outcomeLines) End() error                         { return nil }

// outcomeCSV prints CSV.
type outcomeCSV struct{ table.CSV }

func newOutcomeCSV(w io.Writer) outcomeCSV {
	out := outcomeCSV{table.NewCSV(w)}
	// An error is found by the next row or by end.
	_ = out.Write("import", "path", "outcome", "reason", "problems", "from", "games", "id", "fate", "of", "duplicates")
	return out
}

func (t outcomeCSV) print(o *archive.FileOutcome) error {
	row := []string{strconv.Itoa(o.Run), o.Path, o.What, o.Reason, problemList(o.Problems)}
	if len(o.Games) == 0 {
		return t.Write(append(row, "", "", "", "", "", "")...)
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
		cells := append(slices.Clip(row), from, strconv.Itoa(g.Count), strconv.Itoa(int(g.ID)), g.Fate, g.Of, strings.Join(duplicates, " "))
		if err := t.Write(cells...); err != nil {
			return err
		}
	}
	return nil
}

// problemList writes "bad-move:2 missing-close".
func problemList(problems map[string]int) string {
	var words []string
	for _, code := range phrase.ByCount(problems) {
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
	w      io.Writer
	limit  int // of rows, 0 for none
	table  *table.Table
	parts  int
	listed int
	more   int // that are not listed
}

// shownFiles is how many files a table lists unless more are asked for.
const shownFiles = 200

const tablePart = 5000

func (t *outcomeTable) print(o *archive.FileOutcome) error {
	if t.listed == t.limit && t.limit > 0 {
		t.more++
		return nil
	}
	t.listed++
	if t.table == nil {
		if t.parts++; t.parts == 1 {
			t.table = table.New("file", "outcome", "games", "problems")
		} else {
			t.table = table.New("", "", "", "")
		}
		t.table.Shorten(table.Paths, 0)
	}
	t.table.Row(nearOutcome(o), o.What, fatesOf(o), problemList(o.Problems))
	if o.Reason != "" {
		t.table.Line("  " + o.Reason)
	}
	if t.table.Len() >= tablePart {
		return t.flush()
	}
	return nil
}

// flush prints the rows at hand.
func (t *outcomeTable) flush() error {
	if t.table == nil {
		return nil
	}
	table := t.table
	t.table = nil
	return table.Print(t.w)
}

func (t *outcomeTable) End() error {
	if err := t.flush(); err != nil || t.more == 0 {
		return err
	}
	_, err := fmt.Fprintf(t.w, "and %s more files: --limit 0 lists all\n", phrase.Number(t.more))
	return err
}

// nearOutcome is the outcome's path from the working folder.
func nearOutcome(o *archive.FileOutcome) string {
	if o.Source == "-" {
		return strings.Replace(o.Path, "-", "standard input", 1)
	}
	return phrase.NearPath(o.Source) + strings.TrimPrefix(o.Path, o.Source)
}

// spanDuplicates says which games of a span are other records of older ones:
// " (12 is a duplicate of 7)".
func spanDuplicates(s *archive.GameSpan) string {
	switch n := len(s.Duplicates); {
	case n == 0:
		return ""
	case n > 1:
		return fmt.Sprintf(" (%s duplicates)", phrase.Number(n))
	case s.Count == 1:
		return fmt.Sprintf(" (duplicate of %d)", s.Duplicates[0].Of)
	}
	return fmt.Sprintf(" (%d is a duplicate of %d)", s.Duplicates[0].ID, s.Duplicates[0].Of)
}

// fateWords says what became of games that are named next, so that their numbers
// are not taken for how many they are: "added as game".
func fateWords(s *archive.GameSpan) string {
	words := s.Fate
	switch words {
	case "added", "known", "restored", "elsewhere":
		words += " as"
	}
	if s.Count == 1 {
		return words + " game"
	}
	return words + " games"
}

// fatesOf says what became of the games: "added as games 3..9, known as game 2 of a.sgf".
func fatesOf(o *archive.FileOutcome) string {
	const most = 4
	var words []string
	for i := range o.Games[:min(most, len(o.Games))] {
		g := &o.Games[i]
		word := fateWords(g) + " " + spanIDs(g)
		if i > 0 && o.Games[i-1].Fate == g.Fate && o.Games[i-1].Of == "" {
			word = spanIDs(g)
		}
		if g.Of != "" {
			word += " of " + phrase.NearFile(g.Of)
		}
		words = append(words, word+spanDuplicates(g))
	}
	if more := len(o.Games) - most; more > 0 {
		games := 0
		for _, g := range o.Games[most:] {
			games += g.Count
		}
		words = append(words, fmt.Sprintf("and %s more games (--json)", phrase.Number(games)))
	}
	return strings.Join(words, ", ")
}

// spanIDs writes the games' numbers: "12" or "12..15".
func spanIDs(s *archive.GameSpan) string {
	if s.Count == 1 {
		return strconv.Itoa(int(s.ID))
	}
	return fmt.Sprintf("%d..%d", s.ID, int(s.ID)+s.Count-1)
}
