package indexer

import (
	"fmt"

	"kifudb/format"
	"kifudb/game"
	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/store"
)

// costly are the problems after which moves of a record may be missing or misplaced,
// because the text there could not be read. For the 1996 converter and the formats that it
// reads, all errors are costly, see [costsMoves].
var costly = map[string]bool{
	format.BadMove: true, format.BadStart: true, format.TooMuch: true, format.BadRecord: true, format.UnknownFormat: true,
	"unknown-line": true, // of UGI: a reviewer's variations
	"W22":          true, // a line of CSA or KIF of no known kind
}

// costlySGF are those of the text of SGF.
var costlySGF = map[sgfread.Code]bool{
	sgfread.NodesOutside: true, sgfread.NoTree: true, sgfread.MissingClose: true, sgfread.GameInGame: true, sgfread.NulBytes: true,
	sgfread.MissingBracket: true, sgfread.UnclosedValue: true, sgfread.SwallowedProperty: true, sgfread.TreeTooLong: true,
	sgfread.ValueTooLong: true, sgfread.TooDeep: true, sgfread.UTF16: true, sgfread.NodeTooLarge: true, sgfread.BadSize: true,
}

func init() {
	for code := range costlySGF {
		costly[code.String()] = true
	}
}

// costsMoves reports whether moves may be missing where there is a problem.
func costsMoves(code string) bool {
	return costly[code] || len(code) == 3 && code[0] == 'E'
}

// Unfollowed derives a record once more and says why it was not followed to its end, nil if
// it was: then every move of every line of it was read, and made on the board, be it
// against the rules. Games without rules are followed as far as their text can be read. A
// record without any problem is followed; it need not be asked about.
func Unfollowed(r store.Record) []Problem {
	x := extractors.Get().(*extractor)
	defer extractors.Put(x)
	g := new(store.Game)
	var causes []Problem
	for _, p := range x.extract(g, &r, r.Digest(), 1) {
		if costsMoves(p.Code) {
			causes = append(causes, p)
		}
	}
	if len(causes) > 0 {
		return causes
	}
	cause := func(code string, err error) []Problem {
		return []Problem{{Path: r.Source.Path, Game: r.Source.Game + 1, Code: code, Err: err}}
	}
	kind := game.Of(int(g.Facts.Game))
	if stones, ok := kind.(game.Stones); ok {
		if n := leftOut(&r, g, stones.Rules()); n > 0 {
			return cause(format.BadMove, fmt.Errorf("%s: %d of the moves are not on the board; left out", format.BadMove, n))
		}
		return nil
	}
	rules, ok := kind.(game.Replayer)
	if !ok {
		return nil
	}
	start, err := rules.Start(RecordOf(g.Facts.Size, g.Info))
	if err != nil {
		return cause(format.BadStart, fmt.Errorf("%s: %w", format.BadStart, err))
	}
	for step := range rules.Replay(start, g.Script) {
		if step.Moved && !step.Done {
			return cause(format.IllegalMove, fmt.Errorf("%s: move %d cannot be made: %s", format.IllegalMove, step.MoveNumber, step.Fault))
		}
	}
	return nil
}

// leftOut returns how many moves of a record in SGF are not in its script: those beside
// the board, or with values that are no points. Words for giving up are no moves.
func leftOut(r *store.Record, g *store.Game, rules position.Rules) int {
	if f := FormatOf(r); f.Derive != nil {
		return 0 // which its problems tell
	}
	trees, err := sgfread.Parse(format.Game(r), &sgfread.Options{Lead: format.Lead(r)})
	if err != nil {
		return 0 // without Strict there are no errors
	}
	moves := 0
	for _, t := range trees {
		for id := range t.All() {
			for _, p := range t.Properties(id) {
				if ident := p.Ident(); ident != sgfread.IdentB && ident != sgfread.IdentW {
					continue
				}
				if len(p.Values) == 0 || rules.ParseSpecial(string(p.Values[0])) != position.Resigns {
					moves++
				}
			}
		}
	}
	for _, w := range g.Script {
		if position.Word(w).IsMove() {
			moves--
		}
	}
	return moves
}
