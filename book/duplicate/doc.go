// Package duplicate finds the records in an archive that belong to one game. A
// [Cluster] holds them, the preferred one first. Their moves may be the same, also
// mirrored, turned or with colors exchanged. One record may be the beginning of another. A
// few moves may differ, by a slip, a broken ko or another end.
//
// Names, dates and results count, too, because games of different people may begin alike, and
// short ones may even be the same: a well-known trick, or a program that always answers the
// same. Players are compared by the words of their names, in any order of the two, and only
// in the same script. Days may differ by a season, because some games are dated by their
// publication. Of results only the winner counts. One game needs this many equal moves:
//
//	                  players and   nothing      other players,   two of
//	                  day the same  known        day or winner    these
//	the same moves    10            30           60               100
//	the beginning     30            30           60               100
//	near              4/5 and 30,   9/10 and 60, 9/10 and 100     19/20 and 100
//	                  1/2 and 100   4/5 and 100
//
// In near records one move in 25 may differ besides the first one. If players and day are the
// same or unknown, blocks of moves may also have changed places in records of 60 moves
// that end together. A problem is identified by its stones. From 100 moves on, records with the
// same moves are one game in spite of contradictions: others played it again, or a record is wrong.
//
// The package finds candidates by numbers that the store keeps for each main line, see
// [store.Line], and compares them move by move, so no cluster depends on a number alone.
// Clusters are derived. The archive keeps them in a file of their own, so that nobody waits
// for them twice.
package duplicate
