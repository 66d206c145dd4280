package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
)

// A decision is what was decided about records.
type decision struct {
	Kind  string           `json:"kind" enum:"prefer,alone,apart,same" doc:"prefer: it stands for its game; alone: it is no duplicate; apart: they are of two games; same: of one"`
	Games []archive.GameID `json:"games" minItems:"1" maxItems:"2" doc:"one for prefer and alone, two for apart and same"`
}

func decisionsOf(list []archive.Decision) []decision {
	out := []decision{}
	for _, d := range list {
		out = append(out, decision{decisionName(d.Kind), d.Games})
	}
	return out
}

// A positionNote writes the note on a position.
type positionNote struct {
	Body struct {
		Position string `json:"position" minLength:"1" maxLength:"30000" doc:"as pos: takes it: moves, a diagram, a notation of the game, or 12@40"`
		Text     string `json:"text" maxLength:"1000000" doc:"empty takes the note away"`
	}
}

// What was taken back.
type takenBack struct {
	What string `json:"what" doc:"the change that was undone"`
}

// decideOperations are those that decide on duplicates, and the rest of what the user
// adds.
func (s *Server) decideOperations(api huma.API) {
	get(s, api, "/duplicates", "duplicate-list", "Games with several records", func(ctx context.Context, v *archive.View, in *struct {
		Kind string `query:"kind" doc:"only of these kinds: exact, prefix, near, said, with commas between"`
		From int    `query:"from" minimum:"0" doc:"how many games to pass over"`
		List int    `query:"limit" minimum:"1" maximum:"1000" default:"50" doc:"games"`
	}) (*archive.Duplicates, error) {
		kinds, err := archive.ParseKinds(in.Kind)
		if err != nil {
			return nil, err
		}
		d, err := v.Duplicates(ctx, nil, kinds, in.From+in.List)
		if err != nil {
			return nil, err
		}
		d.Clusters = append([]archive.Cluster{}, d.Clusters[min(in.From, len(d.Clusters)):]...)
		return d, nil
	})
	get(s, api, "/decisions", "decisions", "What was decided on duplicates", func(_ context.Context, v *archive.View, _ *struct{}) ([]decision, error) {
		list, err := v.Decisions()
		return decisionsOf(list), err
	})
	change(s, api, http.MethodPost, "/decisions", "decide", "Decide on one record or on two, in place of what says the opposite", func(ctx context.Context, v *archive.View, in *struct{ Body decision }) (decision, error) {
		return in.Body, decide(ctx, v, in.Body.Kind, in.Body.Games)
	})
	change(s, api, http.MethodDelete, "/decisions/{id}", "undecide", "Forget what was decided about a record", func(_ context.Context, v *archive.View, in *struct {
		ID uint32 `path:"id" doc:"the number of a game"`
	}) ([]decision, error) {
		gone, err := v.Undecide(archive.GameID(in.ID))
		return decisionsOf(gone), err
	})
	change(s, api, http.MethodPut, "/notes/position", "put-position-note", "Write the note on a position in place of the one that is there", func(ctx context.Context, v *archive.View, in *positionNote) (*note, error) {
		place, err := v.PositionOf(ctx, in.Body.Position)
		if err != nil {
			return nil, err
		}
		on := archive.Note{Position: place, Text: in.Body.Text}
		if on.Text == "" {
			gone, err := v.RemoveNote(on)
			return &note{Position: string(gone.Position)}, err
		}
		now, _, err := v.PutNote(on, false)
		return &note{Position: string(now.Position), Text: now.Text}, err
	})
	change(s, api, http.MethodPost, "/tags/{name}/rename", "rename-tag", "Give a tag another name", func(_ context.Context, v *archive.View, in *struct {
		Name string `path:"name" maxLength:"200" doc:"the tag"`
		Body struct {
			To    string `json:"to" minLength:"1" maxLength:"200"`
			Merge bool   `json:"merge,omitempty" doc:"with the tag of that name, if there is one"`
		}
	}) (struct {
		Tag string `json:"tag"`
	}, error) {
		out := struct {
			Tag string `json:"tag"`
		}{in.Body.To}
		return out, v.RenameTag(in.Name, in.Body.To, in.Body.Merge)
	})
	change(s, api, http.MethodPost, "/undo/{what}", "undo", "Take back the last change of tags or of corrections; the last 20 are remembered", func(_ context.Context, v *archive.View, in *struct {
		What string `path:"what" enum:"tags,corrections"`
	}) (*takenBack, error) {
		undo := v.UndoTags
		if in.What == "corrections" {
			undo = v.UndoCorrections
		}
		what, err := undo()
		return &takenBack{what}, err
	})
	get(s, api, "/saved/{name}", "saved-search", "What a saved search finds that it did not when it was looked at", func(ctx context.Context, v *archive.View, in *savedName) (*savedNews, error) {
		saved, notices, err := v.Saved(ctx, in.Name)
		if err != nil {
			return nil, err
		}
		return &savedNews{
			Name: saved.Search.Name, Query: saved.Search.Query, Games: int(saved.Games.GetCardinality()),
			New: archive.IDsIn(saved.New), Gone: archive.IDsIn(saved.Gone), Notices: notices,
		}, nil
	})
	change(s, api, http.MethodPost, "/saved/{name}/looked", "look-at-saved", "Note that games of a saved search were looked at", func(ctx context.Context, v *archive.View, in *struct {
		Name string `path:"name" doc:"of the saved search"`
		Body struct {
			Games []archive.GameID `json:"games,omitempty" maxItems:"1000000" doc:"of those that are new; none for all"`
		}
	}) (*savedSearch, error) {
		saved, _, err := v.Saved(ctx, in.Name)
		if err != nil {
			return nil, err
		}
		return &savedSearch{saved.Search.Name, saved.Search.Query}, v.Looked(saved, in.Body.Games)
	})
}

// savedNews is what is new in a saved search.
type savedNews struct {
	Name    string           `json:"name"`
	Query   string           `json:"query"`
	Games   int              `json:"games" doc:"found in all"`
	New     []archive.GameID `json:"new"`
	Gone    []archive.GameID `json:"gone"`
	Notices []archive.Notice `json:"notices,omitempty"`
}
