package match

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game"
	"kifudb/query"
	"kifudb/store"
)

// titleCondition is the maker of fields for names that the moves of a game have. A
// value that finds a name by another spelling finds what the archive has of it.
func titleCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	titles, err := f.TitlesOf(v)
	if err != nil {
		return nil, err
	}
	named, err := f.NamedGames(v)
	if err != nil {
		return nil, err
	}
	c := newTexts(f, v)
	c.named = named
	c.kind, c.titles, c.figures.Also = f.TitleKind(), titles, titles
	return c, nil
}

// handicapCondition is the maker of the field for handicaps, by number or by name.
func handicapCondition(f query.Field, v query.Value, r *query.Resolution) (Condition, error) {
	title, named := v.Handicap()
	switch {
	case !named:
		if n, ok := v.Stones(); ok {
			v.Text = strconv.Itoa(n)
		}
		return numberCondition(f, v, r)
	case title == "":
		return understoodNumber(f, query.Value{Text: "0"})
	}
	c := newTexts(f, v)
	c.kind = f.TitleKind()
	c.values = query.Value{Kind: query.Exact, Text: title}.TextQuery(f.Idents)
	c.figures.Also = []string{title}
	return c, nil
}

// ErrUnnamed is wrapped by the error of a search for openings or castles, if an older version
// that did not recognise them added some of the games.
var ErrUnnamed = errors.New("it was added before the program told them from the moves")

// Unnamed reports whether nobody has told the names of a kind from the moves of a game.
func Unnamed(f *store.Facts, kind string) bool {
	g := game.Of(int(f.Game))
	if !game.HasTitles(g, kind) {
		return false
	}
	late := kind == game.EndingName && g.About().LateEndings && f.Flags&store.PropertiesRead == 0
	return late || f.Flags&store.HasNames == 0
}

// unnamedIn returns these games of a segment, only those of the given numbers unless that is nil.
func unnamedIn(s *store.Segment, kind string, of map[uint8]bool) *roaring.Bitmap {
	unnamed := roaring.New()
	for local := range iterate(s.Live()) {
		if f := s.Facts(local); (of == nil || of[f.Game]) && Unnamed(&f, kind) {
			unnamed.Add(uint32(local))
		}
	}
	return unnamed
}

// UnnamedError is the error about such a game that is asked for names of a kind.
func UnnamedError(kind string, id store.GameID) error {
	return fmt.Errorf("game %d has no %ss in the archive: %w; rebuilding the archive adds those of all games", id, kind, ErrUnnamed)
}
