package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/format"
	"kifudb/indexer"
	"kifudb/notation"
	"kifudb/store"
)

// A chosenWriter is a format in which games are to be written.
type chosenWriter struct {
	format *format.Format
	writer *format.Writer
	width  int // of lines; 0: a line for each pair of moves
}

// writerNames are the names of the writers that a rule admits.
func writerNames(admit func(*format.Writer) bool) []string {
	var names []string
	for _, f := range indexer.Formats() {
		for i := range f.Writers {
			if admit(&f.Writers[i]) {
				names = append(names, f.Writers[i].Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

func allWriters() string {
	return strings.Join(writerNames(func(*format.Writer) bool { return true }), ", ")
}

// wideWriters are those that have a layout of lines, as "a, b".
func wideWriters() string {
	return strings.Join(writerNames(func(w *format.Writer) bool { return w.Wide }), ", ")
}

func formatFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "format", Usage: "write games in `FORMAT`: " + allWriters()},
		&cli.BoolFlag{Name: "columns", Usage: wideWriters() + ": a line for each pair of moves, which is the default"},
		&cli.IntFlag{Name: "width", Usage: wideWriters() + ": pack moves into lines of `N` characters"},
	}
}

// chosenFormat returns the writer that the flags choose, nil for records as they
// came.
func chosenFormat(c *cli.Context) (*chosenWriter, error) {
	name, width := c.String("format"), c.Int("width")
	f, w := indexer.Formats().Writer(name)
	switch layout := c.IsSet("width") || c.Bool("columns"); {
	case name != "" && w == nil:
		return nil, usage("--format: there is no format %q; expected one of %s", name, allWriters())
	case layout && (w == nil || !w.Wide):
		return nil, usage("--columns and --width belong to --format %s", wideWriters())
	case c.IsSet("width") && c.Bool("columns"):
		return nil, usage("--columns and --width exclude each other")
	case c.IsSet("width") && (width < notation.MinWidth || width > notation.MaxWidth):
		return nil, usage("--width: expected %d to %d characters, not %d", notation.MinWidth, notation.MaxWidth, width)
	case name != "" && c.Bool("utf8"):
		return nil, usage("--utf8 is for records as they came; what --format writes is in UTF-8")
	case name == "":
		return nil, nil
	}
	return &chosenWriter{f, w, width}, nil
}

// A formatExport writes games in a format, and keeps what the format could not
// hold.
type formatExport struct {
	written int
	losses  []formatLoss
	unfit   []formatLoss // games that were left out
}

// A formatLoss is a kind of thing that was left out, and of which games.
type formatLoss struct {
	what  format.Loss
	games []string // as 'kifudb export' is told of them
}

// write writes a game.
func (e *formatExport) write(b *bufio.Writer, w *chosenWriter, id string, r store.Record) error {
	game, err := indexer.Derive(r)
	if err != nil {
		return err
	}
	var text strings.Builder
	err = w.writer.Write(&text, &format.Written{
		Game: game, From: indexer.FormatOf(&r), Width: w.width,
		Lost: func(what format.Loss) { e.losses = lose(e.losses, what, id) },
	})
	if unfit, ok := errors.AsType[*format.UnfitError](err); ok {
		e.unfit = lose(e.unfit, format.Loss(unfit.Why), id)
		return nil
	}
	if err != nil {
		return err
	}
	if e.written > 0 {
		b.WriteString(w.format.Separator)
	}
	e.written++
	_, err = b.WriteString(text.String())
	return err
}

func lose(losses []formatLoss, what format.Loss, id string) []formatLoss {
	for i := range losses {
		l := &losses[i]
		if l.what == what {
			if l.games[len(l.games)-1] != id {
				l.games = append(l.games, id)
			}
			return losses
		}
	}
	return append(losses, formatLoss{what, []string{id}})
}

// report names what was left out. If that is whole games, it returns the error for
// what was done in part.
func (e *formatExport) report(w io.Writer, name string) error {
	printLosses(w, fmt.Sprintf("left out, as %s cannot hold it or it could not be read", name), e.losses)
	printLosses(w, fmt.Sprintf("games left out, as %s cannot hold them", name), e.unfit)
	if len(e.unfit) > 0 {
		return &exitError{status: ExitPartial}
	}
	return nil
}

func printLosses(w io.Writer, heading string, losses []formatLoss) {
	if len(losses) == 0 {
		return
	}
	const most = 5
	fmt.Fprintf(w, "kifudb: %s:\n", heading)
	for _, l := range losses {
		ids := strings.Join(l.games[:min(len(l.games), most)], ",")
		if first, ok := strings.CutPrefix(ids, "id:"); ok { // id:1,id:2 is id:1,2
			ids = "id:" + strings.ReplaceAll(first, "id:", "")
		}
		if len(l.games) > most {
			ids += ",…"
		}
		fmt.Fprintf(w, "  %s: %s (%s)\n", l.what, countOf(len(l.games)), ids)
	}
}
