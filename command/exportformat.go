package command

import (
	"slices"
	"strings"

	"kifudb/archive/export"
	"kifudb/ask/dataset"

	"github.com/urfave/cli/v2"

	"kifudb/command/run"
)

func allWriters() string { return strings.Join(export.RecordFormats(false), ", ") }

// wideWriters are those that have a layout of lines, as "a, b".
func wideWriters() string { return strings.Join(export.RecordFormats(true), ", ") }

func formatFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "format", Usage: "write games in `FORMAT`: " + allWriters() + "; or tables: " + parquetFormat + "; or positions: " + dataset.AsArrays + ", " + dataset.AsLines},
		&cli.BoolFlag{Name: "columns", Usage: wideWriters() + ": a line for each pair of moves, which is the default"},
		&cli.IntFlag{Name: "width", DefaultText: "columns", Usage: wideWriters() + ": pack moves into lines of `N` characters"},
	}
}

// chosenFormat returns the format that the flags choose, nil for records as they
// came.
func chosenFormat(c *cli.Context) (*export.RecordFormat, error) {
	name, width := c.String("format"), c.Int("width")
	known := name != "" && slices.Contains(export.RecordFormats(false), name)
	switch layout := c.IsSet("width") || c.Bool("columns"); {
	case name != "" && !known:
		return nil, run.Usage("--format: there is no format %q; expected one of %s, %s, %s, %s", name, allWriters(), parquetFormat, dataset.AsArrays, dataset.AsLines)
	case layout && !slices.Contains(export.RecordFormats(true), name):
		return nil, run.Usage("--columns and --width belong to --format %s", wideWriters())
	case c.IsSet("width") && c.Bool("columns"):
		return nil, run.Usage("--columns and --width exclude each other")
	case c.IsSet("width") && (width < export.MinWidth || width > export.MaxWidth):
		return nil, run.Usage("--width: expected %d to %d characters, not %d", export.MinWidth, export.MaxWidth, width)
	case name != "" && c.Bool("utf8"):
		return nil, run.Usage("--utf8 is for records as they came; --format always writes UTF-8")
	case name == "":
		return nil, nil
	}
	return export.RecordFormatNamed(name, width)
}
