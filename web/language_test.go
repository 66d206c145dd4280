package web

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kifudb/archive"
)

var placeIn = regexp.MustCompile(`\{\d\}`)

// Every language has all words, with the same places for values. Forms for one thing
// may be missing where a language does not have them.
func TestWordsOfAllLanguages(t *testing.T) {
	read := func(tag string) words {
		data, err := wordFiles.ReadFile("words/" + tag + ".json")
		if err != nil {
			t.Fatal(err)
		}
		w := words{}
		if err := json.Unmarshal(data, &w); err != nil {
			t.Fatal(tag, err)
		}
		return w
	}
	places := func(text string) string {
		list := placeIn.FindAllString(text, -1)
		slices.Sort(list)
		return strings.Join(list, "")
	}
	english := read(languages[0].Tag)
	for _, l := range languages[1:] {
		w := read(l.Tag)
		for key, text := range english {
			other, ok := w[key]
			switch {
			case !ok && !strings.HasSuffix(key, ".one"):
				t.Errorf("%s has no %q: %s", l.Tag, key, text)
			case ok && places(other) != places(text) && !strings.HasSuffix(key, ".one"):
				t.Errorf("%s: %q is %q, in English %q", l.Tag, key, other, text)
			}
		}
		for key := range w {
			if _, ok := english[key]; !ok {
				t.Errorf("%s has %q, which English does not have", l.Tag, key)
			}
		}
		if len(w) < 200 {
			t.Errorf("%s has %d words", l.Tag, len(w))
		}
	}
}

// What a template says by itself, it says in every language, with the same places for values.
func TestWordsInTemplates(t *testing.T) {
	all, err := pageWords()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("no template has words; nothing was tested")
	}
	for key, texts := range all {
		for _, l := range languages {
			text, ok := texts[l.Tag]
			if !ok && !strings.HasSuffix(key, ".one") || ok && len(placeIn.FindAllString(text, -1)) != len(placeIn.FindAllString(texts[languages[0].Tag], -1)) {
				t.Errorf("%s: %q in %s", key, text, l.Tag)
			}
			w, err := readWords(l.Tag)
			if err != nil {
				t.Fatal(err)
			}
			if ok && w[key] != text {
				t.Errorf("%s: pages in %s say %q, not %q", key, l.Tag, w[key], text)
			}
		}
	}
}

// Every field that pages name has a name in every language.
func TestFieldsOfAllLanguages(t *testing.T) {
	named := 0
	for _, f := range append(archive.Fields(), archive.Listings()...) {
		if !f.Menu && f.Mean == nil {
			continue
		}
		named++
		for _, l := range languages {
			if f.Called[l.Tag] == "" {
				t.Errorf("field %s has no name in %s", f.Name, l.Name)
			}
		}
	}
	if named < 20 {
		t.Errorf("only %d fields have names", named)
	}
}

// The language is the chosen one, or else the one that the browser asks for.
func TestLanguages(t *testing.T) {
	s, _ := served(t, nil)
	for _, test := range []struct{ accept, chosen, want string }{
		{"", "", "en"}, {"de", "", "en"}, {"zh-CN,zh;q=0.9,en;q=0.8", "", "zh"}, {"zh-TW", "", "zh"}, {"fr, zh;q=0.5", "", "zh"},
		{"en-US", "zh", "zh"}, {"zh", "en", "en"}, {"zh", "nonsense", "zh"}, {"ja-JP", "", "ja"}, {"ja;q=0.8, zh;q=0.9", "", "zh"}, {"zh", "ja", "ja"}, {"\x00;;q=x", "", "en"},
	} {
		w := request(s, "GET", "/", nil, header("Accept-Language", test.accept), func(r *http.Request) {
			if test.chosen != "" {
				r.AddCookie(&http.Cookie{Name: languageCookie, Value: test.chosen})
			}
		})
		if !strings.Contains(w.Body.String(), `<html lang="`+test.want+`">`) || !strings.Contains(strings.Join(w.Header().Values("Vary"), ","), "Accept-Language") {
			t.Errorf("%+v: %.60s", test, w.Body)
		}
	}
	for back, want := range map[string]string{"/?q=pos:Q16": "/?q=pos:Q16", "//evil.example": "/", `/\evil.example`: "/", "https://evil.example": "/", "": "/"} {
		w := request(s, "GET", "/language?to=zh&back="+strings.ReplaceAll(back, "?", "%3F"), nil)
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != want || !strings.HasPrefix(w.Header().Get("Set-Cookie"), languageCookie+"=zh;") {
			t.Errorf("%q: %d %v", back, w.Code, w.Header())
		}
	}
	if w := request(s, "GET", "/language?to=xx", nil); w.Code != http.StatusNotFound {
		t.Errorf("an unknown language: %d", w.Code)
	}
}
