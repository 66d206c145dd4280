package user

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"kifudb/book/alias"
)

func TestAliasesAreKeptAndUndone(t *testing.T) {
	dir := t.TempDir()
	db := openAt(dir)
	list := func(kind alias.Kind) string {
		t.Helper()
		table, err := openAt(dir).Aliases(kind)
		if err != nil {
			t.Fatal(err)
		}
		var groups []string
		for _, g := range table.Groups() {
			groups = append(groups, strings.Join(g.Spellings, " = "))
		}
		return strings.Join(groups, "; ")
	}
	if got := list(alias.Players); got != "" {
		t.Errorf("got %s without a file", got)
	}
	if _, err := db.UndoAliases(); !errors.Is(err, ErrNothingToUndo) {
		t.Errorf("got %v, want ErrNothingToUndo", err)
	}
	states := []string{""}
	for i, do := range []func(*alias.Table) error{
		func(t *alias.Table) error { _, _, err := t.Add("Shusaku", "本因坊秀策"); return err },
		func(t *alias.Table) error { _, _, err := t.Add("Cho Chikun", "趙治勲"); return err },
		func(t *alias.Table) error { _, _, err := t.Add("Shusaku", "Kuwahara Shusaku"); return err },
		func(t *alias.Table) error { _, _, err := t.Merge("Shusaku", "Cho Chikun"); return err },
		func(t *alias.Table) error { _, err := t.Remove("Shusaku"); return err },
		func(t *alias.Table) error { _, _, err := t.Add("X", "Y"); return err },
	} {
		if err := db.ChangeAliases(alias.Players, fmt.Sprint("step ", i), do); err != nil {
			t.Fatal(err)
		}
		states = append(states, list(alias.Players))
	}
	// What changes nothing is not remembered, what fails changes nothing.
	if err := db.ChangeAliases(alias.Players, "again", func(t *alias.Table) error { _, _, err := t.Add("Y", "X"); return err }); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("no")
	err := db.ChangeAliases(alias.Players, "failed", func(t *alias.Table) error {
		if _, _, err := t.Add("A", "B"); err != nil {
			return err
		}
		return failed
	})
	if err != failed {
		t.Errorf("got %v, want the error", err)
	}
	if err := db.ChangeAliases(alias.Events, "event", func(t *alias.Table) error { _, _, err := t.Add("Meijin", "名人戦"); return err }); err != nil {
		t.Fatal(err)
	}
	if got := list(alias.Events); got != "Meijin = 名人戦" {
		t.Errorf("events are %s", got)
	}
	if what, err := db.UndoAliases(); err != nil || what != "event" {
		t.Errorf("undid %q, %v; want event", what, err)
	}
	for i := len(states) - 1; i > 0; i-- {
		if got := list(alias.Players); got != states[i] {
			t.Errorf("state %d is %s, want %s", i, got, states[i])
		}
		if what, err := db.UndoAliases(); err != nil || what != fmt.Sprint("step ", i-1) {
			t.Errorf("undid %q, %v; want step %d", what, err, i-1)
		}
	}
	if got := list(alias.Players) + list(alias.Events); got != "" {
		t.Errorf("all is undone, but there is %s", got)
	}
}
