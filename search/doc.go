// Package search answers queries: which games of an archive fulfil one, and what
// is to be known of them.
//
// [Resolve] makes a [Question] of a query, which carries any number of
// aggregations ([Page], [Count], [FacetCounts], [Continuations]) and needs nothing
// but segments to be answered: it travels as JSON. A [Searcher] answers questions
// about its segments, each with a [Partial]: [Local] in this process, [Several]
// together, [Remote] by bytes. Partial answers are merged, and [Question.Finish]
// says what they come to.
//
// A question names the [Moment] that it was resolved against, and a searcher of
// another one refuses it with a [StaleError]. [Local.Each] yields a page game by game;
// [AskTogether] and [AskAllTogether] ask several archives. For one archive in this process there are
// short ways: [Run] yields games and the places in them as they are found,
// [CountGames] counts them, [Next] counts what was played there.
//
// Read question.go and resolve.go first: what is asked; then aggregation.go and
// count.go: what may be found out; searcher.go, search.go and partial.go: how it is;
// fold.go: which record of a game counts; moment.go: of which state the answer is. The other files are aggregations (page.go,
// facet.go, continuations.go, with what they need) and searchers (several.go,
// remote.go, together.go).
package search
