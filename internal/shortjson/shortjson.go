// Package shortjson cuts long texts in JSON. The object that holds such a text names it.
package shortjson

import (
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// Property is the property in which an object names its texts that are cut.
const Property = "cut"

// Text cuts a text behind so many characters, and says so by an ellipsis.
func Text(text string, most int) string {
	if len(text) <= most {
		return text
	}
	n := 0
	for i := range text {
		if n++; n > most {
			return text[:i] + "…"
		}
	}
	return text
}

// A frame is an object or a list of JSON that is being read.
type frame struct {
	list  bool
	key   string // of an object: the property that is being read
	owner int    // of a list: where the object is that holds it; -1 for none
	cut   []string
	named bool // of an object: key has been read
}

// Cut cuts texts in JSON that have more characters than mostOf says for their property. Texts in lists belong to the
// property that has the list.
func Cut(data []byte, mostOf func(key string) int) []byte {
	var out []byte // nil while it is the same
	copied := 0
	var stack []frame
	for i := 0; i < len(data); i++ {
		top := len(stack) - 1
		switch data[i] {
		case '{':
			stack = append(stack, frame{})
		case '[':
			f := frame{list: true, owner: -1}
			if top >= 0 {
				if f.owner = top; stack[top].list {
					f.owner = stack[top].owner
				}
			}
			stack = append(stack, f)
		case '}', ']':
			if cut := stack[top].cut; cut != nil {
				names, _ := json.Marshal(cut) // texts always can
				out = append(append(append(out, data[copied:i]...), `,"`+Property+`":`...), names...)
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
			if owner < 0 {
				continue
			}
			most := mostOf(stack[owner].key)
			var text string
			if i-from <= most || json.Unmarshal(data[from:i+1], &text) != nil || utf8.RuneCountInString(text) <= most {
				continue
			}
			short, _ := json.Marshal(Text(text, most))
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
