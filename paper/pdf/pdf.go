package pdf

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"kifudb/paper"
	"kifudb/paper/typeface"
)

// A Report is what a user should know of a document that was written.
type Report struct {
	Pages    int
	Missing  int      // characters on the pages that no font has; each is a box
	First    []rune   // the first of them, each once and at most 20
	Unshaped int      // characters of scripts that join or run from right to left; they stand in the order of the text
	Refused  []string // fonts of the system that have characters of the text and may not be embedded
}

// maxFirst is how many missing characters a report names.
const maxFirst = 20

// miss notes that a character is missing.
func (r *Report) miss(char rune) {
	r.Missing++
	if len(r.First) >= maxFirst {
		return
	}
	for _, known := range r.First {
		if known == char {
			return
		}
	}
	r.First = append(r.First, char)
}

// ErrSheet is the error for paper on which nothing can be printed.
var ErrSheet = errors.New("paper must be 60 to 2000 mm wide and high, with at least 40 mm between its margins; fonts have 4 to 40 points, columns are 1 or 2")

// The bounds of a sheet, in millimetres and points.
const (
	minSide, maxSide, minInside = 60, 2000, 40
	minFont, maxFont            = 4, 40
)

// check fills in what a sheet leaves open: A4, a margin of 20 mm, one column, 10 points.
func check(s paper.Sheet) (paper.Sheet, error) {
	fill := func(v *float64, usual float64) {
		if *v == 0 {
			*v = usual
		}
	}
	fill(&s.Width, 210)
	fill(&s.Height, 297)
	fill(&s.Margin, 20)
	fill(&s.FontSize, 10)
	s.Columns = max(s.Columns, 1)
	within := func(v, low, high float64) bool { return v >= low && v <= high } // false for NaN
	if !within(s.Width, minSide, maxSide) || !within(s.Height, minSide, maxSide) || !within(s.FontSize, minFont, maxFont) ||
		!within(s.Margin, 0, (min(s.Width, s.Height)-minInside)/2) || s.Columns > 2 {
		return s, ErrSheet
	}
	return s, nil
}

// Write writes a document. It fails for paper that is too small, with [typeface.ErrLicence] for a
// font of the sheet that may not be embedded, and with the errors of the document's parts and of
// the writer.
func Write(w io.Writer, d *paper.Document, s paper.Sheet) (*Report, error) {
	return write(w, d, s, typeface.SystemFolders())
}

// colophon says at the end of the document which characters nobody can read in it, as pages are
// handed on without what the program says.
func (l *layout) colophon() {
	if l.report.Missing == 0 {
		return
	}
	var codes []string
	for _, r := range l.report.First {
		codes = append(codes, fmt.Sprintf("%U", r))
	}
	l.paragraph(&paper.Paragraph{Text: fmt.Sprintf("No font has %d characters of this document, which are printed as boxes: %s", l.report.Missing, strings.Join(codes, ", "))})
	l.flush()
}

// write looks for fonts in the folders.
func write(w io.Writer, d *paper.Document, s paper.Sheet, folders []string) (_ *Report, err error) {
	if s, err = check(s); err != nil {
		return nil, err
	}
	fonts, err := typeface.NewSet(s.Fonts, string(d.Language), folders)
	if err != nil {
		return nil, err
	}
	defer fonts.Close() // opened to read

	l := newLayout(newFile(w), fonts, d, s)
	l.front()
	if d.Parts != nil {
		for part, err := range d.Parts {
			if err != nil {
				return nil, err
			}
			l.part(part)
			if l.file.err != nil {
				return nil, l.file.err
			}
		}
	}
	for i := range d.Index {
		l.index(&d.Index[i])
	}
	l.colophon()
	l.closePage()
	l.contents()
	if err := l.finish(); err != nil {
		return nil, fmt.Errorf("writing a PDF: %w", err)
	}
	l.report.Pages = len(l.pages)
	l.report.Refused = fonts.Refused()
	return &l.report, nil
}
