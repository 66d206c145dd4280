// Package match says which games of a segment fulfil a query, and where.
//
// [Prepare] makes a [Condition] of a query that was resolved; opened for a segment
// it is a [Filter]. A [Block] is a run of games that a filter narrows down to those
// that fulfil the query, from its indexes as far as these know, by replay where they
// do not. What is left is asked for its hits.
package match
