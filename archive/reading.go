package archive

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game"
	"kifudb/indexer"
	"kifudb/store"
)

// A Reading says how many records were followed to their ends: every move of every line
// was read, and made on the board, be it against the rules.
type Reading struct {
	Games      int           `json:"games"` // that were looked at
	Followed   int           `json:"followed"`
	Kinds      []ReadKind    `json:"kinds"`      // by format and game
	Unfollowed []*Unfollowed `json:"unfollowed"` // all that were not, in the order of their numbers
}

// A ReadKind is the records of one format and one game.
type ReadKind struct {
	Format   string  `json:"format"`
	Game     string  `json:"game"`
	Rules    bool    `json:"rules"` // of the game are known; if not, only its text was read
	Games    int     `json:"games"`
	Followed int     `json:"followed"`
	Share    float64 `json:"share"` // from 0 to 1
}

// An Unfollowed is a record that was not followed to its end.
type Unfollowed struct {
	ID     GameID       `json:"id"`
	File   string       `json:"file"`
	Number int          `json:"number"` // of the record in the file, from 1
	Format string       `json:"format"`
	Game   string       `json:"game"`
	Causes []*ReadCause `json:"causes"`
}

// A ReadCause is why a record was not followed.
type ReadCause struct {
	Code string `json:"code"`
	Line int    `json:"line,omitempty"` // of the record, from 1
	Text string `json:"text"`
}

// Reading looks at some games, all if among is nil. Those that have a problem are derived
// again.
func (v *View) Reading(ctx context.Context, among *GameSet) (*Reading, error) {
	if err := v.snapshot.Verify(); err != nil { // all of it is read
		return nil, err
	}
	type kind struct{ format, game string }
	kinds := map[kind]*ReadKind{}
	found := &Reading{Kinds: []ReadKind{}, Unfollowed: []*Unfollowed{}}
	for _, g := range v.snapshot.Segments() {
		for stored, err := range g.Records(roaring.BitmapOf(among.LiveIn(g)...)) {
			if err := cmp.Or(err, ctx.Err()); err != nil {
				return nil, err
			}
			local, record := stored.Local, stored.Record
			facts := g.Facts(local)
			of := game.Of(int(facts.Game))
			k := kind{indexer.FormatOf(&record).Name, of.About().Name}
			if kinds[k] == nil {
				kinds[k] = &ReadKind{Format: k.format, Game: k.game, Rules: game.HasRules(of) == nil}
			}
			kinds[k].Games++
			if causes := readCauses(facts, record); len(causes) > 0 {
				found.Unfollowed = append(found.Unfollowed, &Unfollowed{
					ID: g.Base() + GameID(local), File: PathText(record.Source.Path), Number: record.Source.Game + 1, Format: k.format, Game: k.game, Causes: causes,
				})
				continue
			}
			kinds[k].Followed++
		}
	}
	for _, k := range kinds {
		k.Share = float64(k.Followed) / float64(k.Games)
		found.Kinds = append(found.Kinds, *k)
		found.Games += k.Games
		found.Followed += k.Followed
	}
	slices.SortFunc(found.Kinds, func(a, b ReadKind) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(b.Games, a.Games), cmp.Compare(a.Format, b.Format))
	})
	return found, v.snapshot.Err()
}

// readCauses says why a record was not followed, nil if it was.
func readCauses(facts store.Facts, r store.Record) (causes []*ReadCause) {
	if facts.Flags&store.HasProblems == 0 {
		return nil
	}
	for _, p := range indexer.Unfollowed(r) {
		causes = append(causes, &ReadCause{Code: p.Code, Line: p.Line, Text: p.Err.Error()})
	}
	return causes
}

// unreadText says that boards may lack moves of a record, or have them elsewhere, and why; "" of no causes.
func unreadText(causes []*ReadCause) string {
	if len(causes) == 0 {
		return ""
	}
	text := "not all of the record is on the board: " + causes[0].Text
	if more := len(causes) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}
