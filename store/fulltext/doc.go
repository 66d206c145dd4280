// Package fulltext finds texts by their words: names of players and events, comments.
//
// Its nouns:
//
//   - A [Query] searches texts in one of several ways, its [Kind].
//   - A [Matcher] is a prepared query. It decides which texts are hits.
//   - An [Index] proposes texts that may be hits. It is a folder of Bleve's.
//   - Texts are compared folded and in units, see fold.go and unit.go: in Chinese, Japanese and
//     Korean a unit is one character, in other languages a word.
//
// The package knows no games. Its caller numbers the texts.
package fulltext
