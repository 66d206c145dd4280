package search

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/query"
	"kifudb/store"
)

// TestCursorPages puts pages together, each beginning at the cursor behind the
// one before, and compares with the answer in one piece.
func TestCursorPages(t *testing.T) {
	a := newTestArchive(t, 300)
	ctx := context.Background()
	for _, text := range []string{"", "player:cho", "comment:ladder", "pat:[XO/..]", "date:1985 or winner:white"} {
		for _, sort := range []string{"", "date", "date:desc,black", "-black,-rank", "-moves", "event,-id", "margin"} {
			q, err := query.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			order, err := ParseOrder(sort)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := collect(t, Run(ctx, a.Snapshot, q, &Options{Sort: order}))
			if len(want) < 2 {
				t.Fatalf("%s: %d games are no test", text, len(want))
			}
			var got []store.GameID
			o := Options{Sort: order, Limit: 7}
			for {
				page, _ := collect(t, Run(ctx, a.Snapshot, q, &o))
				got = append(got, page...)
				if len(page) == 0 {
					break
				}
				c, err := cursorAfter(a.Snapshot, q, &o, page[len(page)-1])
				if err != nil {
					t.Fatal(err)
				}
				again, err := ParseCursor(c.String(), q, &o)
				if err != nil {
					t.Fatal(err)
				}
				o.After = &again
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%q sorted by %q: pages differ from the whole (-whole +pages)\n%s", text, sort, d)
			}
		}
	}
}

func TestCursorMisuse(t *testing.T) {
	a := newTestArchive(t, 20)
	cho, _ := query.Parse("player:cho")
	order, _ := ParseOrder("black")
	c, err := cursorAfter(a.Snapshot, cho, &Options{Sort: order}, 3)
	if err != nil {
		t.Fatal(err)
	}
	token := c.String()
	tests := []struct {
		name, token, query, sort string
	}{
		{"no token", "hello", "player:cho", "black"},
		{"empty", "", "player:cho", "black"},
		{"cut off", token[:len(token)-2], "player:cho", "black"},
		{"longer", token + "AAAA", "player:cho", "black"},
		{"another query", token, "player:kobayashi", "black"},
		{"another order", token, "player:cho", "-black"},
		{"no order", token, "player:cho", ""},
	}
	for _, test := range tests {
		q, _ := query.Parse(test.query)
		order, _ := ParseOrder(test.sort)
		_, err := ParseCursor(test.token, q, &Options{Sort: order})
		if !errors.Is(err, ErrCursor) {
			t.Errorf("%s: got error %v", test.name, err)
		}
	}
	if _, err := ParseCursor(" "+token+"\n", cho, &Options{Sort: order}); err != nil {
		t.Errorf("a token with space around it: %v", err)
	}
}

// FuzzParseCursor reads tokens that nobody made.
func FuzzParseCursor(f *testing.F) {
	q, _ := query.Parse("player:cho")
	order, _ := ParseOrder("date,black")
	o := &Options{Sort: order}
	f.Add(Cursor{question: questionSum(q.String(), order), id: 7, key: []orderKey{{Number: 19850312}, {Text: "cho"}}}.String())
	f.Fuzz(func(t *testing.T, token string) {
		if c, err := ParseCursor(token, q, o); err == nil && len(c.key) != len(order) {
			t.Errorf("%q: %d keys for an order of %d fields", token, len(c.key), len(order))
		}
	})
}

// TestSortedByLongTexts sorts by texts that differ only behind what counts.
func TestSortedByLongTexts(t *testing.T) {
	long := strings.Repeat("名", maxKeyText)
	if got := textKey(long + "x"); len(got) > maxKeyText || got != textKey(long+"y") {
		t.Errorf("key of a long text has %d bytes: %s", len(got), fmt.Sprintf("%.20s", got))
	}
	if got, want := textKey("Cho"), "cho"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
