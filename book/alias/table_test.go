package alias

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// printTable writes a table as "A = B; C = D".
func printTable(t *Table) string {
	var list []string
	for _, g := range t.Groups() {
		list = append(list, strings.Join(g.Spellings, " = "))
	}
	return strings.Join(list, "; ")
}

func TestTable(t *testing.T) {
	table := NewTable(Players, nil)
	for _, step := range []struct {
		do   string // add, merge or remove, and names with bars between them
		says string
		want string
	}{
		{"add Shusaku|Kuwahara Shusaku", "[Shusaku Kuwahara Shusaku]", "Shusaku = Kuwahara Shusaku"},
		{"add Shusaku|Kuwahara Shusaku", "[]", "Shusaku = Kuwahara Shusaku"},
		{"add SHUSAKU|本因坊秀策", "[本因坊秀策]", "Shusaku = Kuwahara Shusaku = 本因坊秀策"},
		{"add 秀策|kuwahara shūsaku", "[]", "Shusaku = Kuwahara Shusaku = 本因坊秀策"},
		{"add Cho Chikun", "expected another spelling", "Shusaku = Kuwahara Shusaku = 本因坊秀策"},
		{"add Cho Chikun|cho  chikun 9p", "expected another spelling", "Shusaku = Kuwahara Shusaku = 本因坊秀策"},
		{"add Cho Chikun|趙治勲", "[Cho Chikun 趙治勲]", "Cho Chikun = 趙治勲; Shusaku = Kuwahara Shusaku = 本因坊秀策"},
		{"add 秀策|趙治勲", "kept as different", "Cho Chikun = 趙治勲; Shusaku = Kuwahara Shusaku = 本因坊秀策"},
		{"merge Cho Chikun|조치훈", "true", "Cho Chikun = 趙治勲 = 조치훈; Shusaku = Kuwahara Shusaku = 本因坊秀策"},
		{"merge 秀策|Kuwahara Shusaku", "false", "Cho Chikun = 趙治勲 = 조치훈; Shusaku = Kuwahara Shusaku = 本因坊秀策"},
		{"merge Cho Chikun 25|趙治勲", "true", "Cho Chikun 25 = Cho Chikun = 趙治勲 = 조치훈; Shusaku = Kuwahara Shusaku = 本因坊秀策"},
		{"remove 趙治勲|Cho Chikun 25", "[Cho Chikun 25]", "Cho Chikun = 趙治勲 = 조치훈; Shusaku = Kuwahara Shusaku = 本因坊秀策"},
		{"remove Shusaku|Cho Chikun", "no such alias", "Cho Chikun = 趙治勲 = 조치훈; Shusaku = Kuwahara Shusaku = 本因坊秀策"},
		{"merge shusaku|조치훈", "true", "Shusaku = Kuwahara Shusaku = 本因坊秀策 = Cho Chikun = 趙治勲 = 조치훈"},
		{"add X|Y", "[X Y]", "Shusaku = Kuwahara Shusaku = 本因坊秀策 = Cho Chikun = 趙治勲 = 조치훈; X = Y"},
		{"remove X|Y", "[Y X]", "Shusaku = Kuwahara Shusaku = 本因坊秀策 = Cho Chikun = 趙治勲 = 조치훈"},
		{"remove Z", "no such alias", "Shusaku = Kuwahara Shusaku = 本因坊秀策 = Cho Chikun = 趙治勲 = 조치훈"},
		{"remove Kuwahara Shusaku", "[Shusaku Kuwahara Shusaku 本因坊秀策 Cho Chikun 趙治勲 조치훈]", ""},
		{"add A & B|C", "names 2 players", ""},
	} {
		verb, rest, _ := strings.Cut(step.do, " ")
		names := strings.Split(rest, "|")
		var says any
		var err error
		switch verb {
		case "add":
			_, says, err = table.Add(names...)
		case "merge":
			_, says, err = table.Merge(names[0], names[1])
		case "remove":
			says, err = table.Remove(names[0], names[1:]...)
		}
		if err != nil {
			says = err
		}
		if got := fmt.Sprint(says); got != step.says && (err == nil || !strings.Contains(got, step.says)) {
			t.Errorf("%s: got %s, want %s", step.do, got, step.says)
		}
		if got := printTable(table); got != step.want {
			t.Errorf("%s: table is %s\nwant %s", step.do, got, step.want)
		}
		// A table made of the groups is the same one.
		if got := printTable(NewTable(Players, table.Groups())); got != step.want {
			t.Errorf("%s: the table read again is %s", step.do, got)
		}
	}
	if _, _, err := NewTable(Players, []Group{{1, []string{"A", "B"}}, {2, []string{"C", "D"}}}).Add("A", "C"); !errors.Is(err, ErrConflict) {
		t.Errorf("got %v, want ErrConflict", err)
	}
}
