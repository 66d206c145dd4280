package archive

import (
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// A Build says from what the program was built. Fields that nobody recorded are empty.
type Build struct {
	Version  string `json:"version" doc:"Version of the program."`
	Commit   string `json:"commit,omitempty" doc:"Commit of the source."`
	Date     string `json:"date,omitempty" doc:"Time of the commit, by RFC 3339."`
	Modified bool   `json:"modified,omitempty" doc:"Whether the source had changes that are in no commit."`
	Go       string `json:"go" doc:"Version of Go."`
	System   string `json:"system" doc:"Operating system and processor, as linux/amd64."`
}

// These are set by the linker in a release, which is built from a copy of the source without
// its history (go build -ldflags='-X kifudb/archive.releaseVersion=1.0.0'). They are empty otherwise.
var releaseVersion, releaseCommit, releaseDate string

// ThisBuild returns the build of this program.
func ThisBuild() Build { return thisBuild() }

var thisBuild = sync.OnceValue(func() Build {
	info, _ := debug.ReadBuildInfo()
	return buildOf(info, releaseVersion, releaseCommit, releaseDate)
})

// buildOf joins what the go command recorded with what the linker was told, which counts more. Info may be nil.
func buildOf(info *debug.BuildInfo, version, commit, date string) Build {
	b := Build{Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	if info != nil {
		if info.Main.Version != "(devel)" {
			b.Version = info.Main.Version
		}
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				b.Commit = s.Value
			case "vcs.time":
				b.Date = s.Value
			case "vcs.modified":
				b.Modified = s.Value == "true"
			}
		}
	}
	if version != "" {
		b.Version = version
	}
	if commit != "" {
		b.Commit = commit
	}
	if date != "" {
		b.Date = date
	}
	if t, err := time.Parse(time.RFC3339, b.Date); err == nil {
		b.Date = t.UTC().Format(time.RFC3339)
	}
	switch {
	case b.Version != "":
	case len(b.Commit) >= 12:
		b.Version = "commit " + b.Commit[:12]
	case info == nil:
		b.Version = "(unknown version)"
	default:
		b.Version = "(development build)"
	}
	return b
}

// Version is that of the program: its release's, its module's, or the commit of a development build.
func Version() string { return thisBuild().Version }
