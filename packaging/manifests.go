package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// manifests writes what Homebrew and winget need to find a release: where its files are, and their sums.
func (r *release) manifests(sums map[string]string) error {
	folder := filepath.Join(r.folder, "manifests")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	base := fmt.Sprintf("https://%s/releases/download/v%s/", r.address, r.version)
	owner := strings.Split(r.address+"//", "/")[1]
	archive := func(system, ending string) string { return "kifudb-" + r.version + "-" + system + ending }
	place := strings.NewReplacer("ADDRESS", r.address, "VERSION", r.version, "BASE", base, "OWNER", owner,
		"DARWIN-ARM64-SUM", sums[archive("darwin-arm64", ".tar.gz")], "DARWIN-AMD64-SUM", sums[archive("darwin-amd64", ".tar.gz")],
		"LINUX-ARM64-SUM", sums[archive("linux-arm64", ".tar.gz")], "LINUX-AMD64-SUM", sums[archive("linux-amd64", ".tar.gz")],
		"WINDOWS-ARM64-SUM", strings.ToUpper(sums[archive("windows-arm64", ".zip")]),
		"WINDOWS-AMD64-SUM", strings.ToUpper(sums[archive("windows-amd64", ".zip")]), "DATE", r.date.Format("2006-01-02"))
	for name, text := range map[string]string{"kifudb.rb": formula, "OWNER.kifudb.yaml": wingetManifest} {
		if err := os.WriteFile(filepath.Join(folder, place.Replace(name)), []byte(place.Replace(text)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// formula is for a tap of Homebrew, see https://docs.brew.sh/Formula-Cookbook.
const formula = `class Kifudb < Formula
  desc "Search your own collection of game records"
  homepage "https://ADDRESS"
  version "VERSION"
  license "MIT"
  on_macos do
    on_arm do
      url "BASEkifudb-VERSION-darwin-arm64.tar.gz"
      sha256 "DARWIN-ARM64-SUM"
    end
    on_intel do
      url "BASEkifudb-VERSION-darwin-amd64.tar.gz"
      sha256 "DARWIN-AMD64-SUM"
    end
  end
  on_linux do
    on_arm do
      url "BASEkifudb-VERSION-linux-arm64.tar.gz"
      sha256 "LINUX-ARM64-SUM"
    end
    on_intel do
      url "BASEkifudb-VERSION-linux-amd64.tar.gz"
      sha256 "LINUX-AMD64-SUM"
    end
  end

  def install
    bin.install "kifudb", "kifudb-node"
    man1.install Dir["man/*.1.gz"]
    man7.install Dir["man/*.7.gz"]
    bash_completion.install "completions/kifudb"
    zsh_completion.install "completions/_kifudb"
    fish_completion.install "completions/kifudb.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/kifudb version")
  end
end
`

// wingetManifest is a single file of the form 1.6, see https://learn.microsoft.com/windows/package-manager/package/manifest.
const wingetManifest = `PackageIdentifier: OWNER.kifudb
PackageVersion: VERSION
PackageLocale: en-US
Publisher: The kifudb authors
PackageName: kifudb
License: MIT
ShortDescription: Search your own collection of game records
ReleaseDate: DATE
InstallerType: zip
NestedInstallerType: portable
Installers:
- Architecture: x64
  InstallerUrl: BASEkifudb-VERSION-windows-amd64.zip
  InstallerSha256: WINDOWS-AMD64-SUM
  NestedInstallerFiles:
  - RelativeFilePath: kifudb-VERSION-windows-amd64\kifudb.exe
    PortableCommandAlias: kifudb
- Architecture: arm64
  InstallerUrl: BASEkifudb-VERSION-windows-arm64.zip
  InstallerSha256: WINDOWS-ARM64-SUM
  NestedInstallerFiles:
  - RelativeFilePath: kifudb-VERSION-windows-arm64\kifudb.exe
    PortableCommandAlias: kifudb
ManifestType: singleton
ManifestVersion: 1.6.0
`
