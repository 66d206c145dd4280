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
// For one archive in this process there are short ways: [Run] yields games and the
// places in them as they are found, page by page with a [Cursor]; [Facets] counts
// them by their values; [Next] counts what was played there; [Explain] says how the
// answer was found.
package search
