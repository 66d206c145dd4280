package query

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kifudb/store"
)

// A MoveRef is a place in a game's main line, or a node anywhere in it.
type MoveRef struct {
	Move int // number of the move; -1 for the end of the main line
	Node int // number of the node; -1 if the move says it
}

// ParsePlace reads 12@60, the position after move 60 of game 12; 12@end; or
// 12@n134, the position at node 134, counted from 0 in the order of the file. Where
// several archives are asked, the number of one stands before it, as in 2:12@60; see
// archiveOf.
func ParsePlace(s string) (store.GameID, MoveRef, bool) {
	_, place, ok := ArchiveOf(s)
	left, right, at := strings.Cut(place, "@")
	ok = ok && at
	id, err := strconv.ParseUint(left, 10, 32)
	if !ok || err != nil || id == 0 {
		return 0, MoveRef{}, false
	}
	if right == "end" {
		return store.GameID(id), MoveRef{-1, -1}, true
	}
	digits, isNode := strings.CutPrefix(right, "n")
	n, err := strconv.ParseUint(digits, 10, 30)
	if err != nil {
		return 0, MoveRef{}, false
	}
	if isNode {
		return store.GameID(id), MoveRef{-1, int(n)}, true
	}
	return store.GameID(id), MoveRef{int(n), -1}, true
}

// ArchiveOf cuts the number of an archive from a place in a game: 0 if there is
// none.
func ArchiveOf(s string) (number int, place string, ok bool) {
	s = strings.TrimSpace(s)
	before, after, found := strings.Cut(s, ":")
	if !found {
		return 0, s, true
	}
	n, err := strconv.ParseUint(before, 10, 16)
	return int(n), after, err == nil && n > 0
}

// Missing is the error of a game that has no such place.
func (r MoveRef) Missing() error { return missingPlace{r} }

// ErrNoPlace is wrapped by the error of a game that ends before a place.
var ErrNoPlace = errors.New("no such place in the game")

type missingPlace struct{ at MoveRef }

func (e missingPlace) Error() string { return "ends before " + e.at.String() }
func (e missingPlace) Unwrap() error { return ErrNoPlace }

func (r MoveRef) String() string {
	if r.Node >= 0 {
		return fmt.Sprintf("node %d", r.Node)
	}
	return fmt.Sprintf("move %d", r.Move)
}
