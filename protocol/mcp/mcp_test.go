package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/ask"
	"kifudb/indexer/indexertest"
)

// collection returns an archive with the games of the demo and those in some further files.
func collection(t *testing.T, records ...string) *archive.Archive {
	t.Helper()
	a, err := archive.Open(indexertest.Collection(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	folder := t.TempDir()
	for i, record := range records {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%03d.sgf", i)), []byte(record), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if len(records) > 0 {
		if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{folder}}); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

func optionsFor(a *archive.Archive) Options {
	return Options{
		Ask: func(do func(*archive.Views) error) error {
			return a.Ask(func(v *archive.View) error { return do(v.Views) })
		},
		Language: "the language", Patterns: "the patterns",
		View: func() (*archive.Views, error) {
			v, err := a.View()
			if err != nil {
				return nil, err
			}
			return v.Views, nil
		},
	}
}

// connect returns a client of a server.
func connect(t *testing.T, s *Server) *mcp.ClientSession {
	t.Helper()
	at, client := mcp.NewInMemoryTransports()
	if _, err := s.server.Connect(t.Context(), at, nil); err != nil {
		t.Fatal(err)
	}
	return join(t, client)
}

func join(t *testing.T, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	c, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// call calls a tool, which must answer, and reads its structured answer.
func call[A any](t *testing.T, c *mcp.ClientSession, tool string, arguments map[string]any) (A, *mcp.CallToolResult) {
	t.Helper()
	var a A
	r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s %v: %v", tool, arguments, err)
	}
	if r.IsError {
		t.Fatalf("%s %v: %s", tool, arguments, textOf(r))
	}
	data, err := json.Marshal(r.StructuredContent)
	if err == nil {
		err = json.Unmarshal(data, &a)
	}
	if err != nil {
		t.Fatal(err)
	}
	return a, r
}

func textOf(r *mcp.CallToolResult) string {
	var texts []string
	for _, c := range r.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			texts = append(texts, text.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// every are calls of every tool that reads.
func every(game, player, opponent string) []mcp.CallToolParams {
	return []mcp.CallToolParams{
		{Name: "archive_summary", Arguments: map[string]any{}},
		{Name: "search_games", Arguments: map[string]any{"query": "", "limit": 50}},
		{Name: "search_games", Arguments: map[string]any{"query": "has:comments"}},
		{Name: "count_games", Arguments: map[string]any{"by": "player"}},
		{Name: "position", Arguments: map[string]any{"position": "Q16"}},
		{Name: "first_plays", Arguments: map[string]any{"position": "Q16"}},
		{Name: "preparation_tree", Arguments: map[string]any{"min_games": 1}},
		{Name: "find_names", Arguments: map[string]any{"limit": 50}},
		{Name: "find_names", Arguments: map[string]any{"kind": "events"}},
		{Name: "player", Arguments: map[string]any{"name": player}},
		{Name: "head_to_head", Arguments: map[string]any{"name": player, "opponent": opponent}},
		{Name: "mistakes", Arguments: map[string]any{"min_games": 1}},
		{Name: "game", Arguments: map[string]any{"ref": game, "boards_at": "1"}},
		{Name: "board", Arguments: map[string]any{"ref": game + "@1"}},
		{Name: "remarks", Arguments: map[string]any{"position": "Q16"}},
		{Name: "similar_games", Arguments: map[string]any{"ref": game}},
		{Name: "explain_query", Arguments: map[string]any{"query": "player:shusaku"}},
	}
}

func TestEveryToolAnswers(t *testing.T) {
	c := connect(t, New(optionsFor(collection(t))))
	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	called := map[string]bool{}
	for _, params := range every("1", "Honinbo Shusaku", "Inoue Gennan Inseki") {
		r, err := c.CallTool(t.Context(), &params)
		if err != nil || r.IsError {
			t.Errorf("%s: %v %s", params.Name, err, textOf(r))
			continue
		}
		if textOf(r) == "" || r.StructuredContent == nil {
			t.Errorf("%s: no text or no structure", params.Name)
		}
		called[params.Name] = true
	}
	for _, tool := range list.Tools {
		if !called[tool.Name] {
			t.Errorf("%s is not tried", tool.Name)
		}
	}
}

func TestToolsDescribeThemselves(t *testing.T) {
	o := optionsFor(collection(t))
	o.Write = true
	list, err := connect(t, New(o)).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	all := 0 // bytes, which a model may have to read
	for _, tool := range list.Tools {
		if tool.Title == "" || tool.Description == "" || tool.OutputSchema == nil || tool.Annotations == nil || *tool.Annotations.OpenWorldHint {
			t.Errorf("%s lacks something", tool.Name)
		}
		if out := tool.OutputSchema.(map[string]any); out["type"] != "object" {
			t.Errorf("%s answers with %v", tool.Name, out["type"])
		}
		data, err := json.Marshal(tool)
		if err != nil {
			t.Fatal(err)
		}
		all += len(data)
		schema := tool.InputSchema.(map[string]any)
		if schema["type"] != "object" || schema["additionalProperties"] == nil {
			t.Errorf("%s takes anything", tool.Name)
		}
		properties, _ := schema["properties"].(map[string]any)
		for name, p := range properties {
			one := p.(map[string]any)
			if one["description"] == nil {
				t.Errorf("%s: %s has no description", tool.Name, name)
			}
			switch one["type"] {
			case "integer":
				if one["minimum"] == nil || one["maximum"] == nil || one["default"] == nil {
					t.Errorf("%s: %s has no range or default", tool.Name, name)
				}
			case "string":
				if one["maxLength"] == nil && one["enum"] == nil {
					t.Errorf("%s: %s has no bound", tool.Name, name)
				}
			}
		}
	}
	if t.Logf("%d bytes describe %d tools", all, len(list.Tools)); all > 60_000 {
		t.Errorf("%d bytes describe the tools", all)
	}
}

func TestOnlyWriteHasToolsThatChange(t *testing.T) {
	a := collection(t)
	for _, write := range []bool{false, true} {
		o := optionsFor(a)
		o.Write = write
		list, err := connect(t, New(o)).ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var changing []string
		for _, tool := range list.Tools {
			if !tool.Annotations.ReadOnlyHint {
				changing = append(changing, tool.Name)
			}
		}
		want := []string(nil)
		if write {
			want = []string{"add_tag", "remove_tag", "set_note"}
		}
		if slices.Sort(changing); !slices.Equal(changing, want) {
			t.Errorf("write %v: %v", write, changing)
		}
	}
	if _, err := connect(t, New(optionsFor(a))).CallTool(t.Context(), &mcp.CallToolParams{Name: "add_tag", Arguments: map[string]any{"tag": "x", "games": []string{"1"}}}); err == nil {
		t.Error("a tag was put without Write")
	}
}

func TestChanges(t *testing.T) {
	a := collection(t)
	o := optionsFor(a)
	o.Write = true
	c := connect(t, New(o))
	tags := func() int {
		n, _ := call[countAnswer](t, c, "count_games", map[string]any{"query": "tag:study"})
		return n.Total
	}
	first, _ := call[changeAnswer](t, c, "add_tag", map[string]any{"tag": "study", "games": []string{"1", "2"}})
	again, _ := call[changeAnswer](t, c, "add_tag", map[string]any{"tag": "study", "games": []string{"2"}})
	if len(first.Games) != 2 || len(again.Games) != 0 || tags() != 2 {
		t.Errorf("%v, %v, %d games", first.Games, again.Games, tags())
	}
	if gone, _ := call[changeAnswer](t, c, "remove_tag", map[string]any{"tag": "study", "games": []string{"1"}}); !slices.Equal(gone.Games, []string{"1"}) || tags() != 1 {
		t.Errorf("%v, %d games", gone.Games, tags())
	}
	call[changeAnswer](t, c, "set_note", map[string]any{"ref": "1", "text": "look at the ladder"})
	next, _ := call[changeAnswer](t, c, "set_note", map[string]any{"ref": "1", "text": ""})
	if game, _ := call[gameAnswer](t, c, "game", map[string]any{"ref": "1"}); next.Was != "look at the ladder" || game.Note != "" {
		t.Errorf("was %q, is %q", next.Was, game.Note)
	}
	for _, games := range [][]string{nil, {"999999"}} {
		if r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "add_tag", Arguments: map[string]any{"tag": "study", "games": games}}); err != nil || !r.IsError {
			t.Errorf("%v: %v %s", games, err, textOf(r))
		}
	}
}

// TestNumbersAreThoseOfAsk compares answers with those of package ask.
func TestNumbersAreThoseOfAsk(t *testing.T) {
	a := collection(t)
	c := connect(t, New(optionsFor(a)))
	err := a.Ask(func(v *archive.View) error {
		vs, ctx := ask.Of(v.Views), t.Context()
		q := archivetest.Query(t, `pos:"Q16"`)
		next, err := vs.Next(ctx, &archive.Search{Query: q}, &ask.NextOptions{Limit: 5, Min: 1})
		if err != nil {
			return err
		}
		p, r := call[positionAnswer](t, c, "position", map[string]any{"position": "Q16", "limit": 5})
		if p.Games != next.Games || p.Games == 0 || p.Moves != next.Moves || len(p.Next) != len(next.Next) || p.Results != newResults(next.Won) && p.Results.Share == nil {
			t.Errorf("position: %+v, want %+v", p, next)
		}
		for i, m := range next.Next {
			if got := p.Next[i]; got.Games != m.Games || got.Share.N != next.Games || got.Share.Percent != newShare(m.Share, 1).Percent || got.Results.Black != m.Won.Black {
				t.Errorf("move %d: %+v, want %+v", i, got, m)
			}
		}
		if !strings.Contains(textOf(r), fmt.Sprintf("(n=%d)", next.Games)) {
			t.Errorf("no n in %s", textOf(r))
		}
		page, err := vs.NamePage(ctx, &archive.Search{}, ask.PlayerNames, "Honinbo Shusaku")
		if err != nil {
			return err
		}
		player, _ := call[playerAnswer](t, c, "player", map[string]any{"name": "Honinbo Shusaku"})
		if player.Games != page.Games || player.Outcome.Won != page.Outcome.Won || player.Outcome.Share.N != page.Outcome.Decided || player.Of != len(page.Opponents) {
			t.Errorf("player: %+v, want %+v", player, page)
		}
		tree, err := vs.Tree(ctx, &archive.Search{Query: q}, &ask.TreeOptions{Depth: 3, MinGames: 1, MaxMoves: 3})
		if err != nil {
			return err
		}
		prepared, _ := call[treeAnswer](t, c, "preparation_tree", map[string]any{"position": "Q16", "depth": 3, "min_games": 1, "max_moves": 3})
		if prepared.Games != tree.Games || prepared.Shown+prepared.Cut != len(tree.Nodes)-1 {
			t.Errorf("tree: %d games, %d and %d moves, want %d, %d", prepared.Games, prepared.Shown, prepared.Cut, tree.Games, len(tree.Nodes)-1)
		}
		meeting, err := vs.Count(ctx, &archive.Search{Query: archivetest.Query(t, `player:shusaku opponent:gennan`)})
		if err != nil {
			return err
		}
		met, _ := call[meetingAnswer](t, c, "head_to_head", map[string]any{"name": "Kuwahara Shusaku", "opponent": "Inoue Gennan Inseki"})
		if met.nameFacts.Games != meeting.Total || meeting.Total == 0 {
			t.Errorf("%d meetings, want %d", met.nameFacts.Games, meeting.Total)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestPages turns all pages and compares them with the whole.
func TestPages(t *testing.T) {
	a := collection(t)
	c := connect(t, New(optionsFor(a)))
	var games []string
	arguments, total := map[string]any{"limit": 2}, 0
	for {
		p, _ := call[gamesAnswer](t, c, "search_games", arguments)
		total = p.Total
		for _, g := range p.Games {
			games = append(games, g.Ref)
		}
		if p.Cursor == "" {
			break
		}
		arguments["cursor"] = p.Cursor
	}
	all := len(slices.Compact(slices.Sorted(slices.Values(games))))
	if len(games) != total || all != total || total < 5 {
		t.Errorf("%d games on all pages, %d of them different, of %d", len(games), all, total)
	}
	var names []recordText
	arguments = map[string]any{"limit": 3}
	for {
		p, _ := call[namesAnswer](t, c, "find_names", arguments)
		total = p.Total
		for _, n := range p.Names {
			names = append(names, n.Name)
		}
		if p.Cursor == "" {
			break
		}
		arguments["cursor"] = p.Cursor
	}
	if err := a.Ask(func(v *archive.View) error {
		whole, err := ask.Of(v.Views).Names(t.Context(), &archive.Search{}, &ask.NamesOptions{Kind: ask.PlayerNames})
		if err == nil && (len(names) != total || len(whole.Names) != total || string(names[total-1]) != whole.Names[total-1].Name) {
			t.Errorf("%d names on all pages, %d in the archive, of %d", len(names), len(whole.Names), total)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	var line []string
	arguments = map[string]any{"ref": "1", "limit": 7}
	for {
		p, _ := call[gameAnswer](t, c, "game", arguments)
		line, total = append(line, p.Line...), p.Moves
		if p.NextOne == 0 {
			break
		}
		arguments["from_move"] = p.NextOne
	}
	if len(line) != total || total == 0 || !strings.HasPrefix(line[total-1], fmt.Sprintf("%d.", total)) {
		t.Errorf("%d moves in all parts, of %d: %v", len(line), total, line)
	}
}

func TestErrorsAreForTheAssistant(t *testing.T) {
	c := connect(t, New(optionsFor(collection(t))))
	for _, one := range []struct {
		tool, want string
		arguments  map[string]any
	}{
		{"search_games", "character 8 of the query", map[string]any{"query": "player:("}},
		{"search_games", "kifudb://language", map[string]any{"query": "nofield:x"}},
		{"search_games", "limit", map[string]any{"limit": 51}},
		{"search_games", "cursor", map[string]any{"cursor": "nonsense"}},
		{"search_games", "unexpected", map[string]any{"folder": "/"}},
		{"search_games", "", map[string]any{"query": "pos:@/etc/passwd"}},
		{"position", "", map[string]any{"position": "@/etc/passwd"}},
		{"position", "position", map[string]any{"position": "Z99"}},
		{"game", "999", map[string]any{"ref": "999"}},
		{"game", "boards_at", map[string]any{"ref": "1", "boards_at": "1,2,3,4,5"}},
		{"find_names", "cursor", map[string]any{"cursor": "after:-3"}},
		{"player", "no game has this name", map[string]any{"name": "Nobody At All"}},
		{"mistakes", "from", map[string]any{"from": "many"}},
	} {
		r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: one.tool, Arguments: one.arguments})
		if err != nil || !r.IsError || !strings.Contains(textOf(r), one.want) || strings.Contains(textOf(r), "root:x:") {
			t.Errorf("%s %v: %v %s", one.tool, one.arguments, err, textOf(r))
		}
	}
	if _, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "no_such_tool"}); err == nil {
		t.Error("a tool that is not there answered")
	}
}

func TestCancellationStopsTheSearch(t *testing.T) {
	a := collection(t)
	o := optionsFor(a)
	plainly, began, ended := o.Ask, make(chan struct{}), make(chan error, 1)
	o.Ask = func(do func(*archive.Views) error) error {
		close(began)
		err := plainly(do)
		for err == nil { // the server handles a cancellation beside what it reads next, so no later answer says that it has
			err = plainly(do)
		}
		ended <- err
		return err
	}
	c := connect(t, New(o))
	ctx, cancel := context.WithCancel(t.Context())
	called := make(chan error, 1)
	go func() {
		_, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "search_games", Arguments: map[string]any{"query": "pat:[XX]"}})
		called <- err
	}()
	<-began
	cancel()
	if err := <-called; !errors.Is(err, context.Canceled) {
		t.Errorf("the call: %v", err)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the search: %v", err)
	}
}

func TestQuestionsWaitForTheirTurn(t *testing.T) {
	o := optionsFor(collection(t))
	o.Searches = 1
	s := New(o)
	s.places <- struct{}{}
	c := connect(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	called := make(chan error, 1)
	go func() {
		_, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "archive_summary", Arguments: map[string]any{}})
		called <- err
	}()
	cancel()
	if err := <-called; !errors.Is(err, context.Canceled) {
		t.Errorf("waiting: %v", err)
	}
	<-s.places
	call[summaryAnswer](t, c, "archive_summary", map[string]any{})
}

func TestOverHTTP(t *testing.T) {
	handler := New(optionsFor(collection(t))).Handler()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	defer server.Close()
	c := join(t, &mcp.StreamableClientTransport{Endpoint: server.URL, HTTPClient: &http.Client{Transport: bearer("secret")}, DisableStandaloneSSE: true})
	if a, _ := call[summaryAnswer](t, c, "archive_summary", map[string]any{}); a.Games == 0 {
		t.Errorf("%+v", a)
	}
	if _, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: server.URL}, nil); err == nil {
		t.Error("a client without the token was let in")
	}
}

// bearer is a client's side of the token.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

func TestRunAnswersWhatWasAskedBeforeTheEnd(t *testing.T) {
	s := New(optionsFor(collection(t)))
	var asked strings.Builder
	asked.WriteString(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n")
	const n = 20
	for i := range n {
		fmt.Fprintf(&asked, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"search_games","arguments":{"query":"pat:[XX]"}}}`+"\n", i+2)
	}
	var out strings.Builder
	if err := s.Run(t.Context(), strings.NewReader(asked.String()), &out); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), `"structuredContent"`); got != n {
		t.Errorf("%d answers of %d", got, n)
	}
	for line := range strings.Lines(out.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
}

func TestBoardsOfPiecesSayWhoseTheyAre(t *testing.T) {
	c := connect(t, New(optionsFor(collection(t))))
	a, _ := call[positionAnswer](t, c, "position", map[string]any{"query": "game:chess", "position": "e4"})
	if !slices.Contains(a.Board, "8 r n b q k b n r") || !slices.Contains(a.Board, "capital letters are White's, small letters Black's") {
		t.Errorf("%q", a.Board)
	}
	a, _ = call[positionAnswer](t, c, "position", map[string]any{"query": "game:shogi", "position": "7g7f"})
	if !slices.Contains(a.Board, "capital letters are Black's, small letters White's") {
		t.Errorf("%q", a.Board)
	}
	a, _ = call[positionAnswer](t, c, "position", map[string]any{"position": "Q16"})
	if slices.ContainsFunc(a.Board, func(row string) bool { return strings.Contains(row, "capital") }) || !slices.Contains(a.Board, "W to play") {
		t.Errorf("%q", a.Board)
	}
}

func TestNumbersAndTextsOfDigits(t *testing.T) {
	o := optionsFor(collection(t))
	o.Write = true
	c := connect(t, New(o))
	a, _ := call[gameAnswer](t, c, "game", map[string]any{"ref": 1, "limit": "3"})
	if a.Ref != "1" || len(a.Line) != 3 {
		t.Errorf("%s with %d moves", a.Ref, len(a.Line))
	}
	for _, games := range []any{[]any{1}, 2, "3", []string{"4"}} {
		if a, _ := call[changeAnswer](t, c, "add_tag", map[string]any{"tag": 2026, "games": games}); len(a.Games) != 1 {
			t.Errorf("%v: %v", games, a.Games)
		}
	}
	schema := schemaOf[struct {
		Text   string   `json:"text"`
		Number int      `json:"number"`
		List   []string `json:"list"`
	}]()
	for _, one := range [][2]string{
		{`{"text":7,"number":"7"}`, `{"number":7,"text":"7"}`},
		{`{"text":"7","number":7}`, `{"text":"7","number":7}`},
		{`{"text":7.5,"number":"7x","list":[{}]}`, `{"text":7.5,"number":"7x","list":[{}]}`},
		{`{"other":7}`, `{"other":7}`},
		{`[]`, `[]`},
		{``, ``},
	} {
		if got := putRight(json.RawMessage(one[0]), schema); string(got) != one[1] {
			t.Errorf("%s: %s, want %s", one[0], got, one[1])
		}
	}
}
