package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
)

// An aliasList is which spellings are one name.
type aliasList struct {
	Groups []archive.AliasGroup `json:"groups"`
	Undo   string               `json:"undo,omitempty" doc:"the last change of aliases, of whatever kind, that can be taken back"`
}

// An undoneAlias says what was taken back.
type undoneAlias struct {
	Undone string `json:"undone" doc:"the change, as who made it called it"`
}

// aliasOperations are those about names with several spellings.
func (s *Server) aliasOperations(api huma.API) {
	for _, kind := range []archive.AliasKind{archive.Players, archive.Events} {
		path, id := "/aliases/"+aliasWord(kind), "aliases-"+aliasWord(kind)
		of := func(v *archive.View) archive.Aliases { return s.archive.Aliases(kind) }
		get(s, api, path, id, "Which spellings are one of the "+aliasWord(kind), func(_ context.Context, v *archive.View, in *struct {
			Words string `query:"words" maxLength:"1000" doc:"names with a spelling that holds these words"`
		}) (*aliasList, error) {
			groups, err := of(v).Groups(in.Words)
			if err != nil {
				return nil, err
			}
			undo, err := s.archive.LastAliasChange()
			return &aliasList{groups, undo}, err
		})
		get(s, api, path+"/suggest", id+"-suggest", "Which of the "+aliasWord(kind)+" may be the same", func(ctx context.Context, v *archive.View, in *struct {
			Min   int `query:"min" minimum:"-1" default:"-1" doc:"points that must speak for it; -1 for those worth reading"`
			Limit int `query:"limit" minimum:"0" default:"50" doc:"pairs, 0 for all"`
		}) (*archive.SuggestedAliases, error) {
			return v.SuggestAliases(ctx, kind, pointsOr(in.Min), in.Limit)
		})
		change(s, api, http.MethodPost, path, id+"-unite", "Say that names are one, with all their spellings; the first is the preferred one", func(_ context.Context, v *archive.View, in *struct {
			Body struct {
				Names []string `json:"names" minItems:"2" maxItems:"1000" doc:"names or spellings"`
			}
		}) (*archive.AliasChange, error) {
			return of(v).Unite(uniteWords(in.Body.Names), in.Body.Names...)
		})
		change(s, api, http.MethodPost, path+"/part", id+"-part", "Say that spellings are not a name's after all", func(_ context.Context, v *archive.View, in *struct {
			Body struct {
				Name      string   `json:"name" minLength:"1" doc:"the name, in any spelling"`
				Spellings []string `json:"spellings,omitempty" maxItems:"1000" doc:"those that are names of their own; all if none are named"`
			}
		}) (*archive.AliasRemoval, error) {
			return of(v).Remove(partWords(in.Body.Name, in.Body.Spellings), in.Body.Name, in.Body.Spellings...)
		})
	}
	change(s, api, http.MethodPost, "/aliases/undo", "aliases-undo", "Take back the last change of aliases", func(context.Context, *archive.View, *struct{}) (*undoneAlias, error) {
		what, err := s.archive.UndoAliases()
		return &undoneAlias{what}, err
	})
}
