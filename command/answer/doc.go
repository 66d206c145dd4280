// Package answer prints the answers of archives: games, counts, boards, and the results of a
// search in every format. All commands that search print with it.
package answer
