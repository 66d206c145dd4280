package run

import (
	"strings"
	"testing"

	"kifudb/archive"
)

// An argument is games or part of a query, and never silently the other.
func TestArgumentsAreGamesOrAQuery(t *testing.T) {
	for arg, games := range map[string]bool{
		"7": true, "7-12": true, "7..12": true, "7,9": true, "7 9": true, "*": true, "-": true, "2:7": true, "2:7-9": true,
		"7@40": true, "7@n15": true, "7@end": true, "2:7@40": true, "7@typo": true,
		`"7"`: false, "C:7": false, "id:7": false, "date:1846": false, "1846-09-11": false, "7 shusaku": false, "": false,
		"19x19": false, "-7": false, "honi*": false, "7th": false, "7.5": false, "W+7": false,
	} {
		references, words := Selection{Words: []string{arg}}.Split()
		if (len(references) == 1) != games || len(references)+len(words) != 1 {
			t.Errorf("%q: games %q, query %q", arg, references, words)
		}
	}
}

// Standard input without games is no game, and not every game.
func TestNoReferencesAreNoGame(t *testing.T) {
	list, err := readReferences([]string{FromInput}, strings.NewReader("\n\n"))
	if err != nil || list == nil || len(list) != 0 {
		t.Errorf("%q, %v", list, err)
	}
	list, err = readReferences([]string{"3", FromInput}, strings.NewReader("7\n9-10, 12"))
	if err != nil || !archive.AreReferences(list...) || strings.Join(list, " ") != "3 7 9-10, 12" {
		t.Errorf("%q, %v", list, err)
	}
	if list, err := readReferences(nil, strings.NewReader("7")); list != nil || err != nil {
		t.Errorf("%q, %v", list, err)
	}
}
