package command

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"kifudb/query"
	"kifudb/user"
)

// A column is a value of each game that a list shows: a field of the language,
// an SGF identifier, or something about the hits.
type column struct {
	name   string
	number bool
	value  func(*foundGame) string
}

// hitColumns are the columns that tell of the places found in a game.
func hitColumns() []column {
	return []column{
		{"hits", true, func(g *foundGame) string { return strconv.Itoa(len(g.Hits)) }},
		{"move", true, func(g *foundGame) string {
			if len(g.Hits) == 0 {
				return ""
			}
			return strconv.Itoa(g.Hits[0].Move)
		}},
		{"found", false, func(g *foundGame) string { return hitWords(g.Hits) }},
		{"snippet", false, func(g *foundGame) string {
			for _, h := range g.Hits {
				if h.Text != "" {
					return snippet(h.Text, h.Marks)
				}
			}
			return ""
		}},
		{"comment", false, func(g *foundGame) string { return hitTexts(g, "C", "GC") }},
		{"name", false, func(g *foundGame) string { return hitTexts(g, "N") }},
	}
}

// hitTexts returns the texts that were found in some properties.
func hitTexts(g *foundGame, idents ...string) string {
	var texts []string
	for _, h := range g.Hits {
		for _, ident := range idents {
			if h.Property == ident && h.Text != "" {
				texts = append(texts, h.Text)
			}
		}
	}
	return strings.Join(texts, "; ")
}

// usualColumns are those of CSV and TSV.
func usualColumns() []column {
	columns, err := parseColumns("id,date,black,blackrank,white,whiterank,result,komi,handicap,size,moves,event,round,place,file", nil)
	if err != nil {
		panic(err) // a test reads them
	}
	return columns
}

// parseColumns reads a list of columns such as "id,date,PB". What the user added
// to the archive, nil for nothing, is read for the column of tags.
func parseColumns(list string, added *user.DB) ([]column, error) {
	if list == "" {
		return nil, nil
	}
	var columns []column
names:
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		for _, c := range hitColumns() {
			if c.name == strings.ToLower(name) || c.name == "comment" && name == "C" || c.name == "name" && name == "N" {
				columns = append(columns, c)
				continue names
			}
		}
		a, err := query.NewAttribute(name)
		if err != nil {
			return nil, fmt.Errorf("there is no field %q; expected SGF identifiers or %s", name, strings.Join(listNames(), ", "))
		}
		if err := a.ReadUser(added); err != nil {
			return nil, err
		}
		columns = append(columns, column{a.Name, a.Number, func(g *foundGame) string {
			return strings.Join(a.Values(g.segment, g.local), "; ")
		}})
	}
	return columns, nil
}

// listNames are the names of all columns but the SGF identifiers.
func listNames() []string {
	names := query.AttributeNames()
	for _, c := range hitColumns() {
		names = append(names, c.name)
	}
	return names
}

func columnNames(columns []column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	return names
}

// cells returns the values of a game's columns.
func cells(columns []column, g *foundGame) []string {
	values := make([]string, len(columns))
	for i, c := range columns {
		values[i] = c.value(g)
	}
	return values
}

// rowJSON is a game's columns as an object of JSON, in their order. What is not
// known is left out.
type rowJSON struct {
	columns []column
	game    *foundGame
}

// MarshalJSON writes numbers as numbers and all else as texts.
func (r *rowJSON) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, c := range r.columns {
		value := c.value(r.game)
		if value == "" {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		if err := printJSONLine(&b, c.name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if c.number {
			b.WriteString(value)
		} else if err := printJSONLine(&b, value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
