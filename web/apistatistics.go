package web

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
)

// A namesInput says which names are wanted.
type namesInput struct {
	Question
	Words string `query:"words" maxLength:"1000" doc:"names that hold these words"`
	Sort  string `query:"sort" enum:",games,score,first,last,name,-games,-score,-first,-last,-name" doc:"order; a minus sign reverses it"`
	Min   int    `query:"min" minimum:"0" doc:"names of fewer games are left out"`
	Limit int    `query:"limit" minimum:"0" default:"100" doc:"names, 0 for all"`
}

// statisticsOperations are those about many games together.
func (s *Server) statisticsOperations(api huma.API) {
	for _, kind := range []archive.NameKind{archive.PlayerNames, archive.EventNames, archive.CollectionNames} {
		get(s, api, "/"+string(kind), string(kind), "The "+string(kind)+" of the games that a query finds", func(ctx context.Context, v *archive.View, in *namesInput) (*archive.NameList, error) {
			q, err := in.search()
			if err != nil {
				return nil, err
			}
			return v.Names(ctx, q, &archive.Naming{Kind: kind, Words: in.Words, Sort: in.Sort, Min: in.Min, Limit: in.Limit})
		})
		get(s, api, "/"+string(kind)+"/{name}", string(kind)+"-page", "What is known of one of the "+string(kind), func(ctx context.Context, v *archive.View, in *struct {
			Question
			Name string `path:"name" maxLength:"1000" doc:"as a list has it"`
		}) (*archive.NamePage, error) {
			q, err := in.search()
			if err != nil {
				return nil, err
			}
			return v.NamePage(ctx, q, kind, in.Name)
		})
	}
	get(s, api, "/annotate/{id}", "annotate", "A game against what was known on its day, or ever: where it left known games, and what others played", func(ctx context.Context, v *archive.View, in *struct {
		Question
		ID    string `path:"id" maxLength:"20" doc:"the number of a game"`
		AsOf  string `query:"as_of" maxLength:"40" doc:"a date; games that were over by then are known. now is all games whenever they were played; without it the day of the game"`
		Limit int    `query:"limit" minimum:"0" default:"10" doc:"games of each list, 0 for all"`
	}) (*archive.Annotated, error) {
		q, err := parseQuery(in.Q)
		if err != nil {
			return nil, err
		}
		return v.Annotate(ctx, &archive.Annotation{Game: in.ID, Query: q, AsOf: in.AsOf, Records: in.Records, Limit: in.Limit})
	})
}
