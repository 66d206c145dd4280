package archive

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/search"
	"kifudb/store"
)

var (
	idForm     = regexp.MustCompile(`^[0-9]+(\.\.[0-9]+)?$`)
	separators = regexp.MustCompile(`[\s,]+`)
)

// splitIDs cuts words at spaces and commas.
func splitIDs(words []string) []string {
	return slices.DeleteFunc(separators.Split(strings.Join(words, " "), -1), func(s string) bool { return s == "" })
}

// AreIDs reports whether words are numbers of games, 12 or 40..60, and not a query.
func AreIDs(words []string) bool {
	list := splitIDs(words)
	return len(list) > 0 && !slices.ContainsFunc(list, func(s string) bool { return !idForm.MatchString(s) })
}

// IDs returns the numbers of the games that a query finds, ascending: of every
// record with records, otherwise of the one that stands for each game.
func (v *View) IDs(ctx context.Context, q Query, records bool) ([]GameID, error) {
	return v.ids(ctx, &Search{Query: q, Records: records})
}

// SureIDs returns the numbers of all records that a query finds without guessing
// names of which characters are lost: those that are to be changed.
func (v *View) SureIDs(ctx context.Context, q Query) ([]GameID, error) {
	return v.ids(ctx, &Search{Query: q, Records: true, sure: true})
}

func (v *View) ids(ctx context.Context, s *Search) ([]GameID, error) {
	ids, _, err := v.alone().ids(ctx, s)
	return ids, err
}

// ids returns the raised numbers of the games on a page, and what is to be said.
func (vs *Views) ids(ctx context.Context, s *Search) (ids []GameID, notes []Notice, err error) {
	bare := *s
	bare.bare, bare.PerGame = true, 1
	q, err := vs.stream(ctx, &bare, &Stream{}, func(g search.PageGame) error {
		ids = append(ids, g.ID)
		return nil
	})
	if q != nil {
		notes = q.notes.said()
	}
	return ids, notes, err
}

// Numbered returns the live games with the numbers in words such as 12, 40..60,
// ascending. Each single number must be that of a game; of a range those are
// taken that are.
func (v *View) Numbered(words []string) ([]GameID, error) {
	return v.numbered(words, (*store.Segment).Live)
}

// NumberedRemoved is Numbered for games that were removed and can be brought back.
func (v *View) NumberedRemoved(words []string) ([]GameID, error) {
	return v.numbered(words, (*store.Segment).Removed)
}

func (v *View) numbered(words []string, of func(*store.Segment) *roaring.Bitmap) ([]GameID, error) {
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
	for _, word := range splitIDs(words) {
		from, to, isRange := strings.Cut(word, "..")
		lo, err := strconv.ParseUint(from, 10, 32)
		if err != nil {
			return nil, badRequest("", "%q is not the number of a game", from)
		}
		if !isRange {
			id := GameID(lo)
			if !has(id) {
				return nil, v.missing(id)
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

// missing says why a game cannot be taken.
func (v *View) missing(id GameID) error {
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

// FromSource returns the live games of which the record came from a path or from
// below it, ascending. None is an error.
func (v *View) FromSource(path string) ([]GameID, error) {
	var ids []GameID
	for _, g := range v.snapshot.Segments() {
		for file, games := range g.Values("file") {
			if !isFrom(file, path) {
				continue
			}
			for _, local := range games.ToArray() {
				ids = append(ids, g.Base()+GameID(local))
			}
		}
	}
	if len(ids) == 0 {
		return nil, fmt.Errorf("%w %s", ErrNoSource, path)
	}
	slices.Sort(ids)
	return ids, nil
}

// isFrom reports whether a record's path is a path that the user gives, or lies
// below it: in a folder, or in a container.
func isFrom(file, path string) bool {
	paths := []string{path, filepath.Clean(path)}
	if absolute, err := filepath.Abs(path); err == nil {
		paths = append(paths, absolute)
	}
	for _, path := range paths {
		path = filepath.ToSlash(path)
		rest, ok := strings.CutPrefix(filepath.ToSlash(file), path)
		if ok && (rest == "" || rest[0] == '/' || strings.HasPrefix(rest, "!/") || strings.HasSuffix(path, "/")) {
			return true
		}
	}
	return false
}

// Removed returns the games that were removed and can be brought back, ascending;
// those from a file, folder or container if source is not "".
func (v *View) Removed(source string) []GameID {
	var ids []GameID
	for _, g := range v.snapshot.Segments() {
		for _, local := range g.Removed().ToArray() {
			id := g.Base() + GameID(local)
			if source != "" {
				if game, err := v.Game(id); err != nil || !isFrom(game.File, source) {
					continue
				}
			}
			ids = append(ids, id)
		}
	}
	return ids
}

// LastRemoved returns the games of the last removal that are removed still.
func (v *View) LastRemoved() []GameID { return v.snapshot.LastRemoved() }

// Live reports whether a game is in the archive and not removed.
func (v *View) Live(id GameID) bool {
	g, local, ok := v.snapshot.Segment(id)
	return ok && g.Live().ContainsInt(local)
}

// PageIDs returns the numbers of the games on a page of an answer.
func (v *View) PageIDs(ctx context.Context, s *Search) ([]GameID, error) {
	return v.ids(ctx, s)
}
