package command

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask/dataset"
	"kifudb/command/phrase"
	"kifudb/command/run"
)

// parquetFormat is the name of the format of tables.
const parquetFormat = "parquet"

// chosenTables returns which tables are written, and where.
func chosenTables(c *cli.Context) (*dataset.Parquet, error) {
	if err := refuse(c, parquetFormat, learningFlags...); err != nil {
		return nil, err
	}
	p := &dataset.Parquet{Dir: c.String("o"), Replace: c.Bool("force")}
	for name := range strings.FieldsFuncSeq(c.String("tables"), func(r rune) bool { return r == ',' || r == ' ' }) {
		p.Tables = append(p.Tables, name)
	}
	if c.IsSet("tables") && p.Tables == nil {
		return nil, run.Usage("--tables: expected some of %s", strings.Join(dataset.TableNames(), ", "))
	}
	if err := p.Check(); err != nil {
		return nil, run.Usage("--tables: %v", err)
	}
	return p, nil
}

// writeTables writes tables, and says which.
func (o *exportOptions) writeTables(ctx context.Context, vs *archive.Views, chosen *archive.Chosen, s run.Streams) error {
	progress := run.NewProgress(ctx, s, "stopping; no file is left")
	o.parquet.Report = progress.Job
	written, err := o.parquet.Write(ctx, vs, chosen.GameSet)
	progress.Finish()
	if errors.Is(err, archive.ErrExists) {
		err = fmt.Errorf("%w; --force replaces it", err)
	}
	if err != nil {
		return err
	}
	run.SayNotices(s, written.Notices)
	for _, t := range written.Tables {
		fmt.Fprintf(s.Err, "%s: %s, %s\n", t.Name, phrase.Count(int(t.Rows), "row"), phrase.Count(int(t.Bytes), "byte"))
	}
	fmt.Fprintf(s.Err, "tables of %s written to %s\n", phrase.Records(written.Games), o.output.Name)
	if chosen.Folded > 0 {
		fmt.Fprintf(s.Err, "kifudb: %s of these games not written (--records writes all)\n", phrase.Count(chosen.Folded, "duplicate record"))
	}
	return nil
}

// refuse refuses flags that are for records, and others.
func refuse(c *cli.Context, format string, others ...string) error {
	for _, name := range append([]string{"name", "tree", "utf8", "corrected", "split", "columns", "width"}, others...) {
		if c.IsSet(name) {
			return run.Usage("--%s is for another format than %s", name, format)
		}
	}
	if c.String("o") == "" || c.String("o") == "-" {
		return run.Usage("--format %s writes several files: -o FOLDER/", format)
	}
	return nil
}

// learningFlags are those of positions for programs that learn.
var learningFlags = []string{"shares", "seed", "per-game"}

// chosenLearning returns which positions are written, and where.
func chosenLearning(c *cli.Context) (*dataset.Learning, error) {
	format := c.String("format")
	if err := refuse(c, format, "tables"); err != nil {
		return nil, err
	}
	l := &dataset.Learning{Dir: c.String("o"), Form: format, Split: dataset.DefaultSplit, PerGame: c.Int("per-game"), Replace: c.Bool("force")}
	l.Split.Seed = c.Uint64("seed")
	if c.IsSet("shares") {
		words := strings.Split(c.String("shares"), ",")
		if len(words) != len(l.Split.Shares) {
			return nil, run.Usage("--shares: expected three numbers such as 0.9,0.05,0.05, not %q", c.String("shares"))
		}
		for i, word := range words {
			share, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
			if err != nil {
				return nil, run.Usage("--shares: %q is not a number", word)
			}
			l.Split.Shares[i] = share
		}
	}
	if err := l.Check(); err != nil {
		bad, _ := errors.AsType[*archive.RequestError](err)
		if bad.Part == "split" {
			bad.Part = "shares"
		}
		return nil, run.Usage("--%s: %v", bad.Part, bad.Err)
	}
	return l, nil
}

// writeLearning writes positions, and says how many.
func (o *exportOptions) writeLearning(ctx context.Context, vs *archive.Views, chosen *archive.Chosen, s run.Streams) error {
	progress := run.NewProgress(ctx, s, "stopping; the data are not complete without dataset.json")
	o.learning.Report = progress.Job
	learned, err := o.learning.Write(ctx, vs, chosen.GameSet)
	progress.Finish()
	if errors.Is(err, archive.ErrExists) {
		err = fmt.Errorf("%w; --force replaces it", err)
	}
	if err != nil {
		return err
	}
	for _, side := range learned.Sides {
		fmt.Fprintf(s.Err, "%s: %s of %s in %s\n", side.Name, phrase.Count(int(side.Positions), "position"), phrase.Records(side.Games), phrase.Count(len(side.Files), "file"))
	}
	fmt.Fprintf(s.Err, "written to %s\n", o.output.Name)
	if learned.Skipped > 0 {
		fmt.Fprintf(s.Err, "kifudb: %s left out, as they are against the rules or not on a point\n", phrase.Count(learned.Skipped, "move"))
	}
	if chosen.Folded > 0 {
		fmt.Fprintf(s.Err, "kifudb: %s of these games not written (--records writes all)\n", phrase.Count(chosen.Folded, "duplicate record"))
	}
	if learned.Unruled > 0 {
		fmt.Fprintf(s.Err, "kifudb: %s left out, as kifudb does not know the rules\n", phrase.Games(learned.Unruled))
		return &run.Error{Status: run.ExitPartial}
	}
	return nil
}
