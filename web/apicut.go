package web

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"kifudb/archive"
)

// Texts of records that no person wrote, such as a name of 60,000 characters, are cut in answers as
// in lists of pages. The object that holds such a text names it in the property cut.

// cutKeys are the properties that have texts of records.
var cutKeys = []string{
	"black", "blackrank", "white", "whiterank", "date", "event", "round", "place", "result", "file",
	"name", "names", "value", "values", "row", "column", "label", "player", "spellings", "recorded",
}

// cutProperty is the property that names texts that are cut.
const cutProperty = "cut"

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
		return cutTexts(data, func(key string) int {
			switch {
			case key == "text":
				return longestComment
			case slices.Contains(cutKeys, key):
				return longestFact
			}
			return len(data)
		})
	}
	return cutTexts(data, func(key string) int {
		if slices.Contains(cutKeys, key) {
			return longestName
		}
		return len(data)
	})
}

// A cutFrame is an object or a list of JSON that is being read.
type cutFrame struct {
	list  bool
	key   string // of an object: the property that is being read
	owner int    // of a list: where the object is that holds it; -1 for none
	cut   []string
	named bool // of an object: key has been read
}

// cutTexts cuts texts in JSON that have more characters than most says for their property. Texts in lists belong to the
// property that has the list.
func cutTexts(data []byte, mostOf func(key string) int) []byte {
	var out []byte // nil while it is the same
	copied := 0
	var stack []cutFrame
	for i := 0; i < len(data); i++ {
		top := len(stack) - 1
		switch data[i] {
		case '{':
			stack = append(stack, cutFrame{})
		case '[':
			f := cutFrame{list: true, owner: -1}
			if top >= 0 {
				if f.owner = top; stack[top].list {
					f.owner = stack[top].owner
				}
			}
			stack = append(stack, f)
		case '}', ']':
			if cut := stack[top].cut; cut != nil {
				names, _ := json.Marshal(cut) // texts always can
				out = append(append(append(out, data[copied:i]...), `,"`+cutProperty+`":`...), names...)
				copied = i
			}
			stack = stack[:top]
		case ',':
			stack[top].named = false
		case '"':
			from := i
			for i++; data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
			if top < 0 {
				continue
			}
			if !stack[top].list && !stack[top].named {
				stack[top].key, stack[top].named = string(data[from+1:i]), true
				continue
			}
			owner := top
			if stack[top].list {
				owner = stack[top].owner
			}
			if i-from <= longestName || owner < 0 {
				continue
			}
			most := mostOf(stack[owner].key)
			var text string
			if i-from <= most || json.Unmarshal(data[from:i+1], &text) != nil || utf8.RuneCountInString(text) <= most {
				continue
			}
			short, _ := json.Marshal(cutAt(text, most))
			out = append(append(out, data[copied:from]...), short...)
			copied = i + 1
			if o := &stack[owner]; !slices.Contains(o.cut, o.key) {
				o.cut = append(o.cut, o.key)
			}
		}
	}
	if copied == 0 {
		return data
	}
	return append(out, data[copied:]...)
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
		if asked[name] || schema.Properties[cutProperty] != nil {
			continue
		}
		for key, p := range schema.Properties {
			text := p.Type == huma.TypeString || p.Type == huma.TypeArray && p.Items.Type == huma.TypeString
			if text && p.Enum == nil && (slices.Contains(cutKeys, key) || name == "Value" && key == "text") {
				schema.Properties[cutProperty] = &huma.Schema{
					Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString},
					Description: "Names of the properties of this object with texts that are too long for the answer. Each such text ends with an ellipsis. A query with an asterisk in place of the ellipsis finds it, and GET /record/{id} has the whole. Offsets of pieces that match are those in the whole text. Missing if no text is cut.",
				}
				schema.PrecomputeMessages()
				break
			}
		}
	}
}
