package terminal

import (
	"strings"
	"testing"
)

func TestWantsColor(t *testing.T) {
	for _, test := range []struct {
		when        string
		terminal    bool
		environment string // as in "NO_COLOR=1 TERM=dumb"
		want        bool
	}{
		{"", true, "", true},
		{"", false, "", false},
		{"auto", true, "TERM=xterm NO_COLOR=", true},
		{"", true, "NO_COLOR=1", false},
		{"", false, "CLICOLOR_FORCE=1", true},
		{"", false, "CLICOLOR_FORCE=0", false},
		{"", true, "CLICOLOR_FORCE=0", true},
		{"", true, "TERM=dumb", false},
		{"", true, "TERM=dumb CLICOLOR_FORCE=1", true},
		{"", true, "NO_COLOR=1 CLICOLOR_FORCE=1", false},
		{"always", false, "NO_COLOR=1 TERM=dumb", true},
		{"never", true, "CLICOLOR_FORCE=1", false},
	} {
		environment := map[string]string{}
		for _, setting := range strings.Fields(test.environment) {
			name, value, _ := strings.Cut(setting, "=")
			environment[name] = value
		}
		got, err := WantsColor(test.when, test.terminal, func(name string) string { return environment[name] })
		if err != nil || got != test.want {
			t.Errorf("--color %q, terminal %v, %s: %v, %v, want %v", test.when, test.terminal, test.environment, got, err, test.want)
		}
	}
	if _, err := WantsColor("red", true, func(string) string { return "" }); err == nil {
		t.Errorf("--color red: %v", err)
	}
}
