package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/archive/export"
	"kifudb/drawing"
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
	asRaw   = string(export.AsItCame)
	asUTF8  = string(export.InUTF8)
	asCSV   = string(export.AsCSV)
	asLines = string(export.AsLines)
	asSVG   = "svg"
	asPNG   = "png"
	asGIF   = "gif"
	asPrint = "print" // the page of the form
)

// Exports are the formats of a game and of its board at a node.
func (p *gamePage) Exports() (list []exportLink) {
	id := gameLink(p.ID)
	list = append(list, exportLink{asRaw, "", id + "/raw"})
	if name, ok := export.Other(&p.Record); ok {
		list = append(list, exportLink{"other", "", id + "/as/" + name})
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
		link := exportLink{as, "", here + "/as/" + as + play}
		if as == asGIF && drawing.FilmCut(p.line, p.Node) > 0 {
			link.Key, link.Name = "cut", p.words.say("export.gif.cut", drawing.MaxFrames)
		}
		list = append(list, link)
	}
	return append(list, exportLink{asPrint, "", printLink(p.ID, "")})
}

// converts reports whether a menu has formats that may not hold all of a game.
func converts(list []exportLink) bool {
	return slices.ContainsFunc(list, func(l exportLink) bool { return l.Key == "" || l.Key == "other" })
}

// PositionText is the position as programs take it, such as FEN.
func (p *gamePage) PositionText() string {
	if p.board == nil {
		return ""
	}
	return p.board.Text
}

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
			return "image/png", ".png", writePNG(w, n)
		}
		_, err := drawing.WriteFilm(ctx, w, v, n) // the menu says what it leaves out
		return "image/gif", ".gif", err
	case asCSV:
		return "text/csv; charset=utf-8", ".csv", export.WriteMoves(w, v, n)
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

func writePNG(w io.Writer, n *archive.Node) error {
	p, err := drawing.OfNode(n)
	if err != nil {
		return err
	}
	return p.WritePNG(w, drawing.UsualWidth)
}

// foundExports are the formats of the games that a question finds.
func foundExports(query string) (list []exportLink) {
	values := url.Values{"q": {query}}
	for _, as := range []string{asRaw, asUTF8, asCSV, asLines} {
		list = append(list, exportLink{as, "", "/search/as/" + as + "?" + values.Encode()})
	}
	return append(list, exportLink{asPrint, "", printLink("", cmp.Or(query, archive.EveryGame))})
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
	out := &patientWriter{w: w, c: http.NewResponseController(w)}
	began := false
	err = s.unhurried(r.Context(), func(v *archive.View) error {
		chosen, err := v.Choose(r.Context(), &archive.Choice{Query: q})
		if err != nil {
			return err
		}
		if archive.Incomplete(chosen.Notices) { // which a file could not say
			return &statusError{http.StatusServiceUnavailable, "error.incomplete"}
		}
		began = true
		w.Header().Set("Content-Type", end[0])
		w.Header().Set("Content-Disposition", `attachment; filename="games`+end[1]+`"`)
		return export.WriteList(r.Context(), out, v.Views, chosen.GameSet, export.ListFormat(as))
	})
	switch {
	case err != nil && !began:
		s.fail(w, r, err)
	case err != nil:
		s.log.InfoContext(r.Context(), "games given in part", "format", as, "error", err)
		panic(http.ErrAbortHandler) // who asked is told that the file is not whole
	}
}
