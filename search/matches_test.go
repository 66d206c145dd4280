package search

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"kifudb/book/alias"
	"kifudb/store"
)

// What a query marks in the names of games: the pieces that it was fulfilled by, and
// nothing that merely looks like them.
func TestMatches(t *testing.T) {
	s := newNamedArchive(t, 2, []namedGame{
		{"Honinbo Shusaku", "Ota Yuzo", "Thirty-game match 5"},
		{"Kuwahara Shusaku, Shuwa", "Honinbo Shuwa", "Castle game"},
		{"本因坊秀策", "Ota Yuzo 7p", "御城碁"},
		{"Shu\uFFFDaku", "Ota", "Ota's farewell"},
	})
	s.Correct(store.NewCorrections(map[store.GameID]store.Correction{
		4: {Info: []store.Value{{Ident: "PB", Text: "Shu\uFFFDaku"}, {Ident: "PW", Text: "Otaka"}, {Ident: "EV", Text: "Ota's farewell"}}},
	}))
	o := &Options{User: newAliases(t, alias.Players, []string{"Honinbo Shusaku", "Kuwahara Shusaku", "本因坊秀策"})}
	for _, test := range []struct {
		query string
		want  []string // "game ident text", with what is marked in guillemets
	}{
		{"shuwa", []string{"2 PB Kuwahara Shusaku, «Shuwa»", "2 PW Honinbo «Shuwa»"}},
		{"white:shuwa", []string{"2 PW Honinbo «Shuwa»"}},
		{"opponent:shuwa player:kuwahara", []string{"2 PB «Kuwahara» Shusaku, Shuwa", "2 PW Honinbo «Shuwa»"}},
		{"EV:/g.m/", []string{"1 EV Thirty-«gam»e match 5", "2 EV Castle «gam»e"}},
		{`event:"castle game"`, []string{"2 EV «Castle game»"}},
		{"PB=本因坊秀策", []string{"3 PB «本因坊秀策»"}},
		{"PB:秀策", []string{"1 PB Honinbo «Shusaku»", "2 PB «Kuwahara Shusaku», Shuwa", "3 PB 本因坊«秀策»"}},
		{"PW:ota -EV:farewell", []string{"1 PW «Ota» Yuzo", "3 PW «Ota» Yuzo 7p"}},
		{"PW:ota -(EV:farewell or PW:yuzo)", nil},
		{"(PW:ota EV:castle) or PB=\"Honinbo Shusaku\"", []string{"1 PB «Honinbo Shusaku»"}},
		{"(PW:ota EV:thirty) or PB=\"Honinbo Shusaku\"", []string{"1 EV «Thirty»-game match 5", "1 PB «Honinbo Shusaku»", "1 PW «Ota» Yuzo"}},
		{`player:"honinbo shusaku"`, []string{"1 PB «Honinbo Shusaku»", "2 PB «Kuwahara Shusaku», Shuwa", "3 PB 本因坊«秀策»"}},
		{"player:shusaku", []string{"1 PB Honinbo «Shusaku»", "2 PB Kuwahara «Shusaku», Shuwa", "3 PB 本因坊«秀策»", "4 PB «Shu\uFFFDaku»"}},
		{"PW=Ota", nil}, // as recorded, which is not what is shown
		{"PW:otaka", []string{"4 PW «Otaka»"}},
		{"EV=\"Ota's farewell\"", []string{"4 EV «Ota's farewell»"}},
		{"moves:0", nil},
	} {
		page := &Page{Texts: true, Matches: []string{"PB", "PW", "EV"}}
		question, err := Resolve(t.Context(), s, mustParse(t, test.query), map[string]Aggregation{"page": page}, o)
		if err != nil {
			t.Fatal(err)
		}
		found := mustAsk(t, NewLocal(s, nil), question).Found["page"].(*PageOfGames)
		var got []string
		for _, g := range found.Games {
			got = append(got, markedTexts(t, s, g)...)
		}
		if d := gocmp.Diff(test.want, got); d != "" {
			t.Errorf("%s (-want +got)\n%s", test.query, d)
		}
	}
}

// markedTexts writes what is marked of a game.
func markedTexts(t *testing.T, s *store.Snapshot, g PageGame) []string {
	segment, local, ok := s.Segment(g.ID)
	if !ok {
		t.Fatalf("no game %d", g.ID)
	}
	texts := map[string]string{}
	for _, v := range segment.Info(local) {
		texts[v.Ident] = cmp.Or(texts[v.Ident], v.Text)
	}
	var list []string
	for _, ident := range slices.Sorted(maps.Keys(g.Matches)) {
		var b strings.Builder
		text, at := texts[ident], 0
		for _, p := range g.Matches[ident] {
			b.WriteString(text[at:p[0]] + "«" + text[p[0]:p[1]] + "»")
			at = p[1]
		}
		list = append(list, string(rune('0'+g.ID))+" "+ident+" "+b.String()+text[at:])
	}
	return list
}
