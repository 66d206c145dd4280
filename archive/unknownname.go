package archive

import (
	"context"
	"slices"

	"kifudb/book/alias"
)

// An UnknownName is a name in a question that no game has, with those that may be meant.
type UnknownName struct {
	Term  string        `json:"term" doc:"Term of the query with a name that no game has."`
	Names []SimilarName `json:"names" doc:"Similar names in the archive, the nearest first."`
	More  int           `json:"more,omitempty" doc:"Number of further names that are as near. Missing if there are none."`
}

// A SimilarName is a name of the archive.
type SimilarName struct {
	Name    string         `json:"name" doc:"Name in the archive."`
	Kind    string         `json:"kind" doc:"Whose name: player or event."`
	Games   int            `json:"games" doc:"Number of games with the name."`
	Differs alias.Nearness `json:"differs" doc:"How the name differs: spelling, sound (its romanization) or script."`
}

// mostMeant is how many names are listed for one that is not there.
const mostMeant = 5

// meant looks for what may be meant by the names in a question that no game has,
// for some seconds at most: nobody asked for it.
func (vs *Views) meant(ctx context.Context, s *Search) ([]UnknownName, error) {
	limited, cancel := context.WithTimeout(ctx, whyNothingTime)
	defer cancel()
	var list []UnknownName
	for _, named := range s.Query.Names() {
		n, err := vs.countGames(limited, s, named.Alone())
		if err == nil && n == 0 {
			m := UnknownName{Term: named.Term}
			if err = vs.near(limited, s, &m, named.Text, named.Kinds, named.Instead); len(m.Names) > 0 {
				list = append(list, m)
			}
		}
		if err != nil {
			if limited.Err() != nil && ctx.Err() == nil {
				err = nil // there is no more time
			}
			return list, err
		}
	}
	return list, nil
}

// near fills in the names that are next to a text.
func (vs *Views) near(ctx context.Context, s *Search, m *UnknownName, text string, kinds []alias.Kind, instead func(alias.Kind, string) Query) error {
	for _, kind := range kinds {
		var near []alias.Near
		for _, v := range vs.list {
			some, err := kind.Near(ctx, v.snapshot, text)
			if err != nil {
				return err
			}
			for _, n := range some {
				if !slices.ContainsFunc(near, func(known alias.Near) bool { return known.Text == n.Text }) {
					near = append(near, n)
				}
			}
		}
		slices.SortStableFunc(near, alias.CompareNear)
		for _, n := range near {
			if len(m.Names) == mostMeant || len(m.Names) > 0 && n.Distance > near[0].Distance {
				if n.Distance == near[0].Distance {
					m.More++
				}
				continue
			}
			games, err := vs.countGames(ctx, s, instead(kind, n.Text))
			if err != nil {
				return err
			}
			if games > 0 {
				m.Names = append(m.Names, SimilarName{n.Text, kind.String(), games, n.How})
			}
		}
		if len(m.Names) > 0 {
			return nil
		}
	}
	return nil
}

// countGames counts what another query finds among the games of a search.
func (vs *Views) countGames(ctx context.Context, s *Search, other Query) (int, error) {
	q, err := vs.Question(ctx, &Search{Query: other, Records: s.Records, Among: s.Among, Sure: s.Sure}, AskCount)
	if err != nil {
		return 0, err
	}
	answer, err := q.Ask(ctx, nil)
	if err != nil {
		return 0, err
	}
	return answer.Found[AskCount].(int), nil
}
