package export

import (
	"context"
	"encoding/json"
	"io"
	"strconv"

	"kifudb/archive"
	"kifudb/internal/spreadsheet"
)

// A ListFormat is a way to write many games into one file.
type ListFormat string

// The formats of lists.
const (
	AsItCame ListFormat = "raw"   // the records byte for byte
	InUTF8   ListFormat = "utf8"  // the records, with texts in UTF-8
	AsCSV    ListFormat = "csv"   // a row for each game
	AsLines  ListFormat = "jsonl" // a JSON object for each game, one on a line
)

// WriteMoves writes the moves of the line of a game through a node as CSV, with a head: the number
// and the side of each, its point, what players call it, its node, the seconds on the clocks, and
// whether it has a comment.
func WriteMoves(w io.Writer, v *archive.View, n *archive.Node) error {
	tree, err := v.GameTree(n.Game.ID, 0, 0)
	if err != nil {
		return err
	}
	table := spreadsheet.NewWriter(w)
	if err := table.Write("move", "color", "point", "called", "node", "black_left", "white_left", "comment"); err != nil {
		return err
	}
	for _, at := range tree.Line(n.Node) {
		if at.Color == "" {
			continue
		}
		left := [2]string{}
		if at.Clock != nil {
			for i, seconds := range []*float64{at.Clock.BlackLeft, at.Clock.WhiteLeft} {
				if seconds != nil {
					left[i] = strconv.FormatFloat(*seconds, 'f', -1, 64)
				}
			}
		}
		if err := table.Write(strconv.Itoa(at.Move), at.Color, at.Point, at.Called, strconv.Itoa(at.Node), left[0], left[1], strconv.FormatBool(at.Comment)); err != nil {
			return err
		}
	}
	return table.End()
}

// WriteList writes the games of a set, in the order of their numbers. The error is that of the
// writer, of the context, or of a record that cannot be read; then the file is not whole.
func WriteList(ctx context.Context, w io.Writer, vs *archive.Views, games *archive.GameSet, as ListFormat) error {
	write, end, err := listWriter(w, vs, games, as)
	if err != nil {
		return err
	}
	for g, err := range vs.GamesIn(games) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = write(g)
		}
		if err != nil {
			return err
		}
	}
	return end()
}

// listWriter returns what writes a game in a format, and what ends the file.
func listWriter(w io.Writer, vs *archive.Views, games *archive.GameSet, as ListFormat) (write func(*archive.Game) error, end func() error, err error) {
	switch as {
	case AsCSV:
		columns, err := vs.Columns("")
		if err != nil {
			return nil, nil, err
		}
		table := spreadsheet.NewWriter(w)
		var head []string
		for _, c := range columns {
			head = append(head, c.Name)
		}
		if err := table.Write(head...); err != nil {
			return nil, nil, err
		}
		return func(g *archive.Game) error { return table.Write(archive.Cells(columns, g)...) }, table.End, nil
	case AsLines:
		lines := json.NewEncoder(w)
		return func(g *archive.Game) error { return lines.Encode(g) }, func() error { return nil }, nil
	}
	records, err := NewSetWriter(w, vs, games, RecordOptions{UTF8: as == InUTF8})
	if err != nil {
		return nil, nil, err
	}
	return records.Write, func() error { _, err := records.Finish(); return err }, nil
}
