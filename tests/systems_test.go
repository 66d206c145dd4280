package tests

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOtherSystems checks the types of all packages as they are for systems on which the tests do
// not run. Of packages from elsewhere it reads the declarations alone, so a system takes
// seconds of processor time where building for it from scratch takes minutes.
func TestOtherSystems(t *testing.T) {
	systems := []string{"windows/amd64", "darwin/arm64", "linux/arm64"}
	wanted, least := []string{"./..."}, len(allowed)-2 // two rows are of programs that make tables
	if testing.Short() {                               // packages with files for Windows
		systems, wanted, least = systems[:1], []string{"./internal/durable", "./store/disk"}, 2
	}
	for _, system := range systems {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			c := typeChecker{fset: token.NewFileSet(), done: map[string]*types.Package{"unsafe": types.Unsafe}}
			c.goos, c.goarch, _ = strings.Cut(system, "/")
			own := 0
			for _, p := range c.list(t, wanted) {
				if err := c.check(p); err != nil {
					t.Error(err)
				}
				if p.own() {
					own++
				}
			}
			if own < least {
				t.Errorf("only %d packages of this program were checked, of %d", own, least)
			}
		})
	}
}

// A listedPackage is what the go command says of a package.
type listedPackage struct {
	Dir, ImportPath string
	GoFiles         []string
	ImportMap       map[string]string
}

func (p *listedPackage) own() bool {
	return p.ImportPath == "kifudb" || strings.HasPrefix(p.ImportPath, "kifudb/")
}

// A typeChecker checks packages for one system, each after those that it imports.
type typeChecker struct {
	goos, goarch string
	fset         *token.FileSet
	done         map[string]*types.Package
}

// list returns packages of the program and those they need, each behind those that it imports.
func (c *typeChecker) list(t *testing.T, wanted []string) (packages []*listedPackage) {
	t.Helper()
	command := exec.Command("go", append([]string{"list", "-deps", "-json=Dir,ImportPath,GoFiles,ImportMap"}, wanted...)...)
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+c.goos, "GOARCH="+c.goarch)
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &complaints)
	}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listedPackage
		switch err := decoder.Decode(&p); {
		case errors.Is(err, io.EOF):
			return packages
		case err != nil:
			t.Fatal(err)
		}
		packages = append(packages, &p)
	}
}

// check checks a package, and keeps it for those that import it.
func (c *typeChecker) check(p *listedPackage) error {
	if p.ImportPath == "unsafe" {
		return nil
	}
	var files []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(c.fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	var first error
	config := types.Config{
		IgnoreFuncBodies: !p.own(),
		FakeImportC:      true,
		Sizes:            types.SizesFor("gc", c.goarch),
		Importer: importerOf(func(path string) (*types.Package, error) {
			if real, ok := p.ImportMap[path]; ok {
				path = real
			}
			if found := c.done[path]; found != nil {
				return found, nil
			}
			return nil, fmt.Errorf("%s is not among the packages", path)
		}),
		Error: func(err error) {
			if first == nil && p.own() {
				first = err
			}
		},
	}
	c.done[p.ImportPath], _ = config.Check(p.ImportPath, c.fset, files, nil)
	return first
}

// importerOf is an importer that is a function.
type importerOf func(path string) (*types.Package, error)

// Import returns a package.
func (f importerOf) Import(path string) (*types.Package, error) { return f(path) }
