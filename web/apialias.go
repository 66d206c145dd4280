package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
)

// An aliasList is which spellings are one name.
type aliasList struct {
	Groups []archive.AliasGroup `json:"groups" doc:"The groups of spellings."`
	Undo   string               `json:"undo,omitempty" doc:"The last change to aliases, in words, that can be taken back. It may be a change to players or events. Missing if there is none."`
}

// An undoneAlias says what was taken back.
type undoneAlias struct {
	Undone string `json:"undone" doc:"The change that was taken back, in words."`
}

// aliasOperations are those about names with several spellings.
func (s *Server) aliasOperations(api huma.API) {
	for _, kind := range []archive.AliasKind{archive.Players, archive.Events} {
		path, id := "/aliases/"+aliasWord(kind), "aliases-"+aliasWord(kind)
		of := func(v *archive.View) archive.Aliases { return s.archive.Aliases(kind) }
		get(s, api, path, id, "List the spellings of "+aliasWord(kind)+". The user decides which spellings are one name.", func(_ context.Context, v *archive.View, in *struct {
			Words string `query:"words" maxLength:"1000" doc:"Only names with a spelling that contains these words."`
		}) (*aliasList, error) {
			groups, err := of(v).Groups(in.Words)
			if err != nil {
				return nil, err
			}
			undo, err := s.archive.LastAliasChange()
			return &aliasList{groups, undo}, err
		})
		get(s, api, path+"/suggest", id+"-suggest", "Suggest "+aliasWord(kind)+" that may be the same. Each pair comes with the evidence. The request changes nothing.", func(ctx context.Context, v *archive.View, in *struct {
			Min   int `query:"min" minimum:"-1" default:"-1" doc:"Least evidence for a pair, in points. -1 for as much as makes a pair worth reading."`
			Limit int `query:"limit" minimum:"0" default:"50" doc:"Largest number of pairs. 0 for all."`
		}) (*archive.SuggestedAliases, error) {
			return v.SuggestAliases(ctx, kind, pointsOr(in.Min), in.Limit)
		})
		change(s, api, http.MethodPost, path, id+"-unite", "Unite names. All their spellings become one group, and the first name of the request becomes the preferred one.", func(_ context.Context, v *archive.View, in *struct {
			Body struct {
				Names []string `json:"names" minItems:"2" maxItems:"1000" doc:"Names or spellings that are one name. The first becomes the preferred one."`
			}
		}) (*archive.AliasChange, error) {
			return of(v).Unite(uniteWords(in.Body.Names), in.Body.Names...)
		})
		change(s, api, http.MethodPost, path+"/part", id+"-part", "Take spellings out of a group. Each becomes a name by itself.", func(_ context.Context, v *archive.View, in *struct {
			Body struct {
				Name      string   `json:"name" minLength:"1" doc:"The name, in any spelling."`
				Spellings []string `json:"spellings,omitempty" maxItems:"1000" doc:"Spellings to take from the name. Without it all."`
			}
		}) (*archive.AliasRemoval, error) {
			return of(v).Remove(partWords(in.Body.Name, in.Body.Spellings), in.Body.Name, in.Body.Spellings...)
		})
	}
	change(s, api, http.MethodPost, "/aliases/undo", "aliases-undo", "Undo the last change to aliases. It may be a change to players or events.", func(context.Context, *archive.View, *struct{}) (*undoneAlias, error) {
		what, err := s.archive.UndoAliases()
		return &undoneAlias{what}, err
	})
}
