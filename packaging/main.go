// Packaging makes a release of kifudb: for each system an archive with both programs, packages for
// Debian and for Fedora, a list of the modules in them, and the sums of all files. RELEASING.md in
// the folder above describes a release.
//
// The same source, the same Go and the same SOURCE_DATE_EPOCH give the same bytes, on any machine
// and in any folder: compare.sh shows it.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A release is what is made, and from what.
type release struct {
	version string
	commit  string
	date    time.Time // of all files
	address string    // where the project is, as github.com/NAME/kifudb; "" if nowhere yet
	source  string    // the folder of the source
	folder  string    // where the files of the release go
	work    string    // a folder for what goes into them
}

// A target is a system for which the programs are built.
type target struct{ system, processor string }

func (t target) String() string { return t.system + "/" + t.processor }

// systems are all systems of a release.
var systems = []target{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("packaging: ")
	var r release
	flag.StringVar(&r.version, "version", "", "version, by default the newest of CHANGELOG.md")
	flag.StringVar(&r.commit, "commit", "", "commit, by default that of the work tree")
	flag.StringVar(&r.address, "address", "", "where the project is, as github.com/NAME/kifudb")
	flag.StringVar(&r.source, "source", "..", "folder of the source")
	flag.StringVar(&r.folder, "o", "../dist", "folder for the release, which is emptied")
	only := flag.String("only", "", "build for these systems alone, as linux/amd64,windows/arm64")
	flag.Parse()
	if err := r.make(*only); err != nil {
		log.Fatal(err)
	}
}

func (r *release) make(only string) (err error) {
	if err := r.complete(); err != nil {
		return err
	}
	targets := slices.Clone(systems)
	if only != "" {
		targets = slices.DeleteFunc(targets, func(t target) bool { return !slices.Contains(strings.Split(only, ","), t.String()) })
	}
	if len(targets) == 0 {
		return fmt.Errorf("no system is one of %s", only)
	}
	if err := os.RemoveAll(r.folder); err != nil {
		return err
	}
	if err := os.MkdirAll(r.folder, 0o755); err != nil {
		return err
	}
	if r.work, err = os.MkdirTemp("", "kifudb-release-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	common, err := r.commonFiles()
	if err != nil {
		return err
	}
	var modules moduleList
	for _, t := range targets {
		start := time.Now()
		programs, err := r.build(t)
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		if err := modules.add(programs); err != nil {
			return err
		}
		files := slices.Concat(programs, common)
		if t.system == "linux" {
			err = r.packages(t, files)
		}
		if err == nil {
			err = r.archive(t, files)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		fmt.Printf("%-14s %s\n", t, time.Since(start).Round(time.Second))
	}
	if err := r.writeModules(&modules); err != nil {
		return err
	}
	sums, err := r.sums()
	if err != nil {
		return err
	}
	if r.address == "" {
		return nil
	}
	return r.manifests(sums)
}

var versionHead = regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+\S*)`)

// complete fills in what was not given.
func (r *release) complete() (err error) {
	for _, folder := range []*string{&r.source, &r.folder} {
		if *folder, err = filepath.Abs(*folder); err != nil {
			return err
		}
	}
	if r.version == "" {
		text, err := os.ReadFile(filepath.Join(r.source, "CHANGELOG.md"))
		if err != nil {
			return err
		}
		head := versionHead.FindSubmatch(text)
		if head == nil {
			return fmt.Errorf("CHANGELOG.md has no version; give one with -version")
		}
		r.version = string(head[1])
	}
	if r.commit == "" {
		out, err := r.git("rev-parse", "HEAD")
		if err != nil {
			return fmt.Errorf("the commit is not known; give it with -commit: %w", err)
		}
		r.commit = out
	}
	epoch := os.Getenv("SOURCE_DATE_EPOCH")
	if epoch == "" {
		if epoch, err = r.git("log", "-1", "--format=%ct", r.commit); err != nil {
			return fmt.Errorf("the date is not known; set SOURCE_DATE_EPOCH: %w", err)
		}
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	r.date = time.Unix(seconds, 0).UTC()
	return os.Setenv("SOURCE_DATE_EPOCH", epoch)
}

func (r *release) git(args ...string) (string, error) {
	command := exec.Command("git", args...)
	command.Dir = r.source
	out, err := command.Output()
	return strings.TrimSpace(string(out)), err
}

// A file is one that goes into archives and packages.
type file struct {
	name    string // in an archive
	place   string // in a package: the folder
	path    string // where it is now
	program bool
}

// goTool runs the go command in the source, for a system, as everybody has it: without the flags of
// whoever makes the release.
func (r *release) goTool(t target, args ...string) error {
	command := exec.Command("go", args...)
	command.Dir = r.source
	command.Env = append(os.Environ(), "GOOS="+t.system, "GOARCH="+t.processor, "CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=",
		"GOAMD64=v1", "GOARM64=v8.0", "GOTOOLCHAIN=local", "GOWORK=off")
	command.Stdout, command.Stderr = os.Stderr, os.Stderr
	return command.Run()
}

// build makes both programs for a system.
func (r *release) build(t target) ([]file, error) {
	folder := filepath.Join(r.work, t.system+"-"+t.processor)
	stamp := fmt.Sprintf("-s -w -X kifudb/archive.releaseVersion=%s -X kifudb/archive.releaseCommit=%s -X kifudb/archive.releaseDate=%s",
		r.version, r.commit, r.date.Format(time.RFC3339))
	err := r.goTool(t, "build", "-trimpath", "-buildvcs=false", "-ldflags="+stamp, "-o", folder+string(filepath.Separator), ".", "./cmd/kifudb-node")
	if err != nil {
		return nil, err
	}
	var programs []file
	for _, name := range []string{"kifudb", "kifudb-node"} {
		if t.system == "windows" {
			name += ".exe"
		}
		programs = append(programs, file{name, "/usr/bin", filepath.Join(folder, name), true})
	}
	return programs, nil
}

// commonFiles are those that are the same for all systems. Help and completions come from a program
// that is built for this machine.
func (r *release) commonFiles() ([]file, error) {
	here, err := r.build(target{runtime.GOOS, runtime.GOARCH})
	if err != nil {
		return nil, err
	}
	kifudb := here[0].path
	var files []file
	add := func(name, place, path string) { files = append(files, file{name, place, path, false}) }
	for _, name := range []string{"README.md", "LICENSE", "CHANGELOG.md"} {
		add(name, "/usr/share/doc/kifudb", filepath.Join(r.source, name))
	}
	docs, err := filepath.Glob(filepath.Join(r.source, "doc", "*.md"))
	if err != nil {
		return nil, err
	}
	for _, path := range docs {
		add("doc/"+filepath.Base(path), "/usr/share/doc/kifudb", path)
	}
	pages := filepath.Join(r.work, "man")
	if _, err := r.output(kifudb, "help", "--man", pages); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(pages)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		path := filepath.Join(pages, e.Name())
		if err := r.gzip(path); err != nil {
			return nil, err
		}
		add("man/"+e.Name()+".gz", "/usr/share/man/man"+e.Name()[len(e.Name())-1:], path+".gz")
	}
	for _, made := range []struct {
		name, place string
		args        []string
	}{
		{"completions/kifudb", "/usr/share/bash-completion/completions", []string{"completion", "bash"}},
		{"completions/_kifudb", "/usr/share/zsh/vendor-completions", []string{"completion", "zsh"}},
		{"completions/kifudb.fish", "/usr/share/fish/vendor_completions.d", []string{"completion", "fish"}},
		{"desktop/kifudb.desktop", "/usr/share/applications", []string{"service", "desktop"}},
		{"desktop/kifudb.xml", "/usr/share/mime/packages", []string{"service", "mime"}},
	} {
		text, err := r.output(kifudb, made.args...)
		if err != nil {
			return nil, err
		}
		text = strings.ReplaceAll(text, kifudb, "/usr/bin/kifudb") // the desktop file names the program
		path := filepath.Join(r.work, filepath.Base(made.name)+".text")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return nil, err
		}
		add(made.name, made.place, path)
	}
	return files, nil
}

// output runs a program without the settings of whoever makes the release.
func (r *release) output(program string, args ...string) (string, error) {
	command := exec.Command(program, args...)
	command.Env = []string{"HOME=" + r.work, "PATH=" + os.Getenv("PATH"), "SYSTEMROOT=" + os.Getenv("SYSTEMROOT")}
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", filepath.Base(program), strings.Join(args, " "), err)
	}
	return string(out), nil
}

// sums writes SHA256SUMS, as sha256sum -c reads it.
func (r *release) sums() (map[string]string, error) {
	entries, err := os.ReadDir(r.folder)
	if err != nil {
		return nil, err
	}
	sums, text := map[string]string{}, ""
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(r.folder, e.Name()))
		if err != nil {
			return nil, err
		}
		sums[e.Name()] = fmt.Sprintf("%x", sha256.Sum256(data))
		text += sums[e.Name()] + "  " + e.Name() + "\n"
	}
	return sums, os.WriteFile(filepath.Join(r.folder, "SHA256SUMS"), []byte(text), 0o644)
}
