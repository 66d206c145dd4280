package archive

import (
	"context"
	"strings"

	"kifudb/query"
	"kifudb/user"
)

// PositionOf returns what a note on a position is kept under. The word is what
// pos: takes: moves, SGF, a diagram, @FILE, SFEN or 12@40.
func (v *View) PositionOf(ctx context.Context, word string) (user.Position, error) {
	b := &query.Board{Kind: "pos", Text: word}
	if name, ok := strings.CutPrefix(word, "@"); ok {
		b.Text, b.File = name, true
	}
	var notes notices
	asked, err := query.WhatIsAsked(v.snapshot, Query{Root: b}, v.options(ctx, true, &notes))
	if err != nil {
		return "", err
	}
	place := asked.Position()
	if place == "" {
		return "", badRequest("", "%q is not a position that can have a note", word)
	}
	return place, nil
}

// FirstAt returns the first game in which a position comes up, and a reference to
// the place, as in 12@40; "" if there is none.
func (v *View) FirstAt(ctx context.Context, p user.Position) (GameID, string, error) {
	q := Query{Root: &query.Board{Kind: "pos", Text: string(p)}}
	for hit, err := range q.Run(ctx, v.snapshot, &query.Options{Limit: 1, PerGame: 1}) {
		if err != nil || hit.Board == nil {
			return 0, "", err
		}
		game, err := v.Game(hit.Game)
		if err != nil {
			return 0, "", err
		}
		ref, err := game.ref(hit.Node, hit.MoveNumber)
		return hit.Game, ref, err
	}
	return 0, "", nil
}
