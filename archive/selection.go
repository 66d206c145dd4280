package archive

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"kifudb/search"
)

// IDs returns the numbers of the games that a query finds, ascending: of every
// record with records, otherwise of the one that stands for each game.
func (v *View) IDs(ctx context.Context, q Query, records bool) ([]GameID, error) {
	ids, _, err := v.ids(ctx, &Search{Query: q, Records: records})
	return ids, err
}

// ids returns the raised numbers of the games on a page, and what else became known.
func (vs *Views) ids(ctx context.Context, s *Search) (ids []GameID, end *Stream, err error) {
	bare := *s
	bare.bare, bare.PerGame = true, 1
	end = &Stream{}
	q, err := vs.stream(ctx, &bare, end, func(g search.PageGame) error {
		ids = append(ids, g.ID)
		return nil
	})
	if q != nil {
		end.Notices = q.Notices.said()
		err = cmp.Or(err, q.Notices.chosen())
	}
	return ids, end, err
}

// FromSource returns the live games of which the record came from a path or from
// below it, ascending. The path may be written as [PathText] does. None is an error.
func (v *View) FromSource(path string) ([]GameID, error) {
	path = PathOf(path)
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
	ids, _, err := v.ids(ctx, s)
	return ids, err
}
