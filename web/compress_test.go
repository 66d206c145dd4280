package web

import (
	"compress/gzip"
	"io"
	"slices"
	"strings"
	"testing"
)

// Answers are sent compressed to who reads that, and are the same then.
func TestCompressed(t *testing.T) {
	s, _ := served(t, nil)
	for _, target := range []string{"/", "/search?q=*", "/game/1", "/static/style.css", "/static/explorer.js", "/api/v1/next", "/api/v1/explore?watch=true", "/api/v1/openapi.json"} {
		plain := request(s, "GET", target, nil)
		packed := request(s, "GET", target, nil, header("Accept-Encoding", "gzip, br"))
		if plain.Header().Get("Content-Encoding") != "" || packed.Header().Get("Content-Encoding") != "gzip" || !strings.Contains(strings.Join(packed.Header().Values("Vary"), ","), "Accept-Encoding") {
			t.Errorf("%s: %v", target, packed.Header())
			continue
		}
		size := packed.Body.Len()
		r, err := gzip.NewReader(packed.Body)
		if err != nil {
			t.Fatal(target, err)
		}
		text, err := io.ReadAll(r)
		got, want := string(text), plain.Body.String()
		if strings.Contains(target, "watch") { // how often it told of itself before is chance
			got, want = lastLine(got), lastLine(want)
		}
		if err != nil || got != want {
			t.Errorf("%s: not the same compressed, %v", target, err)
		}
		if size*2 > len(text) {
			t.Errorf("%s: %d bytes of %d", target, size, len(text))
		}
	}
}

func lastLine(text string) string {
	text = strings.TrimSuffix(text, "\n")
	return text[strings.LastIndex(text, "\n")+1:]
}

// What a browser loads for the first view stays small.
func TestFirstView(t *testing.T) {
	s, _ := served(t, nil)
	page := request(s, "GET", "/", nil).Body.String()
	targets := append([]string{"/"}, staticAddress.FindAllString(page, -1)...)
	slices.Sort(targets)
	sum := 0
	for _, target := range slices.Compact(targets) {
		sum += request(s, "GET", target, nil, header("Accept-Encoding", "gzip")).Body.Len()
	}
	if t.Logf("%d bytes in %d files", sum, len(targets)); sum > 70_000 || len(targets) < 10 { // and their headers
		t.Errorf("%d bytes in %d files", sum, len(targets))
	}
}
