package paper

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strconv"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"kifudb/archive"
)

// Games returns a document of games in the order of their dates or of Options.Sort, each with its
// figures, comments and variations. Several games make a book with contents and lists of names.
func Games(ctx context.Context, vs *archive.Views, set *archive.GameSet, o Options) (*Document, error) {
	games, err := sorted(ctx, vs, set, o.Sort)
	if err != nil {
		return nil, err
	}
	d := &Document{Title: o.Title, Subtitle: o.Subtitle, Author: o.Author, Language: o.language(), Book: len(games) > 1}
	if d.Title == "" && len(games) == 1 {
		d.Title = titleOf(games[0])
	}
	if d.Book {
		if d.Title == "" {
			d.Title = d.Language.terms().games(len(games))
		}
		for _, g := range games {
			d.Contents = append(d.Contents, Entry{Title: titleOf(g), Anchor: anchor(g)})
		}
		if d.Index, err = indexes(vs, games, &o); err != nil {
			return nil, err
		}
	}
	d.Parts = func(yield func(*Part, error) bool) {
		for _, g := range games {
			for part, err := range gameParts(vs.View(g.Archive), g, &o, d.Book) {
				if !yield(part, err) || err != nil {
					return
				}
			}
		}
	}
	d.Parts = until(ctx, d.Parts)
	return d, nil
}

// until ends a sequence of parts with an error when the context ends.
func until(ctx context.Context, parts iter.Seq2[*Part, error]) iter.Seq2[*Part, error] {
	return func(yield func(*Part, error) bool) {
		for part, err := range parts {
			if err == nil {
				err = ctx.Err()
			}
			if !yield(part, err) || err != nil {
				return
			}
		}
	}
}

// sorted returns the games of a set in an order. The usual one is by their dates; games without one
// come last.
func sorted(ctx context.Context, vs *archive.Views, set *archive.GameSet, order string) (games []*archive.Game, err error) {
	if order != "" {
		_, err = vs.Each(ctx, &archive.Search{Among: set, Records: true, Sort: order}, func(g *archive.Game) error {
			games = append(games, g)
			return nil
		})
		return games, err
	}
	for g, err := range vs.GamesIn(set) {
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	slices.SortStableFunc(games, func(a, b *archive.Game) int {
		if (a.Date == "") != (b.Date == "") {
			return cmp.Compare(b.Date, a.Date)
		}
		return cmp.Compare(a.Date, b.Date)
	})
	return games, nil
}

// anchor names the part of a game.
func anchor(g *archive.Game) string {
	name := "g" + strconv.FormatUint(uint64(g.ID), 10)
	if g.Archive > 0 {
		name = "a" + strconv.Itoa(g.Archive) + name
	}
	return name
}

// titleOf names a game by its players and its year.
func titleOf(g *archive.Game) string {
	black, white := g.Black, g.White
	if g.WhiteBegins() {
		black, white = white, black
	}
	title := orUnknown(black) + " – " + orUnknown(white)
	if g.Black == "" && g.White == "" {
		title = g.Name()
		if g.Event != "" {
			title = g.Event
		}
	}
	if g.Date != "" {
		title += ", " + g.Date
	}
	return title
}

func orUnknown(name string) string {
	if name == "" {
		return "?"
	}
	return name
}

// A speller tells the spelling of a game's name that the user prefers.
type speller map[int]func(name string) string // by archive

func newSpeller(vs *archive.Views, games []*archive.Game, kind archive.AliasKind) (speller, error) {
	s := speller{}
	for _, g := range games {
		if s[g.Archive] == nil {
			preferred, err := vs.View(g.Archive).Archive().Aliases(kind).Preferred()
			if err != nil {
				return nil, err
			}
			s[g.Archive] = preferred
		}
	}
	return s, nil
}

// indexes lists the names of games: players, events, openings and years. Spellings that the user
// declared to be one name are one.
func indexes(vs *archive.Views, games []*archive.Game, o *Options) (list []Index, err error) {
	t := o.language().terms()
	players, err := newSpeller(vs, games, archive.Players)
	if err != nil {
		return nil, err
	}
	events, err := newSpeller(vs, games, archive.Events)
	if err != nil {
		return nil, err
	}
	add := func(title string, names func(g *archive.Game) []string) {
		at := map[string][]string{}
		for _, g := range games {
			for _, name := range names(g) {
				if a := anchor(g); name != "" && !slices.Contains(at[name], a) {
					at[name] = append(at[name], a)
				}
			}
		}
		if len(at) == 0 {
			return
		}
		index := Index{Title: title}
		for name, anchors := range at {
			index.Names = append(index.Names, IndexName{name, anchors})
		}
		order := collate.New(language.Make(string(o.language())))
		slices.SortFunc(index.Names, func(a, b IndexName) int {
			if c := order.CompareString(a.Name, b.Name); c != 0 {
				return c
			}
			return cmp.Compare(a.Name, b.Name)
		})
		list = append(list, index)
	}
	add(t.players, func(g *archive.Game) []string {
		return []string{players[g.Archive](g.Black), players[g.Archive](g.White)}
	})
	add(t.events, func(g *archive.Game) []string { return []string{events[g.Archive](g.Event)} })
	add(t.openings, openings)
	add(t.years, func(g *archive.Game) []string { return []string{g.Date[:min(len(g.Date), 4)]} })
	return list, nil
}

// openings returns what the openings of a game are called.
func openings(g *archive.Game) (names []string) {
	for _, v := range g.Values() {
		if v.Property == "ON" || slices.Contains(archive.NameProperties(), v.Property) {
			names = append(names, v.Text)
		}
	}
	return names
}
