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
		get(s, api, "/"+string(kind), string(kind), "List "+string(kind)+". The list covers the games that match the query.", func(ctx context.Context, v *archive.View, in *namesInput) (*archive.NameList, error) {
			q, err := in.search()
			if err != nil {
				return nil, err
			}
			in.Kind = kind
			return v.Names(ctx, q, &in.NamesOptions)
		})
		get(s, api, "/"+string(kind)+"/{name}", string(kind)+"-page", "Describe one of the "+string(kind)+". The answer has results, years and names that belong to it, over the games that match the query.", func(ctx context.Context, v *archive.View, in *struct {
			Question
			Name string `path:"name" maxLength:"1000" doc:"The name, as a list of names has it."`
		}) (*archive.NamePage, error) {
			q, err := in.search()
			if err != nil {
				return nil, err
			}
			return v.NamePage(ctx, q, kind, in.Name)
		})
	}
	growing(s, api, "/annotate/{id}", "annotate", "Compare a game with earlier games. The answer says where it left known games, and what others played there.", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		ID    string `path:"id" maxLength:"20" doc:"Id of the game."`
		AsOf  string `query:"as_of" maxLength:"40" doc:"Date before which other games count as earlier, or now to compare with all games. Without it the date of the game counts."`
		Limit int    `query:"limit" minimum:"0" default:"10" doc:"Largest number of games in each list. 0 for all."`
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
	growing(s, api, "/stats", "stats", "Group the games that match. The request names one field or two, and the metrics of each group.", func(ctx context.Context, v *archive.View, in *struct {
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
	growing(s, api, "/report", "report", "Report on the games that match. The answer has results, years, komi, openings, names and games.", func(ctx context.Context, v *archive.View, in *struct {
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
	growing(s, api, "/trend", "trend", "Show how frequent positions and patterns were over the years. Each position or pattern of the query gets a line of its own.", func(ctx context.Context, v *archive.View, in *struct {
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
	Depth    int  `query:"depth" minimum:"1" maximum:"1000" default:"8" doc:"Number of moves in the longest lines."`
	MinGames int  `query:"min_games" minimum:"0" default:"2" doc:"Least number of games with a line."`
	MaxMoves int  `query:"max_moves" minimum:"0" doc:"Largest number of moves after each position. 0 for all."`
	Merge    bool `query:"merge" doc:"Show a position that is reached in several orders once."`
	Local    bool `query:"local" doc:"Ignore moves outside the pattern."`
}

func (in *TreeQuestion) options() *archive.TreeOptions {
	return &archive.TreeOptions{Depth: in.Depth, MinGames: in.MinGames, MaxMoves: in.MaxMoves, Merge: in.Merge, Local: in.Local}
}

// boardOperations are those about a position or a pattern.
func (s *Server) boardOperations(api huma.API) {
	growing(s, api, "/tree", "moves", "Count the tree of moves from a position or pattern. A query without one begins at the start of the game.", func(ctx context.Context, v *archive.View, in *struct {
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
	growing(s, api, "/first", "first", "Find who first played a position or pattern. The answer also shows how it spread.", func(ctx context.Context, v *archive.View, in *struct {
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
	get(s, api, "/compare", "compare", "Compare two sets of games. The answer shows what each played next at one position or pattern.", func(ctx context.Context, v *archive.View, in *struct {
		CompareQuestion
		archive.CompareOptions
	}) (*archive.Compare, error) {
		a, b, err := in.searches()
		if err != nil {
			return nil, err
		}
		return v.Compare(ctx, a, b, &in.CompareOptions)
	})
	growing(s, api, "/remarks", "remarks", "List the remarks on a position or pattern. These are the comments in records where it occurs.", func(ctx context.Context, v *archive.View, in *struct {
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
	getByBody(s, api, "/follow", "follow", "Follow a tree of moves. The answer says how far games follow it and where they leave it.", func(ctx context.Context, v *archive.View, in *struct {
		Body struct {
			Tree    string `json:"tree" maxLength:"3000000" doc:"One game with variations, in SGF."`
			Q       string `json:"q,omitempty" maxLength:"30000" doc:"Query for the games. It must ask for no board, since the tree says where it begins. Empty for all games."`
			Records bool   `json:"records,omitempty" doc:"Count each record, also those of one game."`
			Region  string `json:"region,omitempty" maxLength:"20" doc:"Part of the board that matters: board, corner, or a corner with its size such as NE8x8. Empty for the points in VW of the tree, or else the board."`
			Colors  string `json:"colors,omitempty" enum:",fixed,either" doc:"Whether colors may be exchanged: fixed or either."`
			Games   int    `json:"games,omitempty" minimum:"0" doc:"Largest number of games to list, those that follow the tree longest."`
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
	getByBody(s, api, "/position", "position", "Read a pasted position. The text is a record, a diagram, moves, the game's notation of a position, a place in a game, or a term of the query language.", func(ctx context.Context, v *archive.View, in *struct {
		Body struct {
			Text string `json:"text" maxLength:"1000000" doc:"The pasted text."`
			Q    string `json:"q,omitempty" maxLength:"30000" doc:"Query for the games, without a board. A term such as game:chess says of which game the moves are."`
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

// A CompareQuestion is two sets of games and the position at which they are compared, as parameters
// of an address. The command takes them as arguments.
type CompareQuestion struct {
	A       string `query:"a" maxLength:"12000" doc:"the first set, in the query language; empty is every game"`
	B       string `query:"b" maxLength:"12000" doc:"the second one"`
	At      string `query:"at" maxLength:"12000" doc:"the position or pattern, as a term or as moves; without it both queries name it, or it is the start of the game" example:"Q16 D4"`
	Records bool   `query:"records" doc:"each record counts, also those of one game"`
}

// searches reads the two queries.
func (in *CompareQuestion) searches() (a, b *archive.Search, err error) {
	var sets [2]*archive.Search
	for i, text := range []string{in.A, in.B} {
		q, err := parseQuery(text)
		if err == nil && strings.TrimSpace(in.At) != "" {
			q, err = archive.At(q, in.At)
		}
		if err != nil {
			return nil, nil, err
		}
		sets[i] = &archive.Search{Query: q, Records: in.Records}
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
	growing(s, api, "/similar", "similar", "List similar games. They are compared with a game, with a place in one, or with the position or pattern of the query.", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		Ref    string `query:"ref" maxLength:"40" doc:"Game, or place in a game such as 12@40. Without it the query must have one position or pattern." example:"12@40"`
		Near   int    `query:"near" minimum:"-1" maximum:"400" default:"-1" doc:"Number of points of a position that may differ. -1 for a third of the stones, and at most five."`
		Colors string `query:"colors" enum:",fixed,either" doc:"Whether colors may be exchanged: fixed or either."`
		Limit  int    `query:"limit" minimum:"0" default:"50" doc:"Largest number of games. 0 for all."`
	}, sofar func(any)) (*archive.Similar, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		q.Limit = in.Limit
		return similar(ctx, v, q, in.Ref, in.Near, in.Colors == "either", watching[*archive.Similar](sofar))
	})
	growing(s, api, "/problems", "problems", "Compare problems that occur in several records. The answer says whether their solutions agree.", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		Game   string `query:"game" maxLength:"20" doc:"Id of a game whose problems are looked for. Without it all problems that match are compared."`
		Moved  bool   `query:"moved" doc:"Also look elsewhere on the board, and on boards of other sizes."`
		Differ bool   `query:"differ" doc:"Only problems whose solutions do not agree."`
		Limit  int    `query:"limit" minimum:"0" default:"50" doc:"Largest number of problems. 0 for all."`
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
