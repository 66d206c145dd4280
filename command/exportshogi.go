package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"kifudb/indexer"
	"kifudb/notation"
	"kifudb/store"
)

// A shogiExport writes games of shogi in a format, and keeps what the format
// could not hold.
type shogiExport struct {
	written int
	losses  []shogiLoss
}

// A shogiLoss is a kind of thing that was left out, and of which games.
type shogiLoss struct {
	what  notation.Loss
	games []store.GameID
}

// write writes a game.
func (e *shogiExport) write(b *bufio.Writer, f *shogiFormat, id store.GameID, r store.Record) error {
	lost := func(what notation.Loss) { e.lose(what, id) }
	game, err := indexer.Shogi(r, lost)
	switch {
	case errors.Is(err, indexer.ErrNotShogi):
		return fmt.Errorf("%w, for which --format is; add game:shogi to the query", err)
	case err != nil:
		lost(notation.Loss(fmt.Sprintf("the whole game: %v", err)))
		return nil
	}
	if e.written > 0 {
		b.WriteString(f.separator)
	}
	e.written++
	return f.write(b, game, &notation.WriteOptions{Lost: lost})
}

func (e *shogiExport) lose(what notation.Loss, id store.GameID) {
	for i := range e.losses {
		l := &e.losses[i]
		if l.what == what {
			if l.games[len(l.games)-1] != id {
				l.games = append(l.games, id)
			}
			return
		}
	}
	e.losses = append(e.losses, shogiLoss{what, []store.GameID{id}})
}

// report names what was left out.
func (e *shogiExport) report(w io.Writer, format string) {
	if len(e.losses) == 0 {
		return
	}
	const most = 5
	fmt.Fprintf(w, "kifudb: left out, as %s cannot hold it or it could not be read:\n", format)
	for _, l := range e.losses {
		var ids []string
		for _, id := range l.games[:min(len(l.games), most)] {
			ids = append(ids, fmt.Sprint(id))
		}
		if len(l.games) > most {
			ids = append(ids, "…")
		}
		fmt.Fprintf(w, "  %s: %s (id:%s)\n", l.what, countOf(len(l.games)), strings.Join(ids, ","))
	}
}
