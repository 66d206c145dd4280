package web

import (
	"compress/gzip"
	"io"
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
	sum := 0
	for _, target := range []string{"/", "/api/v1/explore?watch=true", "/static/icon.svg"} {
		sum += request(s, "GET", target, nil, header("Accept-Encoding", "gzip")).Body.Len()
	}
	for name := range s.pages.stamps {
		sum += request(s, "GET", name, nil, header("Accept-Encoding", "gzip")).Body.Len()
	}
	if t.Logf("%d bytes", sum); sum > 200_000 {
		t.Errorf("%d bytes, with all scripts and styles", sum)
	}
}
