package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
)

// A decision is what was decided about records.
type decision struct {
	Kind  string           `json:"kind" enum:"prefer,alone,apart,same" doc:"What the user decided: prefer (the record stands for its game), alone (it has no duplicates), apart (two records are of different games) or same (of one game)."`
	Games []archive.GameID `json:"games" minItems:"1" maxItems:"2" doc:"Ids of the records: one for prefer and alone, two for apart and same."`
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
		Position string `json:"position" minLength:"1" maxLength:"30000" doc:"The position as for pos: in a query: moves, a diagram, the game's notation, or a place such as 12@40."`
		Text     string `json:"text" maxLength:"1000000" doc:"Text of the note. Empty to delete the note."`
	}
}

// A renamedTag is a tag under its new name.
type renamedTag struct {
	Tag string `json:"tag" doc:"Name of the tag after the change."`
}

// A takenBack says which change was undone.
type takenBack struct {
	What string `json:"what" doc:"The change that was undone, in words."`
}

// decideOperations are those that decide on duplicates, and the rest of what the user
// adds.
func (s *Server) decideOperations(api huma.API) {
	get(s, api, "/duplicates", "duplicate-list", "List games with several records. Each comes with its records, the preferred one first.", func(ctx context.Context, v *archive.View, in *struct {
		Kind string `query:"kind" doc:"Only duplicates of these kinds: exact, prefix, near or said, separated by commas."`
		From int    `query:"from" minimum:"0" doc:"Number of games to skip."`
		List int    `query:"limit" minimum:"1" maximum:"1000" default:"50" doc:"Largest number of games."`
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
	get(s, api, "/decisions", "decisions", "List the user's decisions about duplicates. The oldest comes first.", func(_ context.Context, v *archive.View, _ *struct{}) ([]decision, error) {
		list, err := v.Decisions()
		return decisionsOf(list), err
	})
	change(s, api, http.MethodPost, "/decisions", "decide", "Decide about duplicates. The decision replaces one that contradicts it.", func(ctx context.Context, v *archive.View, in *struct{ Body decision }) (decision, error) {
		return in.Body, decide(ctx, v, in.Body.Kind, in.Body.Games)
	})
	change(s, api, http.MethodDelete, "/decisions/{id}", "undecide", "Delete the decisions about a record. kifudb then decides by itself again.", func(_ context.Context, v *archive.View, in *struct {
		ID uint32 `path:"id" doc:"Id of the game."`
	}) ([]decision, error) {
		gone, err := v.Undecide(archive.GameID(in.ID))
		return decisionsOf(gone), err
	})
	change(s, api, http.MethodPut, "/notes/position", "put-position-note", "Write a note on a position. It replaces the present one; an empty text deletes it.", func(ctx context.Context, v *archive.View, in *positionNote) (*note, error) {
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
	change(s, api, http.MethodPost, "/tags/{name}/rename", "rename-tag", "Rename a tag. The request can also merge two tags.", func(_ context.Context, v *archive.View, in *struct {
		Name string `path:"name" maxLength:"200" doc:"Name of the tag."`
		Body struct {
			To    string `json:"to" minLength:"1" maxLength:"200" doc:"The new name."`
			Merge bool   `json:"merge,omitempty" doc:"Merge with the tag of that name if there is one. Without it the request fails then."`
		}
	}) (renamedTag, error) {
		return renamedTag{in.Body.To}, v.RenameTag(in.Name, in.Body.To, in.Body.Merge)
	})
	change(s, api, http.MethodPost, "/undo/{what}", "undo", "Undo the last change to tags or corrections. The server remembers the last 20 changes.", func(_ context.Context, v *archive.View, in *struct {
		What string `path:"what" enum:"tags,corrections" doc:"What to undo: tags or corrections."`
	}) (*takenBack, error) {
		undo := v.UndoTags
		if in.What == "corrections" {
			undo = v.UndoCorrections
		}
		what, err := undo()
		return &takenBack{what}, err
	})
	get(s, api, "/saved/{name}", "saved-search", "List the news of a saved search. These are the games that match now and did not match when the user last looked.", func(ctx context.Context, v *archive.View, in *savedName) (*savedNews, error) {
		saved, notices, err := v.Saved(ctx, in.Name)
		if err != nil {
			return nil, err
		}
		return &savedNews{
			Name: saved.Search.Name, Query: saved.Search.Query, Games: int(saved.Games.GetCardinality()),
			New: archive.IDsIn(saved.New), Gone: archive.IDsIn(saved.Gone), Notices: notices,
		}, nil
	})
	change(s, api, http.MethodPost, "/saved/{name}/looked", "look-at-saved", "Mark new games of a saved search as seen. They are not new afterwards.", func(ctx context.Context, v *archive.View, in *struct {
		Name string `path:"name" doc:"Name of the saved search."`
		Body struct {
			Games []archive.GameID `json:"games,omitempty" maxItems:"1000000" doc:"Ids of new games that the user has looked at. Without it all."`
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
	Name    string           `json:"name" doc:"Name of the saved search."`
	Query   string           `json:"query" doc:"Query of the saved search."`
	Games   int              `json:"games" doc:"Number of games that match now."`
	New     []archive.GameID `json:"new" doc:"Ids of the games that match now and did not match when the user last looked."`
	Gone    []archive.GameID `json:"gone" doc:"Ids of the games that matched when the user last looked and do not match now."`
	Notices []archive.Notice `json:"notices,omitempty" doc:"What the answer leaves out or does not know. Missing if there is nothing to say."`
}
