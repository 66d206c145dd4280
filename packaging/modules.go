package main

import (
	"cmp"
	"debug/buildinfo"
	"encoding/json"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A moduleList is the modules that are in programs, by what the go command wrote into them.
type moduleList struct {
	goVersion string
	sums      map[[2]string]string // by path and version
}

func (l *moduleList) add(programs []file) error {
	if l.sums == nil {
		l.sums = map[[2]string]string{}
	}
	for _, p := range programs {
		info, err := buildinfo.ReadFile(p.path)
		if err != nil {
			return err
		}
		l.goVersion = info.GoVersion
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			l.sums[[2]string{m.Path, m.Version}] = m.Sum
		}
	}
	return nil
}

// The form of CycloneDX 1.6, as far as it is needed: https://cyclonedx.org/docs/1.6/json/.
type (
	bill struct {
		Format     string      `json:"bomFormat"`
		Version    string      `json:"specVersion"`
		Number     int         `json:"version"`
		Metadata   metadata    `json:"metadata"`
		Components []component `json:"components"`
	}
	metadata struct {
		Time      string    `json:"timestamp"`
		Component component `json:"component"`
	}
	component struct {
		Type       string     `json:"type"`
		Reference  string     `json:"bom-ref"`
		Name       string     `json:"name"`
		Version    string     `json:"version"`
		URL        string     `json:"purl"`
		Properties []property `json:"properties,omitempty"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
)

// writeModules writes the bill of materials: Go, and the modules of all programs.
func (r *release) writeModules(l *moduleList) error {
	of := func(kind, path, version string) component {
		url := "pkg:golang/" + path + "@" + version
		return component{Type: kind, Reference: url, Name: path, Version: version, URL: url}
	}
	b := bill{
		Format: "CycloneDX", Version: "1.6", Number: 1,
		Metadata:   metadata{r.date.Format(time.RFC3339), of("application", cmp.Or(r.address, "kifudb"), r.version)},
		Components: []component{of("library", "std", strings.TrimPrefix(l.goVersion, "go"))},
	}
	keys := make([][2]string, 0, len(l.sums))
	for key := range l.sums {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b [2]string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	for _, key := range keys {
		c := of("library", key[0], key[1])
		c.Properties = []property{{"go:sum", l.sums[key]}}
		b.Components = append(b.Components, c)
	}
	return create(filepath.Join(r.folder, "kifudb-"+r.version+".cdx.json"), func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(b)
	})
}
