package answer

import (
	"context"
	"fmt"
	"io"
	"strings"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/table"
	"kifudb/internal/plaintext"
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
	fmt.Fprintf(w, "\n%s\n%s of %s, counted again in %s\n", plaintext.Printable(x.Query), phrase.Number(x.Games), phrase.Games(x.Archive), phrase.Duration(x.Time))
	if x.Assumed != "" {
		fmt.Fprintf(w, "boards are read as %s, since the query names no game\n", x.Assumed)
	}
	t := table.New("term", "answered by", "candidates", "verified", "time")
	t.AlignRight(2, 3, 4)
	t.Spare(4, 3, 1)
	t.Limit(0, 70)
	for _, f := range x.Terms {
		t.Row(f.Term, f.Index, phrase.Number(int(f.Candidates())), phrase.Number(int(f.Verified())), phrase.Duration(f.Time()).String())
	}
	if err := t.Print(w); err != nil {
		return err
	}
	for _, f := range x.Terms {
		if f.About != "" {
			fmt.Fprintf(w, "%s: %s (%s)\n", plaintext.Printable(f.Term), f.About, boardAnswers(f.Index))
		}
		if len(f.Also) > 0 {
			fmt.Fprintf(w, "%s: also %s\n", plaintext.Printable(f.Term), alsoNames(f.Also))
		}
	}
	return nil
}

// boardAnswers says how a term for what moves do was answered.
func boardAnswers(index string) string {
	if strings.HasPrefix(index, "replay") {
		return "found by replaying games; 'kifudb index --board' indexes what can be"
	}
	return "the index of the board answers this"
}

// alsoNames lists spellings in a line.
func alsoNames(spellings []string) string {
	const most = 20
	line := plaintext.Printable(strings.Join(spellings[:min(len(spellings), most)], ", "))
	if rest := len(spellings) - most; rest > 0 {
		line += fmt.Sprintf(" and %s more ('kifudb alias list' shows all)", phrase.Number(rest))
	}
	return line
}

// printMeant says which names may be meant by those that no game has.
func printMeant(w io.Writer, list []archive.UnknownName) {
	for _, m := range list {
		names := make([]string, len(m.Names))
		for i, n := range m.Names {
			games := phrase.Number(n.Games)
			if i == 0 {
				games = phrase.GamesHave(n.Games)
			}
			names[i] = games + " " + n.Name
		}
		if m.More > 0 {
			names = append(names, fmt.Sprintf("%s more names are as similar", phrase.Number(m.More)))
		}
		fmt.Fprintf(w, "no %s; %s\n", plaintext.Printable(m.Term), plaintext.Printable(strings.Join(names, ", ")))
	}
}

// whyNothing says which condition to drop to find something.
func whyNothing(ctx context.Context, w io.Writer, vs *archive.Views, s *archive.Search) error {
	relaxations, err := vs.WhyNothing(ctx, s)
	if err != nil || len(relaxations) == 0 {
		return err
	}
	t := table.New("", "")
	t.AlignRight(1)
	for _, r := range relaxations {
		t.Row("without "+r.Without, phrase.Count(r.Games, "game"))
	}
	return t.Print(w)
}
