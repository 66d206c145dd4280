package command

import (
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/notation"
)

// A shogiFormat writes games of shogi in one of the notations for them.
type shogiFormat struct {
	write     func(io.Writer, *notation.Record, *notation.WriteOptions) error
	separator string // between games
}

// separatorCSA stands between games in a CSA file.
const separatorCSA = "/\n"

// shogiFormats are the formats by name. Western, japanese and kanji write moves
// in lines of at most a width, or in columns if it is 0.
func shogiFormats(width int) map[string]shogiFormat {
	converter := func(n notation.Notation, inKanji bool) shogiFormat {
		return shogiFormat{write: func(w io.Writer, r *notation.Record, o *notation.WriteOptions) error {
			f := notation.Format{Notation: n, Numbers: notation.Pairs, Width: width}
			return notation.Write(w, r, f, &notation.PrintOptions{Kanji: inKanji, Header: true, Lost: o.Lost})
		}}
	}
	return map[string]shogiFormat{
		"sgf":      {write: notation.WriteSGF},
		"csa":      {write: notation.WriteCSA, separator: separatorCSA},
		"usi":      {write: notation.WriteUSI},
		"western":  converter(notation.Western, false),
		"japanese": converter(notation.Japanese, false),
		"kanji":    converter(notation.Japanese, true),
	}
}

func shogiFormatNames() string {
	return strings.Join(slices.Sorted(maps.Keys(shogiFormats(0))), ", ")
}

func shogiFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "format", Usage: "write games of shogi in `FORMAT`: " + shogiFormatNames()},
		&cli.BoolFlag{Name: "columns", Usage: "western, japanese, kanji: a line for each pair of moves, which is the default"},
		&cli.IntFlag{Name: "width", Usage: "western, japanese, kanji: pack moves into lines of `N` characters"},
	}
}

// chosenFormat returns the format that the flags choose, nil for records as
// they came.
func chosenFormat(c *cli.Context) (*shogiFormat, error) {
	name, width := c.String("format"), c.Int("width")
	format, ok := shogiFormats(width)[name]
	switch layout := c.IsSet("width") || c.Bool("columns"); {
	case name != "" && !ok:
		return nil, usage("--format: there is no format %q; expected one of %s", name, shogiFormatNames())
	case layout && name != "western" && name != "japanese" && name != "kanji":
		return nil, usage("--columns and --width belong to --format western, japanese or kanji")
	case c.IsSet("width") && c.Bool("columns"):
		return nil, usage("--columns and --width exclude each other")
	case c.IsSet("width") && (width < notation.MinWidth || width > notation.MaxWidth):
		return nil, usage("--width: expected %d to %d characters, not %d", notation.MinWidth, notation.MaxWidth, width)
	case name != "" && c.Bool("utf8"):
		return nil, usage("--utf8 is for records as they came; what --format writes is in UTF-8")
	case name == "":
		return nil, nil
	}
	return &format, nil
}
