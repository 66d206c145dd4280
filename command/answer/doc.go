// Package answer prints what archives answer: games, counts, boards, and every format
// of a search. The commands that ask print with it.
package answer
