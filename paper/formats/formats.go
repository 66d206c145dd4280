// Package formats lists the formats in which documents are printed, for all who offer them.
package formats

import (
	"fmt"
	"io"
	"slices"

	"kifudb/paper"
	"kifudb/paper/epub"
	"kifudb/paper/html"
	"kifudb/paper/pdf"
	"kifudb/paper/tex"
	"kifudb/paper/text"
)

// A Format is a format of documents.
type Format struct {
	Name      string
	Ending    string // of names of files, such as .pdf
	MediaType string
	Usual     int // usual number of moves of a figure, see [paper.Options]

	// Write writes a document, and returns what readers of it cannot see, one fact each. Only formats
	// that have pages use the sheet.
	Write func(w io.Writer, d *paper.Document, s paper.Sheet) (lost []string, err error)
}

// All are the formats. The last one is for terminals.
var All = []Format{
	{"pdf", ".pdf", "application/pdf", 0, writePDF},
	{"html", ".html", "text/html; charset=utf-8", 0, func(w io.Writer, d *paper.Document, s paper.Sheet) ([]string, error) { return nil, html.Write(w, d, s) }},
	{"epub", ".epub", "application/epub+zip", 0, func(w io.Writer, d *paper.Document, _ paper.Sheet) ([]string, error) { return nil, epub.Write(w, d) }},
	{"tex", ".tex", "application/x-tex", 0, func(w io.Writer, d *paper.Document, s paper.Sheet) ([]string, error) { return nil, tex.Write(w, d, s) }},
	{"text", ".txt", "text/plain; charset=utf-8", text.Moves, func(w io.Writer, d *paper.Document, _ paper.Sheet) ([]string, error) { return nil, text.Write(w, d) }},
}

// Named returns the format of a name.
func Named(name string) (Format, bool) {
	i := slices.IndexFunc(All, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return All[i], true
}

func writePDF(w io.Writer, d *paper.Document, s paper.Sheet) (lost []string, err error) {
	report, err := pdf.Write(w, d, s)
	if err != nil {
		return nil, err
	}
	if report.Missing > 0 {
		lost = append(lost, fmt.Sprintf("characters without a font are boxes, %d in all, such as %q", report.Missing, string(report.First)))
	}
	if report.Unshaped > 0 {
		lost = append(lost, fmt.Sprintf("%d letters of scripts that join letters or run from right to left stand unjoined in the order of the text", report.Unshaped))
	}
	for _, font := range report.Refused {
		lost = append(lost, fmt.Sprintf("the font %q is not used, as its licence forbids embedding it", font))
	}
	return lost, nil
}
