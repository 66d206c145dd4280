package run

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
	"kifudb/internal/plaintext"
)

// GamesHelp says how games are named, the same for every command that takes games.
const GamesHelp = `Choose games by GAMES, by a QUERY as for 'kifudb search', or by both: then
those of GAMES that match the query. GAMES are numbers, ranges and places (7,
7-12, 7@40), * for every game, or - to read them from standard input, as
'kifudb search --ids' prints them. An argument made of digits is a number; to
search for digits as a word, name a field (C:7) or quote them within the query
('"7"'). A record named by its number counts even if it is a duplicate.`

// ChangeHelp is GamesHelp for commands that change games.
const ChangeHelp = GamesHelp + `

A query selects every record that matches, including duplicates, and you are told
how many records of how many games that was. Names with lost characters, which a
search would guess, are not guessed here. --source selects what came from a file,
folder or container.`

// Selection are how the user names the games of a command.
type Selection struct {
	Words  []string // references, a query, or both
	Source string   // from which they came
}

// Selected reads from the arguments and flags which games are meant.
func Selected(c *cli.Context) Selection {
	return Selection{slices.Clone(c.Args().Slice()), c.String("source")}
}

// FromInput stands for references on standard input.
const FromInput = "-"

// Split tells the arguments that name games from those that are a query.
func (g Selection) Split() (references, query []string) {
	for _, arg := range g.Words {
		if arg == FromInput || archive.AreReferences(arg) {
			references = append(references, arg)
		} else {
			query = append(query, arg)
		}
	}
	return references, query
}

// None reports whether no games are named.
func (g Selection) None() bool {
	return g.Source == "" && strings.TrimSpace(strings.Join(g.Words, "")) == ""
}

// Check says what is wrong with the games that a command is given.
func (g Selection) Check(command string) error {
	switch {
	case g.Source != "" && len(g.Words) > 0:
		return Usage("either --source or games, not both")
	case g.None():
		return Usage("%s needs games, a query, or --source PATH; '*' is every game", command)
	}
	_, words := g.Split()
	_, err := ParseQuery(words)
	return err
}

// Choice returns which games are meant, with those on standard input.
func (g Selection) Choice(s Streams) (*archive.Choice, error) {
	references, words := g.Split()
	query, err := ParseQuery(words)
	if err != nil {
		return nil, err
	}
	if references, err = readReferences(references, s.In); err != nil {
		return nil, err
	}
	return &archive.Choice{References: references, Query: query}, nil
}

// Restrict makes a search one of the games that are meant.
func (g Selection) Restrict(vs *archive.Views, search *archive.Search, s Streams) error {
	choice, err := g.Choice(s)
	if err != nil {
		return err
	}
	search.Query = choice.Query
	return g.Meant(vs.Restrict(search, choice.References, search.Records))
}

// readReferences puts the references on standard input in the place of -.
func readReferences(references []string, in io.Reader) ([]string, error) {
	var list []string
	read := false
	for _, word := range references {
		if word != FromInput {
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
				return nil, Usage("standard input: line %d: %q is not the number of a game; 'kifudb search --ids' prints them", n, plaintext.Printable(Abridged(line)))
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

// Abridged shortens what a message quotes.
func Abridged(text string) string {
	const most = 60
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// Choose returns the live records that a command is to change, ascending.
func (g Selection) Choose(ctx context.Context, v *archive.View, s Streams) ([]archive.GameID, error) {
	choose, err := g.Chooser(ctx, s)
	if err != nil {
		return nil, err
	}
	return choose(v)
}

// Chooser returns what chooses the records, for when nothing is to be waited for any
// more: standard input has been read.
func (g Selection) Chooser(ctx context.Context, s Streams) (func(v *archive.View) ([]archive.GameID, error), error) {
	if g.Source != "" {
		return func(v *archive.View) ([]archive.GameID, error) { return v.FromSource(g.Source) }, nil
	}
	choice, err := g.Choice(s)
	if err != nil {
		return nil, err
	}
	choice.Records, choice.Sure = true, true
	return func(v *archive.View) ([]archive.GameID, error) {
		chosen, err := v.Choose(ctx, choice)
		if err != nil {
			return nil, g.Meant(err)
		}
		SayNotices(s, chosen.Notices)
		return chosen.IDs(0), nil
	}, nil
}

// Among returns every record that is meant, to be looked at and not changed; nil for
// all if no games are named.
func (g Selection) Among(ctx context.Context, vs *archive.Views, s Streams) (*archive.GameSet, error) {
	if g.None() {
		return nil, nil
	}
	choice, err := g.Choice(s)
	if err != nil {
		return nil, err
	}
	choice.Records = true
	chosen, err := vs.Choose(ctx, choice)
	if err != nil {
		return nil, g.Meant(err)
	}
	SayNotices(s, chosen.Notices)
	return chosen.GameSet, nil
}

// One returns a reference to the only game that is meant, as it was given, or else
// where a query finds it first, with the hit.
func (g Selection) One(ctx context.Context, vs *archive.Views, s Streams) (ref string, hit *archive.Hit, err error) {
	choice, err := g.Choice(s)
	if err != nil {
		return "", nil, err
	}
	if len(choice.References) == 1 && choice.Query.Root == nil && archive.IsPlace(choice.References[0]) {
		return choice.References[0], nil, nil
	}
	search := &archive.Search{Query: choice.Query, Limit: 2, PerGame: 1}
	if err := vs.Restrict(search, choice.References, false); err != nil {
		return "", nil, g.Meant(err)
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
		hit := &page.Games[0].Hits[0]
		return hit.Ref, hit, nil
	}
	return page.Games[0].Name(), nil, nil
}

// Meant adds to the error of a game that is not there that its number may have been
// meant as a word.
func (g Selection) Meant(err error) error {
	_, words := g.Split()
	if id, _, ok := archive.WhyAbsent(err); ok && len(words) > 0 {
		return fmt.Errorf("%w; search for a word of digits by its field, as in date:%d or C:%d, or in quotation marks: '\"%d\"'", err, id, id, id)
	}
	return err
}

// IDList writes ascending ids as people do, "4, 8, 15..17", and after some says
// only how many there are more.
func IDList(ids []archive.GameID) string { return IDListOf(0, ids) }

// IDListOf is IDList for games in one of several archives, the only one if that is 0:
// "2:4, 2:8, 2:15..17".
func IDListOf(in int, ids []archive.GameID) string {
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
