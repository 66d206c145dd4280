package query

import (
	"kifudb/game"
	"kifudb/position"
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
	f := Field{Name: game.NameIdent(kind, side), meaning: title{kind: kind}, About: about}
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

// TitleKind returns of which kind its values are names of moves, "" if they are not.
func (f Field) TitleKind() string {
	t, _ := f.meaning.(title)
	return t.kind
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
