package tests

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// fakeBrowser puts a browser before all others that notes the addresses it is given, and returns the file of
// its notes. Servers are announced in a folder of the test's own.
func fakeBrowser(t *testing.T) (notes string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("browsers are opened by other programs here")
	}
	folder := t.TempDir()
	notes = filepath.Join(folder, "notes")
	must(t, os.WriteFile(filepath.Join(folder, "xdg-open"), []byte("#!/bin/sh\necho \"$1\" >> "+notes+"\n"), 0o700))
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	return notes
}

// opened runs a command that opens a page in a server that runs, and returns the page's address.
func opened(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("kifudb", args...).Output()
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return strings.TrimSpace(string(out))
}

func TestShowOpen(t *testing.T) {
	fakeBrowser(t)
	archive := filepath.Join(t.TempDir(), "an archive")
	must(t, exec.Command("kifudb", "--archive", archive, "import", "-q", "testdata/sgf").Run())
	address, server := serve(t, archive, "--addr", "127.0.0.1:0")
	page := opened(t, "--archive", archive, "show", "7@40", "--open")
	if page != address.JoinPath("game", "7@40").String() {
		t.Errorf("opened %s of the server %s", page, address)
	}
	if status, body := fetch(t, page); status != 200 || !strings.Contains(body, `value="7@40"`) && !strings.Contains(body, "7@40") {
		t.Errorf("%d, %.300s", status, body)
	}
	if page := opened(t, "--archive", archive, "show", "player:shusaku", "C:ear", "--open"); page != address.JoinPath("game", "7@127").String() {
		t.Errorf("a query opened %s", page)
	}
	out, err := exec.Command("kifudb", "--archive", archive, "show", "7", "--open", "--svg").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "--svg prints something else") {
		t.Errorf("%v %s", err, out)
	}

	// A server that was killed is not asked again: the command serves the archive itself, and the next one finds it.
	must(t, server.Process.Kill())
	_ = server.Wait()
	own := exec.Command("kifudb", "--archive", archive, "show", "7@40", "--open")
	printed, err := own.StdoutPipe()
	must(t, err)
	must(t, own.Start())
	t.Cleanup(func() { _ = own.Process.Kill() })
	line, err := bufio.NewReader(printed).ReadString('\n')
	must(t, err)
	first := strings.TrimSpace(line)
	if strings.HasPrefix(first, address.String()) {
		t.Errorf("the dead server %s was opened: %s", address, first)
	}
	if status, _ := fetch(t, first); status != 200 {
		t.Errorf("%s: %d", first, status)
	}
	if page := opened(t, "--archive", archive, "show", "7@n12", "--open"); !strings.HasPrefix(page, strings.TrimSuffix(first, "7@40")) {
		t.Errorf("%s does not begin as %s", page, first)
	}
	must(t, own.Process.Signal(os.Interrupt))
	if err := own.Wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
}

// A server for other machines tells its token to nobody but the user who started it.
func TestShowOpenToken(t *testing.T) {
	fakeBrowser(t)
	archive := filepath.Join(t.TempDir(), "archive")
	must(t, exec.Command("kifudb", "--archive", archive, "import", "-q", "testdata/sgf").Run())
	address, _ := serve(t, archive, "--addr", "0.0.0.0:0")
	page := opened(t, "--archive", archive, "show", "7@40", "--open")
	token := address.Query().Get("token")
	if page != "http://127.0.0.1:"+address.Port()+"/game/7@40?token="+token {
		t.Errorf("opened %s of the server %s", page, address)
	}
	err := filepath.WalkDir(os.Getenv("XDG_RUNTIME_DIR"), func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && path != os.Getenv("XDG_RUNTIME_DIR") && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("others may read %s", path)
		}
		return err
	})
	must(t, err)
}

func TestOpenFile(t *testing.T) {
	notes := fakeBrowser(t)
	archive, temporary := filepath.Join(t.TempDir(), "archive"), t.TempDir()
	t.Setenv("TMPDIR", temporary)
	must(t, exec.Command("kifudb", "--archive", archive, "import", "-q", "testdata/sgf").Run())

	// A record that the archive has.
	record, err := exec.Command("kifudb", "--archive", archive, "export", "7").Output()
	must(t, err)
	held := filepath.Join(t.TempDir(), "held one.sgf")
	must(t, os.WriteFile(held, record, 0o666))
	address, _ := serve(t, archive, "--addr", "127.0.0.1:0")
	if page := opened(t, "--archive", archive, "open", held); page != address.JoinPath("game", "7").String() {
		t.Errorf("opened %s of the server %s", page, address)
	}

	// Others are shown apart, and nothing of them is kept.
	for _, test := range []struct{ text, path, shown string }{
		{"(;GM[1]SZ[9]PB[<b>Xaver]PW[Yul];B[ee];W[cc])", "/game/1", "&lt;b&gt;Xaver"},
		{"(;SZ[9]PB[Xaver];B[ee];W[cc])(;SZ[9]PB[Zoe];B[ee];W[cd])", "/search", "Zoe"},
	} {
		file := filepath.Join(t.TempDir(), "new.sgf")
		must(t, os.WriteFile(file, []byte(test.text), 0o666))
		cmd := exec.Command("kifudb", "--archive", archive, "open", file)
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		t.Cleanup(func() { _ = cmd.Process.Kill() })
		reader := bufio.NewReader(out)
		line, err := reader.ReadString('\n')
		must(t, err)
		page := strings.TrimSpace(line)
		if status, body := fetch(t, page); status != 200 || !strings.HasSuffix(page, test.path) || !strings.Contains(body, test.shown) {
			t.Errorf("%s: %d %.300s", page, status, body)
		}
		must(t, cmd.Process.Signal(os.Interrupt))
		_, err = io.Copy(io.Discard, reader)
		must(t, err)
		if err := cmd.Wait(); err != nil {
			t.Errorf("ended with %v", err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(temporary, "kifudb-*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	count, err := exec.Command("kifudb", "--archive", archive, "search", "--count", "player:xaver").CombinedOutput()
	if !strings.HasPrefix(string(count), "0") {
		t.Errorf("%v: the archive has it now: %s", err, count)
	}
	if _, err := os.Stat(notes); err != nil {
		t.Error("no browser was started")
	}
}
