package web

import (
	"context"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
	"kifudb/ask"
)

// A namesInput says which names are wanted.
type namesInput struct {
	Question
	ask.NamesOptions
}

// statisticsOperations are those about many games together.
func (s *Server) statisticsOperations(api huma.API) {
	for _, kind := range nameKinds {
		get(s, api, "/"+string(kind), string(kind), "List "+string(kind)+". The list covers the games that match the query.", func(ctx context.Context, v *archive.View, in *namesInput) (*ask.NameList, error) {
			q, err := in.search()
			if err != nil {
				return nil, err
			}
			in.Kind = kind
			return ask.Of(v.Views).Names(ctx, q, &in.NamesOptions)
		})
		get(s, api, "/"+string(kind)+"/{name}", string(kind)+"-page", "Describe one of the "+string(kind)+". The answer has results, years and names that belong to it, over the games that match the query.", func(ctx context.Context, v *archive.View, in *struct {
			Question
			Name string `path:"name" maxLength:"1000" doc:"The name, as a list of names has it."`
		}) (*ask.NamePage, error) {
			q, err := in.search()
			if err != nil {
				return nil, err
			}
			return s.namePageFor(ctx, v, q, kind, in.Name)
		})
	}
	growing(s, api, "/annotate/{id}", "annotate", "Compare a game with earlier games. The answer says where it left known games, and what others played there.", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		ask.AnnotateOptions
	}, sofar func(any)) (*ask.Annotation, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.AnnotateOptions.Watch = watching[*ask.Annotation](sofar)
		return ask.Of(v.Views).Annotate(ctx, q, &in.AnnotateOptions)
	})
	s.groupOperations(api)
	s.boardOperations(api)
	s.likenessOperations(api)
	for _, one := range studies() {
		if one.api != nil {
			one.api(s, api)
		}
	}
}

// nameKinds are the kinds of names of which there are lists.
var nameKinds = []ask.NameKind{ask.PlayerNames, ask.EventNames, ask.CollectionNames}

// groupOperations are those that sum up games.
func (s *Server) groupOperations(api huma.API) {
	growing(s, api, "/stats", "stats", "Group the games that match. The request names one field or two, and the metrics of each group.", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		ask.StatsOptions
	}, sofar func(any)) (*ask.Stats, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.StatsOptions.Watch = watching[*ask.Stats](sofar)
		return ask.Of(v.Views).Stats(ctx, q, &in.StatsOptions)
	})
	growing(s, api, "/report", "report", "Report on the games that match. The answer has results, years, komi, openings, names and games.", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		ask.ReportOptions
	}, sofar func(any)) (*ask.Report, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.ReportOptions.Watch = watching[*ask.Report](sofar)
		return ask.Of(v.Views).Report(ctx, q, &in.ReportOptions)
	})
	growing(s, api, "/trend", "trend", "Show how frequent positions and patterns were over the years. Each position or pattern of the query gets a line of its own.", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		ask.TrendOptions
	}, sofar func(any)) (*ask.Trend, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.TrendOptions.Watch = watching[*ask.Trend](sofar)
		return ask.Of(v.Views).Trend(ctx, q, &in.TrendOptions)
	})
}

// watching hands what is known so far on, if anybody wants it.
func watching[T any](sofar func(any)) func(T) {
	if sofar == nil {
		return nil
	}
	return func(answer T) { sofar(answer) }
}

// boardOperations are those about a position or a pattern.
func (s *Server) boardOperations(api huma.API) {
	growing(s, api, "/tree", "moves", "Count the tree of moves from a position or pattern. A query without one begins at the start of the game.", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		ask.TreeOptions
	}, sofar func(any)) (*ask.Tree, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.TreeOptions.Watch = watching[*ask.Tree](sofar)
		return ask.Of(v.Views).Tree(ctx, q, &in.TreeOptions)
	})
	growing(s, api, "/first", "first", "Find who first played a position or pattern. The answer also shows how it spread.", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		ask.FirstOptions
	}, sofar func(any)) (*ask.First, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.FirstOptions.Watch = watching[*ask.First](sofar)
		return ask.Of(v.Views).First(ctx, q, &in.FirstOptions)
	})
	get(s, api, "/compare", "compare", "Compare two sets of games. The answer shows what each played next at one position or pattern.", func(ctx context.Context, v *archive.View, in *struct {
		CompareQuestion
		ask.CompareOptions
	}) (*ask.Compare, error) {
		a, b, err := in.searches()
		if err != nil {
			return nil, err
		}
		return ask.Of(v.Views).Compare(ctx, a, b, &in.CompareOptions)
	})
	growing(s, api, "/remarks", "remarks", "List the remarks on a position or pattern. These are the comments in records where it occurs.", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		ask.RemarksOptions
	}, sofar func(any)) (*ask.Remarks, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.RemarksOptions.Watch = watching[*ask.Remarks](sofar)
		return ask.Of(v.Views).Remarks(ctx, q, &in.RemarksOptions)
	})
	getByBody(s, api, "/follow", "follow", "Follow a tree of moves. The answer says how far games follow it and where they leave it.", func(ctx context.Context, v *archive.View, in *struct {
		Body struct {
			Tree    string `json:"tree" maxLength:"3000000" doc:"One game with variations, in SGF."`
			Q       string `json:"q,omitempty" maxLength:"30000" doc:"Query for the games. It must ask for no board, since the tree says where it begins. Empty for all games."`
			Records bool   `json:"records,omitempty" doc:"Count each record, also those of one game."`
			ask.FollowOptions
		}
	}) (*ask.Follow, error) {
		b := &in.Body
		q, err := parseQuery(b.Q)
		if err != nil {
			return nil, err
		}
		mine, err := ask.ParseOwnTree("tree", strings.NewReader(b.Tree))
		if err != nil {
			return nil, err
		}
		return ask.Of(v.Views).Follow(ctx, &archive.Search{Query: q, Records: b.Records}, mine, &b.FollowOptions)
	})
	getByBody(s, api, "/position", "position", "Read a pasted position. The text is a record, a diagram, moves, the game's notation of a position, a place in a game, or a term of the query language.", func(ctx context.Context, v *archive.View, in *struct {
		Body struct {
			Text string `json:"text" maxLength:"1000000" doc:"The pasted text."`
			Q    string `json:"q,omitempty" maxLength:"30000" doc:"Query for the games, without a board. A term such as game:chess says of which game the moves are."`
		}
	}) (*ask.Scene, error) {
		rest, err := parseQuery(in.Body.Q)
		if err != nil {
			return nil, err
		}
		q, err := ask.At(rest, in.Body.Text)
		if err != nil {
			return nil, err
		}
		return ask.Of(v.Views).Scene(ctx, q)
	})
}

// A CompareQuestion is two sets of games and the position at which they are compared, as parameters
// of an address. The command takes them as arguments.
type CompareQuestion struct {
	A       string `query:"a" maxLength:"12000" doc:"Query for the first set. Empty for all games."`
	B       string `query:"b" maxLength:"12000" doc:"Query for the second set. Empty for all games."`
	At      string `query:"at" maxLength:"12000" doc:"Position or pattern, as a term or as moves. Without it both queries must name the same one, or none for the start of the game." example:"Q16 D4"`
	Records bool   `query:"records" doc:"Count each record, also those of one game."`
}

// searches reads the two queries.
func (in *CompareQuestion) searches() (a, b *archive.Search, err error) {
	var sets [2]*archive.Search
	for i, text := range []string{in.A, in.B} {
		q, err := parseQuery(text)
		if err == nil && strings.TrimSpace(in.At) != "" {
			q, err = ask.At(q, in.At)
		}
		if err != nil {
			return nil, nil, err
		}
		sets[i] = &archive.Search{Query: q, Records: in.Records}
	}
	if !ask.HasBoard(sets[0].Query) && !ask.HasBoard(sets[1].Query) {
		for _, set := range sets {
			var err error
			if set.Query, err = ask.FromStart(set.Query); err != nil {
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
		ask.SimilarOptions
	}, sofar func(any)) (*ask.Similar, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.SimilarOptions.Watch = watching[*ask.Similar](sofar)
		return ask.Of(v.Views).Similar(ctx, q, &in.SimilarOptions)
	})
	growing(s, api, "/problems", "problems", "Compare problems that occur in several records. The answer says whether their solutions agree.", func(ctx context.Context, v *archive.View, in *struct {
		Question
		Watching
		ask.ProblemsOptions
	}, sofar func(any)) (*ask.Problems, error) {
		q, err := in.search()
		if err != nil {
			return nil, err
		}
		in.ProblemsOptions.Watch = watching[*ask.Problems](sofar)
		return ask.Of(v.Views).Problems(ctx, q, &in.ProblemsOptions)
	})
}
