package query

import (
	"fmt"
	"slices"
	"strings"

	"kifudb/game"
	"kifudb/position"
	"kifudb/sgfread/gameinfo"
)

// title is the meaning of fields for names that the moves of a game have: texts
// whose values find a name by any of its spellings.
type title struct {
	text
	kind string // see game.NameKinds
}

// titleField is the field of the names of a kind: of one side, in which those of the
// game are included, or of either. A property may hold what a record says of them.
func titleField(kind string, side position.Color, ident, about string) Field {
	f := Field{Name: game.NameIdent(kind, side), meaning: title{kind: kind}, About: about, Whole: kind != game.CastleName && side == position.Empty}
	if ident != "" {
		f.Twins, f.Idents = []string{ident}, []string{ident}
	}
	f.Idents = append(f.Idents, kind)
	for _, c := range []position.Color{position.Black, position.White} {
		if side == position.Empty || side == c {
			f.Idents = append(f.Idents, game.NameIdent(kind, c))
		}
	}
	return f
}

// TitleKind returns of which kind its values are names of moves or of how a game starts,
// "" if they are not.
func (f Field) TitleKind() string {
	switch m := f.meaning.(type) {
	case title:
		return m.kind
	case handicap:
		return m.title.kind
	}
	return ""
}

// handicap is the meaning of the field for handicaps: a number, or the name of one.
type handicap struct {
	written
	title title
}

func (h handicap) check(v Value) error {
	err := h.written.check(v)
	if err == nil || !v.SpelledOut() {
		return err
	}
	if _, ok := v.Handicap(); ok {
		return nil
	}
	if _, ok := v.Stones(); ok {
		return nil
	}
	return fmt.Errorf("%s is neither a number of stones or pieces, nor a handicap such as 2P or 二枚落ち", v)
}

// Handicap returns what a value that is no number asks for: the title of a handicap, or ""
// if it is that nothing is given. It reports false for anything else.
func (v Value) Handicap() (title string, ok bool) {
	switch strings.ToLower(v.Text) {
	case "平手", "hirate", "even", "none", "互先":
		return "", v.SpelledOut()
	}
	for _, text := range []string{v.Text, v.Text + "ち", v.Text + "落ち"} { // 二枚落, 二枚
		if title := game.TitleOf(game.HandicapName, text); title != text {
			return title, v.SpelledOut()
		}
	}
	for t := range game.Titled(game.HandicapName) {
		if strings.EqualFold(t.Text, v.Text) {
			return t.Text, v.SpelledOut()
		}
	}
	return "", false
}

// Stones returns how many stones a value of the handicap says as records write it: 三子, two
// stones. It reports false for anything else.
func (v Value) Stones() (stones int, ok bool) {
	stones, c := gameinfo.ParseHandicap(v.Text)
	return stones, v.SpelledOut() && c >= gameinfo.Clear
}

// TitlesOf returns the names that a value means besides the texts that it finds: those
// that it finds by another spelling.
func (f Field) TitlesOf(v Value) ([]string, error) {
	m, err := v.TextQuery(nil).Matcher()
	if err != nil {
		return nil, err
	}
	var found []string
	for t := range game.Titled(f.TitleKind()) {
		if m.Match(t.Text) {
			continue
		}
		for _, spelling := range t.Also {
			if m.Match(spelling) {
				found = append(found, t.Text)
				break
			}
		}
	}
	return found, nil
}

// NamedGames returns the numbers of the games of which a value may mean a name, nil if it means no
// name that the field knows.
func (f Field) NamedGames(v Value) (map[uint8]bool, error) {
	m, err := v.TextQuery(nil).Matcher()
	if err != nil {
		return nil, err
	}
	var games map[uint8]bool
	for n := range game.Namers() {
		for _, t := range n.Titles() {
			if t.Kind == f.TitleKind() && (m.Match(t.Text) || slices.ContainsFunc(t.Also, m.Match)) {
				if games == nil {
					games = map[uint8]bool{}
				}
				games[uint8(n.About().Number)] = true
				break
			}
		}
	}
	return games, nil
}
