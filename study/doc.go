// Package study holds what is to be learned from the games that fulfil a query,
// beyond their number, their list and what was played next: each kind is a
// [search.Aggregation] in a file of its own, which travels and merges as those of
// package search do.
package study
