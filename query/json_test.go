package query

import (
	"encoding/json"
	"strings"
	"testing"
)

// What a program may write is brought into the normal form.
func TestUnmarshalJSON(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{`{}`, ""},
		{`{"values": ["cho"]}`, "cho"},
		{`{"values": ["cho chikun"]}`, `"cho chikun"`},
		{`{"values": ["or"]}`, `"or"`},
		{`{"field": "PB", "values": ["x) or (y", {"prefix": "a b"}]}`, `black:"x) or (y","a b"*`},
		{`{"field": "date", "values": [{"from": "1985", "to": "1999"}, {"from": "2001"}, {"less": "1700"}]}`, "date:1985..1999,>=2001,<1700"},
		{`{"field": "player", "values": [{"exact": "Cho"}, {"exact": "Otake Hideo"}]}`, `player=Cho,"Otake Hideo"`},
		{`{"field": "file", "values": [{"regexp": "a/b\\/c"}]}`, `file:/a\/b\/c/`},
		{`{"and": [{"values": ["a"]}, {"and": [{"values": ["b"]}, {"or": [{"values": ["c"]}, {"values": ["d"]}]}]}]}`, "a b (c or d)"},
		{`{"not": {"not": {"values": ["a"]}}}`, "a"},
		{`{"pat": "[X]", "anchor": "CORNER", "move": "..50"}`,
			`pat:"[X]" anchor:corner move:<=50 next:any colors:fixed symmetry:on variations:on`},
		{`{"then": [{"pat": "[X]"}, {"pos": "cc", "ko": "none"}], "within": "9"}`,
			`then(pat:"[X]" anchor:drawn move:any next:any colors:fixed symmetry:on variations:on, within:9, ` +
				`pos:"cc" move:any next:any colors:fixed symmetry:on variations:on ko:none)`},
	} {
		var q Query
		if err := json.Unmarshal([]byte(test.in), &q); err != nil {
			t.Errorf("%s: %v", test.in, err)
			continue
		}
		if got := q.String(); got != test.want {
			t.Errorf("%s: %s, want %s", test.in, got, test.want)
		}
		checkRoundTrip(t, q)
	}
}

func TestUnmarshalJSONErrors(t *testing.T) {
	deep := strings.Repeat(`{"not": `, 200) + `{"values": ["a"]}` + strings.Repeat(`}`, 200)
	for _, test := range []struct{ in, want string }{
		{`{"luck": 7}`, "luck"},
		{`{"field": "plaer", "values": ["cho"]}`, "did you mean"},
		{`{"field": "player"}`, "has no values"},
		{`{"field": "a:b c", "values": ["x"]}`, "not the name of a field"},
		{`{"values": ["a", "b"]}`, "several values need a field"},
		{`{"values": [{"word": "a"}]}`, "word"},
		{`{"values": [{"phrase": "a", "prefix": "b"}]}`, "2 texts"},
		{`{"values": [{}]}`, "0 texts"},
		{`{"field": "date", "values": [{"to": "1999"}]}`, "0 texts"},
		{`{"field": "date", "values": [{"less": "1999", "to": "3"}]}`, "without"},
		{`{"field": "date", "values": [{"from": "a b", "to": "3"}]}`, "expected"},
		{`{"field": "player", "values": [{"exact": "a"}, "b"]}`, "same list"},
		{`{"values": ["a"], "pat": "[X]"}`, "expected one"},
		{`{"pat": "[X]", "within": "3"}`, "no option"},
		{`{"pat": "[X]", "anchor": "moon"}`, "not a place"},
		{`{"pat": "[X/..]"}`, "row 2"},
		{`{"and": [{}]}`, "expected one"},
		{`{"then": [{"pat": "[X]"}]}`, "expected two"},
		{`{"then": [{"pat": "[X]"}, {"values": ["a"]}]}`, "without"},
		{`{"values": ["a"], "found": {}}`, "not to a query"},
		{`{"pat": "[X]", "written": {"Text": "x.txt", "File": true}}`, "not to a query"},
		{`{"then": [{"pat": "[X]"}, {"pat": "[X]", "written": {"Text": "x.txt"}}]}`, "not to a query"},
		{deep, "levels deep"},
	} {
		var q Query
		err := json.Unmarshal([]byte(test.in), &q)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.80s: %v, want %q", test.in, err, test.want)
		}
	}
}
