package web

import (
	"context"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
)

// A namesInput says which names are wanted.
type namesInput struct {
	Question
	archive.NamesOptions
}

// statisticsOperations are those about many games together.
func (s *Server) statisticsOperations(api huma.API) {
	for _, kind := range nameKinds {
		get(s, api, "/"+string(kind), string(kind), "The "+string(kind)+" of the games that a query finds", func(ctx context.Context, v *archive.View, in *namesInput) (*archive.NameList, error) {
			q, err := in.search()
			if err != nil {
				return nil, err
			}
			in.Kind = kind
			return v.Names(ctx, q, &in.NamesOptions)
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
	growing(s, api, "/annotate/{id}", "annotate", "A game against what was known on its day, or ever: where it left known games, and what others played", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		ID    string `path:"id" maxLength:"20" doc:"the number of a game"`
		AsOf  string `query:"as_of" maxLength:"40" doc:"a date; games that were over by then are known. now is all games whenever they were played; without it the day of the game"`
		Limit int    `query:"limit" minimum:"0" default:"10" doc:"games of each list, 0 for all"`
	}, sofar func(any)) (*archive.Annotation, error) {
		q, err := parseQuery(in.Q)
		if err != nil {
			return nil, err
		}
		a := &archive.AnnotationOptions{Game: in.ID, Query: q, AsOf: in.AsOf, Records: in.Records, Limit: in.Limit}
		if sofar != nil {
			a.Watch = func(found *archive.Annotation) { sofar(found) }
		}
		return v.Annotate(ctx, a)
	})
	s.groupOperations(api)
	s.boardOperations(api)
	s.likenessOperations(api)
}

// nameKinds are the kinds of names of which there are lists.
var nameKinds = []archive.NameKind{archive.PlayerNames, archive.EventNames, archive.CollectionNames}

// groupOperations are those that sum up games.
func (s *Server) groupOperations(api huma.API) {
	growing(s, api, "/stats", "stats", "The games that a query finds in groups, by one field or two", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		archive.StatsOptions
	}, sofar func(any)) (*archive.Stats, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.StatsOptions.Watch = watching[*archive.Stats](sofar)
		return v.Stats(ctx, q, &in.StatsOptions)
	})
	growing(s, api, "/report", "report", "All that a page tells of the games that a query finds: results, years, komi, openings, names, games", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		archive.ReportOptions
	}, sofar func(any)) (*archive.Report, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.ReportOptions.Watch = watching[*archive.Report](sofar)
		return v.Report(ctx, q, &in.ReportOptions)
	})
	growing(s, api, "/trend", "trend", "In what share of the games of each year positions and patterns came up, each of the query's by itself", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		archive.TrendOptions
	}, sofar func(any)) (*archive.Trend, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.TrendOptions.Watch = watching[*archive.Trend](sofar)
		return v.Trend(ctx, q, &in.TrendOptions)
	})
}

// watching hands what is known so far on, if anybody wants it.
func watching[T any](sofar func(any)) func(T) {
	if sofar == nil {
		return nil
	}
	return func(answer T) { sofar(answer) }
}

// A TreeQuestion says which tree of moves is wanted.
type TreeQuestion struct {
	Question
	Depth    int  `query:"depth" minimum:"1" maximum:"1000" default:"8" doc:"moves of the longest lines"`
	MinGames int  `query:"min_games" minimum:"0" default:"2" doc:"lines in fewer games are left out"`
	MaxMoves int  `query:"max_moves" minimum:"0" doc:"moves after each position, 0 for all"`
	Merge    bool `query:"merge" doc:"a position that is reached in several orders is shown once"`
	Local    bool `query:"local" doc:"below a pattern, moves elsewhere are passed over"`
}

func (in *TreeQuestion) options() *archive.TreeOptions {
	return &archive.TreeOptions{Depth: in.Depth, MinGames: in.MinGames, MaxMoves: in.MaxMoves, Merge: in.Merge, Local: in.Local}
}

// boardOperations are those about a position or a pattern.
func (s *Server) boardOperations(api huma.API) {
	growing(s, api, "/tree", "moves", "The tree of moves that were played from a position or pattern, from the start of the game if the query names none", func(ctx context.Context, v *archive.View, in *struct {
		TreeQuestion
		Watching
	}, sofar func(any)) (*archive.Tree, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		o := in.options()
		o.Watch = watching[*archive.Tree](sofar)
		return v.Tree(ctx, q, o)
	})
	growing(s, api, "/first", "first", "Who played a position or pattern first, and how it spread", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		archive.FirstOptions
	}, sofar func(any)) (*archive.First, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.FirstOptions.Watch = watching[*archive.First](sofar)
		return v.First(ctx, q, &in.FirstOptions)
	})
	get(s, api, "/compare", "compare", "What two sets of games played next at one position or pattern, side by side", func(ctx context.Context, v *archive.View, in *struct {
		A       string `query:"a" maxLength:"12000" doc:"the first set, in the query language; empty is every game"`
		B       string `query:"b" maxLength:"12000" doc:"the second one"`
		At      string `query:"at" maxLength:"12000" doc:"the position or pattern, as a term or as moves; without it both queries name it, or it is the start of the game" example:"Q16 D4"`
		Records bool   `query:"records" doc:"each record counts, also those of one game"`
		Sort    string `query:"sort" enum:",games,share,score" doc:"order: by games of both; by how much more often A plays a move; by how much better Black scores in A"`
		Min     int    `query:"min" minimum:"0" doc:"moves in fewer games of both are left out, also from the tests"`
	}) (*archive.Compare, error) {
		a, b, err := comparedSets(in.A, in.B, in.At)
		if err != nil {
			return nil, err
		}
		a.Records, b.Records = in.Records, in.Records
		a.Table.Sort, a.Table.Min = in.Sort, in.Min
		return v.Compare(ctx, a, b)
	})
	growing(s, api, "/remarks", "remarks", "What was written in records where a position or pattern stands", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		archive.RemarksOptions
	}, sofar func(any)) (*archive.Remarks, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.RemarksOptions.Watch = watching[*archive.Remarks](sofar)
		return v.Remarks(ctx, q, &in.RemarksOptions)
	})
	getByBody(s, api, "/follow", "follow", "How games follow a tree of moves, and where they leave it", func(ctx context.Context, v *archive.View, in *struct {
		Body struct {
			Tree    string `json:"tree" maxLength:"3000000" doc:"one game with variations, in SGF"`
			Q       string `json:"q,omitempty" maxLength:"30000" doc:"the games, in the query language; without boards, as the tree says where it begins"`
			Records bool   `json:"records,omitempty" doc:"each record counts"`
			Region  string `json:"region,omitempty" maxLength:"20" doc:"what of the board matters: board, corner, or a corner with its size as in NE8x8; empty for the points in VW"`
			Colors  string `json:"colors,omitempty" enum:",fixed,either" doc:"either: also with black and white exchanged"`
			Games   int    `json:"games,omitempty" minimum:"0" doc:"games to name, those that follow it longest"`
		}
	}) (*archive.Follow, error) {
		b := &in.Body
		q, err := parseQuery(b.Q)
		if err != nil {
			return nil, err
		}
		mine, err := archive.ParseOwnTree("tree", strings.NewReader(b.Tree))
		if err != nil {
			return nil, err
		}
		return v.Follow(ctx, &archive.Search{Query: q, Records: b.Records}, mine, &archive.FollowOptions{Region: b.Region, SwapColors: b.Colors == "either", Games: b.Games})
	})
	getByBody(s, api, "/position", "position", "Reads what was pasted: a record, a diagram, moves, a position as its game writes it, the place of a game, or a term of the query language", func(ctx context.Context, v *archive.View, in *struct {
		Body struct {
			Text string `json:"text" maxLength:"1000000" doc:"what was pasted"`
			Q    string `json:"q,omitempty" maxLength:"30000" doc:"what else is asked, without a board; a game: term says of which game the moves are"`
		}
	}) (*archive.Scene, error) {
		rest, err := parseQuery(in.Body.Q)
		if err != nil {
			return nil, err
		}
		q, err := archive.At(rest, in.Body.Text)
		if err != nil {
			return nil, err
		}
		return v.Scene(ctx, q)
	})
}

// comparedSets reads two queries that are compared at a position or pattern.
func comparedSets(a, b, at string) (*archive.Search, *archive.Search, error) {
	var sets [2]*archive.Search
	for i, text := range []string{a, b} {
		q, err := parseQuery(text)
		if err == nil && strings.TrimSpace(at) != "" {
			q, err = archive.At(q, at)
		}
		if err != nil {
			return nil, nil, err
		}
		sets[i] = &archive.Search{Query: q}
	}
	if !archive.HasBoard(sets[0].Query) && !archive.HasBoard(sets[1].Query) {
		for _, set := range sets {
			var err error
			if set.Query, err = archive.FromStart(set.Query); err != nil {
				return nil, nil, err
			}
		}
	}
	return sets[0], sets[1], nil
}

// likenessOperations are those that look for what is like something.
func (s *Server) likenessOperations(api huma.API) {
	growing(s, api, "/similar", "similar", "The games that are nearest to a game, to a place in one, or to the position or pattern of a query", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		Ref    string `query:"ref" maxLength:"40" doc:"a game, or a place in one as 12@40; without it the query asks for one position or pattern" example:"12@40"`
		Near   int    `query:"near" minimum:"-1" maximum:"400" default:"-1" doc:"of a position: points that may differ, -1 for a third of the stones and at most five"`
		Colors string `query:"colors" enum:",fixed,either" doc:"either: colors of the game may be exchanged"`
		Limit  int    `query:"limit" minimum:"0" default:"50" doc:"games, 0 for all"`
	}, sofar func(any)) (*archive.Similar, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		q.Limit = in.Limit
		return similar(ctx, v, q, in.Ref, in.Near, in.Colors == "either", watching[*archive.Similar](sofar))
	})
	growing(s, api, "/problems", "problems", "Problems that stand in several records, with their solutions compared", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		Game   string `query:"game" maxLength:"20" doc:"the number of a game whose problems are looked for"`
		Moved  bool   `query:"moved" doc:"also elsewhere on the board, and on boards of other sizes"`
		Differ bool   `query:"differ" doc:"only those whose solutions do not agree"`
		Limit  int    `query:"limit" minimum:"0" default:"50" doc:"problems, 0 for all"`
	}, sofar func(any)) (*archive.Problems, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		return problems(ctx, v, q, in.Game, in.Moved, in.Differ, in.Limit, watching[*archive.Problems](sofar))
	})
}

// similar finds games by how far they went the same way as a game, or by how many
// points of a position differ.
func similar(ctx context.Context, v *archive.View, q *archive.Search, ref string, near int, swap bool, watch func(*archive.Similar)) (*archive.Similar, error) {
	if ref != "" && !strings.Contains(ref, "@") {
		return v.SimilarGames(ctx, ref, q, swap, watch)
	}
	if err := v.AskNear(ctx, ref, q, near, swap); err != nil {
		return nil, err
	}
	return v.SimilarPositions(ctx, ref, q, watch)
}

// problems finds problems, the first of them; of those that differ the first of these.
func problems(ctx context.Context, v *archive.View, q *archive.Search, game string, moved, differ bool, limit int, watch func(*archive.Problems)) (*archive.Problems, error) {
	if !differ {
		q.Limit = limit
	}
	found, err := v.Problems(ctx, game, q, moved, watch)
	if err != nil || !differ {
		return found, err
	}
	found.KeepDiffering()
	if limit > 0 && len(found.Problems) > limit {
		found.Problems = found.Problems[:limit]
	}
	return found, nil
}
