package shortjson

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// slowCut cuts texts of JSON as Cut does, by way of maps.
func slowCut(v any, key string, mostOf func(string) int, cut *[]string) any {
	switch v := v.(type) {
	case map[string]any:
		var own []string
		for name, value := range v {
			v[name] = slowCut(value, name, mostOf, &own)
		}
		if own != nil {
			slices.Sort(own)
			v[Property] = slices.Compact(own)
		}
	case []any:
		for i := range v {
			v[i] = slowCut(v[i], key, mostOf, cut)
		}
	case string:
		if cut != nil && utf8.RuneCountInString(v) > mostOf(key) {
			*cut = append(*cut, key)
			return string([]rune(v)[:mostOf(key)]) + "…"
		}
	}
	return v
}

func TestCut(t *testing.T) {
	long := strings.Repeat(`a"\é囲`, 100)
	const most = 160
	keys := []string{"name", "date", "values", "row", "column", "event"}
	mostOf := func(key string) int {
		if slices.Contains(keys, key) {
			return most
		}
		return 1 << 30
	}
	exact := strings.Repeat("é", most)
	for i, v := range []any{
		nil, "", long, []any{long}, map[string]any{}, map[string]any{"name": long}, map[string]any{"name": exact, "date": exact + "x"},
		map[string]any{"query": long, "values": []any{"x", long, long}, "n": 1.5, "t": true, "z": nil},
		map[string]any{"names": []any{map[string]any{"name": long, "games": 3.0}, map[string]any{"name": "b"}}, "name": "]}{"},
		map[string]any{"by": []any{[]any{long}, map[string]any{"rows": []any{}, "row": long, "column": long}}},
		map[string]any{"values": []any{[]any{[]any{long, "x"}}}, "last": map[string]any{"event": long}},
	} {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var got any
		if err := json.Unmarshal(Cut(data, mostOf), &got); err != nil {
			t.Fatal(i, err)
		}
		var plain any
		if err := json.Unmarshal(data, &plain); err != nil {
			t.Fatal(err)
		}
		sortCuts(got)
		want, have := fmt.Sprint(slowCut(plain, "", mostOf, nil)), fmt.Sprint(got)
		if want != have {
			t.Errorf("%d: %.300s instead of %.300s", i, have, want)
		}
	}
}

// sortCuts orders the names of texts that are cut, which come in the order of the answer.
func sortCuts(v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			if list, ok := value.([]any); ok && name == Property {
				slices.SortFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
			} else {
				sortCuts(value)
			}
		}
	case []any:
		for _, one := range v {
			sortCuts(one)
		}
	}
}
