package programs

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kifudb/internal/plaintext"
)

// A unit is a service of systemd's manager of a user's services. Its syntax is in systemd.syntax(7) and, for
// command lines, in systemd.service(5).
type unit struct {
	about   string
	program string // its full path
	archive string
	args    []string // after the archive
	writes  []string // the folders that it may change
}

// hardening is what the service may not do. What needs namespaces is left out by systemd where users
// cannot have them.
const hardening = `NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
UMask=0077
`

// text returns the unit as a file.
func (u *unit) text() (string, error) {
	for _, word := range u.paths() {
		if err := inLine(word); err != nil {
			return "", err
		}
	}
	command := []string{strings.ReplaceAll(unitQuote(u.program), "$$", "$"), "--archive", unitQuote(u.archive)}
	for _, arg := range u.args {
		command = append(command, unitQuote(arg))
	}
	// The beacon by which 'kifudb show --open' finds the server is in the runtime folder, %t.
	writes := []string{"-%t"}
	for _, folder := range u.writes {
		writes = append(writes, pathQuote("-"+folder))
	}
	temporary := "PrivateTmp=yes\n"
	if slices.ContainsFunc(u.paths(), isTemporary) {
		temporary = "" // the service would see another folder of this name
		writes = append(writes, "/tmp", "/var/tmp")
	}
	return fmt.Sprintf(`[Unit]
Description=%s

[Service]
Type=exec
ExecStart=%s
Restart=on-failure
RestartSec=10
SuccessExitStatus=130
ReadWritePaths=%s
%s%s
[Install]
WantedBy=default.target
`, strings.ReplaceAll(u.about, "%", "%%"), strings.Join(command, " "), strings.Join(writes, " "), temporary, hardening), nil
}

// paths returns the paths that the service is about.
func (u *unit) paths() []string {
	return append(append([]string{u.program, u.archive}, u.args...), u.writes...)
}

// isTemporary reports whether a path is in a folder of temporary files.
func isTemporary(path string) bool {
	return strings.HasPrefix(path, "/tmp/") || strings.HasPrefix(path, "/var/tmp/")
}

// inLine returns an error for a word that no line of such a file can hold.
func inLine(word string) error {
	if !utf8.ValidString(word) || strings.ContainsFunc(word, unicode.IsControl) {
		return fmt.Errorf("the name %s has bytes that such a file cannot hold", plaintext.Printable(fmt.Sprintf("%q", word)))
	}
	return nil
}

// unitQuote writes a word of a command line of systemd.
func unitQuote(word string) string {
	escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "%", "%%", "$", "$$").Replace(word)
	if word != "" && !strings.ContainsAny(word, " \"'\\;") {
		return escaped
	}
	return `"` + escaped + `"`
}

// pathQuote writes a path of a list of paths, which has no variables.
func pathQuote(word string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "%", "%%").Replace(word) + `"`
}
