// Package search answers queries: it finds the games in an archive that match, and
// counts and groups them.
//
// [Resolve] makes a [Question] from a query. A question carries any number of
// aggregations ([Page], [Count], [FacetCounts], [Continuations]). It travels as JSON, and a machine needs
// only the segments to answer it. A [Searcher] answers questions
// about its segments, each with a [Partial]: [Local] in this process, [Several] as several
// searchers together, [Remote] on another machine. The caller merges the partial answers, and
// [Question.Finish] makes the result of them.
//
// A question names the [Moment] for which it was resolved. A searcher for
// another moment refuses it with a [StaleError]. [Local.Each] yields a page game by game.
// [AskTogether] and [AskAllTogether] ask several archives. For one archive in this process there are
// shorter ways: [Run] yields games and the hits in them as it finds them,
// [CountGames] counts games, and [Next] counts the moves that followed.
//
// Read question.go and resolve.go first: the question. Then read aggregation.go and
// count.go: what an aggregation is; searcher.go, search.go and partial.go: the search itself;
// fold.go: which record of a game counts; moment.go: the state of an archive to which an answer
// belongs. The other files are aggregations (page.go, facet.go, continuations.go, with what they
// need) and searchers (several.go, remote.go, together.go).
package search
