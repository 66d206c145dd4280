// Package match says which games of a segment fulfil a query, and where.
//
// [Prepare] makes a [Condition] of a query that was resolved; opened for a segment
// it is a [Filter]. A [Block] is a run of games that a filter narrows down to those
// that fulfil the query, from its indexes as far as these know, by replay where they
// do not. What is left is asked for its hits.
//
// Read condition.go and block.go first, then prepare.go, the table from terms to
// conditions. A condition is a file: of facts (facts.go, factfields.go), of texts
// (textcondition.go, names.go, regexp.go), of ids (identity.go, marked.go), of
// boards: whole ones (positioncondition.go with rules.go, goposition.go, shogi.go and
// knowngames.go), patterns (pattern.go, aftermath.go) and one after another
// (thencondition.go). hit.go and reply.go are what comes of them.
package match
