package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"kifudb/archive"
)

// explain says how a query was understood and what each term cost.
func explain(ctx context.Context, w io.Writer, vs *archive.Views, s *archive.Search) error {
	x, err := vs.Explain(ctx, s)
	if err != nil {
		return err
	}
	if x.Query == "" {
		x.Query = "(every game)"
	}
	fmt.Fprintf(w, "\n%s\n%s of %s, counted again in %s\n", printable(x.Query), number(x.Games), countOf(x.Archive), roundDuration(x.Time))
	if x.Assumed != "" {
		fmt.Fprintf(w, "boards are of %s, as the query names no game\n", x.Assumed)
	}
	t := newTable("term", "answered by", "candidates", "verified", "time")
	t.alignRight(2, 3, 4)
	t.spare(4, 3, 1)
	t.limit(0, 70)
	for _, f := range x.Terms {
		t.row(f.Term, f.Index, number(int(f.Candidates())), number(int(f.Verified())), roundDuration(f.Time()).String())
	}
	if err := t.print(w); err != nil {
		return err
	}
	for _, f := range x.Terms {
		if len(f.Also) > 0 {
			fmt.Fprintf(w, "%s: also %s\n", printable(f.Term), alsoNames(f.Also))
		}
	}
	return nil
}

// alsoNames lists spellings in a line.
func alsoNames(spellings []string) string {
	const most = 20
	line := printable(strings.Join(spellings[:min(len(spellings), most)], ", "))
	if rest := len(spellings) - most; rest > 0 {
		line += fmt.Sprintf(" and %s more ('kifudb alias list' shows all)", number(rest))
	}
	return line
}

// printMeant says which names may be meant by those that no game has.
func printMeant(w io.Writer, list []archive.Meant) {
	for _, m := range list {
		names := make([]string, len(m.Names))
		for i, n := range m.Names {
			games := number(n.Games)
			if i == 0 {
				games = gamesHave(n.Games)
			}
			names[i] = games + " " + n.Name
		}
		if m.More > 0 {
			names = append(names, fmt.Sprintf("%s more names are as near", number(m.More)))
		}
		fmt.Fprintf(w, "no %s; %s\n", printable(m.Term), printable(strings.Join(names, ", ")))
	}
}

// gamesHave begins a clause about some games.
func gamesHave(n int) string {
	if n == 1 {
		return countOf(n) + " has"
	}
	return countOf(n) + " have"
}

// whyNothing says which condition to drop to find something.
func whyNothing(ctx context.Context, w io.Writer, vs *archive.Views, s *archive.Search) error {
	relaxations, err := vs.WhyNothing(ctx, s)
	if err != nil || len(relaxations) == 0 {
		return err
	}
	t := newTable("", "")
	t.alignRight(1)
	for _, r := range relaxations {
		t.row("without "+r.Without, countWord(r.Games, "game"))
	}
	return t.print(w)
}
