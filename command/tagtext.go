package command

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"kifudb/store"
	"kifudb/user"
)

// The text of tags has a line for each game: the digest of its record in
// hexadecimal, a tab, and its tags with spaces between. Lines are in the order
// of digests and tags in that of their names, so that the same tags give the
// same text in any archive. Empty lines, and those that begin with #, mean
// nothing.
const tagTextHead = "# kifudb tags: the digest of a game's record, and its tags\n"

const maxLine = 4 << 20 // bytes of a line of tags or notes that are read

func tagExportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write all tags as text, for version control and other archives",
		ArgsUsage: "[FILE]",
		UsageText: `kifudb tag export > tags.txt
kifudb --archive NEW tag import tags.txt`,
		Description: `A line for each game: the digest of its record, and its tags. The same tags
give the same text. In an archive with the same records, 'kifudb tag import'
puts them on the same games.`,
		Flags: []cli.Flag{forceFlag()},
		Action: func(c *cli.Context) error {
			db, v, done, err := openUser(c)
			if err != nil {
				return err
			}
			defer done()
			text, err := tagText(db, v.Snapshot())
			if err != nil {
				return err
			}
			return writeText(c, text)
		},
	}
}

// tagText returns the text of all tags.
func tagText(db *user.DB, s *store.Snapshot) ([]byte, error) {
	tags, err := db.Tags()
	if err != nil {
		return nil, err
	}
	digestOf, err := digests(db, s)
	if err != nil {
		return nil, err
	}
	names := map[store.Digest][]string{}
	for _, tag := range tags {
		for _, id := range tag.Games.ToArray() {
			d, ok := digestOf(store.GameID(id))
			if ok && !slices.Contains(names[d], tag.Name) {
				names[d] = append(names[d], tag.Name)
			}
		}
	}
	var lines []string
	for d, list := range names {
		lines = append(lines, d.String()+"\t"+strings.Join(list, " ")+"\n")
	}
	slices.Sort(lines)
	return []byte(tagTextHead + strings.Join(lines, "")), nil
}

// digests returns a function that tells the digests of games: of their records,
// or of those they had if they are gone.
func digests(db *user.DB, s *store.Snapshot) (func(store.GameID) (store.Digest, bool), error) {
	kept, err := db.Digests()
	return func(id store.GameID) (store.Digest, bool) {
		if g, local, ok := s.Segment(id); ok {
			if d := g.Digest(local); d != (store.Digest{}) {
				return d, true
			}
		}
		d, ok := kept[id]
		return d, ok
	}, err
}

// byDigest returns a function that finds games by their digests: live ones, or
// those that had it when something was put on them.
func byDigest(db *user.DB, s *store.Snapshot) (func(store.Digest) (store.GameID, bool), error) {
	kept, err := db.Digests()
	known := map[store.Digest]store.GameID{}
	for id, d := range kept {
		if before, ok := known[d]; !ok || id < before {
			known[d] = id
		}
	}
	return func(d store.Digest) (store.GameID, bool) {
		if id, ok := s.Known(d); ok {
			return id, true
		}
		id, ok := known[d]
		if ok {
			_, _, ok = s.Segment(id)
		}
		return id, ok
	}, err
}

func tagImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "put tags on games as a text says that 'tag export' wrote",
		ArgsUsage: "FILE|-",
		Description: `Tags are added to those that the games have. Exit status 3: some games are not
in this archive; import their records and then the tags again.`,
		Flags: []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			db, v, done, err := openUser(c)
			if err != nil {
				return err
			}
			defer done()
			find, err := byDigest(db, v.Snapshot())
			if err != nil {
				return err
			}
			var games []user.Game
			var names [][]string
			missing := 0
			err = readText(c, func(line string) error {
				if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
					return nil
				}
				words := strings.Fields(line)
				d, err := parseDigest(words[0])
				if err != nil {
					return err
				}
				for _, name := range words[1:] {
					if err := user.CheckTag(name); err != nil {
						return err
					}
				}
				id, ok := find(d)
				if !ok {
					missing++
					return nil
				}
				games, names = append(games, userGames(v, []store.GameID{id})...), append(names, words[1:])
				return nil
			})
			if err != nil {
				return err
			}
			added := 0
			if len(games) > 0 {
				if added, err = db.AddTags(games, names); err != nil {
					return err
				}
			}
			if c.Bool("json") {
				err = printJSON(c.App.Writer, map[string]any{"games": len(games), "added": added, "missing": missing})
			} else {
				_, err = fmt.Fprintf(c.App.Writer, "%s found; tags put on them: %s\n", countOf(len(games)), number(added))
			}
			return errors.Join(err, notInArchive(missing, "tags"))
		},
	}
}

// notInArchive is the outcome of an import that did not find all games.
func notInArchive(missing int, what string) error {
	if missing == 0 {
		return nil
	}
	is := "are"
	if missing == 1 {
		is = "is"
	}
	return &exitError{ExitPartial, fmt.Errorf("%s %s not in this archive; import the records, then the %s again", countOf(missing), is, what)}
}

func parseDigest(s string) (d store.Digest, err error) {
	if n, err := hex.Decode(d[:], []byte(s[:min(len(s), 2*len(d))])); err != nil || n != len(d) || len(s) != 2*len(d) {
		return d, fmt.Errorf("%q is no digest of a record", printable(s))
	}
	return d, nil
}

// writeText writes what is exported to the file that the only argument names,
// as a whole or not at all, or to standard output.
func writeText(c *cli.Context, text []byte) error {
	if c.NArg() > 1 {
		return usage("%s takes one file", c.Command.Name)
	}
	name := c.Args().First()
	if name == "-" {
		name = ""
	}
	return writeBytes(c, name, text)
}

// readText reads the lines of the file that the only argument names. An error
// says in which line it is.
func readText(c *cli.Context, read func(line string) error) error {
	if c.NArg() != 1 {
		return usage("%s needs a file, or - for standard input", c.Command.Name)
	}
	name, r := c.Args().First(), c.App.Reader
	if name == "-" {
		name = "standard input"
	} else {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		r = f
	}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	lines.Split(splitLines)
	number := 0
	for lines.Scan() {
		number++
		line := lines.Text()
		if !utf8.ValidString(line) {
			return fmt.Errorf("%s: line %d is not UTF-8", name, number)
		}
		if err := read(line); err != nil {
			return fmt.Errorf("%s: line %d: %w", name, number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: line %d: %w", name, number+1, err)
	}
	return nil
}

// splitLines is bufio.ScanLines that keeps carriage returns: they may be those
// of a note.
func splitLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}
