package archive

import (
	"runtime/debug"
	"testing"
)

func TestBuildOf(t *testing.T) {
	commit := "0123456789abcdef0123456789abcdef01234567"
	info := func(version string, settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: settings}
	}
	vcs := []debug.BuildSetting{{Key: "vcs.revision", Value: commit}, {Key: "vcs.time", Value: "2026-11-28T22:00:00+01:00"}, {Key: "vcs.modified", Value: "true"}}
	for _, c := range []struct {
		about                 string
		info                  *debug.BuildInfo
		version, commit, date string
		want                  Build
	}{
		{"a module", info("v1.2.3"), "", "", "", Build{Version: "v1.2.3"}},
		{"a work tree", info("(devel)", vcs...), "", "", "", Build{Version: "commit 0123456789ab", Commit: commit, Date: "2026-11-28T21:00:00Z", Modified: true}},
		{"a work tree without history", info("(devel)"), "", "", "", Build{Version: "(development build)"}},
		{"a release", info("(devel)"), "1.0.0", commit, "2026-11-28T21:00:00Z", Build{Version: "1.0.0", Commit: commit, Date: "2026-11-28T21:00:00Z"}},
		{"a release from a work tree", info("v0.0.0-1", vcs...), "1.0.0", "feed", "2027-01-01T00:00:00Z", Build{Version: "1.0.0", Commit: "feed", Date: "2027-01-01T00:00:00Z", Modified: true}},
		{"a short commit", info("(devel)", debug.BuildSetting{Key: "vcs.revision", Value: "0123"}), "", "", "", Build{Version: "(development build)", Commit: "0123"}},
		{"nothing", nil, "", "", "", Build{Version: "(unknown version)"}},
	} {
		got := buildOf(c.info, c.version, c.commit, c.date)
		if got.Go == "" || got.System == "" {
			t.Errorf("%s: Go is %q, the system %q", c.about, got.Go, got.System)
		}
		c.want.Go, c.want.System = got.Go, got.System
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", c.about, got, c.want)
		}
	}
}
