package tests

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// When garbage is collected is said before the packages of other modules are initialized,
// which is what spares a collection before main.
func TestGarbageFirst(t *testing.T) {
	cmd := exec.Command("kifudb", "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := string(out)
	own := strings.Index(text, "init kifudb/internal/garbage ")
	if own < 0 {
		t.Fatalf("package garbage is not initialized:\n%s", text)
	}
	for _, large := range []string{"github.com/blevesearch/bleve/v2/index/scorch", "github.com/nats-io/nats-server/v2/server", "github.com/minio/minio-go/v7/pkg/s3utils"} {
		if at := strings.Index(text, "init "+large+" "); at < own {
			t.Errorf("%s is initialized at %d of the trace, package garbage at %d", large, at, own)
		}
	}
}
