package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
)

// tagList are all tags.
type tagList struct {
	Tags    []archive.TagCount `json:"tags" doc:"The tags, in alphabetical order."`
	Notices []archive.Notice   `json:"notices,omitempty" doc:"What the answer leaves out or does not know. Missing if there is nothing to say."`
}

// changedGames says which games a change was about.
type changedGames struct {
	Games []archive.GameID `json:"games" doc:"Ids of the games that the request changed."`
}

// A tagInput puts a tag on games.
type tagInput struct {
	Name string `path:"name" maxLength:"200" doc:"Name of the tag."`
	Body struct {
		Games []archive.GameID `json:"games,omitempty" maxItems:"100000" doc:"Ids of the games."`
		Query string           `json:"query,omitempty" maxLength:"30000" doc:"Query for the records, in place of games. An asterisk for all."`
	}
}

// games are those that are meant.
func (in *tagInput) games(ctx context.Context, v *archive.View) ([]archive.GameID, error) {
	if (len(in.Body.Games) == 0) == (in.Body.Query == "") {
		return nil, &statusError{http.StatusUnprocessableEntity, "error.whichgames"}
	}
	if in.Body.Query == "" {
		_, err := v.Games(in.Body.Games)
		return in.Body.Games, err
	}
	q, err := parseQuery(in.Body.Query)
	if err != nil {
		return nil, err
	}
	return v.IDs(ctx, q, true)
}

// A noteInput writes the note on a game.
type noteInput struct {
	ID   uint32 `path:"id" doc:"Id of the game."`
	Body struct {
		Text string `json:"text" maxLength:"1000000" doc:"Text of the note. Empty to delete the note."`
	}
}

// A note is what the user wrote on a game or on a position.
type note struct {
	Game     archive.GameID `json:"game,omitempty" doc:"Id of the game. Missing for a note on a position."`
	Position string         `json:"position,omitempty" doc:"The position as text, for pos: in a query. Missing for a note on a game."`
	Text     string         `json:"text" doc:"Text of the note."`
}

// savedList are all saved searches.
type savedList struct {
	Searches []archive.SavedState `json:"searches" doc:"The saved searches."`
	Notices  []archive.Notice     `json:"notices,omitempty" doc:"What the answer leaves out or does not know. Missing if there is nothing to say."`
}

// A savedSearch is a search under its name.
type savedSearch struct {
	Name  string `json:"name" doc:"Name of the saved search."`
	Query string `json:"query" doc:"Query of the saved search."`
}

// A saveInput saves a search.
type saveInput struct {
	Name string `path:"name" maxLength:"200" doc:"Name of the saved search."`
	Body struct {
		Query   string `json:"query" maxLength:"30000" doc:"Query in the query language. Empty for all games."`
		Replace bool   `json:"replace,omitempty" doc:"Replace another search of that name. Without it the request fails if there is one."`
	}
}

// A savedName names a saved search.
type savedName struct {
	Name string `path:"name" doc:"Name of the saved search."`
}

// ownOperations are those about what the user adds: tags, notes, saved searches.
func (s *Server) ownOperations(api huma.API) {
	get(s, api, "/tags", "tags", "List the tags. Each comes with the number of its games.", func(ctx context.Context, v *archive.View, in *struct {
		Records bool `query:"records" doc:"Count each record, also those of one game."`
	}) (*tagList, error) {
		tags, notices, err := v.Tags(ctx, in.Records)
		if tags == nil {
			tags = []archive.TagCount{}
		}
		return &tagList{tags, notices}, err
	})
	tag := func(do func(*archive.View, string, []archive.GameID) ([]archive.GameID, error)) func(context.Context, *archive.View, *tagInput) (*changedGames, error) {
		return func(ctx context.Context, v *archive.View, in *tagInput) (*changedGames, error) {
			if err := archive.CheckTag(in.Name); err != nil {
				return nil, err
			}
			ids, err := in.games(ctx, v)
			if err != nil {
				return nil, err
			}
			games, err := do(v, in.Name, ids)
			if games == nil {
				games = []archive.GameID{}
			}
			return &changedGames{games}, err
		}
	}
	change(s, api, http.MethodPost, "/tags/{name}", "tag", "Tag games. Games that have the tag already keep it.", tag((*archive.View).Tag))
	change(s, api, http.MethodPost, "/tags/{name}/remove", "untag", "Remove a tag from games. Games without the tag stay as they are.", tag((*archive.View).Untag))
	get(s, api, "/notes", "notes", "List the notes. They are the user's notes on games and positions.", func(_ context.Context, v *archive.View, _ *struct{}) ([]note, error) {
		list := []note{}
		notes, err := v.Notes()
		for _, n := range notes {
			list = append(list, note{n.Game, string(n.Position), n.Text})
		}
		return list, err
	})
	change(s, api, http.MethodPut, "/notes/{id}", "put-note", "Write a note on a game. It replaces the present one; an empty text deletes it.", func(_ context.Context, v *archive.View, in *noteInput) (*note, error) {
		on := archive.Note{Game: archive.GameID(in.ID), Text: in.Body.Text}
		if _, err := v.Game(on.Game); err != nil {
			return nil, err
		}
		if on.Text == "" {
			n, err := v.RemoveNote(on)
			return &note{Game: n.Game}, err
		}
		now, _, err := v.PutNote(on, false)
		return &note{now.Game, string(now.Position), now.Text}, err
	})
	get(s, api, "/saved", "saved", "List the saved searches. Each comes with the number of new games since the user last looked.", func(ctx context.Context, v *archive.View, _ *struct{}) (*savedList, error) {
		states, notices, err := v.SavedStates(ctx)
		if states == nil {
			states = []archive.SavedState{}
		}
		return &savedList{states, notices}, err
	})
	change(s, api, http.MethodPut, "/saved/{name}", "save", "Save a search. Its present games count as seen.", func(ctx context.Context, v *archive.View, in *saveInput) (*savedSearch, error) {
		if err := archive.CheckSearchName(in.Name); err != nil {
			return nil, err
		}
		q, err := parseQuery(in.Body.Query)
		if err != nil {
			return nil, err
		}
		saved, _, _, err := v.Save(ctx, in.Name, q, in.Body.Replace)
		return &savedSearch{saved.Name, saved.Query}, err
	})
	change(s, api, http.MethodDelete, "/saved/{name}", "forget", "Delete a saved search. Its games stay in the archive.", func(_ context.Context, v *archive.View, in *savedName) (*savedSearch, error) {
		gone, err := v.RemoveSearch(in.Name)
		return &savedSearch{gone.Name, gone.Query}, err
	})
}
