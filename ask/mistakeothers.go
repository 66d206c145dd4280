package ask

import (
	"context"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/query"
)

// MistakeOthers is what others played where a mistake was made: the strongest players of whom the
// archive has enough games there.
type MistakeOthers struct {
	Who   string             `json:"who" doc:"Terms that these games match, such as blackrank:>=1p whiterank:>=1p. Empty if all games count, those with the mistakes as well."`
	Games int                `json:"games" doc:"Number of these games with the position or pattern, that side being to move."`
	Moves []MistakeOtherMove `json:"moves" doc:"What was played there, most frequent first. At most 10."`
}

// A MistakeOtherMove is a move that others played.
type MistakeOtherMove struct {
	archive.Move
	Name  string         `json:"name" doc:"The move as players name it, on the board where the pattern is shown."`
	Games int            `json:"games" doc:"Number of games with the move."`
	Share *archive.Share `json:"share" doc:"Share of the games."`

	Played position.Move `json:"-"`
}

const (
	mostOthers  = 10 // moves
	mostAsked   = 50 // patterns for which others are asked
	leastStrong = 5  // games in which strong players must have had a position to be asked alone
)

// strongTerms are the terms of strong players, the strongest first: both players, so that it does not matter
// who had the move.
func strongTerms(kind registry.Game) []string {
	if kind.About().Ratings {
		return []string{"blackrating:>=2400 whiterating:>=2400", "blackrating:>=2000 whiterating:>=2000"}
	}
	return []string{"blackrank:>=1p whiterank:>=1p", "blackrank:>=6d whiterank:>=6d"}
}

// others finds what others played at the patterns.
func (vs *Views) others(ctx context.Context, s *archive.Search, found *Mistakes, kind registry.Game) error {
	if kind == nil {
		return nil
	}
	var who []string // of whom there are games at all
	for _, terms := range strongTerms(kind) {
		q, err := archive.ParseQuery(terms + " " + kindTerm(gameField, kind.About().Name))
		if err != nil {
			return err
		}
		page, err := vs.Count(ctx, &archive.Search{Query: q, Records: s.Records, Among: s.Among})
		if err != nil {
			return err
		}
		if page.Total >= leastStrong {
			who = append(who, terms)
		}
	}
	who = append(who, "")
	for i := range found.Patterns[:min(len(found.Patterns), mostAsked)] {
		p := &found.Patterns[i]
		if p.Search == "" {
			continue
		}
		for _, terms := range who {
			q, err := archive.ParseQuery(archive.Joined(terms, p.Search))
			if err != nil {
				return err
			}
			if _, err := query.OneBoard(q.Root); err != nil {
				return err
			}
			next, err := vs.Next(ctx, &archive.Search{Query: q, Records: s.Records, Among: s.Among}, &NextOptions{Limit: 0, Min: 1})
			if err != nil {
				return err
			}
			if next.Games < leastStrong && terms != "" {
				continue
			}
			p.Others = newMistakeOthers(terms, next, p)
			break
		}
	}
	return nil
}

// newMistakeOthers returns what was played by the side that is to move.
func newMistakeOthers(terms string, next *Next, p *MistakePattern) *MistakeOthers {
	o := &MistakeOthers{Who: terms, Games: next.Games, Moves: []MistakeOtherMove{}}
	names := newNamer(p.Asked)
	for _, n := range next.Next {
		if n.Color != p.ToPlay || len(o.Moves) == mostOthers {
			continue
		}
		m := MistakeOtherMove{Move: n.Move, Games: n.Games, Share: n.Share, Played: n.Played}
		if mover, ok := p.Asked.Position.(registry.Mover); ok && names.before != nil {
			m.Name = mover.Name(n.Played.Point, false)
		} else {
			m.Name = names.moveName(n.Played)
		}
		o.Moves = append(o.Moves, m)
	}
	return o
}
