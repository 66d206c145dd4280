package mcp

import (
	"context"
	"encoding/json"
	"regexp"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Models and clients write 7 for "7", and "10" for 10. What they mean is plain, so it is put right before
// the parameters are checked against their schema.

// lenient is middleware that puts the types of parameters right.
func (s *Server) lenient(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		if call, ok := r.(*mcp.CallToolRequest); ok && call.Params != nil {
			call.Params.Arguments = putRight(call.Params.Arguments, s.parameters[call.Params.Name])
		}
		return next(ctx, method, r)
	}
}

var (
	aNumber = regexp.MustCompile(`^-?[0-9]{1,15}$`)
	aText   = regexp.MustCompile(`^"-?[0-9]{1,15}"$`)
)

// putRight returns parameters with texts of digits in place of numbers where the schema
// wants a text, and the other way round. Others stay as they are.
func putRight(arguments json.RawMessage, schema *jsonschema.Schema) json.RawMessage {
	var given map[string]json.RawMessage
	if schema == nil || json.Unmarshal(arguments, &given) != nil {
		return arguments
	}
	changed := false
	quote := func(v json.RawMessage) json.RawMessage {
		if !aNumber.Match(v) {
			return v
		}
		changed = true
		return json.RawMessage(`"` + string(v) + `"`)
	}
	for name, v := range given {
		p := schema.Properties[name]
		switch {
		case p == nil:
		case p.Type == "string":
			given[name] = quote(v)
		case p.Type == "integer" && aText.Match(v):
			given[name], changed = v[1:len(v)-1], true
		case p.Items != nil && p.Items.Type == "string":
			var list []json.RawMessage
			if json.Unmarshal(v, &list) != nil {
				list = []json.RawMessage{v} // one, without the list around it
				changed = true
			}
			for i := range list {
				list[i] = quote(list[i])
			}
			if data, err := json.Marshal(list); err == nil {
				given[name] = data
			}
		}
	}
	if !changed {
		return arguments
	}
	data, err := json.Marshal(given)
	if err != nil {
		return arguments
	}
	return data
}
