package archive

import (
	"context"

	"kifudb/book/alias"
)

// SuggestedAliases are names of the archive that may be the same, the likeliest
// first.
type SuggestedAliases struct {
	Pairs []SuggestedPair `json:"pairs" doc:"The pairs, the likeliest first."`
	Total int             `json:"total" doc:"Number of pairs. The list may have fewer."`
}

// A SuggestedPair is two names that may be the same, that of more games first.
type SuggestedPair struct {
	Points   int              `json:"points" doc:"How strong the evidence is, in points."`
	Names    [2]SuggestedName `json:"names" doc:"The two names, the one with more games first."`
	Evidence []string         `json:"evidence" doc:"The evidence in English, the strongest first."`
	Records  [][2]GameID      `json:"records,omitempty" doc:"Pairs of ids: records of the same game, one under each name. Missing if there are none."`
}

// A SuggestedName is one of two names that may be the same.
type SuggestedName struct {
	Name  string `json:"name" doc:"The name, in its most frequent spelling."`
	Games int    `json:"games" doc:"Number of games."`
	From  int    `json:"from,omitempty" doc:"Year of the first game. Missing if unknown."`
	To    int    `json:"to,omitempty" doc:"Year of the last game. Missing if unknown."`
}

// SuggestPoints are the points from which suggestions are worth reading.
const SuggestPoints = alias.DefaultMin

// SuggestAliases looks for names of a kind that may be the same and are not known
// to be: for pairs of at least some points, of which it returns as many as limit
// says, 0 for all.
func (v *View) SuggestAliases(ctx context.Context, kind AliasKind, points, limit int) (*SuggestedAliases, error) {
	if limit < 0 {
		return nil, badRequest("limit", "a limit cannot be negative")
	}
	table, err := v.archive.user.Aliases(kind)
	if err != nil {
		return nil, err
	}
	list, err := alias.Suggest(ctx, v.snapshot, table, max(points, 1))
	if err != nil {
		return nil, err
	}
	found := &SuggestedAliases{Total: len(list), Pairs: []SuggestedPair{}}
	if limit > 0 {
		list = list[:min(limit, len(list))]
	}
	for _, s := range list {
		found.Pairs = append(found.Pairs, SuggestedPair{
			Points: s.Score, Names: [2]SuggestedName{suggestedName(s.A), suggestedName(s.B)},
			Evidence: s.Evidence, Records: s.Records,
		})
	}
	return found, nil
}

func suggestedName(c alias.Candidate) SuggestedName {
	return SuggestedName{Name: c.Text, Games: c.Games, From: c.From, To: c.To}
}
