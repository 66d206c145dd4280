package tactics

import (
	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/position/ladder"
)

// The kind for ladders. Its values are those of [ladder.Word].
const ladders = 0

var ladderKinds = []feature.Kind{
	ladders: {
		Name: "ladder", Also: []string{"shicho", "シチョウ", "四丁", "征", "征子", "축"},
		About: "what the move has to do with a ladder: a chase in which each move of the attacker's is an atari on the same group. All moves of such a chase are read, for both players",
		From:  "Sensei's Library: Ladder, Ladder breaker",
		Words: []feature.Word{
			ladder.Works - 1: {
				Name: "works", Also: []string{"シチョウ成立", "征子成立", "征子有利"},
				About: "an atari on a group that cannot escape, and is not captured before three more ataris; the first such move of a chase",
			},
			ladder.Fails - 1: {
				Name: "fails", Also: []string{"broken", "シチョウ不成立", "征子不成立", "征子不利"},
				About: "the third atari of a chase or a later one, though the group escapes; the first such move of a chase",
			},
			ladder.Breaker - 1: {
				Name: "breaker", Also: []string{"ladder-breaker", "シチョウ当たり", "シチョウアタリ", "引征", "축머리"},
				About: "a move of the group's owner, three lines or more from the group, after which its ladder fails that worked before",
			},
			ladder.Maker - 1: {
				Name: "maker", Also: []string{"ladder-maker"},
				About: "a move of the attacker's, three lines or more from the group, after which its ladder works that failed before",
			},
			ladder.Runs - 1: {
				Name: "runs", Also: []string{"run", "シチョウを逃げる", "逃征"},
				About: "an extension of the group, though the ladder works; the first of a chase",
			},
			ladder.Ko - 1: {
				Name: "ko", Also: []string{"コウ", "劫"},
				About: "an atari on a group that only a ko can capture or save, after three more ataris or later; the first of a chase",
			},
			ladder.Unread - 1: {
				Name: "undecided", Also: []string{"unread"},
				About: "an atari on a group whose ladder has too many variations to be read",
			},
		},
	},
}

// seeLadders reports what o.ladders has found.
func seeLadders(r *report) {
	for _, f := range r.observer.ladderMoves {
		r.list = r.list[:0]
		if r.observer.want.Points {
			for _, p := range f.Points {
				r.list = append(r.list, cellOf(p))
			}
		}
		r.add(ladders, int(f.Word), r.list)
	}
}

// followLadders tells the tracker of ladders, if there is one, what the replay has just done.
func (o *observer) followLadders(e position.Event) {
	if o.ladders == nil {
		return
	}
	switch e {
	case position.Opened:
		o.ladders.Open()
	case position.Closed:
		o.ladders.Close(o.replay.Step())
	case position.AtNode:
		o.ladderMoves = o.ladders.Node(o.replay.Board(), o.replay.Step())
	}
}
