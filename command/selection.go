package command

import (
	"fmt"
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

// selectGames returns the live games that the arguments of a command name,
// ascending.
func selectGames(c *cli.Context, v *archive.View) ([]archive.GameID, error) {
	return selectGamesOf(c, v, c.Args().Slice())
}

// selectGamesOf is selectGames for the last of a command's arguments.
func selectGamesOf(c *cli.Context, v *archive.View, args []string) ([]archive.GameID, error) {
	source := c.String("source")
	switch {
	case source != "" && len(args) > 0:
		return nil, usage("either --source or games, not both")
	case source != "":
		return v.FromSource(source)
	case strings.TrimSpace(strings.Join(args, "")) == "":
		return nil, usage("%s needs the numbers of games, a query, or --source PATH", c.Command.Name)
	case archive.AreIDs(args):
		return v.Numbered(args)
	}
	q, err := parseQuery(args)
	if err != nil {
		return nil, err
	}
	return v.SureIDs(c.Context, q)
}

// idList writes ascending ids as people do, "4, 8, 15..17", and after some says
// only how many there are more.
func idList(ids []archive.GameID) string {
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

// countOf writes a number of games: "1 game", "2,000 games".
func countOf(n int) string {
	if n == 1 {
		return "1 game"
	}
	return number(n) + " games"
}
