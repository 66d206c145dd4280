package mcp

import (
	"context"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
)

// A summaryAnswer says what the archive holds.
type summaryAnswer struct {
	head
	Games     int                   `json:"games" jsonschema:"number of games; records of one game count once"`
	Records   int                   `json:"records" jsonschema:"number of records"`
	Archives  int                   `json:"archives" jsonschema:"number of archives that are asked together"`
	Counts    map[string]facetCount `json:"counts" jsonschema:"the games by which game they are, by decade, and the most frequent players and events"`
	Writable  bool                  `json:"writable" jsonschema:"whether there are tools that change tags and notes"`
	Languages []string              `json:"fields" jsonschema:"fields of the query language"`
}

// A facetCount is the games by the values of a field.
type facetCount struct {
	Distinct int          `json:"distinct" jsonschema:"number of different values; the list may have fewer"`
	Without  int          `json:"without" jsonschema:"games without a value"`
	Values   []valueCount `json:"values"`
}

var summarized = []string{"game", "decade", "player", "event"}

func (a *summaryAnswer) write(b *text) {
	b.line("%d games in %d records.", a.Games, a.Records)
	for _, name := range summarized {
		if one, ok := a.Counts[name]; ok {
			b.line("By %s (%d different, %d games without):", name, one.Distinct, one.Without)
			for _, v := range one.Values {
				b.line("- %s: %d games", v.Value.mark(), v.Games)
			}
		}
	}
	b.line("Fields of queries: %s", strings.Join(a.Languages, " "))
}

// summary says what the archive holds.
func (s *Server) summary(ctx context.Context, vs *ask.Views) (*summaryAnswer, error) {
	const most, mostDecades = 10, 60
	p, err := vs.Count(ctx, &archive.Search{Facets: []string{"game", "player", "event"}, FacetLimit: most})
	if err != nil {
		return nil, err
	}
	decades, err := vs.Count(ctx, &archive.Search{Facets: []string{"decade"}, FacetLimit: mostDecades})
	if err != nil {
		return nil, err
	}
	a := &summaryAnswer{Games: p.Total, Records: p.Total + p.Folded, Archives: len(vs.All()), Counts: map[string]facetCount{}, Writable: s.options.Write}
	a.leftOut(p.Notices)
	for _, f := range append(p.Facets, decades.Facets...) {
		one := newCount(&archive.Page{Facets: []archive.Facet{f}})
		a.Counts[f.Field] = facetCount{one.Distinct, one.Without, one.Values}
	}
	for _, f := range archive.Fields() {
		a.Languages = append(a.Languages, f.Name)
	}
	a.then("read the resource kifudb://language before writing queries")
	return a, nil
}

// An explainAnswer says how a query was understood.
type explainAnswer struct {
	head
	Games   int             `json:"games" jsonschema:"number of games that match"`
	Of      int             `json:"of" jsonschema:"number of games in the archive"`
	Assumed string          `json:"assumed,omitempty" jsonschema:"game that was assumed for positions whose game the query leaves open"`
	Terms   []explainedTerm `json:"terms"`
}

// An explainedTerm is what a term finds.
type explainedTerm struct {
	Term    string `json:"term"`
	Index   string `json:"index,omitempty" jsonschema:"the index that proposed candidates"`
	Matches uint64 `json:"matches" jsonschema:"candidates of the term that match, among games that the terms before it leave"`
}

func (a *explainAnswer) write(b *text) {
	b.line("%s: %d of %d games match.", a.Query, a.Games, a.Of)
	if a.Assumed != "" {
		b.line("Assumed game: %s.", a.Assumed)
	}
	for _, t := range a.Terms {
		b.line("- %s: %d", t.Term, t.Matches)
	}
}

// archiveTools adds the tools about the archive and the language.
func (s *Server) archiveTools() {
	addTool(s, "archive_summary", "What the archive holds",
		"How many games the archive holds: by which game they are, by decade, the most frequent players and events, and the fields that queries may use. Ask this first.",
		func(ctx context.Context, vs *ask.Views, _ *struct{}) (*summaryAnswer, error) {
			return s.summary(ctx, vs)
		})
	addTool(s, "explain_query", "How a query is understood",
		"How a query was understood: its normal form, and how many games each term finds. Use it if a query finds nothing, or too much.",
		func(ctx context.Context, vs *ask.Views, in *struct{ question }) (*explainAnswer, error) {
			q, err := in.search()
			if err != nil {
				return nil, err
			}
			e, err := vs.Explain(ctx, q)
			if err != nil {
				return nil, err
			}
			a := &explainAnswer{head: head{Query: e.Query, Complete: true}, Games: e.Games, Of: e.Archive, Assumed: e.Assumed, Terms: []explainedTerm{}}
			for _, t := range e.Terms {
				a.Terms = append(a.Terms, explainedTerm{t.Term, t.Index, t.Verified()})
			}
			return a, nil
		})
}
