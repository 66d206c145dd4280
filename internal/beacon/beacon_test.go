package beacon

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

func runtimeFolder(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"XDG_RUNTIME_DIR", "LocalAppData", "HOME"} {
		t.Setenv(name, dir)
	}
}

func files(t *testing.T) []string {
	t.Helper()
	folder, err := Folder()
	if err != nil {
		t.Fatal(err)
	}
	list, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestFind(t *testing.T) {
	runtimeFolder(t)
	archive := t.TempDir()
	if s, ok, err := Find(archive); ok || err != nil {
		t.Fatalf("found %v, %v before any server runs", s, err)
	}
	secret := Server{Serves: archive, Address: "http://192.0.2.1:8080/", Token: "0123456789abcdef"}
	out, err := Light(secret)
	if err != nil {
		t.Fatal(err)
	}
	if s, ok, err := Find(archive + "/../" + filepath.Base(archive)); !ok || err != nil || s.Token != secret.Token || s.Address != secret.Address {
		t.Errorf("found %v, %t, %v", s, ok, err)
	}
	if s, ok, _ := Find(filepath.Dir(archive)); ok {
		t.Errorf("found %v of another folder", s)
	}
	outOpen, err := Light(Server{Serves: archive, Address: "http://127.0.0.1:8081/"})
	if err != nil {
		t.Fatal(err)
	}
	if s, ok, _ := Find(archive); !ok || s.Token != "" {
		t.Errorf("found %v, %t, not the server without a token", s, ok)
	}
	outOpen()
	if s, ok, _ := Find(archive); !ok || s.Token == "" {
		t.Errorf("found %v, %t after the other server ended", s, ok)
	}
	if runtime.GOOS != "windows" {
		for _, name := range files(t) {
			if info, err := os.Stat(name); err != nil || info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s has mode %v: %v", name, info.Mode(), err)
			}
		}
	}
	out()
	if s, ok, _ := Find(archive); ok {
		t.Errorf("found %v after its end", s)
	}
	if left := files(t); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// TestFindAfterDeath: a server that is killed cannot put out its beacon; nobody finds it, and it is removed.
func TestFindAfterDeath(t *testing.T) {
	if archive := os.Getenv("BEACON_ARCHIVE"); archive != "" {
		if _, err := Light(Server{Serves: archive, Address: "http://127.0.0.1:1/"}); err != nil {
			t.Fatal(err)
		}
		if s, ok, err := Find(archive); !ok || err != nil {
			t.Fatalf("%v, %v", s, err)
		}
		os.Exit(7) // nothing is put out
	}
	runtimeFolder(t)
	archive := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=TestFindAfterDeath$")
	cmd.Env = append(os.Environ(), "BEACON_ARCHIVE="+archive)
	if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 7 {
		t.Fatalf("%v\n%s", err, out)
	}
	if len(files(t)) != 2 {
		t.Fatalf("the dead server left %v", files(t))
	}
	if s, ok, err := Find(archive); ok || err != nil {
		t.Errorf("found %v, %v", s, err)
	}
	if left := files(t); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// TestFindStrangeFiles: what is no beacon is never trusted.
func TestFindStrangeFiles(t *testing.T) {
	runtimeFolder(t)
	archive := t.TempDir()
	out, err := Light(Server{Serves: archive, Address: "http://127.0.0.1:1/"})
	if err != nil {
		t.Fatal(err)
	}
	defer out()
	for _, name := range files(t) {
		if filepath.Ext(name) != fileEnding {
			continue
		}
		for _, text := range []string{"", "{", `{"serves":"/elsewhere","address":"http://192.0.2.1/"}`} {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if s, ok, err := Find(archive); ok || err != nil {
				t.Errorf("%q: found %v, %v", text, s, err)
			}
		}
	}
	folder, err := Folder()
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" {
		if err := os.Chmod(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if s, ok, err := Find(archive); ok || err == nil {
			t.Errorf("in a folder of others: %v, %v", s, err)
		}
	}
}
