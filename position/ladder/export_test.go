package ladder

import (
	"testing"

	"kifudb/position"
)

// FollowAll compares the words of all nodes of scripts with the slow twin, and counts them.
func FollowAll(t testing.TB) (each func(position.Size, position.Script), count *[lastWord + 1]int) {
	var tr Tracker
	count, read := new([lastWord + 1]int), fastReader()
	return func(size position.Size, s position.Script) { follow(t, &tr, size, s, read, count) }, count
}
