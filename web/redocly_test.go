package web

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A program that others use to judge descriptions of APIs finds no error in ours, and nothing to warn of, of a server with a
// token and of one without. KIFUDB_REDOCLY names it.
func TestDescriptionIsLegal(t *testing.T) {
	redocly := os.Getenv("KIFUDB_REDOCLY")
	if redocly == "" {
		t.Skip("KIFUDB_REDOCLY does not name redocly: the description of the API is not judged by it")
	}
	for name, token := range map[string]string{"open": "", "closed": "nobody-else-knows-this"} {
		s, _ := served(t, func(o *Options) { o.Token = token })
		w := request(s, "GET", "/api/v1/openapi.json", nil, header("Authorization", "Bearer "+token))
		if w.Code != 200 {
			t.Fatalf("%s: %d %s", name, w.Code, w.Body)
		}
		file := filepath.Join(t.TempDir(), name+".json")
		if err := os.WriteFile(file, w.Body.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		lint := exec.CommandContext(t.Context(), redocly, "lint", "--extends=recommended", "--format=json", file)
		lint.Env = append(os.Environ(), "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true")
		said, err := lint.Output()
		var found struct {
			Totals *struct{ Errors, Warnings int }
		}
		if wrong := json.Unmarshal(said, &found); err != nil || wrong != nil || found.Totals == nil || found.Totals.Errors+found.Totals.Warnings > 0 {
			t.Errorf("%s: %v, %v: %s", name, err, wrong, said)
		}
	}
}
