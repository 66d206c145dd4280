package match

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/format"
	"kifudb/query"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
	"kifudb/store/fulltext"
)

// propertyCondition is the maker of fields for properties of nodes.
func propertyCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	m, err := v.TextQuery(nil).Matcher()
	if err != nil {
		return nil, err
	}
	return alsoOfGame(f, newTexts(f, v), &nodeProperty{ident: f.Idents[0], matcher: m, figures: Figures{Term: f.Term(v), Index: "properties, and records"}}), nil
}

// newHasProperty is the condition that a node has a property.
func newHasProperty(f query.Field, v query.Value, of query.Field) Condition {
	return alsoOfGame(of, newPresence(f, v, of.Idents), &nodeProperty{ident: of.Idents[0], figures: Figures{Term: f.Term(v), Index: "properties"}})
}

// alsoOfGame joins a condition on the values of games to that on properties of nodes, if
// the property is one that nobody knows: in a root it says something about the game.
func alsoOfGame(f query.Field, info *texts, nodes *nodeProperty) Condition {
	if f.AtNodes() {
		return nodes
	}
	return some{info, nodes}
}

// nodeProperty is the condition that a node has a property, or a value of it. Which
// properties there are is kept with each game. What they say is read from the records of
// the games that are left: an index of all values would be larger than the comments'.
type nodeProperty struct {
	ident   string
	matcher *fulltext.Matcher // nil: any value
	figures Figures
}

func (c *nodeProperty) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *nodeProperty) Open(s *store.Segment) Filter {
	return &nodePropertyFilter{nodeProperty: c, segment: s}
}

// nodePropertyFilter looks up the games of a segment with the property when it is first
// asked, all at once.
type nodePropertyFilter struct {
	*nodeProperty
	segment *store.Segment

	lookup  // of what follows
	games   *roaring.Bitmap
	unknown bool // the games were added before their properties were kept
}

func (f *nodePropertyFilter) cost() cost {
	if f.matcher != nil {
		return costReading
	}
	return costTitles // it may refuse games
}

func (f *nodePropertyFilter) look(ctx context.Context) error {
	start := time.Now()
	f.games = roaring.New()
	for local := range iterate(f.segment.Live()) {
		f.unknown = f.segment.Facts(local).Flags&store.PropertiesRead == 0
		break // all games of a segment were derived by the same version
	}
	for set, games := range f.segment.Values(format.IdentProperties) {
		if format.HasProperty(set, f.ident) {
			f.games.Or(games)
		}
	}
	if f.matcher == nil {
		f.figures.add(f.games.GetCardinality(), 0, start)
	}
	return ctx.Err() // of which what was found may not be all
}

func (f *nodePropertyFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	if err := f.do(func() error { return f.look(ctx) }); err != nil {
		return nil, err
	}
	if f.unknown && !mask.IsEmpty() {
		return nil, fmt.Errorf("of game %d the archive does not know the properties of nodes: %w; rebuilding the archive adds those of all games", b.ID(int(mask.Minimum())), ErrNoProperties)
	}
	start := time.Now()
	found := roaring.And(f.games, mask)
	if f.matcher == nil {
		b.figure(&f.figures, 0, found.GetCardinality(), start)
		return found, nil
	}
	candidates := found.GetCardinality()
	records := f.segment.RecordReader()
	for local := range iterate(found.Clone()) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		record, err := records.Record(local)
		if err != nil {
			return nil, err
		}
		has := false
		f.read(&record, func(int, propertyText) { has = true })
		if !has {
			found.Remove(uint32(local))
		}
	}
	b.figure(&f.figures, candidates, found.GetCardinality(), start)
	return found, nil
}

// A propertyText is what was found of a property.
type propertyText struct {
	text  string
	spans [][2]int // of what matches
}

// read calls yield for the values of the property that match, with their nodes.
func (f *nodePropertyFilter) read(r *store.Record, yield func(node int, p propertyText)) {
	encoding, lead := format.Encoding(r), format.Lead(r)
	var name, buffer []byte
	format.ReadProperties(r, func(node int, p sgfread.Property) {
		if name = p.AppendName(name[:0]); string(name) != f.ident {
			return
		}
		typ := sgfread.TypeOf(p.Ident())
		for raw := range p.Values() {
			if typ.Kind == sgfread.KindDouble {
				n, _ := sgfread.ParseDouble(raw)
				raw = strconv.AppendInt(nil, int64(n), 10)
			}
			buffer = sgfread.AppendText(buffer[:0], raw, lead)
			text := string(charset.Decode(nil, buffer, encoding))
			switch {
			case f.matcher == nil:
				yield(node, propertyText{text: text})
			case f.matcher.Match(text):
				spans, _ := f.matcher.FirstSpans(text, MaxFound)
				yield(node, propertyText{text, spans})
			case typ.Second != sgfread.KindUnknown: // the label alone, the name of the figure
				_, second, ok := sgfread.SplitComposed(raw, lead)
				if !ok {
					continue
				}
				buffer = sgfread.AppendText(buffer[:0], second, lead)
				if f.matcher.Match(string(charset.Decode(nil, buffer, encoding))) {
					yield(node, propertyText{text: text})
				}
			}
		}
	})
}

// hits adds the nodes with the property, with the values that match as their text.
func (f *nodePropertyFilter) hits(_ context.Context, b *Block, local int, list []Hit) ([]Hit, error) {
	if !f.games.ContainsInt(local) {
		return list, nil
	}
	record, err := f.segment.Record(local)
	if err != nil {
		return nil, err
	}
	nodes := map[int]*jsonComment{}
	f.read(&record, func(node int, p propertyText) {
		c, ok := nodes[node]
		if !ok {
			c = &jsonComment{Ident: f.ident}
			nodes[node] = c
			list = append(list, Hit{Game: b.ID(local), Node: node, Comment: &Comment{Ident: f.ident, read: c}})
		}
		c.addValue(p)
	})
	return list, nil
}

// longestValues is how many bytes a hit tells of the values of a property: there are marks
// on every point, and what programs thought in a hundred thousand letters.
const longestValues = 500

// addValue puts a value behind those before it, as far as there is room.
func (c *jsonComment) addValue(p propertyText) {
	if len(c.Text) >= longestValues {
		return
	}
	if c.Text != "" {
		c.Text += ", "
	}
	from := len(c.Text)
	if room := longestValues - from; len(p.text) > room {
		for room = max(0, room); room > 0 && !utf8.RuneStart(p.text[room]); {
			room--
		}
		c.Text += p.text[:room] + "…"
	} else {
		c.Text += p.text
	}
	for _, s := range p.spans {
		if from+s[1] <= min(len(c.Text), longestValues) {
			c.Found = append(c.Found, [2]int{from + s[0], from + s[1]})
		}
	}
}

// ErrNoProperties is wrapped by the error of a search for properties of nodes, if an older
// version that did not keep them added some of the games.
var ErrNoProperties = errors.New("it was added before the program kept them")
