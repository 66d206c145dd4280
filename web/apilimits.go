package web

import (
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// A refusal is an answer other than success that operations share.
type refusal struct {
	status int
	name   string // of the component
	text   string
	of     func(op *huma.Operation) bool
}

// largestNumber is the largest value of a parameter that says no other.
const largestNumber = math.MaxInt32

// describe adds to the document what is true of all operations: how they refuse requests, the limits
// of their parameters, and how a token is sent.
func (s *Server) describe(api huma.API) {
	d := api.OpenAPI()
	d.Info.License = &huma.License{Name: "MIT", URL: "https://spdx.org/licenses/MIT.html"}
	d.Info.Description += "\n\n" + s.limitsText()
	s.describeToken(d)
	refusals := s.refusals()
	content := map[string]*huma.MediaType{(&problem{}).ContentType(""): {Schema: &huma.Schema{Ref: "#/components/schemas/RequestProblem"}}}
	d.Components.Responses = map[string]*huma.Response{}
	for _, r := range refusals {
		d.Components.Responses[r.name] = &huma.Response{Description: r.text, Content: content}
	}
	for _, op := range operationsOf(d) {
		for _, r := range refusals {
			if r.of(op) {
				op.Responses[strconv.Itoa(r.status)] = &huma.Response{Ref: "#/components/responses/" + r.name}
			}
		}
		for _, p := range op.Parameters {
			limit(p.Schema, maxURL)
		}
		if op.RequestBody == nil {
			continue
		}
		for _, media := range op.RequestBody.Content {
			body := media.Schema
			if body.Ref != "" {
				body = d.Components.Schemas.SchemaFromRef(body.Ref)
			}
			for _, name := range slices.Sorted(maps.Keys(body.Properties)) {
				limit(body.Properties[name], maxBody)
			}
			body.PrecomputeMessages()
		}
	}
	describeCuts(d)
	for _, schema := range d.Components.Schemas.Map() {
		for _, p := range schema.Properties {
			unsigned(p)
		}
	}
}

// operationsOf lists the operations of a document.
func operationsOf(d *huma.OpenAPI) (list []*huma.Operation) {
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		item := d.Paths[path]
		for _, op := range []*huma.Operation{item.Get, item.Put, item.Post, item.Delete} {
			if op != nil {
				list = append(list, op)
			}
		}
	}
	return list
}

// limit gives a value that a client sends the limit that it has anyway: texts and lists that of what holds
// them, numbers that of their type. Lists of a parameter have a limit of their own.
func limit(s *huma.Schema, most int) {
	if s.Ref != "" {
		return
	}
	unsigned(s)
	switch s.Type {
	case huma.TypeString:
		if s.MaxLength == nil && s.Enum == nil {
			s.MaxLength = &most
		}
	case huma.TypeInteger:
		if s.Maximum == nil {
			largest := float64(largestNumber)
			s.Maximum = &largest
		}
	case huma.TypeArray:
		limit(s.Items, most)
		if s.MaxItems == nil {
			s.MaxItems = &most // each takes a byte at least
		}
	}
	s.PrecomputeMessages()
}

// unsigned says that numbers without a sign need more than 31 bits.
func unsigned(s *huma.Schema) {
	if s.Type == huma.TypeArray && s.Items != nil {
		unsigned(s.Items)
	}
	if s.Type == huma.TypeInteger && s.Format == "int32" && s.Minimum != nil && *s.Minimum == 0 {
		largest := float64(math.MaxUint32)
		s.Format, s.Maximum = "int64", &largest
	}
}

// describeToken says how a token is sent, of a server that wants one.
func (s *Server) describeToken(d *huma.OpenAPI) {
	d.Security = []map[string][]string{}
	if s.options.Token == "" {
		return
	}
	d.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token":   {Type: "http", Scheme: "bearer", Description: "The token that the server was started with. Programs send it so."},
		"cookie":  {Type: "apiKey", In: "cookie", Name: tokenCookie, Description: "The token in a cookie. A browser gets it by opening an address with the token once."},
		"address": {Type: "apiKey", In: "query", Name: tokenValue, Description: "The token in an address, for GET only. The answer is 303: it sets the cookie and leads to the address without the token."},
	}
	for _, name := range []string{"token", "cookie", "address"} {
		d.Security = append(d.Security, map[string][]string{name: {}})
	}
}

// refusals are the answers other than success, and which operations give them.
func (s *Server) refusals() []refusal {
	always := func(*huma.Operation) bool { return true }
	hasBody := func(op *huma.Operation) bool { return op.RequestBody != nil }
	isChange := func(op *huma.Operation) bool {
		return op.Method != http.MethodGet && !slices.Contains(onlyAsk, op.Path)
	}
	list := []refusal{
		{http.StatusBadRequest, "BadRequest", "The request is wrong, such as a query that has no meaning.", func(op *huma.Operation) bool { return op.Parameters != nil || op.RequestBody != nil }},
		{http.StatusForbidden, "Refused", "The request comes from a page of another site, or changes something and the server is for reading only.", always},
		{http.StatusNotFound, "NotFound", "There is no such game, name, upload, import or job.", func(op *huma.Operation) bool { return op.Parameters != nil || op.RequestBody != nil }},
		{http.StatusRequestTimeout, "Slow", fmt.Sprintf("The body did not arrive within %s.", bodyTime), hasBody},
		{http.StatusConflict, "Conflict", "The state of the archive does not allow the change, such as a name that is taken, or another program that writes.", isChange},
		{http.StatusRequestEntityTooLarge, "TooLarge", fmt.Sprintf("The body has more than %d bytes; that of an upload has more than %d bytes or %d files.", maxBody, s.options.MaxUpload, maxUploadFiles), hasBody},
		{http.StatusRequestURITooLong, "TooLong", fmt.Sprintf("The address has more than %d bytes.", maxURL), always},
		{http.StatusUnsupportedMediaType, "OtherType", "The body is of a type that the operation does not read.", hasBody},
		{http.StatusMisdirectedRequest, "OtherHost", "The server does not answer to the host name in the request. Names are added where it is started.", always},
		{http.StatusUnprocessableEntity, "Invalid", "A parameter or a property of the body is out of its range, unknown or missing.", always},
		{http.StatusTooManyRequests, "TooMany", fmt.Sprintf("There are %d uploads that were not imported yet; one to which nothing was added for %s makes room. Or the client asks more than the server allows one client; the header Retry-After says in how many seconds it may ask again.", maxUploads, uploadIdle), func(op *huma.Operation) bool {
			return op.OperationID == "begin-upload" || !s.options.Client.isNone()
		}},
		{http.StatusInternalServerError, "Failed", "The server failed. Its log says why.", always},
		{http.StatusServiceUnavailable, "Later", fmt.Sprintf("The answer took longer than %s, the wait for a place included; or it needs comments that are not indexed yet.", s.options.Timeout), func(op *huma.Operation) bool { return op.Metadata[stateless] == nil }},
	}
	if s.options.Token != "" {
		list = append(list, refusal{http.StatusUnauthorized, "NoToken", "The request has no token, or a wrong one.", always})
	}
	return list
}

// limitsText says what limits the server has.
func (s *Server) limitsText() string {
	return strings.Join([]string{
		"Limits of this server:",
		fmt.Sprintf("- An address has at most %d bytes, the headers %d, and a body %d.", maxURL, maxHeader, maxBody),
		fmt.Sprintf("- %d searches and %d questions about one game or board are answered at once. Others wait. An answer takes at most %s, the wait included.", s.options.Searches, quickPlaces, s.options.Timeout),
		fmt.Sprintf("- A body arrives within %s. A client reads each line of a stream within %s.", bodyTime, lineTime),
		fmt.Sprintf("- An upload has at most %d files and %d bytes. %d uploads wait at once for their import, and %d requests send files at once, each at %d bytes/s at least after the first %s.", maxUploadFiles, s.options.MaxUpload, maxUploads, uploadRequests, uploadRate, uploadPatience),
		"",
		"Errors are answered as problems (RFC 9457), in application/problem+json.",
	}, "\n")
}
