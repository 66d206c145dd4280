package web

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// Paths of the server's machine are for those who sit at it: who is let in from
// elsewhere, with the token, could otherwise find out what files there are, have their
// texts shown, and write files. So a server with a token takes only paths below the
// folders that its user named.

var (
	errPath    = &statusError{http.StatusUnprocessableEntity, "error.path"}
	errNoPath  = &statusError{http.StatusUnprocessableEntity, "error.nopath"}
	errFolders = &statusError{http.StatusForbidden, "error.folders"}
)

// takesPaths reports whether any paths of the server's machine may be named.
func (s *Server) takesPaths() bool { return s.options.Token == "" || len(s.options.Folders) > 0 }

// readable returns the absolute path of a file or folder that a client names, if it
// is there and may be read.
func (s *Server) readable(path string) (string, error) {
	path, err := s.named(path)
	if err != nil {
		return "", err
	}
	if !s.allows(path) {
		return "", errFolders // before anything says whether it is there
	}
	if _, err := os.Stat(path); err != nil {
		return "", errNoPath
	}
	return path, nil
}

// writable returns the absolute path of a file that a client names, if one may be
// written there.
func (s *Server) writable(path string) (string, error) {
	path, err := s.named(path)
	if err != nil {
		return "", err
	}
	if !s.allows(filepath.Dir(path)) {
		return "", errFolders
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return "", errNoPath
	}
	return path, nil
}

// named returns the path that a client means.
func (s *Server) named(path string) (string, error) {
	path = strings.TrimSpace(path)
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		if home, err := os.UserHomeDir(); err == nil {
			path = filepath.Join(home, rest)
		}
	}
	if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
		return "", errPath
	}
	return filepath.Clean(path), nil
}

// allows reports whether a path may be named: where it leads to in the end is what
// counts, so that a link is no way out.
func (s *Server) allows(path string) bool {
	if s.archive.IsUpload(path) {
		return true // what clients have sent
	}
	if len(s.options.Folders) == 0 {
		return s.options.Token == ""
	}
	end, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	for _, folder := range s.options.Folders {
		if folder, err = filepath.EvalSymlinks(folder); err != nil {
			continue
		}
		if rest, err := filepath.Rel(folder, end); err == nil && filepath.IsLocal(rest) {
			return true
		}
	}
	return false
}
