package answer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"kifudb/archive"
	"kifudb/command/table"
	"kifudb/command/terminal"
)

// An answer that is longer than a page of KeptRows games is asked for in two: the first page
// says how many games there are, and the others are printed as they are found, so that
// an answer of millions takes no more memory than one of thousands.

// beginning is the search for the first page of what is asked for, and whether further games
// are wanted after it.
func (a *Answer) beginning() (first *archive.Search, long bool) {
	s := *a.Search
	if long = s.Limit == 0 || s.Limit > table.KeptRows; long && !a.Options.onlyFacets {
		s.Limit = table.KeptRows
	}
	return &s, long
}

// rest yields the games that follow a page, and says in it what is known at the end. It can be
// called again.
func (a *Answer) rest(ctx context.Context, p *archive.Page, cursor string, yield func(*archive.Game) error) error {
	s := *a.Search
	s.Cursor, s.Offset, s.Watch = cursor, 0, nil
	if s.Limit > 0 {
		s.Limit -= len(p.Games)
	}
	end, err := a.views.Each(ctx, &s, yield)
	if err != nil {
		return err
	}
	p.Next = end.Next
	for _, n := range end.Notices {
		if !slices.ContainsFunc(p.Notices, func(said archive.Notice) bool { return said.Code == n.Code }) {
			p.Notices = append(p.Notices, n)
		}
	}
	a.notices = p.Notices
	return nil
}

// printLongTable prints a table of a page and all games that follow it, and returns how many
// these are.
func (a *Answer) printLongTable(ctx context.Context, p *archive.Page) (listed int, err error) {
	if err := a.printNote(p); err != nil {
		return 0, err
	}
	t, cells := newGameTable(), gameRow
	if a.shown != nil {
		t, cells = a.fieldTable(), a.fieldCells
	}
	cursor := p.Next
	var starred correctedGames
	err = t.PrintEach(a.Out, func(row func(...table.Cell) error) error {
		listed, starred = 0, correctedGames{}
		take := func(g *archive.Game) error {
			listed++
			starred.add(g)
			return row(cells(g)...)
		}
		for _, g := range p.Games {
			if err := take(g); err != nil {
				return err
			}
		}
		return a.rest(ctx, p, cursor, take)
	})
	if err == nil && a.shown == nil {
		err = starred.print(a.Out)
	}
	return listed, err
}

// printGamesJSON prints a page with one game after the other, and those that follow it if the
// answer is longer.
func (a *Answer) printGamesJSON(ctx context.Context, p *archive.Page, long bool) error {
	head, _, err := aroundGames(p)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(a.Out, 64<<10)
	if _, err := b.Write(head); err != nil {
		return err
	}
	between := "\n"
	write := func(g *archive.Game) error {
		var text bytes.Buffer
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false)
		e.SetIndent("    ", "  ")
		if err := e.Encode(a.object(g)); err != nil {
			return err
		}
		if _, err := b.WriteString(between + "    "); err != nil {
			return err
		}
		between = ",\n"
		_, err := b.Write(terminal.EscapeJSON(bytes.TrimRight(text.Bytes(), "\n")))
		return err
	}
	for _, g := range p.Games {
		if err := write(g); err != nil {
			return err
		}
	}
	if long {
		if err := a.rest(ctx, p, p.Next, write); err != nil {
			return err
		}
	}
	if between != "\n" {
		if _, err := b.WriteString("\n  "); err != nil {
			return err
		}
	}
	_, tail, err := aroundGames(p)
	if err != nil {
		return err
	}
	if _, err := b.Write(tail); err != nil {
		return err
	}
	return b.Flush()
}

// aroundGames is a page in JSON up to where the list of its games begins, and from its end on.
func aroundGames(p *archive.Page) (head, tail []byte, err error) {
	empty := *p
	empty.Games = []*archive.Game{}
	var b bytes.Buffer
	err = terminal.PrintJSON(&b, &empty)
	const list = "\n  \"games\": [" // quotation marks within texts are escaped
	at := bytes.Index(b.Bytes(), []byte(list)) + len(list)
	return b.Bytes()[:at], b.Bytes()[at:], err
}
