package command

import (
	"context"
	"errors"
	"fmt"
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
	for _, name := range []string{"name", "tree", "utf8", "corrected", "split", "columns", "width"} {
		if c.IsSet(name) {
			return nil, run.Usage("--%s is for records, and --format parquet writes tables", name)
		}
	}
	p := &dataset.Parquet{Dir: c.String("o"), Replace: c.Bool("force")}
	if p.Dir == "" || p.Dir == "-" {
		return nil, run.Usage("--format parquet writes several files: -o FOLDER/")
	}
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
