package archive

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"kifudb/game/estimate"
	"kifudb/search"
)

// A Column is a value of each game that a list shows: a field of the language,
// an SGF identifier, or something about the hits.
type Column struct {
	Name   string
	Number bool
	value  func(*Game) string
}

// usualColumns are those of a list for other programs.
const usualColumns = "id,date,black,blackrank,white,whiterank,result,komi,handicap,size,moves,event,round,place,file,corrected"

// Columns returns the columns of a list of names such as "id,date,PB"; those
// that programs usually want of "".
func (v *View) Columns(list string) ([]Column, error) {
	if list == "" {
		list = usualColumns
	}
	var columns []Column
	for _, name := range strings.Split(list, ",") {
		c, err := v.column(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		columns = append(columns, c)
	}
	return columns, nil
}

func (v *View) column(name string) (Column, error) {
	for _, c := range hitColumns {
		if c.Name == strings.ToLower(name) || c.Name == "comment" && name == "C" || c.Name == "name" && name == "N" {
			return c, nil
		}
	}
	attribute, err := search.NewAttribute(name)
	if err != nil {
		return Column{}, badRequest("fields", "there is no field %q; expected SGF identifiers or %s", name, strings.Join(ColumnNames(), ", "))
	}
	if err := attribute.ReadUser(v.archive.user); err != nil {
		return Column{}, err
	}
	if attribute.ReadsInfo() {
		of := attribute.Remembering()
		return Column{attribute.Name, attribute.Number, func(g *Game) string { return strings.Join(of(g.info), "; ") }}, nil
	}
	return Column{attribute.Name, attribute.Number, func(g *Game) string {
		return strings.Join(attribute.Values(g.segment, g.local), "; ")
	}}, nil
}

// ColumnNames are the names of all columns but the SGF identifiers.
func ColumnNames() []string {
	names := search.AttributeNames()
	for _, c := range hitColumns {
		names = append(names, c.Name)
	}
	return names
}

// hitColumns are the columns that tell of the places found in a game, and of what
// was corrected of it.
var hitColumns = []Column{
	{"corrected", false, func(g *Game) string { return strings.Join(g.Corrected, "; ") }},
	{"hits", true, func(g *Game) string { return strconv.Itoa(len(g.Hits)) }},
	{"move", true, func(g *Game) string {
		if len(g.Hits) == 0 {
			return ""
		}
		return strconv.Itoa(g.Hits[0].Move)
	}},
	{"found", false, func(g *Game) string { return g.Found().Text }},
	{"snippet", false, func(g *Game) string { return g.snippet().Text }},
	{"comment", false, func(g *Game) string { return g.found("C", "GC") }},
	courseColumn(estimate.LeadIdent),
	courseColumn(estimate.ChanceIdent),
	{"name", false, func(g *Game) string { return g.found("N") }},
}

// courseColumn is the column of what engines thought: where values were asked for, those
// that were found, otherwise the last one of the main line.
func courseColumn(ident string) Column {
	return Column{ident, false, func(g *Game) string {
		if found := g.found(ident); found != "" {
			return found
		}
		script, err := g.segment.Script(g.local)
		if err != nil {
			return "" // checks say so
		}
		last, text := lastNode(script), ""
		for _, v := range g.info {
			if v.Ident == ident {
				for node, value := range estimate.Course(v.Text).Values() {
					if node <= last {
						text = estimate.ValueText(ident, value)
					}
				}
			}
		}
		return text
	}}
}

// found returns the texts that were found in some properties.
func (g *Game) found(idents ...string) string {
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

// Cells returns the values of a game's columns.
func Cells(columns []Column, g *Game) []string {
	values := make([]string, len(columns))
	for i, c := range columns {
		if values[i] = c.value(g); c.Name == "file" || c.Name == "folder" {
			values[i] = PathText(values[i])
		}
	}
	return values
}

// MarkedCells returns the values of a game's columns with what a search found in them.
func MarkedCells(columns []Column, g *Game) []Marked {
	cells := make([]Marked, len(columns))
	for i, c := range columns {
		cells[i] = Marked{Text: c.value(g)}
		switch c.Name {
		case "found":
			cells[i] = g.Found()
		case "snippet":
			cells[i] = g.snippet()
		}
		for ident, shown := range shownTexts {
			if text := *shown.of(g); (c.Name == ident || c.Name == shown.key) && strings.HasPrefix(cells[i].Text, text) {
				cells[i].Marks = g.Matched[shown.key]
			}
		}
	}
	return cells
}

// A Row is a game's columns as an object of JSON, in their order. What is not
// known is left out.
type Row struct {
	Columns []Column
	Game    *Game
}

// MarshalJSON writes numbers as numbers and all else as texts.
func (r Row) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	b.WriteByte('{')
	for _, c := range r.Columns {
		value := c.value(r.Game)
		if value == "" {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		if err := encoder.Encode(c.Name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if c.Number {
			b.WriteString(value)
		} else if err := encoder.Encode(value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
