package run

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/internal/plaintext"
	"kifudb/paper"
	"kifudb/paper/formats"
)

// Pages say how a document is written.
type Pages struct {
	Format formats.Format
	Sheet  paper.Sheet
	Output Output
}

// PageFormatFlag chooses the format of a document. The text says what is usual.
func PageFormatFlag(usual string) cli.Flag {
	return &cli.StringFlag{Name: "to", Aliases: []string{"format"}, Usage: "write `FORMAT`: " + formatNames(), DefaultText: usual}
}

// PageFlags choose the paper and the fonts.
func PageFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "paper", Usage: "`SIZE` of pages: " + strings.Join(paper.SheetNames(), ", ") + ", or as 148x210 in millimeters", Value: "A4"},
		&cli.IntFlag{Name: "columns", Usage: "`N` columns of text: 1 or 2", Value: 1},
		&cli.StringSliceFlag{Name: "font", Usage: "`FILE` of a font for characters that the usual one lacks; may be given several times"},
	}
}

// each returns what a function says of all formats.
func each(of func(f formats.Format) string) string {
	var list []string
	for _, f := range formats.All {
		list = append(list, of(f))
	}
	return strings.Join(list, ", ")
}

func formatNames() string { return each(func(f formats.Format) string { return f.Name }) }

// ChosenPages is what the flags say: --to, or else the ending of the file's name, or for standard
// output the usual format. A name that says no format is an error.
func ChosenPages(c *cli.Context, usual string) (p Pages, err error) {
	p.Output = ChosenOutput(c)
	name := p.Output.Name
	if c.String("to") == "json" && LookupFlag(c.Command.Flags, "json") != nil {
		if err := errors.Join(c.Set("json", "true"), c.Set("to", "")); err != nil {
			return p, err
		}
	}
	if c.Bool("json") { // which is no document
		name = ""
	}
	if p.Format, err = chosenFormat(c.String("to"), name, usual); err != nil {
		return p, err
	}
	if p.Sheet, err = paper.SheetOf(c.String("paper"), c.Int("columns"), c.StringSlice("font")); err != nil {
		return p, Usage("%v", err)
	}
	return p, nil
}

func chosenFormat(to, file, usual string) (formats.Format, error) {
	if to == "" && file == "" {
		to = usual
	}
	if to != "" {
		f, ok := formats.Named(to)
		if !ok {
			return f, Usage("--to: there is no format %q; expected one of %s", to, formatNames())
		}
		return f, nil
	}
	for _, f := range formats.All {
		if strings.HasSuffix(strings.ToLower(file), f.Ending) {
			return f, nil
		}
	}
	return formats.Format{}, Usage("the name %s does not say a format; end it with one of %s, or give --to", file, each(func(f formats.Format) string { return f.Ending }))
}

// Write writes a document. What its readers cannot see is reported, and then an error of status
// [ExitPartial]. Of a document in a file it reports what was printed.
func (p *Pages) Write(s Streams, d *paper.Document, what string) error {
	var lost []string
	err := p.Output.Write(s, func(w io.Writer) (err error) {
		lost, err = p.Format.Write(w, d, p.Sheet)
		return err
	})
	if err != nil {
		return err
	}
	if p.Output.Name != "" && what != "" {
		fmt.Fprintf(s.Err, "%s printed to %s\n", what, p.Output.Name)
	}
	for _, what := range lost {
		fmt.Fprintf(s.Err, "kifudb: %s\n", plaintext.Printable(what))
	}
	if len(lost) > 0 {
		return &Error{Status: ExitPartial}
	}
	return nil
}
