package web

import (
	"net/url"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
)

// A card is a game with a small board of the place where it was found.
type card struct {
	*archive.Game
	Thumb *drawing.Thumb // nil if its rules are not known
	Link  string
	Hits  []hitLink
	More  int    // hits that are not linked
	Next  string // the side and the cell of the next move after the first hit, as "W 60"; "" if it is not known
}

// A sign stands for a side in lists.
type sign struct {
	Color  string
	Pieces bool // it moves pieces that have a direction, not stones
}

// signOf returns the sign of a color in lists of a game. All pages and tables take it from here;
// scripts take it from the signs of a board, which say the same.
func signOf(game, color string) sign { return sign{color, archive.MovesPieces(game)} }

// A side is a player of a game.
type side struct {
	sign
	Name, Rank string
	Won        bool
}

// Players are the players of the game, Black first, as scripts draw them, too.
func (c *card) Players() []side { return blackFirst(c.Game) }

// blackFirst returns the players of a game, Black first.
func blackFirst(g *archive.Game) []side {
	sides := sidesOf(g)
	if sides[0].Color == "W" {
		return []side{sides[1], sides[0]}
	}
	return sides
}

// sidesOf are the players of a game, who begins first.
func sidesOf(g *archive.Game) []side {
	black := side{signOf(g.Game, "B"), g.Black, g.BlackRank, strings.HasPrefix(g.Result, "B+")}
	white := side{signOf(g.Game, "W"), g.White, g.WhiteRank, strings.HasPrefix(g.Result, "W+")}
	if g.WhiteBegins() {
		return []side{white, black}
	}
	return []side{black, white}
}

// versus names the players of a game, who begins first.
func versus(g *archive.Game) string {
	sides := sidesOf(g)
	return joinTerms(sides[0].Name, "–", sides[1].Name)
}

// A hitLink is a place in a game.
type hitLink struct {
	Move int
	Link string
}

// shownHits is how many places of a game a card links.
const shownHits = 2

// cardOf shows a game without a board.
func cardOf(g *archive.Game) *card {
	c := &card{Game: shortened(g), Link: gameLink(g.Name())}
	for i, h := range g.Hits {
		if i == 0 {
			c.Link = hitAddress(shownHit(g))
		}
		if i == shownHits {
			c.More = len(g.Hits) - i
			break
		}
		c.Hits = append(c.Hits, hitLink{h.Move, hitAddress(&h)})
	}
	return c
}

// draw adds a small board, with where the region that was asked for lies on it.
func (c *card) draw(board *ask.Board, region *ask.Region) {
	var found *ask.Region
	var points []string
	if shown := shownHit(c.Game); shown != nil {
		for i := range c.Game.Hits {
			h := &c.Game.Hits[i]
			if h.Node != shown.Node {
				continue
			}
			if found == nil {
				found = foundRegion(region, h)
			}
			if h.Feature != nil {
				points = append(points, h.Feature.Points...)
			}
		}
	}
	c.Thumb = drawing.SmallBoard(board, found, -1)
	c.Thumb.Mark(board, points)
}

// shownHit is the place that the board of a game shows: where a move does what was asked for, or else the
// first hit; nil if there is none.
func shownHit(g *archive.Game) *archive.Hit {
	for i := range g.Hits {
		if g.Hits[i].Feature != nil {
			return &g.Hits[i]
		}
	}
	if len(g.Hits) > 0 {
		return &g.Hits[0]
	}
	return nil
}

// hitAddress is the address of a place that was found, which marks what the move does there.
func hitAddress(h *archive.Hit) string {
	link := gameLink(h.Ref)
	if h.Feature != nil {
		link += "?" + url.Values{"mark": {h.Feature.Term()}}.Encode()
	}
	return link
}

// next notes the move after the first hit, which is shown on the board of the question while the
// card is looked at.
func (c *card) next(scene *ask.Scene) {
	if len(c.Hits) == 0 || len(c.Game.Hits[0].Next) == 0 {
		return
	}
	move := c.Game.Hits[0].Next[0]
	if to, err := scene.Continued(move); err == nil && to.To >= 0 {
		c.Next = move.Color + " " + strconv.Itoa(to.To)
	}
}

// boardOf returns the board of a game where it was found first, or after its last move; nil for
// a game whose rules are not known.
func boardOf(v *archive.View, g *archive.Game, last bool) (*ask.Board, error) {
	ref := g.Name() + "@0"
	switch {
	case shownHit(g) != nil && (!last || shownHit(g).Feature != nil):
		ref = shownHit(g).Ref
	case last:
		ref = g.Name() + "@" + strconv.Itoa(g.Moves)
	}
	n, err := v.Node(ref)
	if err != nil {
		return nil, err
	}
	board, err := n.Data()
	if err != nil {
		return nil, nil // there is no board
	}
	return board, nil
}

// foundRegion is where a region lies in a game in which it was found: turned about
// if the symmetry exchanges columns and rows.
func foundRegion(asked *ask.Region, h *archive.Hit) *ask.Region {
	x, y, ok := archive.Coordinates(h.Anchor)
	if asked == nil || h.Symmetry == nil || !ok {
		return nil
	}
	wide, high := asked.Right-asked.Left, asked.Bottom-asked.Top
	if ask.Transposes(*h.Symmetry) {
		wide, high = high, wide
	}
	return &ask.Region{Left: x, Top: y, Right: x + wide, Bottom: y + high}
}

// gameLink is the address of a game or a place in it.
func gameLink(ref string) string { return "/game/" + url.PathEscape(ref) }

// A facetList is the values of a field.
type facetList struct {
	Field    string
	Values   []facetLink
	Distinct int
}

// A facetLink is a value that narrows the question.
type facetLink struct {
	Value string
	Games int
	Link  string // "" if it cannot be asked for
}

// narrowing makes links of the values of a field.
func narrowing(f archive.Facet, query string, link func(query string) string) facetList {
	list := facetList{Field: f.Field, Distinct: f.Distinct}
	for _, v := range f.Values {
		l := facetLink{Value: shorten(v.Value), Games: v.Games}
		if term := archive.FacetTerm(f.Field, v.Value); term != "" {
			l.Link = shortLink(link(joinTerms(query, term)))
		}
		list.Values = append(list.Values, l)
	}
	return list
}
