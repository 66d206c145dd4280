// Package bench measures the archive from end to end, and holds what that
// needs: games to measure with, and a second opinion on every answer.
//
// Its nouns:
//
//   - [Game] and [Write] make game records from a seed: the same seed gives the
//     same bytes, on every machine and in every order, so that no collection
//     need be downloaded to compare two versions. [Vary] makes many games of one.
//     [GameOf] makes games of rows, such as gomoku, from what package game says of them.
//   - The scan, in the tests, answers questions without any index: it reads the
//     raw records, plays them move by move and compares point by point. Tests
//     hold the answers of package search against it.
//   - The benchmarks import, open and ask. Each tells how many times faster
//     it is than the scan was in the same run, which holds on any machine.
//
// To measure on an archive of one's own instead of generated games:
//
//	go test -run xxx -bench Query ./bench -args -archive DIR
//	go test -run xxx -bench Import -benchtime 1x ./bench -args -games 1000000 -from DIR -keep NEWDIR
//	go test -run TestTable -v ./bench -args -archive DIR
//	go test -run TestSpeed -v ./bench -args -archive DIR -cold
//
// TestTable compares every answer with the scan's. TestSpeed is about boards
// only and measures what a user waits for: the first page, the number of games,
// all continuations, each also with nothing in memory; and what the indexes cost.
package bench
