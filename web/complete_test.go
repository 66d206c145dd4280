package web

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kifudb/archive"
)

func completed(t *testing.T, s *Server, q string) *completions {
	t.Helper()
	w := request(s, "GET", "/api/v1/complete?"+url.Values{"q": {q}}.Encode(), nil)
	var c completions
	if err := json.Unmarshal(w.Body.Bytes(), &c); w.Code != 200 || err != nil {
		t.Fatalf("%s: %d %s", q, w.Code, w.Body)
	}
	return &c
}

func (c *completions) texts() (list []string) {
	for _, item := range c.List {
		list = append(list, item.Text)
	}
	return list
}

func TestComplete(t *testing.T) {
	s, _ := served(t, nil)
	request(s, "POST", "/api/v1/tags/"+"toread", map[string]any{"games": []int{1, 2}})
	request(s, "PUT", "/api/v1/saved/mine", map[string]any{"query": "player:shusaku"})
	for _, test := range []struct {
		q, want string
		from    int
	}{
		{"pla", "player:", 0}, {"-ev", "-event:", 0}, {"shusaku (pla", "(player:", 8}, {"", "player:", 0}, {"po", "pos:", 0}, {"col", "colors:", 0},
		{"player:sei", `player:"Go Seigen"`, 0}, {`player:"go sei`, `player:"Go Seigen"`, 0}, {`player:"seigen g`, `player:"Go Seigen"`, 0}, {"sei", `player:"Go Seigen"`, 0},
		{"x -(black:sei", `-(black:"Go Seigen"`, 2}, {"PLAYER:SEI", `player:"Go Seigen"`, 0}, {"opponent:seig", `opponent:"Go Seigen"`, 0},
		{"player:秀策", "player:安田秀策", 0}, {"pos:Q16 colors:e", "colors:either", 8}, {"winner:b", "winner:black", 0}, {"by:", "by:resign", 0},
		{"date:19", "date:1930s", 0}, {"tag:to", "tag:toread", 0}, {"saved:m", "saved:mine", 0}, {"min", "saved:mine", 0}, {"komi:", "komi:0", 0}, {"game:", "game:go", 0},
		{"capt", "captures:", 0}, {"blackcap", "blackcaptures:", 0}, {"-whitelad", "-whiteladder:", 0}, {"blackladder:w", "blackladder:works", 0}, {"両アタ", "両アタリ:", 0}, {"ladder:w", "ladder:works", 0}, {"ladder:征子", "ladder:征子不利", 0}, {"shape:ハ", "shape:ハネ", 0}, {"selfatariworks:a", "selfatariworks:any", 0},
	} {
		c := completed(t, s, test.q)
		if !slices.Contains(c.texts(), test.want) {
			t.Errorf("%s: %v lacks %s", test.q, c.texts(), test.want)
		}
		if c.From != test.from || c.To != len([]rune(test.q)) {
			t.Errorf("%s: from %d to %d", test.q, c.From, c.To)
		}
		for _, item := range c.List {
			if whole := string([]rune(test.q)[:c.From]) + item.Text; !item.Open && !strings.Contains(whole, "(") {
				if _, err := archive.ParseQuery(whole); err != nil {
					t.Errorf("%s: %s is no query: %v", test.q, whole, err)
				}
			}
		}
	}
	for _, q := range []string{"player:zzzz", "nofield:x", "pos:Q", `comment:"go`, "player:( ", "s"} {
		for _, text := range completed(t, s, q).texts() {
			if strings.Contains(text, `"`) {
				t.Errorf("%s: %s", q, text)
			}
		}
	}
}

// What stands at the cursor is completed, not what is behind it; characters are counted.
func TestCompleteInside(t *testing.T) {
	s, _ := served(t, nil)
	w := request(s, "GET", "/api/v1/complete?"+url.Values{"q": {"秀策 pla date:1990"}, "column": {"6"}}.Encode(), nil)
	if !strings.Contains(w.Body.String(), `"from":3,"to":6,"list":[{"text":"player:"`) {
		t.Error(w.Body)
	}
}

// Every value that is the same everywhere can be asked for.
func TestFixedValues(t *testing.T) {
	q, _ := archive.ParseQuery("")
	fixed, counted := 0, 0
	for _, f := range archive.Fields() {
		for _, value := range f.Values {
			fixed++
			if _, err := archive.ParseQuery(f.Name + ":" + value); err != nil {
				t.Error(err)
			}
		}
		if facet := f.CompletedBy(); facet != "" {
			counted++
			if err := (&archive.Search{Query: q, Facets: []string{facet}}).Check(); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
	}
	if fixed < 20 || counted < 20 {
		t.Errorf("%d values are fixed, those of %d fields counted", fixed, counted)
	}
}

func TestFoldName(t *testing.T) {
	for name, want := range map[string]string{"Go Seigen": " go seigen", "Honinbō  Shūsaku": " honinbo shusaku", "ＡＢ": " ab", "B+R": " b r", "": ""} {
		if got := foldName(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
	for _, test := range []struct {
		name, text string
		want       bool
	}{{"Go Seigen", "sei go", true}, {"Go Seigen", "eigen", false}, {"桑原秀策", "秀策", true}, {"x", "", true}} {
		if got := begins(foldName(test.name), foldName(test.text)); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// Values that begin with all of what is typed come first, then those of most games; a
// change of the archive is seen.
func TestMatching(t *testing.T) {
	list := valueList{values: []foldedValue{{"A Cho", " a cho", 9}, {"Cho U", " cho u", 5}, {"Chou", " chou", 3}}}
	var got []string
	for _, v := range list.matching("cho", 3) {
		got = append(got, v.text)
	}
	if strings.Join(got, ", ") != "Cho U, Chou, A Cho" || len(list.matching("cho", 2)) != 2 {
		t.Error(got)
	}
	s, _ := served(t, nil)
	if n := len(completed(t, s, "tag:").List); n != 0 {
		t.Errorf("%d tags", n)
	}
	request(s, "POST", "/api/v1/tags/seen", map[string]any{"games": []int{1}})
	if c := completed(t, s, "tag:"); len(c.List) != 1 || c.List[0].Games != 1 {
		t.Errorf("a new tag: %+v", c.List)
	}
}

// A field that is not known is put right, if what comes out can be understood.
func TestCure(t *testing.T) {
	for query, want := range map[string]string{
		"dat:2015 x": "date:2015 x", `x -playr:"Go Seigen"`: `x -player:"Go Seigen"`, "date:zzz": "", "zzzzzzz:1": "", "dat:x9y": "",
	} {
		_, err := parseQuery(query)
		if err == nil {
			t.Fatal(query)
		}
		if got := faultOf(query, err).Cure; got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	s, _ := served(t, nil)
	if w := request(s, "GET", "/search?q=dat:2015", nil); !strings.Contains(w.Body.String(), `<a href="?q=date%3a2015">date:2015</a>`) {
		t.Errorf("the page does not say it: %s", w.Body)
	}
	if w := request(s, "GET", "/api/v1/explore?q=x+dat:2015", nil); !strings.Contains(w.Body.String(), `"cure":"x date:2015"`) || !strings.Contains(w.Body.String(), `"word":"dat:2015"`) {
		t.Error(w.Body)
	}
}
