package mcp

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// schemaOf makes the schema of a tool's parameters. Tags give what a Go type does not
// say: min, max, enum, default, and longest, the number of characters.
func schemaOf[I any]() *jsonschema.Schema {
	schema := mustSchema[I]()
	for _, f := range reflect.VisibleFields(reflect.TypeFor[I]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		p := schema.Properties[name]
		if p == nil {
			continue
		}
		number := func(tag string) *float64 {
			v, err := strconv.ParseFloat(f.Tag.Get(tag), 64)
			if err != nil {
				return nil
			}
			return &v
		}
		p.Minimum, p.Maximum = number("min"), number("max")
		if longest := number("longest"); longest != nil {
			n := int(*longest)
			p.MaxLength = &n
		}
		if list := f.Tag.Get("enum"); list != "" {
			for _, v := range strings.Split(list, ",") {
				p.Enum = append(p.Enum, v)
			}
		}
		if v, ok := f.Tag.Lookup("default"); ok {
			p.Default = json.RawMessage(v)
		}
	}
	return schema
}

// answerSchema makes the schema of an answer. Objects that occur in several places are described
// once, since some programs hand the schemas to their model, which reads them all.
func answerSchema[O any]() *jsonschema.Schema {
	schema := mustSchema[O]()
	schema.Type, schema.Types = "object", nil // an answer is never null
	seen, texts := map[string]int{}, map[*jsonschema.Schema]string{}
	var inner []*jsonschema.Schema // each behind those that it holds
	var visit func(*jsonschema.Schema)
	visit = func(s *jsonschema.Schema) {
		for _, p := range s.Properties {
			visit(p)
		}
		for _, p := range []*jsonschema.Schema{s.Items, s.AdditionalProperties} {
			if p != nil {
				visit(p)
			}
		}
		if len(s.Properties) > 0 {
			s.AdditionalProperties = nil // a later version may say more
		}
		if s != schema && len(s.Properties) > 0 {
			inner = append(inner, s)
			texts[s] = objectText(s)
			seen[texts[s]]++
		}
	}
	visit(schema)
	names := map[string]string{}
	for _, s := range inner {
		text := texts[s]
		if seen[text] < 2 {
			continue
		}
		if names[text] == "" {
			names[text] = fmt.Sprintf("object%d", len(names)+1)
			one := *s
			one.Description, one.Types, one.Type = "", nil, "object"
			if schema.Defs == nil {
				schema.Defs = map[string]*jsonschema.Schema{}
			}
			schema.Defs[names[text]] = &one
		}
	}
	// Outer objects first: what they hold is replaced in the definition, too.
	for i := len(inner) - 1; i >= 0; i-- {
		s := inner[i]
		name := names[texts[s]]
		if name == "" {
			continue
		}
		ref := &jsonschema.Schema{Ref: "#/$defs/" + name}
		nullable := len(s.Types) > 0
		about := s.Description
		*s = jsonschema.Schema{Description: about}
		if nullable {
			s.AnyOf = []*jsonschema.Schema{{Type: "null"}, ref}
		} else {
			s.Ref = ref.Ref
		}
	}
	return schema
}

// objectText is the same for objects that only differ in their own description, and whether they may
// be null.
func objectText(s *jsonschema.Schema) string {
	one := *s
	one.Description, one.Types, one.Type = "", nil, "object"
	data, err := json.Marshal(&one)
	if err != nil {
		panic(err) // of a schema that was made of a type of this package
	}
	return string(data)
}

func mustSchema[T any]() *jsonschema.Schema {
	schema, err := jsonschema.For[T](nil)
	if err != nil {
		panic(err) // of a type of this package
	}
	return schema
}
