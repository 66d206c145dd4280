// Reader is a whole program on top of kifudb's packages, in a module of its own. It
// reads a collection in SGF and replays its games, puts the file into an archive,
// asks the archive for a position, and draws what it finds:
//
//	reader FILE ARCHIVE QUERY
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"kifudb/archive"
	"kifudb/game"
	"kifudb/game/record"
	"kifudb/sgfread"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: reader FILE ARCHIVE QUERY")
		os.Exit(2)
	}
	ctx, out := context.Background(), os.Stdout
	err := replay(out, os.Args[1])
	if err == nil {
		err = ask(ctx, out, os.Args[1], os.Args[2], os.Args[3])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "reader:", err)
		os.Exit(1)
	}
}

// replay reads a collection and prints the end of each game.
func replay(out io.Writer, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	records, err := record.Read(text, nil)
	if err != nil {
		return err
	}
	for i, r := range records {
		fmt.Fprintf(out, "game %d: %s on %v, %d moves\n", i+1, r.Game.About().Name, r.Size, r.Script.Moves())
		for _, p := range r.Problems {
			line, column := sgfread.Position(text, p.Offset)
			fmt.Fprintf(out, "%s:%d:%d: %v\n", filepath.Base(file), line, column, p)
		}
		end, err := r.End()
		if errors.Is(err, game.ErrNoRules) {
			fmt.Fprintln(out, err) // the record is whole all the same
			continue
		}
		if err != nil {
			return err
		}
		if d, ok := end.(game.Drawer); ok {
			fmt.Fprint(out, d.Draw(game.Drawing{}))
		}
	}
	return nil
}

// ask imports a file into an archive, which is made if it is not there, and draws the
// first place that a query finds in each game.
func ask(ctx context.Context, out io.Writer, file, dir, text string) error {
	query, err := archive.ParseQuery(text)
	if err != nil {
		return err // an *archive.QueryError knows the place in the text
	}
	a, err := archive.Open(dir, &archive.Options{Create: true})
	if err != nil {
		return err
	}
	defer a.Close()
	done, err := a.Import(ctx, &archive.Import{Paths: []string{file}})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d games imported\n", done.Added)

	v, err := a.View()
	if err != nil {
		return err
	}
	defer v.Close()
	page, err := v.Search(ctx, &archive.Search{Query: query, PerGame: 1})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d games\n", page.Query, page.Total)
	for _, g := range page.Games {
		fmt.Fprintf(out, "%s: %s and %s\n", g.Name(), g.Black, g.White)
		for _, h := range g.Hits {
			n, err := v.Node(h.Ref)
			if err != nil {
				return err
			}
			fmt.Fprintln(out, h.Ref)
			if n.Step == nil {
				continue // the rules of the game are not known
			}
			if d, ok := n.Step.Position.(game.Drawer); ok {
				fmt.Fprint(out, d.Draw(n.Drawing()))
			}
		}
	}
	return nil
}
