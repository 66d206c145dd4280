package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
)

// selectionHelp says how the games are named that a command is to change.
const selectionHelp = `Games are named by their numbers, 12 or 40..60, by a query as for
'kifudb search', or by the file, folder or container that they came from, with
--source. Names with lost characters, which a search guesses, are not guessed.`

func sourceFlag() cli.Flag {
	return &cli.StringFlag{Name: "source", Usage: "all games that came from the file, folder or container `PATH`"}
}

// askedGames are how the user names the games that a command is to change.
type askedGames struct {
	words  []string // numbers or a query
	source string   // from which they came
}

func gamesAsked(c *cli.Context) askedGames {
	return askedGames{slices.Clone(c.Args().Slice()), c.String("source")}
}

// check says what is wrong with the games that a command is given.
func (g askedGames) check(command string) error {
	switch {
	case g.source != "" && len(g.words) > 0:
		return usage("either --source or games, not both")
	case g.source == "" && strings.TrimSpace(strings.Join(g.words, "")) == "":
		return usage("%s needs the numbers of games, a query, or --source PATH", command)
	}
	return nil
}

// choose returns the live games, ascending.
func (g askedGames) choose(ctx context.Context, v *archive.View) ([]archive.GameID, error) {
	switch {
	case g.source != "":
		return v.FromSource(g.source)
	case archive.AreIDs(g.words):
		return v.Numbered(g.words)
	}
	q, err := parseQuery(g.words)
	if err != nil {
		return nil, err
	}
	return v.SureIDs(ctx, q)
}

// idList writes ascending ids as people do, "4, 8, 15..17", and after some says
// only how many there are more.
func idList(ids []archive.GameID) string { return idListOf(0, ids) }

// idListOf is idList for games in one of several archives, the only one if that is 0:
// "2:4, 2:8, 2:15..17".
func idListOf(in int, ids []archive.GameID) string {
	name := func(id archive.GameID) string { return archive.Names(in, []archive.GameID{id})[0] }
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
			words = append(words, name(ids[i]))
		case j == i+1:
			words = append(words, name(ids[i]), name(ids[j]))
		default:
			words = append(words, fmt.Sprintf("%s..%d", name(ids[i]), ids[j]))
		}
		i = j + 1
	}
	return strings.Join(words, ", ")
}

// countOf writes a number of games: "1 game", "2,000 games".
func countOf(n int) string { return countWord(n, "game") }

// areOf writes the same with its verb: "1 game is", "2,000 games are".
func areOf(n int) string {
	if n == 1 {
		return "1 game is"
	}
	return countOf(n) + " are"
}
