package notation

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWorkedExamples converts the .txt files of a directory and compares with
// the .out and .err files beside them, byte for byte.
func TestWorkedExamples(t *testing.T) {
	dir := os.Getenv("KIFUDB_SHOGI_EXAMPLES")
	if dir == "" {
		t.Skip("KIFUDB_SHOGI_EXAMPLES does not name a directory of worked examples")
	}
	inputs, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no examples in %s: %v", dir, err)
	}
	for _, input := range inputs {
		t.Run(filepath.Base(input), func(t *testing.T) {
			read := func(name string) string {
				b, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				return string(b)
			}
			stem := strings.TrimSuffix(input, ".txt")
			var out bytes.Buffer
			var messages strings.Builder
			n, err := Convert(&out, strings.NewReader(read(input)), &ConvertOptions{Report: func(p Problem) {
				messages.WriteString(filepath.Base(input) + ":" + p.String() + "\n")
			}})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(read(stem+".out"), out.String()); diff != "" {
				t.Errorf("output (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(read(stem+".err"), messages.String()); diff != "" {
				t.Errorf("messages (-want +got):\n%s", diff)
			}
			if want := strings.Contains(messages.String(), ": error: "); (n > 0) != want {
				t.Errorf("%d errors counted", n)
			}
		})
	}
}
