// Package duplicate finds the records of an archive that are of one game: a
// [Cluster] holds them, the preferred one first. Records may be the same move
// by move, also mirrored, turned or with the colors exchanged; one may be the
// beginning of another; or a few moves may differ, by a slip, a broken ko or
// another end.
//
// Names, dates and results weigh in, since games of different people may begin
// alike and short ones even be the same: a trick that many fell for, or a program
// that always answers the same. Players are compared by the words of their names,
// in any order of the two, and only in the same script; days may lie as far apart
// as a season, because games are dated by when they were published, too; of results
// only the winner counts. What is needed for one game:
//
//	                  players and   nothing      other players,   two of
//	                  day the same  is said      day or winner    these
//	the same moves    10            30           60               100
//	the beginning     30            30           60               100
//	near              4/5 and 30,   9/10 and 60, 9/10 and 100     19/20 and 100
//	                  1/2 and 100   4/5 and 100
//
// In near records one move of 25 may differ besides the first one. Where players
// and day are the same or not said, blocks of moves may also have changed places,
// if the records have 60 moves and end together. A problem is known by its stones.
// From 100 moves on records with the same moves are of one game whatever they say:
// then others have played it again, or a record is wrong.
//
// What may belong together is found by numbers that the store keeps of each
// main line, see [store.Line], and then compared move by move, so that no
// cluster rests on a number alone. Clusters are derived: the archive keeps them
// in a file of their own so that nobody has to wait for them twice.
package duplicate
