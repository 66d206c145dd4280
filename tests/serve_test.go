package tests

import (
	"bufio"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// serve starts the program as a server of an archive with some more arguments, and
// returns the address that it prints.
func serve(t *testing.T, archive string, args ...string) (address *url.URL, cmd *exec.Cmd) {
	t.Helper()
	cmd = exec.Command("kifudb", append([]string{"--archive", archive, "serve"}, args...)...)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	must(t, err)
	address, err = url.Parse(strings.TrimSpace(line))
	must(t, err)
	return address, cmd
}

func fetch(t *testing.T, address string) (status int, body string) {
	t.Helper()
	response, err := http.Get(address)
	must(t, err)
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	must(t, err)
	return response.StatusCode, string(data)
}

// The server shows what another process imports meanwhile, and ends in good order
// when it is interrupted.
func TestServe(t *testing.T) {
	archive := filepath.Join(t.TempDir(), "archive")
	address, cmd := serve(t, archive, "--addr", "127.0.0.1:0")
	count := address.JoinPath("api/v1/count").String()
	if status, body := fetch(t, count); status != 200 || !strings.Contains(body, `"total":0`) {
		t.Errorf("%d %s", status, body)
	}
	game := filepath.Join(t.TempDir(), "game.sgf")
	must(t, os.WriteFile(game, []byte("(;SZ[19]PB[Ann]PW[Ben];B[pd])"), 0o666))
	must(t, exec.Command("kifudb", "--archive", archive, "import", "-q", game).Run())
	if status, body := fetch(t, count); status != 200 || !strings.Contains(body, `"total":1`) {
		t.Errorf("after an import of another process: %d %s", status, body)
	}
	if runtime.GOOS == "windows" {
		return // where processes are not interrupted
	}
	must(t, cmd.Process.Signal(os.Interrupt))
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
}

// Who listens for other machines wants a token, and prints it once, in the address.
func TestServeOthers(t *testing.T) {
	archive := filepath.Join(t.TempDir(), "archive")
	address, _ := serve(t, archive, "--addr", "0.0.0.0:0")
	token := address.Query().Get("token")
	if len(token) < 20 {
		t.Fatalf("the address is %s", address)
	}
	root := "http://127.0.0.1:" + address.Port() + "/api/v1/count"
	if status, _ := fetch(t, root); status != http.StatusUnauthorized {
		t.Errorf("without the token: %d", status)
	}
	if status, _ := fetch(t, root+"?token=wrong"); status != http.StatusUnauthorized {
		t.Errorf("with a wrong token: %d", status)
	}
	request, err := http.NewRequest("GET", root, nil)
	must(t, err)
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	response.Body.Close()
	if response.StatusCode != 200 {
		t.Errorf("with the token: %d", response.StatusCode)
	}
}

// Assistants get tools that change something only where the server was started to offer them.
func TestServeAssistants(t *testing.T) {
	for _, one := range []struct {
		args   []string
		writes bool
	}{{nil, false}, {[]string{"--assistant-write"}, true}, {[]string{"--read-only"}, false}} {
		archive := filepath.Join(t.TempDir(), "archive")
		game := filepath.Join(t.TempDir(), "game.sgf")
		must(t, os.WriteFile(game, []byte("(;SZ[19]PB[Ann]PW[Ben];B[pd])"), 0o666))
		must(t, exec.Command("kifudb", "--archive", archive, "import", "-q", game).Run())
		address, _ := serve(t, archive, append(one.args, "--addr", "127.0.0.1:0")...)
		request, err := http.NewRequest(http.MethodPost, address.JoinPath("mcp").String(), strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
		must(t, err)
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", "application/json, text/event-stream")
		response, err := http.DefaultClient.Do(request)
		must(t, err)
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		must(t, err)
		reads := strings.Contains(string(body), `"archive_summary"`)
		writes := strings.Contains(string(body), `"add_tag"`)
		if !reads || writes != one.writes {
			t.Errorf("serve %v: reads %v, writes %v: %.300s", one.args, reads, writes, body)
		}
	}
	if err := exec.Command("kifudb", "serve", "--read-only", "--assistant-write").Run(); err == nil {
		t.Error("a server that reads only lets assistants write")
	}
}
