package command

import (
	"fmt"
	"io"
	"strconv"

	"kifudb/archive"
)

// printReading prints how many records of each format and game were followed, and those
// that were not.
func printReading(w io.Writer, r *archive.Reading) error {
	t := newTable("game", "format", "games", "followed", "share", "")
	t.alignRight(2, 3, 4)
	for _, k := range r.Kinds {
		remark := ""
		if !k.Rules {
			remark = "rules are not known: only the text was read"
		}
		t.row(k.Game, k.Format, number(k.Games), number(k.Followed), readShare(k.Followed, k.Games), remark)
	}
	if len(r.Kinds) > 1 {
		t.row("all", "", number(r.Games), number(r.Followed), readShare(r.Followed, r.Games), "")
	}
	if err := t.print(w); err != nil {
		return err
	}
	if len(r.Unfollowed) == 0 {
		_, err := fmt.Fprintln(w, countRecords(r.Games))
		return err
	}
	fmt.Fprintln(w)
	t = newTable("game", "not followed", "record", "line", "why")
	t.alignRight(0, 2, 3)
	t.limit(4, 100)
	for _, u := range r.Unfollowed {
		id, file, n := strconv.Itoa(int(u.ID)), u.File, strconv.Itoa(u.Number)
		for _, c := range u.Causes {
			t.row(id, file, n, lineWord(c.Line), c.Text)
			id, file, n = "", "", ""
		}
	}
	if err := t.print(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, countRecords(r.Games))
	return err
}

// readShare is a share that is 100 only if nothing is missing.
func readShare(n, of int) string {
	if n == of {
		return "100 %"
	}
	return fmt.Sprintf("%.2f %%", min(100*float64(n)/float64(of), 99.99))
}

func lineWord(line int) string {
	if line == 0 {
		return ""
	}
	return number(line)
}

// printReadingCSV prints the records that were not followed, with a row for each cause.
func printReadingCSV(w io.Writer, r *archive.Reading) error {
	c := newCSV(w)
	if err := c.write("id", "file", "number", "format", "game", "code", "line", "why"); err != nil {
		return err
	}
	for _, u := range r.Unfollowed {
		for _, cause := range u.Causes {
			line := ""
			if cause.Line > 0 {
				line = strconv.Itoa(cause.Line)
			}
			if err := c.write(strconv.Itoa(int(u.ID)), u.File, strconv.Itoa(u.Number), u.Format, u.Game, cause.Code, line, cause.Text); err != nil {
				return err
			}
		}
	}
	return c.end()
}
