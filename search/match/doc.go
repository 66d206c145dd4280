// Package match finds the games of a segment that match a query, and the places in them.
//
// [Prepare] makes a [Condition] from a resolved query. Opened for a segment, a condition
// becomes a [Filter]. A [Block] is a run of games that the filter narrows down to those
// that match. The filter uses the indexes as far as they decide, and replays games where they
// do not. It then finds the hits in the remaining games.
//
// Read condition.go and block.go first, then prepare.go, the table from terms to
// conditions. Each kind of condition has a file: facts (facts.go, factfields.go), texts
// (textcondition.go, names.go, regexp.go), ids (identity.go, marked.go), whole
// boards (positioncondition.go with rules.go, goposition.go, shogi.go and
// knowngames.go), patterns (pattern.go, aftermath.go), and two boards one after the other
// (thencondition.go). hit.go and reply.go hold the results.
package match
