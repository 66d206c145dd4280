package paper

import (
	"fmt"
	"slices"
	"strings"

	"kifudb/game"
)

// Options say how games are printed.
type Options struct {
	Title, Subtitle, Author string // of the document; without a title it is made of the games

	Language    Language // of captions; English if empty
	Moves       int      // moves of a figure at most, unless the record says where figures begin; 0 for the usual number
	Usual       int      // the usual number where stones come and go; 0 for 50
	Coordinates bool     // names of columns and rows
	CutTaken    bool     // a move on a point that the figure shows as taken begins a new figure, and is not noted below
	NoVariations,
	NoComments bool

	PerPage   int    // problems on a page, for [Problems]: 1 to 12
	Solutions string // of problems: one of SolutionPlaces
	Limit     int    // problems at most; 0 for all
	Sort      string // order of the games, as archive.Search has it; if empty by date, and of problems by number
	Costliest bool   // the moves that lost most, of those that the query finds
	Native    bool   // moves in the script of the game's players, such as ▲７六歩
}

// The usual numbers of moves in a figure.
const (
	usualMoves = 50
	wholeGame  = 1 << 30 // of games whose boards fill up
)

func (o *Options) language() Language {
	if o.Language == "" {
		return English
	}
	return o.Language
}

// rowNames returns how players name the rows of a board, nil if as the board does: those of games with signs
// for the players, such as shogi, are written as numbers.
func (o *Options) rowNames(b *game.Board) []string {
	const numbers = "一二三四五六七八九"
	if !o.Native || len(b.Signs) == 0 || b.Rows != 9 {
		return nil
	}
	return strings.Split(numbers, "")
}

// Check reports what is wrong with the options.
func (o *Options) Check() error {
	switch {
	case !slices.Contains(Languages, o.language()):
		return fmt.Errorf("language: expected en, ja or zh, not %q", o.Language)
	case o.Moves < 0 || o.Moves > 1000:
		return fmt.Errorf("moves: expected 1 to 1000 moves of a figure, not %d", o.Moves)
	case o.PerPage < 0 || o.PerPage > 12:
		return fmt.Errorf("problems: expected 1 to 12 on a page, not %d", o.PerPage)
	case o.Solutions != "" && !slices.Contains(SolutionPlaces, o.Solutions):
		return fmt.Errorf("solutions: expected one of %s, not %q", strings.Join(SolutionPlaces, ", "), o.Solutions)
	case o.Limit < 0:
		return fmt.Errorf("limit: expected a number of problems, not %d", o.Limit)
	}
	return nil
}

// SolutionPlaces are where solutions of problems are printed: behind all problems, behind the page of
// each, so that paper printed on both sides has them on the back, or nowhere.
var SolutionPlaces = []string{"end", "back", "none"}
