package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// A unit is the package that is changed: its files that are built here, tests aside,
// and their types.
type unit struct {
	pkg, dir, name string // as given, its folder, in its package clauses
	set            *token.FileSet
	sources        []*source
	config         types.Config
	info           types.Info
}

// load reads a package and checks its types.
func load(pkg string) (*unit, error) {
	u := &unit{pkg: pkg, set: token.NewFileSet()}
	cmd := exec.Command("go", "list", "-deps", "-export", "-json=Dir,Name,ImportPath,GoFiles,Export,DepOnly,Standard", pkg, "os", "strconv", "sync/atomic") // what runtime imports, too
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w\n%s", pkg, err, stderr.Bytes())
	}
	exports := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			Dir, Name, ImportPath, Export string
			GoFiles                       []string
			DepOnly, Standard             bool
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if p.DepOnly || p.Standard {
			continue
		}
		u.dir, u.name = p.Dir, p.Name
		for _, name := range p.GoFiles {
			s := &source{path: filepath.Join(p.Dir, name)}
			text, err := os.ReadFile(s.path)
			if err != nil {
				return nil, err
			}
			s.text = string(text)
			if s.file, err = parser.ParseFile(u.set, s.path, text, parser.SkipObjectResolution); err != nil {
				return nil, err
			}
			u.sources = append(u.sources, s)
		}
	}
	u.config.Importer = importer.ForCompiler(u.set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	u.info.Types = map[ast.Expr]types.TypeAndValue{}
	_, err = u.config.Check(pkg, u.set, u.files(nil, nil), &u.info)
	return u, err
}

// files returns the files of the unit, one of which may be replaced.
func (u *unit) files(old *source, replacement *ast.File) []*ast.File {
	var list []*ast.File
	for _, s := range u.sources {
		if s == old {
			list = append(list, replacement)
		} else {
			list = append(list, s.file)
		}
	}
	return list
}

// compiles reports whether the unit compiles if a file has another text, and there is
// another file, if any.
func (u *unit) compiles(s *source, text string, more ...string) bool {
	file, err := parser.ParseFile(u.set, s.path, text, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	files := u.files(s, file)
	for _, text := range more {
		file, err := parser.ParseFile(u.set, "", text, parser.SkipObjectResolution)
		if err != nil {
			return false
		}
		files = append(files, file)
	}
	_, err = u.config.Check(u.pkg, u.set, files, nil)
	return err == nil
}

// imports returns under which name a file knows a package.
func (s *source) imports(p *types.Package) string {
	for _, i := range s.file.Imports {
		if i.Path.Value != `"`+p.Path()+`"` {
			continue
		}
		if i.Name != nil {
			return i.Name.Name
		}
		return p.Name()
	}
	return "not imported"
}

// name returns the base name of a file.
func (s *source) name() string { return filepath.Base(s.path) }
