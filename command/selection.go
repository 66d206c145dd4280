package command

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/query"
	"kifudb/store"
)

// selectionHelp says how the games are named that a command is to change.
const selectionHelp = `Games are named by their numbers, 12 or 40..60, by a query as for
'kifudb search', or by the file, folder or container that they came from, with
--source.`

func sourceFlag() cli.Flag {
	return &cli.StringFlag{Name: "source", Usage: "all games that came from the file, folder or container `PATH`"}
}

// selectGames returns the live games that the arguments of a command name,
// ascending.
func selectGames(c *cli.Context, s *store.Snapshot) ([]store.GameID, error) {
	return selectGamesOf(c, s, c.Args().Slice())
}

// selectGamesOf is selectGames for the last of a command's arguments.
func selectGamesOf(c *cli.Context, s *store.Snapshot, args []string) ([]store.GameID, error) {
	source := c.String("source")
	switch {
	case source != "" && len(args) > 0:
		return nil, usage("either --source or games, not both")
	case source != "":
		return gamesFrom(s, source)
	case strings.TrimSpace(strings.Join(args, "")) == "":
		return nil, usage("%s needs the numbers of games, a query, or --source PATH", c.Command.Name)
	case areIDs(args):
		return gamesByID(s, args, (*store.Segment).Live)
	}
	q, err := parseQuery(args)
	if err != nil {
		return nil, err
	}
	o, err := queryOptions(c)
	if err != nil {
		return nil, err
	}
	o.Records, o.PerGame = true, 1 // each record counts, also of a game that has several
	return gamesOf(c.Context, s, q, o)
}

// gamesOf returns the games of a query, ascending.
func gamesOf(ctx context.Context, s *store.Snapshot, q query.Query, o *query.Options) ([]store.GameID, error) {
	var ids []store.GameID
	for hit, err := range q.Run(ctx, s, o) {
		if err != nil {
			return nil, queryError(err)
		}
		ids = append(ids, hit.Game)
	}
	return ids, nil
}

// gamesFrom returns the live games of which the record came from a path or
// from below it.
func gamesFrom(s *store.Snapshot, path string) ([]store.GameID, error) {
	var ids []store.GameID
	for _, g := range s.Segments() {
		for file, games := range g.Values("file") {
			if !isFrom(file, path) {
				continue
			}
			for _, local := range games.ToArray() {
				ids = append(ids, g.Base()+store.GameID(local))
			}
		}
	}
	if len(ids) == 0 {
		return nil, fmt.Errorf("no game in the archive came from %s; 'kifudb search --json' says where games came from", path)
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

var (
	idForm     = regexp.MustCompile(`^[0-9]+(\.\.[0-9]+)?$`)
	separators = regexp.MustCompile(`[\s,]+`)
)

// splitIDs cuts arguments at spaces and commas.
func splitIDs(args []string) []string {
	return slices.DeleteFunc(separators.Split(strings.Join(args, " "), -1), func(s string) bool { return s == "" })
}

// areIDs reports whether arguments are numbers of games and not a query.
func areIDs(args []string) bool {
	words := splitIDs(args)
	return len(words) > 0 && !slices.ContainsFunc(words, func(s string) bool { return !idForm.MatchString(s) })
}

// A set of games in a segment, by their local numbers.
type localSet interface{ ContainsInt(local int) bool }

// gamesByID returns the games with the given numbers, ascending. Each number must
// be that of a game in the set that of returns for its segment; of a range those
// are taken that are.
func gamesByID[S localSet](s *store.Snapshot, args []string, of func(*store.Segment) S) ([]store.GameID, error) {
	sets := map[*store.Segment]S{}
	for _, g := range s.Segments() {
		sets[g] = of(g)
	}
	has := func(id store.GameID) bool {
		g, local, ok := s.Segment(id)
		return ok && sets[g].ContainsInt(local)
	}
	var last store.GameID
	if n := len(s.Segments()); n > 0 {
		g := s.Segments()[n-1]
		last = g.Base() + store.GameID(g.Len()) - 1
	}
	var ids []store.GameID
	for _, word := range splitIDs(args) {
		from, to, isRange := strings.Cut(word, "..")
		lo, err := strconv.ParseUint(from, 10, 32)
		if err != nil {
			return nil, usage("%q is not the number of a game", from)
		}
		if !isRange {
			id := store.GameID(lo)
			if !has(id) {
				return nil, missing(s, id)
			}
			ids = append(ids, id)
			continue
		}
		hi, err := strconv.ParseUint(to, 10, 32)
		if err != nil || hi < lo {
			return nil, usage("%q is no range of games", word)
		}
		for id := store.GameID(lo); id <= min(store.GameID(hi), last); id++ {
			if has(id) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// missing says why a game cannot be taken.
func missing(s *store.Snapshot, id store.GameID) error {
	g, local, ok := s.Segment(id)
	switch {
	case !ok:
		return fmt.Errorf("there is no game %d in the archive", id)
	case g.Live().ContainsInt(local):
		return fmt.Errorf("game %d is not removed", id)
	case g.Removed().ContainsInt(local):
		return fmt.Errorf("game %d is removed; 'kifudb remove --undo %d' brings it back", id, id)
	}
	return fmt.Errorf("game %d was removed and deleted for good", id)
}

// idList writes ascending ids as people do, "4, 8, 15..17", and after some says
// only how many there are more.
func idList(ids []store.GameID) string {
	const most = 12
	var words []string
	for i := 0; i < len(ids); {
		j := i
		for j+1 < len(ids) && ids[j+1] == ids[j]+1 {
			j++
		}
		if len(words) == most {
			return fmt.Sprintf("%s and %s more", strings.Join(words, ", "), number(len(ids)-i))
		}
		switch {
		case j == i:
			words = append(words, fmt.Sprint(ids[i]))
		case j == i+1:
			words = append(words, fmt.Sprint(ids[i]), fmt.Sprint(ids[j]))
		default:
			words = append(words, fmt.Sprintf("%d..%d", ids[i], ids[j]))
		}
		i = j + 1
	}
	return strings.Join(words, ", ")
}

// describeAll reads what lists show of games, of the first limit if it is not 0.
func describeAll(s *store.Snapshot, ids []store.GameID, limit int) ([]foundGame, error) {
	if limit > 0 {
		ids = ids[:min(limit, len(ids))]
	}
	games := make([]foundGame, 0, len(ids))
	for _, id := range ids {
		game, err := describe(s, id)
		if err != nil {
			return nil, err
		}
		games = append(games, game)
	}
	return games, nil
}

// countOf writes a number of games: "1 game", "2,000 games".
func countOf(n int) string {
	if n == 1 {
		return "1 game"
	}
	return number(n) + " games"
}
