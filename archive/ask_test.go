package archive_test

import (
	"context"
	"fmt"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
)

func init() { // before the tests of the package, which ask this way
	archive.AskQuestion = func(ctx context.Context, vs *archive.Views, question string, s *archive.Search, by string) (any, error) {
		switch question {
		case "audit": // of the first archive
			return ask.NewAudit(ctx, vs.View(0), strings.Fields(by), nil)
		case "names":
			return ask.Of(vs).Names(ctx, s, &ask.NamesOptions{Kind: ask.PlayerNames})
		case "next":
			return ask.Of(vs).Next(ctx, s, &ask.NextOptions{By: by})
		case "problems":
			return ask.Of(vs).Problems(ctx, s, &ask.ProblemsOptions{Moved: by == "moved"})
		case "stats":
			return ask.Of(vs).Stats(ctx, s, &ask.StatsOptions{By: []string{by}})
		case "tree":
			return ask.Of(vs).Tree(ctx, s, &ask.TreeOptions{Depth: 1})
		}
		return nil, fmt.Errorf("no question %q", question)
	}
}
