package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/query"
	"kifudb/user"
)

// The text of saved searches has a line for each: its name, a tab, and its query
// in normal form, which has no line breaks. Lines are in the order of names. What
// was seen of a search is the archive's and not in the text. Empty lines, and
// those that begin with #, mean nothing.
const savedTextHead = "# kifudb saved searches: the name of each, and its query\n"

func savedExportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write all saved searches as text, for version control and other archives",
		ArgsUsage: "[FILE]",
		UsageText: `kifudb saved export > searches.txt
kifudb --archive NEW saved import searches.txt`,
		Description: `A line for each search: its name and its query.`,
		Flags:       []cli.Flag{forceFlag()},
		Action: func(c *cli.Context) error {
			db, _, done, err := openUser(c)
			if err != nil {
				return err
			}
			defer done()
			searches, err := db.Searches()
			if err != nil {
				return err
			}
			var b strings.Builder
			b.WriteString(savedTextHead)
			for _, s := range searches {
				fmt.Fprintf(&b, "%s\t%s\n", s.Name, s.Query)
			}
			return writeText(c, []byte(b.String()))
		},
	}
}

func savedImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "save the searches of a text that 'saved export' wrote",
		ArgsUsage: "FILE|-",
		Description: `All that an imported search finds is new, until it is looked at. If there is a
search of the same name with another query, nothing is taken, unless --replace is
given.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "replace", Usage: "put them in place of those of the same names"},
			jsonFlag(),
		},
		Action: runSavedImport,
	}
}

func runSavedImport(c *cli.Context) error {
	db, _, done, err := openUser(c)
	if err != nil {
		return err
	}
	defer done()
	var fresh []user.Search
	known := 0
	err = readText(c, func(line string) error {
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			return nil
		}
		name, text, ok := strings.Cut(line, "\t")
		if !ok {
			return errors.New("expected a name, a tab and a query")
		}
		if err := user.CheckSearchName(name); err != nil {
			return err
		}
		q, err := query.Parse(text)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if q, err = q.Inline(readPatternFile(c.App.Reader)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		there, err := db.Search(name)
		switch {
		case errors.Is(err, user.ErrNoSearch):
		case err != nil:
			return err
		case there.Query == q.String():
			known++
			return nil
		case !c.Bool("replace"):
			return fmt.Errorf("%s: %w; --replace puts this one in its place", name, user.ErrSearchExists)
		}
		fresh = append(fresh, user.Search{Name: name, Query: q.String()})
		return nil
	})
	if err != nil {
		return err
	}
	for _, s := range fresh {
		if _, err := db.AddSearch(s, c.Bool("replace")); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, map[string]any{"saved": len(fresh), "known": known})
	}
	_, err = fmt.Fprintf(c.App.Writer, "searches saved: %s, known already: %s\n", number(len(fresh)), number(known))
	return err
}
