package study

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/game"
	"kifudb/position"
)

// ProblemsCommand is the command problems.
func ProblemsCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "problems",
		Usage:     "find the same problem in several books, and compare the solutions",
		ArgsUsage: "[GAME] [QUERY...]",
		UsageText: `kifudb problems                         problems that stand in several records
kifudb problems 'event:"Cho Chikun"'    in those of a query
kifudb problems 35                      where else the problem of game 35 stands
kifudb problems 35 --moved              also elsewhere on the board, or on a smaller one
kifudb problems --differ                only where the solutions differ`,
		Description: `A problem is a diagram: stones of both colors set up before the first move, in the
root of a record or in its variations, with at most 60 moves on the main line.
Two problems are the same if they agree when turned, mirrored, or with colors
exchanged; with --moved also elsewhere on the board, as long as the same edges are
near.

The solution is what a record marks as right, in its comments (RIGHT, Correct,
正解) or by TE[], and otherwise the first move of its main line, shown with a
question mark. Solutions are compared by their first moves, on the board of the
first record: same, partly the same, differ, another color to play, or unknown.
Every record counts; one that 'kifudb dup' takes for the same game as another,
with the same event and name, is marked as a copy.`,
		Flags: append(run.FlagsOf(ask.ProblemsOptions{}),
			&cli.BoolFlag{Name: "boards", Usage: "draw each problem"},
			&cli.BoolFlag{Name: "csv", Usage: "print comma-separated values"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
			run.FailFlag(),
		),
		Action: run.Action(newProblemsOptions, runProblems),
	})
}

type problemsOptions struct {
	archives []string
	search   archive.Search
	ask.ProblemsOptions
	boards bool
	csv    bool
	fail   bool
}

func newProblemsOptions(c *cli.Context) (o problemsOptions, err error) {
	references, words := run.Selection{Words: c.Args().Slice()}.Split()
	switch {
	case len(references) == 1 && archive.IsPlace(references[0]):
		o.Game = references[0]
	case len(references) > 0 && !(len(references) == 1 && references[0] == archive.EveryGame):
		return o, run.Usage("problems takes one game, such as 35, and a query")
	}
	if o.search.Query, err = run.ParseQuery(words); err != nil {
		return o, err
	}
	run.SetOptions(c, &o.ProblemsOptions)
	o.boards, o.fail = c.Bool("boards"), c.Bool("fail")
	if o.csv = c.Bool("csv"); o.csv && c.Bool("json") {
		return o, run.Usage("either --csv or --json, not both")
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runProblems(ctx context.Context, o problemsOptions, s run.Streams) error {
	found, done, err := run.Ask(ctx, s, run.Question[*ask.Problems]{
		Archives: o.archives, Search: &o.search, Watch: &o.Watch, SoFar: problemsSoFar,
		Ask: func(vs *ask.Views) (*ask.Problems, error) { return vs.Problems(ctx, &o.search, &o.ProblemsOptions) },
	})
	if err != nil {
		return err
	}
	defer done()
	switch {
	case s.JSON:
		err = terminal.PrintJSON(s.Out, found)
	case o.csv:
		err = printProblemsCSV(s.Out, found)
	default:
		err = printProblems(s.Out, found, o)
	}
	if err != nil {
		return err
	}
	return run.FailIfNone(o.fail, found.Listed)
}

// problemsSoFar returns the line that a terminal shows while problems are still compared.
func problemsSoFar(found *ask.Problems) string {
	return fmt.Sprintf("%s so far, %s in several records", phrase.Count(found.Distinct, "problem"), phrase.Number(found.Several))
}

// printProblems lists problems, each with its records.
func printProblems(w io.Writer, found *ask.Problems, o problemsOptions) error {
	var b strings.Builder
	for i, p := range found.Problems {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s: %s\n", problemTitle(&p), solutionsWords(&p))
		if o.boards || found.Of != nil {
			d := game.Drawing{Style: answer.StyleFor(w, false), Labels: map[position.Point]string{}}
			b.WriteString(game.OnPoints(p.Board).Draw(d))
		}
		t := table.New("", "solution", "place", "problem", "book", "turned")
		t.Whole(0, 1, 2)
		t.Limit(3, 30)
		t.Limit(4, 70)
		t.Spare(5, 3)
		for _, r := range p.Records {
			t.Row(agreesWord(&r), rightWords(&r, p.Board), r.Ref, r.Name, bookOf(r.Game), turnedWords(&r))
		}
		b.WriteString(t.Render(terminal.Width(w)))
	}
	if len(found.Problems) > 0 {
		b.WriteString("\n")
	}
	switch {
	case found.Of != nil:
		fmt.Fprintf(&b, "%s of game %s, %s elsewhere", phrase.Count(found.Distinct, "problem"), found.Of.Name(), problemsStand(found.Several))
	case o.Differ:
		fmt.Fprintf(&b, "%s whose solutions do not agree%s, of %s in several records", phrase.Count(found.Listed, "problem"), shownOf(len(found.Problems), found.Listed, "problems"), phrase.Number(found.Several))
	default:
		fmt.Fprintf(&b, "%s in several records%s", phrase.Count(found.Listed, "problem"), shownOf(len(found.Problems), found.Listed, "problems"))
	}
	fmt.Fprintf(&b, "; %s in all\n", phrase.Count(found.Diagrams, "diagram"))
	_, err := io.WriteString(w, b.String())
	return err
}

func problemsStand(n int) string {
	switch n {
	case 0:
		return "none of which stands"
	case 1:
		return "1 of which stands"
	}
	return phrase.Number(n) + " of which stand"
}

// problemTitle says in how many games a problem stands.
func problemTitle(p *ask.Problem) string {
	title := "In " + phrase.Records(p.Games)
	switch {
	case len(p.Records) == 1:
		return "In " + p.Records[0].Ref + " alone"
	case len(p.Records) > p.Games:
		title = fmt.Sprintf("In %d places of %s", len(p.Records), phrase.Records(p.Games))
	}
	switch {
	case p.Copies == 1:
		title += ", 1 a copy"
	case p.Copies > 1:
		title += fmt.Sprintf(", %d copies", p.Copies)
	}
	return title
}

// solutionsWords says how the solutions agree.
func solutionsWords(p *ask.Problem) string {
	return map[string]string{
		ask.SolutionsSame: "the same solution", ask.SolutionsPartly: "solutions that are partly the same",
		ask.SolutionsDiffer: "solutions differ", ask.SolutionsColor: "another color is to play",
		ask.SolutionsUnknown: "no two solutions to compare",
	}[p.Solutions]
}

// agreesWord says how one solution agrees with that it is compared with.
func agreesWord(r *ask.ProblemRecord) string {
	word := r.Agrees
	if r.Against == "" {
		if word = ""; len(r.Right) == 0 {
			word = ask.SolutionsUnknown
		}
	}
	if r.Agrees == ask.SolutionsColor && r.Against != "" {
		word = "other color"
	}
	if r.Copy {
		word = strings.TrimSpace(word + " (copy)")
	}
	return word
}

// rightWords are the first moves that are right, on the board of the first record.
func rightWords(r *ask.ProblemRecord, board *position.Board) string {
	kind := kindNamed(r.Game.Game)
	if len(r.There) == 0 {
		if r.ToPlay != "" {
			return answer.ColorSign(colorOf(r.ToPlay), kind) + "?"
		}
		return "–"
	}
	var words []string
	for _, m := range r.RightThere() {
		words = append(words, board.Rules().PointName(board.Size(), m.Point))
	}
	text := answer.ColorSign(r.RightThere()[0].Color, kind) + strings.Join(words, ",")
	if r.By == ask.SolutionMainLine {
		text += "?"
	}
	return text
}

// bookOf is what a problem's record came from: its event, or its file.
func bookOf(g *archive.Game) string {
	if event := answer.EventOf(g); event != "" {
		return event
	}
	parts := strings.FieldsFunc(g.File, func(r rune) bool { return r == '/' || r == '\\' })
	return strings.Join(parts[max(len(parts)-2, 0):], "/") // the last folder and the file
}

// turnedWords says how a diagram lies to the first one.
func turnedWords(r *ask.ProblemRecord) string {
	turns := [...]string{"", "mirrored", "mirrored", "turned", "mirrored", "turned", "turned", "mirrored"}
	var words []string
	if word := turns[r.Symmetry&7]; word != "" {
		words = append(words, word)
	}
	if r.Swapped {
		words = append(words, "colors exchanged")
	}
	return strings.Join(words, ", ")
}

// printProblemsCSV prints a row for each place where a problem stands.
func printProblemsCSV(w io.Writer, found *ask.Problems) error {
	out := table.NewCSV(w)
	if err := out.Write("problem", "solutions", "ref", "name", "agrees", "by", "right", "right_there", "common_moves", "symmetry", "swapped", "copy", "event", "file", "position"); err != nil {
		return err
	}
	moves := func(list []archive.Move) string {
		var words []string
		for _, m := range list {
			words = append(words, m.Color+" "+m.Point)
		}
		return strings.Join(words, "; ")
	}
	for i, p := range found.Problems {
		for _, r := range p.Records {
			err := out.Write(fmt.Sprint(i+1), p.Solutions, r.Ref, r.Name, r.Agrees, r.By, moves(r.Right), moves(r.There), fmt.Sprint(r.Common),
				fmt.Sprint(r.Symmetry), fmt.Sprint(r.Swapped), fmt.Sprint(r.Copy), r.Game.Event, r.Game.File, p.Position)
			if err != nil {
				return err
			}
		}
	}
	return out.End()
}
