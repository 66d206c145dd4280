package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // makes packages for Debian
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm" // makes packages for Fedora
)

// packages makes a package for each kind of Linux.
func (r *release) packages(t target, list []file) error {
	for _, format := range []string{"deb", "rpm"} {
		var contents files.Contents
		for i := range list {
			f := &list[i]
			place := f.place
			if format == "rpm" {
				place = strings.Replace(place, "/usr/share/zsh/vendor-completions", "/usr/share/zsh/site-functions", 1)
			}
			name := filepath.Base(f.name)
			if f.name == "LICENSE" && format == "deb" {
				name = "copyright" // where Debian looks for it
			}
			contents = append(contents, &files.Content{
				Source: f.path, Destination: place + "/" + name,
				FileInfo: &files.ContentFileInfo{Mode: mode(f), Owner: "root", Group: "root", MTime: r.date},
			})
		}
		homepage := ""
		if r.address != "" {
			homepage = "https://" + r.address
		}
		info := nfpm.WithDefaults(&nfpm.Info{
			Name: "kifudb", Arch: t.processor, Platform: "linux", Version: r.version, Release: "1",
			Section: "games", Priority: "optional", Homepage: homepage, License: "MIT",
			Maintainer: "The kifudb authors <kifudb@" + domain(r.address) + ">", MTime: r.date, DisableGlobbing: true,
			Description: "Search your own collection of game records.\nkifudb finds games of Go, shogi, chess, Othello and others by names,\ncomments, positions and patterns, and tells what was played next.",
			Overridables: nfpm.Overridables{
				Contents: contents,
				RPM:      nfpm.RPM{Summary: "Search your own collection of game records", BuildHost: "kifudb", Packager: "The kifudb authors"},
			},
		})
		if err := nfpm.PrepareForPackager(info, format); err != nil {
			return err
		}
		packager, err := nfpm.Get(format)
		if err != nil {
			return err
		}
		name := filepath.Join(r.folder, packager.ConventionalFileName(info))
		if err := create(name, func(w io.Writer) error { return packager.Package(info, w) }); err != nil {
			return err
		}
		if err := os.Chmod(name, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// domain is the part of an address to which mail goes.
func domain(address string) string {
	if host, _, ok := strings.Cut(address, "/"); ok {
		return host
	}
	return "example.invalid"
}
