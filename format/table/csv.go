package table

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"

	"kifudb/format"
	"kifudb/internal/lazy"
)

// csvCells are the cells of CSV, in quotation marks or without.
type csvCells struct {
	rows  *csv.Reader
	bound *bounded
	row   []string
	at    int // of the next cell in the row
}

func newCSVCells(r io.Reader, delimiter rune, most int) *csvCells {
	in := bufio.NewReader(r)
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
		_, _ = in.Discard(3)
	}
	bound := &bounded{r: in, most: 2 * most} // marks may be doubled
	rows := csv.NewReader(bound)
	rows.Comma, rows.LazyQuotes, rows.FieldsPerRecord, rows.ReuseRecord = delimiter, true, -1, true
	return &csvCells{rows: rows, bound: bound}
}

func (*csvCells) broken() bool { return true }

func (c *csvCells) next() (text []byte, line int, err error) {
	for {
		for c.at < len(c.row) {
			cell := c.row[c.at]
			if c.at++; opening().MatchString(cell) {
				line, _ := c.rows.FieldPos(c.at - 1)
				return []byte(cell), line, nil
			}
		}
		c.bound.read, c.at = 0, 0
		if c.row, err = c.rows.Read(); err != nil {
			return nil, 0, err
		}
	}
}

// bounded reads no more bytes of one row than it may have: a mark that is not closed would
// make one of the whole file.
type bounded struct {
	r          io.Reader
	read, most int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.read >= b.most {
		return 0, fmt.Errorf("a row of more than %d bytes: is there a quotation mark that is not closed?", b.most)
	}
	n, err := b.r.Read(p[:min(len(p), b.most-b.read)])
	b.read += n
	return n, err
}

// quoted is a cell in quotation marks that begins as a record does, and what stands
// before it.
var quoted = lazy.Regexp(`(?:^|[,;\t\r\n])"\s*\(\s*;`)

// isCSV reports whether the first tree of a head stands in a cell, and it or another one in
// a cell with marks. Without marks all is as in SGF.
func isCSV(h *format.Head) bool {
	if !h.HasTree() {
		return false
	}
	before := bytes.TrimRight(h.BeforeTree(), " ")
	if len(before) == 0 || bytes.IndexByte([]byte("\",;\t"), before[len(before)-1]) < 0 || !quoted().Match(h.Text()) {
		return false // nearly every record in SGF, of which each is asked
	}
	if cell, ok := bytes.CutSuffix(before, []byte{'"'}); ok {
		return len(cell) == 0 || bytes.IndexByte([]byte(",;\t\n"), cell[len(cell)-1]) >= 0
	}
	return rune(before[len(before)-1]) == delimiter(h.Text())
}

// isWholeCSV reports whether what stands before the first record is cells, not source code in
// which a record is quoted.
func isWholeCSV(h *format.Head) bool { return !bytes.ContainsAny(h.BeforeTree(), "`{}=<>") }

// delimiter returns what parts the cells of a head.
func delimiter(head []byte) rune {
	if at := quoted().FindIndex(head); at != nil {
		switch c := head[at[0]]; c {
		case ',', ';', '\t':
			return rune(c)
		}
	}
	line, _, _ := bytes.Cut(head, []byte("\n")) // a record is its line's first cell
	for _, c := range "\t," {
		if bytes.ContainsRune(line, c) {
			return c
		}
	}
	return ';'
}
