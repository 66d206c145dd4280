package web

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/archive/export"
	"kifudb/internal/spreadsheet"
	"kifudb/web/drawing"
)

// What a page lets a reader take along: a game, the board that it shows, or the games that were
// found, in a format of the reader's choice.

// An exportLink is an entry of a menu of formats.
type exportLink struct {
	Key  string // of its words, "" if Name says it
	Name string
	Link string
}

// The names of what is no format of records.
const (
	asRaw   = "raw" // as it came
	asSGF   = "sgf"
	asUTF8  = "utf8" // SGF in UTF-8, as it came otherwise
	asCSV   = "csv"
	asLines = "jsonl"
	asSVG   = "svg"
	asPNG   = "png"
	asGIF   = "gif"
)

// The measures of a film.
const (
	filmWidth = 480
	filmSpeed = 60 // hundredths of a second for a move
)

// Exports are the formats of a game and of its board at a node.
func (p *gamePage) Exports() (list []exportLink) {
	id := gameLink(p.ID)
	list = append(list, exportLink{asRaw, "", id + "/raw"})
	if !p.inSGF() {
		list = append(list, exportLink{asSGF, "", id + "/as/" + asSGF})
	} else {
		list = append(list, exportLink{asUTF8, "", id + "/as/" + asUTF8})
	}
	for _, name := range export.RecordFormatsOf(p.Game.Kind().About().Number) {
		list = append(list, exportLink{"", strings.ToUpper(name), id + "/as/" + name})
	}
	list = append(list, exportLink{asCSV, "", id + "/as/" + asCSV})
	if p.Picture == nil {
		return list
	}
	here := gameLink(p.ID + "@n" + strconv.Itoa(p.Node.Node))
	play := ""
	if len(p.Tried) > 0 {
		var moves []string
		for _, m := range p.Tried {
			moves = append(moves, m.Text)
		}
		play = "?" + url.Values{"play": {strings.Join(moves, " ")}}.Encode()
	}
	for _, as := range []string{asSVG, asPNG, asGIF} {
		list = append(list, exportLink{as, "", here + "/as/" + as + play})
	}
	return list
}

// inSGF reports whether the record came in SGF.
func (p *gamePage) inSGF() bool { return export.CameIn(&p.Record) == asSGF }

// take gives a game or a board in a format.
func (s *Server) take(w http.ResponseWriter, r *http.Request) {
	var out bytes.Buffer
	var kind, extension string
	ref, as := r.PathValue("ref"), r.PathValue("format")
	lane := s.look
	if as == asGIF {
		lane = s.ask // it takes its time
	}
	err := lane(r.Context(), func(ctx context.Context, v *archive.View) error {
		n, err := nodeAfter(v, ref, r.URL.Query())
		if err != nil {
			return err
		}
		out.Reset()
		kind, extension, err = s.writeAs(ctx, &out, v, n, as)
		return err
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.give(w, r, "game-"+fileWord(ref)+extension, kind, out.Bytes())
}

// give answers with a file.
func (s *Server) give(w http.ResponseWriter, r *http.Request, name, kind string, data []byte) {
	// Never a type that a browser would show as a page.
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(data) // who asked may have gone
	}
}

// writeAs writes a game or its board at a node in a format, and returns the type of the file and
// how its name ends.
func (s *Server) writeAs(ctx context.Context, w io.Writer, v *archive.View, n *archive.Node, as string) (kind, extension string, err error) {
	switch as {
	case asSVG:
		return "image/svg+xml", ".svg", n.WriteSVG(w)
	case asPNG, asGIF:
		if _, err := n.Data(); err != nil {
			return "", "", &archive.RequestError{Err: err}
		}
		if as == asPNG {
			return "image/png", ".png", s.writePNG(w, n)
		}
		return "image/gif", ".gif", s.writeFilm(ctx, w, v, n)
	case asCSV:
		return "text/csv; charset=utf-8", ".csv", writeMoves(w, v, n)
	}
	o := export.RecordOptions{UTF8: as == asUTF8, Split: true}
	extension = ".sgf"
	if as != asUTF8 {
		if o.Format, err = export.RecordFormatNamed(as, 0); err != nil {
			return "", "", err
		}
		extension = "." + as
	}
	records := export.NewRecordWriter(w, o)
	if err := records.Write(n.Game); err != nil {
		return "", "", err
	}
	written, err := records.Finish()
	if err == nil && written.Records == 0 && len(written.Unfit) > 0 {
		err = &archive.RequestError{Part: "format", Err: fmt.Errorf("%s cannot hold the game: %s", as, written.Unfit[0].What)}
	}
	return "application/octet-stream", extension, err
}

// pictureAt draws the board of a node as a page shows it, without numbers.
func pictureAt(n *archive.Node) (*drawing.Picture, error) {
	board, err := n.Data()
	if err != nil {
		return nil, err
	}
	m := &drawing.Marks{Letters: map[int]string{}, Shapes: map[int]string{}, Last: -1}
	m.MarkUp(board, &n.Markup)
	if len(n.Tried) > 0 {
		m.Last = n.Tried[len(n.Tried)-1].Cell
	} else if n.Last != nil {
		if cell, ok := drawing.CellOf(board, archive.RecordNode{Color: n.Last.Color, Point: n.Last.Point}); ok {
			m.Last = cell
		}
	}
	return drawing.Board(board, *m, ""), nil
}

func (s *Server) writePNG(w io.Writer, n *archive.Node) error {
	p, err := pictureAt(n)
	if err != nil {
		return err
	}
	return p.WritePNG(w, drawing.UsualWidth)
}

// writeFilm writes the boards of the line to a node.
func (s *Server) writeFilm(ctx context.Context, w io.Writer, v *archive.View, n *archive.Node) error {
	tree, err := readTree(v, n.Game.ID)
	if err != nil {
		return err
	}
	var numbers []int
	for _, at := range tree.Line(n.Node) {
		if at.Node <= n.Node && len(numbers) < drawing.MaxFrames {
			numbers = append(numbers, at.Node)
		}
	}
	nodes, err := v.Nodes(n.Game.ID, numbers)
	if err != nil {
		return err
	}
	_, err = drawing.Film(w, filmWidth, filmSpeed, func(yield func(*drawing.Picture, error) bool) {
		for _, at := range nodes {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			if !yield(pictureAt(at)) {
				return
			}
		}
	})
	return err
}

// writeMoves writes the moves of the line of a game through a node as a table.
func writeMoves(w io.Writer, v *archive.View, n *archive.Node) error {
	tree, err := readTree(v, n.Game.ID)
	if err != nil {
		return err
	}
	table := newSheet(w)
	table.row("move", "color", "point", "called", "node", "black_left", "white_left", "comment")
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
		table.row(strconv.Itoa(at.Move), at.Color, at.Point, at.Called, strconv.Itoa(at.Node), left[0], left[1], strconv.FormatBool(at.Comment))
	}
	return table.end()
}

// A sheet writes rows for spreadsheets, in which nothing runs as a formula.
type sheet struct{ w *csv.Writer }

func newSheet(w io.Writer) sheet { return sheet{csv.NewWriter(w)} }

func (t sheet) row(cells ...string) {
	for i := range cells {
		cells[i] = spreadsheet.Inert(cells[i])
	}
	_ = t.w.Write(cells) // end returns the error
}

func (t sheet) end() error {
	t.w.Flush()
	return t.w.Error()
}

// foundExports are the formats of the games that a question finds.
func foundExports(query string) (list []exportLink) {
	values := url.Values{"q": {query}}
	for _, as := range []string{asRaw, asUTF8, asCSV, asLines} {
		list = append(list, exportLink{as, "", "/search/as/" + as + "?" + values.Encode()})
	}
	return list
}

// takeFound gives the games that a question finds, all of them, while they are read.
func (s *Server) takeFound(w http.ResponseWriter, r *http.Request) {
	as := r.PathValue("format")
	ends := map[string][2]string{
		asRaw: {"application/octet-stream", ".sgf"}, asUTF8: {"application/octet-stream", ".sgf"}, asCSV: {"text/csv; charset=utf-8", ".csv"}, asLines: {ndjson, ".jsonl"},
	}
	end, ok := ends[as]
	if !ok {
		s.fail(w, r, errNoPage)
		return
	}
	q, err := parseQuery(r.URL.Query().Get("q"))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	began := false
	err = s.ask(r.Context(), func(ctx context.Context, v *archive.View) error {
		chosen, err := v.Choose(ctx, &archive.Choice{Query: q})
		if err != nil || began {
			return err
		}
		began = true
		w.Header().Set("Content-Type", end[0])
		w.Header().Set("Content-Disposition", `attachment; filename="games`+end[1]+`"`)
		return writeFound(ctx, w, v, chosen.GameSet, as)
	})
	switch {
	case err != nil && !began:
		s.fail(w, r, err)
	case err != nil:
		s.log.Info("games given in part", "format", as, "error", err)
		panic(http.ErrAbortHandler) // who asked is told that the file is not whole
	}
}

// writeFound writes games in a format.
func writeFound(ctx context.Context, w io.Writer, v *archive.View, games *archive.GameSet, as string) error {
	write, end, err := foundWriter(w, v, games, as)
	if err != nil {
		return err
	}
	for g, err := range v.GamesIn(games) {
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

// foundWriter returns what writes a game in a format, and what ends the file.
func foundWriter(w io.Writer, v *archive.View, games *archive.GameSet, as string) (write func(*archive.Game) error, end func() error, err error) {
	switch as {
	case asCSV:
		columns, err := v.Columns("")
		if err != nil {
			return nil, nil, err
		}
		table := newSheet(w)
		var head []string
		for _, c := range columns {
			head = append(head, c.Name)
		}
		table.row(head...)
		return func(g *archive.Game) error {
			table.row(archive.Cells(columns, g)...)
			return table.w.Error()
		}, table.end, nil
	case asLines:
		lines := json.NewEncoder(w)
		return func(g *archive.Game) error { return lines.Encode(g) }, func() error { return nil }, nil
	}
	records, err := export.NewSetWriter(w, v.Views, games, export.RecordOptions{UTF8: as == asUTF8})
	if err != nil {
		return nil, nil, err
	}
	return records.Write, func() error { _, err := records.Finish(); return err }, nil
}
