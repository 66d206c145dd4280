package store

import (
	"cmp"
	"fmt"
	"strings"

	registry "kifudb/game"
	"kifudb/position"
)

// stonesOf returns the rules of a game whose stones are put on points and stay
// there, and whether it is one. Such games have a pattern index, and the boards of
// their positions are compared when a segment is built.
func stonesOf(f Facts) (position.Rules, bool) {
	g, ok := registry.Of(int(f.Game)).(registry.Stones)
	if !ok {
		return position.Rules{}, false
	}
	return g.Rules(), true
}

// A boardKind is what the games of one pattern index have in common.
type boardKind struct {
	game uint8 // SGF's number
	size position.Size
}

func (k boardKind) rules() position.Rules {
	rules, _ := stonesOf(Facts{Game: k.game})
	return rules
}

// compare orders kinds by game, then by size.
func (k boardKind) compare(other boardKind) int {
	return cmp.Or(cmp.Compare(k.game, other.game), cmp.Compare(k.size.Cols, other.size.Cols), cmp.Compare(k.size.Rows, other.size.Rows))
}

// tag returns the tag of the section that holds the index: "columns/19x19", or
// "columns.4/15x15" for another game than the one that records mean which name
// none.
func (k boardKind) tag() string {
	if int(k.game) == registry.Default().About().Number {
		return tagColumns + "/" + k.size.String()
	}
	return fmt.Sprintf("%s.%d/%v", tagColumns, k.game, k.size)
}

// cornersTag returns the tag of the section that holds the corner key of the index. Archives made
// before there was one have none.
func (k boardKind) cornersTag() string { return tagCorners + strings.TrimPrefix(k.tag(), tagColumns) }

// kindOfTag is the inverse of tag. It reports false for tags of other sections.
func kindOfTag(tag string) (k boardKind, ok bool, err error) {
	rest, ok := strings.CutPrefix(tag, tagColumns)
	if !ok || rest == "" || rest[0] != '/' && rest[0] != '.' {
		return k, false, nil
	}
	k.game = uint8(registry.Default().About().Number)
	if rest[0] == '.' {
		_, err = fmt.Sscanf(rest, ".%d/%dx%d", &k.game, &k.size.Cols, &k.size.Rows)
	} else {
		_, err = fmt.Sscanf(rest, "/%dx%d", &k.size.Cols, &k.size.Rows)
	}
	if err == nil && (!k.size.Valid() || k.tag() != tag) {
		err = fmt.Errorf("no board is %s", rest)
	}
	return k, true, err
}
