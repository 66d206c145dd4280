package answer

import (
	"context"
	"fmt"
	"io"
	"slices"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
)

// PrintOthers says which other records there are of a game. What is wrong with the
// clusters is for others to say.
func PrintOthers(ctx context.Context, w io.Writer, vs *archive.Views, g *archive.Game) error {
	cluster, ok, err := vs.View(g.Archive).ClusterOf(ctx, g.ID)
	if err != nil || !ok {
		return nil
	}
	others := slices.DeleteFunc(append(cluster.Others(), cluster.Preferred), func(other archive.GameID) bool { return other == g.ID })
	slices.Sort(others)
	_, err = fmt.Fprintf(w, "\nOther records of this game: %s; 'kifudb dup show %s' compares them\n", run.IDListOf(g.Archive, others), g.Name())
	return err
}

// FoldedWords says what was not counted.
func FoldedWords(folded int) string {
	if folded == 0 {
		return ""
	}
	return fmt.Sprintf("%s folded (--records shows all)", phrase.Count(folded, "duplicate record"))
}
