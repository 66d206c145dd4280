package search

import (
	"time"

	"kifudb/search/match"
)

// An Explanation says how a query was answered.
type Explanation struct {
	Query   string           // the normal form
	Terms   []*match.Figures // the terms, from left to right
	Games   int              // games that fulfil the query
	Archive int              // games in the archive
	Time    time.Duration
	Assumed string // the game of board terms that nothing says the game of; "" if there are none
}

// A Wider is a term that also matches other spellings of a name, by the user's aliases.
type Wider struct {
	Term string   `json:"term" doc:"Term of the query."`
	Also []string `json:"also" doc:"Other spellings that the term matches."`
}
