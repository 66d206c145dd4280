package web

import (
	"strings"
)

// askedWords say what a question asks for on the board, and of which games.
type askedWords struct {
	Words   []string
	Options string // of the term, where there are no words for them
	Rest    string // the query beside the board, "" for all games
}

// asked puts a question into words.
func (w words) asked(found *explored) (a askedWords) {
	scene := found.Scene
	say := func(key string, values ...any) { a.Words = append(a.Words, w.say(key, values...)) }
	if a.Rest = scene.Rest; found.last {
		say("asked.start")
		a.Rest = found.typed.String()
		return a
	}
	points := scene.Board.Cells == "points"
	switch r := scene.Region; {
	case scene.Kind == "then":
		say("asked.then")
	case scene.Kind == "seq":
		a.Words = append(a.Words, w.count("asked.sequence", len(scene.Moves)))
	case r == nil && scene.Kind == "pos" && !points:
		say("asked.position")
	case r == nil:
		a.Words = append(a.Words, w.count("asked.board", len(scene.Board.Pieces)))
	}
	if r := scene.Region; r != nil {
		if place := placeKey(r.Place); place != "part" || scene.Kind != "seq" { // moves lie where they lie
			say("asked."+place, r.Right-r.Left+1, r.Bottom-r.Top+1)
		}
	}
	if n := len(scene.Open); n > 0 {
		say("asked.open", n)
	}
	var others []string
	either, fixed := false, false
	for _, option := range strings.Fields(scene.Options) {
		switch option {
		case "colors:either":
			either = true
		case "symmetry:off":
			fixed = true
		default:
			others = append(others, option)
		}
	}
	a.Options = strings.Join(others, " ")
	if points {
		if either {
			say("asked.either")
		} else {
			say("asked.colors")
		}
		if fixed {
			say("asked.fixed")
		} else {
			say("asked.symmetries")
		}
	}
	return a
}

// placeKey is the kind of a place: a corner, a side, anywhere or one that is named.
func placeKey(place string) string {
	switch {
	case place == "anywhere":
		return "anywhere"
	case place == "corner" || len(place) == 2 && strings.Trim(place, "NESW") == "":
		return "corner"
	case place == "side" || len(place) == 1 && strings.Trim(place, "NESW") == "":
		return "side"
	}
	return "part"
}
