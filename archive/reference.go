package archive

import (
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/internal/lazy"
	"kifudb/store"
)

// References name games: 7 by its number, 7-12 or 7..12 those of a range, 7@40 or
// 7@n57 by a place in it, 2:7 in the second of several archives; * is every game.
var (
	referenceForm = lazy.Regexp(`^(?:[0-9]+:)?[0-9]+(?:(?:-|\.\.)[0-9]+|@.*)?$`)
	placeForm     = lazy.Regexp(`^(?:[0-9]+:)?[0-9]+(?:@.*)?$`)
	separators    = lazy.Regexp(`[\s,]+`)
)

// EveryGame is the reference to all games.
const EveryGame = "*"

// splitReferences cuts words at spaces and commas.
func splitReferences(words []string) []string {
	return slices.DeleteFunc(separators().Split(strings.Join(words, " "), -1), func(s string) bool { return s == "" })
}

// AreReferences reports whether words are references to games and nothing else, so
// that they are not words of a query.
func AreReferences(words ...string) bool {
	list := splitReferences(words)
	return len(list) > 0 && !slices.ContainsFunc(list, func(s string) bool { return s != EveryGame && !referenceForm().MatchString(s) })
}

// IsPlace reports whether a word is a reference to one game or to a place in it.
func IsPlace(word string) bool { return placeForm().MatchString(word) }

// GamesNamed returns the live games that references name, nil if they name every
// one. Each single number must be that of a game, and each place must be in it; of a
// range those are taken that are.
func (vs *Views) GamesNamed(references []string) (*GameSet, error) {
	of, every := make([][]string, len(vs.list)), false
	for _, word := range splitReferences(references) {
		if word == EveryGame {
			every = true
			continue
		}
		_, number, rest, err := vs.Named(word)
		if err != nil {
			return nil, err
		}
		i := max(number-1, 0)
		of[i] = append(of[i], rest)
	}
	set := vs.NoGames()
	for i, v := range vs.list {
		ids, err := v.Numbered(of[i])
		if err != nil {
			return nil, vs.ErrorIn(i, err)
		}
		for _, id := range ids {
			set.of[i].Add(uint32(id))
		}
	}
	if every {
		return nil, nil
	}
	return set, nil
}

// Numbered returns the live games that references to this archive name, ascending,
// see [Views.GamesNamed].
func (v *View) Numbered(references []string) ([]GameID, error) {
	return v.numbered(references, (*store.Segment).Live)
}

// NumberedRemoved is Numbered for games that were removed and can be brought back.
func (v *View) NumberedRemoved(references []string) ([]GameID, error) {
	return v.numbered(references, (*store.Segment).Removed)
}

func (v *View) numbered(references []string, of func(*store.Segment) *roaring.Bitmap) ([]GameID, error) {
	s := v.snapshot
	sets := map[*store.Segment]*roaring.Bitmap{}
	var last GameID
	for _, g := range s.Segments() {
		sets[g] = of(g)
		last = g.Base() + GameID(g.Len()) - 1
	}
	has := func(id GameID) bool {
		g, local, ok := s.Segment(id)
		return ok && sets[g].ContainsInt(local)
	}
	var ids []GameID
	for _, word := range splitReferences(references) {
		name, at, isPlace := strings.Cut(word, "@")
		from, to, isRange := strings.Cut(strings.Replace(name, "-", "..", 1), "..")
		lo, err := strconv.ParseUint(from, 10, 32)
		if err != nil {
			return nil, badRequest("", "%q is not the number of a game", from)
		}
		if !isRange {
			id := GameID(lo)
			if !has(id) {
				return nil, v.Missing(id)
			}
			if isPlace {
				if err := v.hasPlace(id, at); err != nil {
					return nil, err
				}
			}
			ids = append(ids, id)
			continue
		}
		hi, err := strconv.ParseUint(to, 10, 32)
		if err != nil || hi < lo {
			return nil, badRequest("", "%q is not a range of games", word)
		}
		for id := GameID(lo); id <= min(GameID(hi), last); id++ {
			if has(id) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// hasPlace says what is wrong with a place in a game.
func (v *View) hasPlace(id GameID, at string) error {
	g, local, _ := v.snapshot.Segment(id)
	script, err := g.Script(local)
	if err == nil {
		_, err = nodeAt(script, at)
	}
	return err
}

// Missing returns the error that says why a game cannot be taken.
func (v *View) Missing(id GameID) error {
	g, local, ok := v.snapshot.Segment(id)
	switch {
	case !ok:
		return noGame{id, NeverThere}
	case g.Live().ContainsInt(local):
		return noGame{id, NotRemoved}
	case g.Removed().ContainsInt(local):
		return noGame{id, Removed}
	}
	return noGame{id, Deleted}
}
