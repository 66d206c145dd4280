package dataset

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

const (
	docFile  = "../../doc/PARQUET.md"
	docBegin = "<!-- tables -->\n"
	docEnd   = "<!-- end of tables -->\n"
)

// described returns the part of the documentation that describes the tables.
func described() string {
	var b strings.Builder
	for _, t := range Tables() {
		fmt.Fprintf(&b, "\n### %s\n\n%s Rows ascend by %s.\n\n| column | type | meaning |\n| --- | --- | --- |\n", t.Name, t.About, t.Order)
		for _, c := range t.Columns {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.Name, c.Kind, c.Says())
		}
	}
	return b.String() + "\n"
}

// The documentation describes the tables as the files do. KIFUDB_GOLDEN=1 writes it.
func TestDocumentation(t *testing.T) {
	data, err := os.ReadFile(docFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), docBegin)
	_, after, ended := strings.Cut(rest, docEnd)
	if !ok || !ended {
		t.Fatalf("%s has no %s", docFile, strings.TrimSpace(docBegin))
	}
	want := before + docBegin + described() + docEnd + after
	if os.Getenv("KIFUDB_GOLDEN") != "" {
		if err := os.WriteFile(docFile, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(data) != want {
		t.Errorf("%s does not describe the tables as they are; KIFUDB_GOLDEN=1 writes it", docFile)
	}
}
