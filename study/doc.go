// Package study computes answers about many games: who played a position first, which
// games are similar, how results changed. Each kind of answer is a [search.Aggregation] in a file of its
// own. Aggregations travel between machines and merge as those in package search do.
package study
