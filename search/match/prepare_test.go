package match

import (
	"testing"

	"kifudb/query"
)

// TestMakers wants that the table of makers and that of the fields are of the same
// fields: a field without a maker is one of plain texts. Saved searches are
// replaced before.
func TestMakers(t *testing.T) {
	for _, f := range query.Fields() {
		if makers[f.Name] != nil || f.Name == "saved" {
			continue
		}
		if _, err := query.Parse(f.Name + ":x*"); err != nil || len(f.Idents) == 0 || f.AtNodes() {
			t.Errorf("field %s is not one of texts, and has no maker: %v", f.Name, err)
		}
	}
	for name := range makers {
		if f, ok := query.FindField(name); name != "" && (!ok || f.Name != name) {
			t.Errorf("maker of %q: there is no such field", name)
		}
	}
}
