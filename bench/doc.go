// Package bench measures the archive from end to end. It also has games to measure with, and
// a second way to compute every answer.
//
// Its nouns:
//
//   - [Game] and [Write] make game records from a seed. The same seed gives the
//     same bytes, on every machine and in every order, so nobody needs to download a collection
//     to compare two versions. [Vary] makes many games from one.
//     [GameOf] makes games of rows, such as gomoku, by their rules in package game.
//   - The scan, in the tests, answers questions without any index. It reads the
//     raw records, plays them move by move and compares point by point. Tests
//     compare the answers of package search with it.
//   - The benchmarks import, open and search. Each reports how many times faster
//     it is than the scan in the same run. This ratio holds on any machine.
//
// The folder questions has questions for generated and other games with their counts, which
// 'kifudb bench --questions' asks.
//
// To measure your own archive instead of generated games:
//
//	go test -run xxx -bench Query ./bench -args -archive DIR
//	go test -run xxx -bench Import -benchtime 1x ./bench -args -games 1000000 -from DIR -keep NEWDIR
//	go test -run TestTable -v ./bench -args -archive DIR
//	go test -run TestSpeed -v ./bench -args -archive DIR -cold
//
// TestTable compares every answer with the scan's. TestSpeed measures only questions about
// boards, and in them the times for which a user waits: the first page, the number of games and
// all continuations, each also with nothing in memory. It also measures the cost of the indexes.
package bench
