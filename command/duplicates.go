package command

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
)

func recordsFlag() cli.Flag {
	return &cli.BoolFlag{Name: "records", Usage: "count and show each record of a game, also duplicates"}
}

// printOthers says which other records there are of a game. What is wrong with the
// clusters is for others to say.
func printOthers(c *cli.Context, v *archive.View, id archive.GameID) error {
	cluster, ok, err := v.ClusterOf(c.Context, id)
	if err != nil || !ok {
		return nil
	}
	others := slices.DeleteFunc(append(cluster.Others(), cluster.Preferred), func(other archive.GameID) bool { return other == id })
	slices.Sort(others)
	_, err = fmt.Fprintf(c.App.Writer, "\nOther records of this game: %s; 'kifudb dup show %d' compares them\n", idList(others), id)
	return err
}

// foldedWords says what was not counted.
func foldedWords(folded int) string {
	if folded == 0 {
		return ""
	}
	return fmt.Sprintf("%s folded (--records shows all)", countOfRecords(folded))
}

func countOfRecords(n int) string {
	if n == 1 {
		return "1 duplicate record"
	}
	return number(n) + " duplicate records"
}
