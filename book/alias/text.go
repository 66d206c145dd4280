package alias

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Groups as text, for version control, other programs and other archives: one
// on each line, in UTF-8. Spellings are divided by tabs, or by " = " where there
// is no tab; empty lines and those that begin with # are left out:
//
//	# players
//	Cho Chikun = 趙治勲 = 조치훈
//
// CSV is read as well: a row for each group, a column for each spelling.

// A Line is the spellings on one line of a text.
type Line struct {
	Number    int
	Spellings []string
}

// maxText bounds a line.
const maxText = 64 << 10

// ReadText reads groups. The error names the line.
func ReadText(r io.Reader) ([]Line, error) {
	var lines []Line
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxText)
	n := 0
	for scanner.Scan() {
		n++
		text := strings.TrimSpace(strings.TrimPrefix(scanner.Text(), "\ufeff"))
		if !utf8.ValidString(text) {
			return nil, fmt.Errorf("line %d is not in UTF-8; save the text as UTF-8 first", n)
		}
		if text == "" || text[0] == '#' {
			continue
		}
		separator := "\t"
		if !strings.Contains(text, separator) {
			separator = " = "
		}
		lines = appendLine(lines, n, strings.Split(text, separator))
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d is longer than %d bytes", n+1, maxText)
	}
	return lines, scanner.Err()
}

// ReadCSV reads groups from rows of comma-separated values.
func ReadCSV(r io.Reader) ([]Line, error) {
	reader := csv.NewReader(r)
	reader.FieldsPerRecord = -1
	reader.LazyQuotes = true
	var lines []Line
	for {
		row, err := reader.Read()
		if err == io.EOF {
			return lines, nil
		}
		if err != nil {
			return nil, err
		}
		n, _ := reader.FieldPos(0)
		row[0] = strings.TrimPrefix(row[0], "\ufeff")
		if !utf8.ValidString(strings.Join(row, "")) {
			return nil, fmt.Errorf("line %d is not in UTF-8; save the text as UTF-8 first", n)
		}
		lines = appendLine(lines, n, row)
	}
}

// appendLine adds a line unless it has no spelling.
func appendLine(lines []Line, n int, spellings []string) []Line {
	l := Line{Number: n}
	for _, s := range spellings {
		if s = strings.TrimSpace(s); s != "" {
			l.Spellings = append(l.Spellings, s)
		}
	}
	if len(l.Spellings) == 0 {
		return lines
	}
	return append(lines, l)
}

// WriteText writes the groups of a table so that ReadText reads them back.
func WriteText(w io.Writer, t *Table) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# %ss: the spellings of one on each line, the preferred one first\n", t.kind)
	for _, g := range t.Groups() {
		fmt.Fprintln(b, strings.Join(g.Spellings, "\t"))
	}
	return b.Flush()
}

// A Fault is a line that could not be taken over.
type Fault struct {
	Line int
	Err  error
}

// AddLines adds the group of each line and returns the number of spellings that
// are new, and the lines that contradict the table or are no names.
func (t *Table) AddLines(lines []Line) (added int, faults []Fault) {
	for _, l := range lines {
		_, some, err := t.Add(l.Spellings...)
		if err != nil {
			faults = append(faults, Fault{l.Number, err})
		}
		added += len(some)
	}
	return added, faults
}
