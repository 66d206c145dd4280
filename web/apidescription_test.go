package web

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// described is an operation, a parameter or a property as a client's programmer reads about it.
type described struct{ where, name, text string }

// A describedSchema is what a test reads of a schema.
type describedSchema struct {
	Description string
	Properties  map[string]*describedSchema
	Items       *describedSchema
}

// properties are those of a schema and of the schemas in it.
func (s *describedSchema) properties(name string) (list []described) {
	for key, p := range s.Properties {
		list = append(append(list, described{name + "." + key, key, p.Description}), p.properties(name+"."+key)...)
	}
	if s.Items != nil {
		list = append(list, s.Items.properties(name+"[]")...)
	}
	return list
}

// descriptions collects what the document of the API says about everything in it.
func descriptions(t *testing.T, d *apiDocument) (list []described) {
	t.Helper()
	for path, item := range d.Paths {
		for method, raw := range item {
			var op struct {
				Summary, Description string
				Parameters           []struct{ Name, Description string }
			}
			if err := json.Unmarshal(raw, &op); err != nil {
				t.Fatal(path, err)
			}
			at := method + " " + path
			list = append(list, described{at, "", op.Description})
			if op.Summary == "" || strings.Contains(op.Summary, ". ") || len(op.Summary) > 72 {
				t.Errorf("%s: the summary %q is not a short sentence", at, op.Summary)
			}
			for _, p := range op.Parameters {
				list = append(list, described{at + ", parameter " + p.Name, p.Name, p.Description})
			}
		}
	}
	for name, raw := range d.Components.Schemas {
		var schema describedSchema
		if err := json.Unmarshal(raw, &schema); err != nil {
			t.Fatal(name, err)
		}
		list = append(list, schema.properties(name)...)
	}
	return list
}

// fault says what is wrong with a description, or returns "".
func (d *described) fault() string {
	text := strings.TrimSuffix(d.text, ".")
	words := strings.NewReplacer("_", " ", "-", " ").Replace(d.name)
	switch first := []rune(d.text); {
	case d.text == "":
		return "has no description"
	case !unicode.IsUpper(first[0]):
		return "does not begin with a capital letter"
	case text == d.text:
		return "does not end with a full stop"
	case !strings.Contains(text, " "), strings.EqualFold(strings.TrimPrefix(text, "The "), words):
		return "only repeats the name"
	}
	return ""
}

// Every operation, parameter and property has a sentence that says more than its name.
func TestDescriptions(t *testing.T) {
	s, _ := served(t, nil)
	list := descriptions(t, openAPI(t, s))
	if len(list) < 1000 {
		t.Fatalf("the document has only %d operations, parameters and properties", len(list))
	}
	for _, d := range list {
		if strings.HasPrefix(d.where, "ErrorDetail.") {
			continue // huma's own words
		}
		if fault := d.fault(); fault != "" {
			t.Errorf("%s %s: %q", d.where, fault, d.text)
		}
	}
}

// The test notices each kind of fault.
func TestDescriptionFaults(t *testing.T) {
	for _, d := range []described{
		{name: "games", text: ""}, {name: "games", text: "number of games."}, {name: "games", text: "Number of games"},
		{name: "games", text: "Games."}, {name: "last_known", text: "The last known."}, {name: "last_known", text: "Last known."},
	} {
		if d.fault() == "" {
			t.Errorf("%q passes for %s", d.text, d.name)
		}
	}
	if d := (described{name: "games", text: "Number of games."}); d.fault() != "" {
		t.Errorf("%q: %s", d.text, d.fault())
	}
}

// The document says where the server is and how it takes a token, if it takes one.
func TestDescribedSecurity(t *testing.T) {
	for _, token := range []string{"", "secret"} {
		s, _ := served(t, func(o *Options) { o.Token = token })
		d := s.newAPI(http.NewServeMux()).OpenAPI()
		if len(d.Servers) != 1 || d.Servers[0].URL != "/" {
			t.Errorf("token %q: servers %v", token, d.Servers)
		}
		scheme := d.Components.SecuritySchemes["token"]
		if asks := scheme != nil && scheme.Type == "http" && scheme.Scheme == "bearer" && len(d.Security) > 0; asks != (token != "") {
			t.Errorf("token %q: scheme %v, security %v", token, scheme, d.Security)
		}
	}
}

// Schemas have names that OpenAPI allows, and lines of a stream may be its end or a problem.
func TestDescribedNamesAndLines(t *testing.T) {
	s, _ := served(t, nil)
	d := openAPI(t, s)
	legal := regexp.MustCompile(`^[A-Za-z0-9._-]+$`)
	for name := range d.Components.Schemas {
		if !legal.MatchString(name) {
			t.Errorf("the name %q is not legal", name)
		}
	}
	games := string(d.Paths[apiRoot+"/games"]["get"])
	for _, name := range []string{"Game", "GamesEnd", "RequestProblem"} {
		if !strings.Contains(games, `"#/components/schemas/`+name+`"`) {
			t.Errorf("no line of all games is a %s", name)
		}
	}
}
