package web

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
	"kifudb/internal/shortjson"
)

// Texts of records that no person wrote, such as a name of 60,000 characters, are cut in answers as
// in lists of pages. The object that holds such a text names it in the property cut.

// cutKeys are the properties that have texts of records.
var cutKeys = []string{
	"black", "blackrank", "white", "whiterank", "date", "event", "round", "place", "result", "file",
	"name", "names", "value", "values", "row", "column", "label", "player", "spellings", "recorded",
}

// writeJSON writes an answer with its texts cut.
func writeJSON(w io.Writer, v any) error {
	data, err := json.Marshal(v)
	if err == nil {
		_, err = w.Write(append(cutJSON(data, v), '\n'))
	}
	return err
}

// cutJSON cuts the texts of an answer. A game by itself keeps more of them than lists do.
func cutJSON(data []byte, v any) []byte {
	if len(data) <= longestName {
		return data
	}
	if _, ok := v.(*archive.Node); ok {
		return shortjson.Cut(data, func(key string) int {
			switch {
			case key == "text":
				return longestComment
			case slices.Contains(cutKeys, key):
				return longestFact
			}
			return len(data)
		})
	}
	return shortjson.Cut(data, func(key string) int {
		if slices.Contains(cutKeys, key) {
			return longestName
		}
		return len(data)
	})
}

// cutFormat is JSON with texts cut.
func cutFormat() huma.Format {
	format := huma.DefaultJSONFormat
	format.Marshal = func(w io.Writer, v any) error {
		var b bytes.Buffer
		if err := huma.DefaultJSONFormat.Marshal(&b, v); err != nil {
			return err
		}
		_, err := w.Write(cutJSON(b.Bytes(), v))
		return err
	}
	return format
}

// describeCuts adds to the schemas of answers which of their texts may be cut.
func describeCuts(d *huma.OpenAPI) {
	asked := map[string]bool{}
	for _, op := range operationsOf(d) {
		if op.RequestBody != nil {
			for _, media := range op.RequestBody.Content {
				asked[media.Schema.Ref[strings.LastIndexByte(media.Schema.Ref, '/')+1:]] = true
			}
		}
	}
	for name, schema := range d.Components.Schemas.Map() {
		if asked[name] || schema.Properties[shortjson.Property] != nil {
			continue
		}
		for key, p := range schema.Properties {
			text := p.Type == huma.TypeString || p.Type == huma.TypeArray && p.Items.Type == huma.TypeString
			if text && p.Enum == nil && (slices.Contains(cutKeys, key) || name == "Value" && key == "text") {
				schema.Properties[shortjson.Property] = &huma.Schema{
					Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString},
					Description: "Names of the properties of this object with texts that are too long for the answer. Each such text ends with an ellipsis. A query with an asterisk in place of the ellipsis finds it, and GET /record/{id} has the whole. Offsets of pieces that match are those in the whole text. Missing if no text is cut.",
				}
				schema.PrecomputeMessages()
				break
			}
		}
	}
}
