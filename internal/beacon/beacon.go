package beacon

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/gofrs/flock"

	"kifudb/internal/durable"
)

// A Server is a server that runs on this machine.
type Server struct {
	Serves  string `json:"serves"`          // the folder that it serves
	Address string `json:"address"`         // its first page, such as http://127.0.0.1:8080/
	Token   string `json:"token,omitempty"` // what everybody must know who asks; "" if nothing
}

// The endings of the two files of a beacon.
const (
	fileEnding = ".json"
	lockEnding = ".lock"
)

// maxBytes bounds how much of a beacon's file is read.
const maxBytes = 64 << 10

// Folder returns the folder of this user's beacons, which it makes if it is not there. Where the system has a
// folder that is emptied when the user logs out, it is there.
func Folder() (string, error) {
	base := os.Getenv("XDG_RUNTIME_DIR")
	if runtime.GOOS == "windows" || !filepath.IsAbs(base) {
		var err error
		if base, err = os.UserCacheDir(); err != nil {
			return "", err
		}
	}
	folder := filepath.Join(base, "kifudb", "serving")
	if err := os.MkdirAll(folder, durable.PrivateDir); err != nil {
		return "", err
	}
	info, err := os.Stat(folder)
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&^durable.PrivateDir != 0 {
		err = fmt.Errorf("others may use %s", folder)
	}
	return folder, err
}

// Light lets others find a server until the function that it returns is called, or until the process ends.
func Light(s Server) (out func(), err error) {
	folder, err := Folder()
	if err != nil {
		return nil, err
	}
	if s.Serves, err = known(s.Serves); err != nil {
		return nil, err
	}
	name := filepath.Join(folder, prefix(s.Serves)+rand.Text())
	lock := flock.New(name + lockEnding)
	if held, err := lock.TryLock(); err != nil || !held {
		return nil, errors.Join(err, fmt.Errorf("%s cannot be locked", name))
	}
	out = func() {
		_ = os.Remove(name + fileEnding)
		_ = lock.Unlock()
		_ = os.Remove(name + lockEnding)
	}
	_, err = durable.Files{Private: true}.Write(name+fileEnding, false, func(w io.Writer) error {
		return json.NewEncoder(w).Encode(s)
	})
	if err != nil {
		out()
		return nil, err
	}
	return out, nil
}

// Find returns a server of a folder, one that wants no token if there are several, and false if none
// runs. It removes beacons that are out.
func Find(serves string) (s Server, ok bool, err error) {
	folder, err := Folder()
	if err != nil {
		return Server{}, false, err
	}
	if serves, err = known(serves); err != nil {
		return Server{}, false, err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return Server{}, false, err
	}
	for _, e := range entries {
		base, isFile := strings.CutSuffix(e.Name(), fileEnding)
		if !isFile || !strings.HasPrefix(base, prefix(serves)) {
			continue
		}
		name := filepath.Join(folder, base)
		found, err := read(name + fileEnding)
		if isOut(name) {
			continue
		}
		if err == nil && found.Serves == serves && (!ok || s.Token != "" && found.Token == "") {
			s, ok = found, true
		}
	}
	return s, ok, nil
}

// isOut reports whether nobody holds a beacon's lock, and removes its files then.
func isOut(name string) bool {
	lock := flock.New(name + lockEnding)
	if held, err := lock.TryLock(); err != nil || !held {
		return err != nil // a lock that cannot be asked proves nothing
	}
	_ = os.Remove(name + fileEnding)
	_ = lock.Unlock()
	_ = os.Remove(name + lockEnding)
	return true
}

func read(name string) (s Server, err error) {
	f, err := os.Open(name)
	if err != nil {
		return s, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxBytes))
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	return s, err
}

// known returns the one name of a folder that several names lead to.
func known(folder string) (string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	return folder, nil
}

// prefix is how the names of all beacons of a folder begin.
func prefix(folder string) string {
	sum := sha256.Sum256([]byte(folder))
	return hex.EncodeToString(sum[:8]) + "-"
}
