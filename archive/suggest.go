package archive

import (
	"context"

	"kifudb/book/alias"
)

// SuggestedAliases are names of the archive that may be the same, the likeliest
// first.
type SuggestedAliases struct {
	Pairs []SuggestedPair `json:"pairs"` // as many as are shown
	Total int             `json:"total"`
}

// A SuggestedPair is two names that may be the same, that of more games first.
type SuggestedPair struct {
	Points   int              `json:"points"` // how much speaks for it
	Names    [2]SuggestedName `json:"names"`
	Evidence []string         `json:"evidence"`          // in words, the strongest first
	Records  [][2]GameID      `json:"records,omitempty"` // of the same games under both names
}

// A SuggestedName is one of two names that may be the same.
type SuggestedName struct {
	Name  string `json:"name"` // in the spelling of most games
	Games int    `json:"games"`
	From  int    `json:"from,omitempty"` // the first year of its games
	To    int    `json:"to,omitempty"`   // the last one
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
