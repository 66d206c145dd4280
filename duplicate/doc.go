// Package duplicate finds the records of an archive that are of one game: a
// [Cluster] holds them, the preferred one first. Records may be the same move
// by move, also mirrored, turned or with the colors exchanged; one may be the
// beginning of another; or a few moves may differ, by a slip, a broken ko or
// another end.
//
// What may belong together is found by numbers that the store keeps of each
// main line, see [store.Line], and then compared move by move, so that no
// cluster rests on a number alone. Clusters are derived: the archive keeps them
// in a file of their own so that nobody has to wait for them twice.
package duplicate
