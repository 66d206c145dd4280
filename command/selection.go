package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/terminal"
)

// gamesHelp says how games are named, the same for every command that takes games.
const gamesHelp = `Choose games by GAMES, by a QUERY as for 'kifudb search', or by both: then
those of GAMES that match the query. GAMES are numbers, ranges and places (7,
7-12, 7@40), * for every game, or - to read them from standard input, as
'kifudb search --ids' prints them. An argument made of digits is a number; to
search for digits as a word, name a field (C:7) or quote them within the query
('"7"'). A record named by its number counts even if it is a duplicate.`

// changeHelp is gamesHelp for commands that change games.
const changeHelp = gamesHelp + `

A query selects every record that matches, including duplicates, and you are told
how many records of how many games that was. Names with lost characters, which a
search would guess, are not guessed here. --source selects what came from a file,
folder or container.`

// askedGames are how the user names the games of a command.
type askedGames struct {
	words  []string // references, a query, or both
	source string   // from which they came
}

func gamesAsked(c *cli.Context) askedGames {
	return askedGames{slices.Clone(c.Args().Slice()), c.String("source")}
}

// fromInput stands for references on standard input.
const fromInput = "-"

// split tells the arguments that name games from those that are a query.
func (g askedGames) split() (references, query []string) {
	for _, arg := range g.words {
		if arg == fromInput || archive.AreReferences(arg) {
			references = append(references, arg)
		} else {
			query = append(query, arg)
		}
	}
	return references, query
}

// none reports whether no games are named.
func (g askedGames) none() bool {
	return g.source == "" && strings.TrimSpace(strings.Join(g.words, "")) == ""
}

// check says what is wrong with the games that a command is given.
func (g askedGames) check(command string) error {
	switch {
	case g.source != "" && len(g.words) > 0:
		return usage("either --source or games, not both")
	case g.none():
		return usage("%s needs games, a query, or --source PATH; '*' is every game", command)
	}
	_, words := g.split()
	_, err := parseQuery(words)
	return err
}

// choice returns which games are meant, with those on standard input.
func (g askedGames) choice(s streams) (*archive.Choice, error) {
	references, words := g.split()
	query, err := parseQuery(words)
	if err != nil {
		return nil, err
	}
	if references, err = readReferences(references, s.in); err != nil {
		return nil, err
	}
	return &archive.Choice{References: references, Query: query}, nil
}

// restrict makes a search one of the games that are meant.
func (g askedGames) restrict(vs *archive.Views, search *archive.Search, s streams) error {
	choice, err := g.choice(s)
	if err != nil {
		return err
	}
	search.Query = choice.Query
	return g.meant(vs.Restrict(search, choice.References, search.Records))
}

// readReferences puts the references on standard input in the place of -.
func readReferences(references []string, in io.Reader) ([]string, error) {
	var list []string
	read := false
	for _, word := range references {
		if word != fromInput {
			list = append(list, word)
			continue
		}
		if read {
			continue
		}
		read = true
		lines := bufio.NewScanner(in)
		for n := 1; lines.Scan(); n++ {
			line := strings.TrimSpace(lines.Text())
			if line == "" {
				continue
			}
			if !archive.AreReferences(line) {
				return nil, usage("standard input: line %d: %q is not the number of a game; 'kifudb search --ids' prints them", n, terminal.Printable(abridged(line)))
			}
			list = append(list, line)
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
	}
	if read && list == nil {
		list = []string{} // no game, and not all
	}
	return list, nil
}

// abridged shortens what a message quotes.
func abridged(text string) string {
	const most = 60
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// choose returns the live records that a command is to change, ascending.
func (g askedGames) choose(ctx context.Context, v *archive.View, s streams) ([]archive.GameID, error) {
	choose, err := g.chooser(ctx, s)
	if err != nil {
		return nil, err
	}
	return choose(v)
}

// chooser returns what chooses the records, for when nothing is to be waited for any
// more: standard input has been read.
func (g askedGames) chooser(ctx context.Context, s streams) (func(v *archive.View) ([]archive.GameID, error), error) {
	if g.source != "" {
		return func(v *archive.View) ([]archive.GameID, error) { return v.FromSource(g.source) }, nil
	}
	choice, err := g.choice(s)
	if err != nil {
		return nil, err
	}
	choice.Records, choice.Sure = true, true
	return func(v *archive.View) ([]archive.GameID, error) {
		chosen, err := v.Choose(ctx, choice)
		if err != nil {
			return nil, g.meant(err)
		}
		sayNotices(s, chosen.Notices)
		return chosen.IDs(0), nil
	}, nil
}

// among returns every record that is meant, to be looked at and not changed; nil for
// all if no games are named.
func (g askedGames) among(ctx context.Context, vs *archive.Views, s streams) (*archive.GameSet, error) {
	if g.none() {
		return nil, nil
	}
	choice, err := g.choice(s)
	if err != nil {
		return nil, err
	}
	choice.Records = true
	chosen, err := vs.Choose(ctx, choice)
	if err != nil {
		return nil, g.meant(err)
	}
	sayNotices(s, chosen.Notices)
	return chosen.GameSet, nil
}

// one returns a reference to the only game that is meant, as it was given, or else
// where a query finds it first, with the points that differ there.
func (g askedGames) one(ctx context.Context, vs *archive.Views, s streams) (ref string, differs []archive.Differing, err error) {
	choice, err := g.choice(s)
	if err != nil {
		return "", nil, err
	}
	if len(choice.References) == 1 && choice.Query.Root == nil && archive.IsPlace(choice.References[0]) {
		return choice.References[0], nil, nil
	}
	search := &archive.Search{Query: choice.Query, Limit: 2, PerGame: 1}
	if err := vs.Restrict(search, choice.References, false); err != nil {
		return "", nil, g.meant(err)
	}
	page, err := vs.Search(ctx, search)
	if err != nil {
		return "", nil, err
	}
	switch {
	case page.Total == 0:
		return "", nil, errors.New("no game matches")
	case page.Total > 1:
		return "", nil, fmt.Errorf("%s match, and only one can be shown; 'kifudb search' lists them", phrase.Games(page.Total))
	case len(page.Games[0].Hits) > 0:
		hit := page.Games[0].Hits[0]
		return hit.Ref, hit.Differs, nil
	}
	return page.Games[0].Name(), nil, nil
}

// meant adds to the error of a game that is not there that its number may have been
// meant as a word.
func (g askedGames) meant(err error) error {
	_, words := g.split()
	if id, _, ok := archive.WhyAbsent(err); ok && len(words) > 0 {
		return fmt.Errorf("%w; search for a word of digits by its field, as in date:%d or C:%d, or in quotation marks: '\"%d\"'", err, id, id, id)
	}
	return err
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
			return fmt.Sprintf("%s and %s more", strings.Join(words, ", "), phrase.Number(len(ids)-i))
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
