package web

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"kifudb/archive"
	"kifudb/archive/export"
	"kifudb/ask"
)

// A gameAt names a game, or a place in it.
type gameAt struct {
	Ref string `path:"ref" maxLength:"40" doc:"Game and place: 12 for the end of the game, 12@40 after a move of the main line, 12@n57 at a node." example:"12@40"`
}

// A gameNumber names a game.
type gameNumber struct {
	ID uint32 `path:"id" doc:"Id of the game."`
}

// A moveInput is a board with moves that are to be made on it.
type moveInput struct {
	Body struct {
		Board ask.Board `json:"board" doc:"The board before the moves."`
		Moves []string  `json:"moves,omitempty" maxItems:"2000" doc:"Moves to make, each as property move of the board's moves has it."`
	}
}

// A recodeInput says how records are to be read.
type recodeInput struct {
	Body struct {
		Games   []archive.GameID `json:"games" minItems:"1" maxItems:"100000" doc:"Ids of the games."`
		Charset string           `json:"charset,omitempty" maxLength:"40" doc:"The encoding. Without it kifudb guesses it again."`
		Force   bool             `json:"force,omitempty" doc:"Also change records with bytes that are no characters of the encoding."`
		DryRun  bool             `json:"dry_run,omitempty" doc:"Change nothing and return what would change."`
	}
}

// gameOperations are those about one game and about boards.
func (s *Server) gameOperations(api huma.API) {
	getQuick(s, api, "/game/{ref}", "game", "Show a game at one of its nodes. The answer has the board, texts, markup, information about the game, and the user's tags, notes and corrections.", func(_ context.Context, v *archive.View, in *gameAt) (*archive.Node, error) {
		n, err := v.Node(in.Ref)
		if err != nil {
			return nil, err
		}
		return n, archive.ReadFeatures(n)
	})
	getQuick(s, api, "/board/{ref}", "board", "Draw the board at a node of a game. The answer has cells, pieces and legal moves, so that programs can draw it without knowing the rules.", func(_ context.Context, v *archive.View, in *gameAt) (*ask.Board, error) {
		n, err := v.Node(in.Ref)
		if err != nil {
			return nil, err
		}
		return n.Data()
	})
	s.recordOperation(api)
	getQuick(s, api, "/tree/{id}", "game-tree", "List the nodes of a game. They come in the order of the record, with all variations.", func(_ context.Context, v *archive.View, in *struct {
		ID    uint32 `path:"id" doc:"Id of the game."`
		From  int    `query:"from" minimum:"0" doc:"Number of the first node to return."`
		Limit int    `query:"limit" minimum:"1" maximum:"20000" default:"2000" doc:"Largest number of nodes. The answer says which node is next."`
	}) (*archive.GameTree, error) {
		return v.GameTree(archive.GameID(in.ID), in.From, in.Limit)
	})
	get(s, api, "/duplicates/{id}", "duplicates", "Compare the records of a game. The id may be that of any of its records.", func(ctx context.Context, v *archive.View, in *gameNumber) (*ask.Comparison, error) {
		if _, err := v.Game(archive.GameID(in.ID)); err != nil {
			return nil, err
		}
		c, ok, err := ask.CompareRecords(ctx, v, archive.GameID(in.ID), 0)
		if err == nil && !ok {
			c = &ask.Comparison{Preferred: archive.GameID(in.ID), Total: 1, Records: []*ask.ComparedRecord{}}
		}
		return c, err
	})
	change(s, api, http.MethodPost, "/recode", "recode", "Change the encoding in which records are read. The request can also show the effect without a change. The records themselves stay as they came.", func(ctx context.Context, v *archive.View, in *recodeInput) (*archive.Recoded, error) {
		ids := slices.Clone(in.Body.Games)
		slices.Sort(ids)
		ids = slices.Compact(ids)
		if _, err := v.Games(ids); err != nil {
			return nil, err
		}
		return v.Recode(ctx, ids, &archive.RecodeOptions{Charset: in.Body.Charset, Force: in.Body.Force, DryRun: in.Body.DryRun, Limit: shownRecoded})
	})
	op := operation(http.MethodPost, "/board", "play", "Play moves on a board. The answer is the board after them. The archive does not change.", nil)
	huma.Register(api, op, func(ctx context.Context, in *moveInput) (*answer[*ask.Board], error) {
		b, err := archive.Arrange(&in.Body.Board, in.Body.Moves...)
		if err != nil {
			return nil, s.problemOf(ctx, err)
		}
		return &answer[*ask.Board]{b}, nil
	})
}

// recordOperation adds the operation that gives the record of a game as it came.
func (s *Server) recordOperation(api huma.API) {
	op := operation(http.MethodGet, "/record/{id}", "record", "Download the record of a game as it came. Its texts are whole, also those that other answers cut.", nil)
	op.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}}}
	huma.Register(api, op, func(context.Context, *gameNumber) (*huma.StreamResponse, error) {
		return &huma.StreamResponse{Body: func(c huma.Context) {
			r, w := humago.Unwrap(c)
			s.raw(w, r)
		}}, nil
	})
}

// shownRecoded is how many records an answer shows with their names before and after.
const shownRecoded = 1000

// raw gives the record of a game as it came.
func (s *Server) raw(w http.ResponseWriter, r *http.Request) {
	var record []byte
	ending := ""
	name := r.PathValue("id")
	err := s.look(r.Context(), func(_ context.Context, v *archive.View) error {
		n, err := v.Node(name)
		if err == nil {
			record, ending, err = export.Alone(n.Record)
		}
		return err
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.give(w, r, "game-"+fileWord(name)+ending, "application/octet-stream", record)
}

// fileWord keeps the digits and letters of a name.
func fileWord(name string) string {
	var out []rune
	for _, r := range name {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
			out = append(out, r)
		}
	}
	return string(out)
}
