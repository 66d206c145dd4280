package study

import (
	"fmt"
	"io"
	"strconv"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/table"
)

// printReading prints how many records of each format and game were followed, and those
// that were not.
func printReading(w io.Writer, r *archive.Reading) error {
	t := table.New("game", "format", "games", "followed", "share", "")
	t.AlignRight(2, 3, 4)
	for _, k := range r.Kinds {
		remark := ""
		if !k.Rules {
			remark = "rules are not known: only the text was read"
		}
		t.Row(k.Game, k.Format, phrase.Number(k.Games), phrase.Number(k.Followed), readShare(k.Followed, k.Games), remark)
	}
	if len(r.Kinds) > 1 {
		t.Row("all", "", phrase.Number(r.Games), phrase.Number(r.Followed), readShare(r.Followed, r.Games), "")
	}
	if err := t.Print(w); err != nil {
		return err
	}
	if len(r.Unfollowed) == 0 {
		_, err := fmt.Fprintln(w, phrase.Records(r.Games))
		return err
	}
	fmt.Fprintln(w)
	t = table.New("game", "not followed", "record", "line", "why")
	t.AlignRight(0, 2, 3)
	t.Limit(4, 100)
	for _, u := range r.Unfollowed {
		id, file, n := strconv.Itoa(int(u.ID)), u.File, strconv.Itoa(u.Number)
		for _, c := range u.Causes {
			t.Row(id, file, n, lineWord(c.Line), c.Text)
			id, file, n = "", "", ""
		}
	}
	if err := t.Print(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, phrase.Records(r.Games))
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
	return phrase.Number(line)
}

// printReadingCSV prints the records that were not followed, with a row for each cause.
func printReadingCSV(w io.Writer, r *archive.Reading) error {
	c := table.NewCSV(w)
	if err := c.Write("id", "file", "number", "format", "game", "code", "line", "why"); err != nil {
		return err
	}
	for _, u := range r.Unfollowed {
		for _, cause := range u.Causes {
			line := ""
			if cause.Line > 0 {
				line = strconv.Itoa(cause.Line)
			}
			if err := c.Write(strconv.Itoa(int(u.ID)), u.File, strconv.Itoa(u.Number), u.Format, u.Game, cause.Code, line, cause.Text); err != nil {
				return err
			}
		}
	}
	return c.End()
}
