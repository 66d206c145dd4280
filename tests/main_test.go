// Package tests has the tests of the whole program: of the command line as users
// call it, of what accidents do to an archive, and of the rules for this code.
// All run in the folder of the module.
package tests

import (
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"kifudb/archive/engine/enginetest"
	"kifudb/command"
	"kifudb/command/node"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the scripts run this test binary as the command kifudb, so
// that the race detector and coverage see it, too.
func TestMain(m *testing.M) {
	testscript.Main(inModule{m}, map[string]func(){
		"kifudb": func() { os.Exit(command.Main(os.Args, os.Stdin, watchPlurals(os.Stdout), watchPlurals(os.Stderr))) },
		"kifudb-node": func() {
			os.Exit(command.MainWith(node.Runner{}, os.Args, os.Stdin, watchPlurals(os.Stdout), watchPlurals(os.Stderr)))
		},
		"import-into": importInto, // see kill_test.go
		"fake-engine": func() { os.Exit(enginetest.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// inModule runs the tests in the folder of the module. A command that a script
// starts stays in the folder of the script.
type inModule struct{ tests *testing.M }

func (m inModule) Run() int {
	if err := os.Chdir(".."); err != nil {
		panic(err)
	}
	if folder, err := os.MkdirTemp("", "kifudb-tests-"); err == nil { // servers of tests are announced apart from the user's
		defer os.RemoveAll(folder)
		os.Setenv("XDG_RUNTIME_DIR", folder)
	}
	return m.tests.Run()
}

// TestScripts runs each script of testdata/script in a fresh folder with an
// archive of its own. With KIFUDB_GOLDEN set (make golden) differing output is
// written back into the scripts, to be reviewed as output. What they print has no
// plurals after the number one.
func TestScripts(t *testing.T) {
	dir := filepath.Join("testdata", "script")
	scripts, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if len(scripts) == 0 {
		t.Fatal("no scripts found")
	}
	collection, err := filepath.Abs(filepath.Join("testdata", "sgf"))
	if err != nil {
		t.Fatal(err)
	}
	plurals := filepath.Join(t.TempDir(), "plurals")
	t.Cleanup(func() { // after the scripts, which run in parallel
		if found, err := os.ReadFile(plurals); err == nil {
			t.Errorf("the scripts print wrong plurals:\n%s", found)
		}
	})
	testscript.Run(t, testscript.Params{
		Dir:           dir,
		UpdateScripts: os.Getenv("KIFUDB_GOLDEN") != "",
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"s3server": s3server},
		Setup: func(env *testscript.Env) error {
			env.Setenv("KIFUDB_ARCHIVE", filepath.Join(env.WorkDir, "archive"))
			env.Setenv("COLLECTION", collection)
			env.Setenv("NO_COLOR", "1")
			env.Setenv(pluralsFile, plurals)
			env.Values[refusalKey{}] = new(atomic.Value)
			return nil
		},
	})
}
