package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/duplicate"
	"kifudb/store"
	"kifudb/user"
)

// The text of decisions on duplicates has a line for each: a word for its kind,
// and the digests of its records in hexadecimal, with spaces between. Lines and
// the digests of a pair are sorted, so that the same decisions give the same text
// in any archive. Empty lines, and those that begin with #, mean nothing.
const dupTextHead = "# kifudb decisions on duplicates: what was decided, and the digests of the records\n"

// decisionWords are the kinds of decisions as the text has them, after the
// commands that make them.
var decisionWords = map[string]user.DecisionKind{
	"prefer": user.Prefer, "alone": user.Alone, "apart": user.Apart, "same": user.Same,
}

func dupExportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write all decisions as text, for version control and other archives",
		ArgsUsage: "[FILE]",
		UsageText: `kifudb dup export > decisions.txt
kifudb --archive NEW dup import decisions.txt`,
		Description: `A line for each decision: what was decided, and the digests of the records. In
an archive with the same records, 'kifudb dup import' decides the same.`,
		Flags: []cli.Flag{forceFlag()},
		Action: func(c *cli.Context) error {
			db, v, done, err := openUser(c)
			if err != nil {
				return err
			}
			defer done()
			decisions, err := db.Decisions()
			if err != nil {
				return err
			}
			var lines []string
			for _, d := range decisions {
				if line, ok := decisionLine(v.Snapshot(), d); ok {
					lines = append(lines, line)
				}
			}
			slices.Sort(lines)
			return writeText(c, []byte(dupTextHead+strings.Join(lines, "")))
		},
	}
}

// decisionLine returns the line of a decision, unless a record of it is gone.
func decisionLine(s *store.Snapshot, d user.Decision) (string, bool) {
	var digests []string
	for _, id := range d.Games {
		g, local, ok := s.Segment(id)
		if !ok {
			return "", false
		}
		digests = append(digests, g.Digest(local).String())
	}
	slices.Sort(digests)
	for word, kind := range decisionWords {
		if kind == d.Kind {
			return word + " " + strings.Join(digests, " ") + "\n", true
		}
	}
	return "", false
}

func dupImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "decide what a text says that 'dup export' wrote",
		ArgsUsage: "FILE|-",
		Description: `Decisions are added to those that there are, and take the place of any that say
the opposite. Exit status 3: some records are not in this archive.`,
		Flags:  []cli.Flag{jsonFlag()},
		Action: runDupImport,
	}
}

func runDupImport(c *cli.Context) error {
	v, clusters, done, err := openClusters(c)
	if err != nil {
		return err
	}
	defer done()
	db, s := v.User(), v.Snapshot()
	before, err := db.Decisions()
	if err != nil {
		return err
	}
	var list []user.Decision
	known, missing := 0, 0
	err = readText(c, func(line string) error {
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			return nil
		}
		words := strings.Fields(line)
		d := user.Decision{Kind: decisionWords[words[0]]}
		want := 1
		switch d.Kind {
		case user.Prefer, user.Alone:
		case user.Apart, user.Same:
			want = 2
		default:
			return fmt.Errorf("%q is no decision; expected prefer, alone, apart or same", printable(words[0]))
		}
		if len(words)-1 != want || want == 2 && words[1] == words[2] {
			return fmt.Errorf("%s takes %d different digests", words[0], want)
		}
		for _, word := range words[1:] {
			digest, err := parseDigest(word)
			if err != nil {
				return err
			}
			id, ok := s.Known(digest)
			if !ok {
				missing++
				continue
			}
			d.Games = append(d.Games, id)
		}
		if len(d.Games) < want {
			return nil
		}
		slices.Sort(d.Games)
		same := func(other user.Decision) bool { return other.Kind == d.Kind && slices.Equal(other.Games, d.Games) }
		if slices.ContainsFunc(before, same) {
			known++
		} else {
			list = append(list, d)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, d := range list {
		if err := db.Decide(d, instead(clusters, d)...); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		err = printJSON(c.App.Writer, map[string]any{"decided": len(list), "known": known, "missing": missing})
	} else {
		_, err = fmt.Fprintf(c.App.Writer, "decisions taken: %s, known already: %s\n", number(len(list)), number(known))
	}
	if err != nil {
		return err
	}
	return notInArchive(missing, "decisions")
}

// instead returns the decisions that one takes the place of.
func instead(clusters *duplicate.Clusters, d user.Decision) []user.Decision {
	var list []user.Decision
	switch d.Kind {
	case user.Prefer: // of the same game only one is preferred
		if number, _, ok := clusters.Of(d.Games[0]); ok {
			for _, m := range clusters.Cluster(number).Members {
				if m.ID != d.Games[0] {
					list = append(list, user.Decision{Kind: user.Prefer, Games: []store.GameID{m.ID}})
				}
			}
		}
	case user.Same:
		for _, id := range d.Games {
			list = append(list, user.Decision{Kind: user.Alone, Games: []store.GameID{id}})
		}
	}
	return list
}
