package tests

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// slowRequest is a request to a server whose end has not been sent yet.
type slowRequest struct {
	conn net.Conn
	rest string
}

// begin sends the beginning of a request, after which the server is at work on it.
func begin(t *testing.T, host string) *slowRequest {
	t.Helper()
	conn, err := net.Dial("tcp", host)
	must(t, err)
	t.Cleanup(func() { conn.Close() })
	body := `{"board": {"size": 19, "black": ["Q16"]}}`
	_, err = fmt.Fprintf(conn, "POST /api/v1/paste HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", len(body))
	must(t, err)
	line, err := bufio.NewReader(conn).ReadString('\n') // comes when the body is being read
	if err != nil || !strings.Contains(line, "100") {
		t.Fatalf("%q, %v", line, err)
	}
	return &slowRequest{conn, body}
}

func (s *slowRequest) end(t *testing.T) (answer string) {
	t.Helper()
	_, err := io.WriteString(s.conn, s.rest)
	must(t, err)
	must(t, s.conn.SetReadDeadline(time.Now().Add(time.Minute)))
	line, err := bufio.NewReader(s.conn).ReadString('\n')
	must(t, err)
	return line
}

// A server that is told to end is not ready, refuses new requests, and ends when the running ones are answered, or its
// time has passed.
func TestServeDrains(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes are not interrupted")
	}
	for _, finishes := range []bool{true, false} {
		most := "60s"
		if !finishes {
			most = "300ms"
		}
		address, cmd := serve(t, filepath.Join(t.TempDir(), "archive"), "--addr", "127.0.0.1:0", "--drain", most)
		slow := begin(t, address.Host)
		if status, _ := fetch(t, address.JoinPath("readyz").String()); status != 200 {
			t.Fatalf("it is not ready: %d", status)
		}
		must(t, cmd.Process.Signal(syscall.SIGTERM))
		if finishes {
			for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
				status, _ := fetch(t, address.JoinPath("readyz").String())
				if status == http.StatusServiceUnavailable {
					break
				}
				if time.Now().After(end) {
					t.Fatal("it stays ready")
				}
			}
			if status, _ := fetch(t, address.JoinPath("healthz").String()); status != 200 {
				t.Errorf("it is not alive: %d", status)
			}
			response, err := http.Get(address.JoinPath("api/v1/count").String())
			must(t, err)
			body, err := io.ReadAll(response.Body)
			must(t, err)
			if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" || !strings.Contains(string(body), "about to stop") {
				t.Errorf("a new request: %d %v %s", response.StatusCode, response.Header, body)
			}
			response.Body.Close()
			if answer := slow.end(t); !strings.Contains(answer, "HTTP/1.1") || strings.Contains(answer, "503") {
				t.Errorf("the running request: %q", answer)
			}
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("it finishes: %v; ended with %v", finishes, err)
		}
	}
}

var figuresAt = regexp.MustCompile(`figures are at (http://\S+)/metrics`)

// The log of a node names the request of a server, and a node that is told to end is asked no more, while every answer is
// whole.
func TestNodeDrains(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes are not interrupted")
	}
	archive, rest := segmentedArchive(t)
	rest()
	p := startProcesses(t, archive, 3, 1, "--monitor", "127.0.0.1:0", "--log", "json", "--beat", "200ms")
	p.wait(t, "each node has its segments", func(h *held) bool { return h.Segments > 0 && h.Held == h.Segments && (h.Twice == 0 || testing.Short()) }) // what moves takes ten seconds
	address, cmd := serve(t, archive, "--addr", "127.0.0.1:0", "--nodes", p.address, "--credentials", p.secret)
	ask := func(id string) (body string) {
		r, err := http.NewRequest("GET", address.JoinPath("api/v1/count").String()+"?q=player:shusaku", nil)
		must(t, err)
		r.Header.Set("X-Request-Id", id)
		response, err := http.DefaultClient.Do(r)
		must(t, err)
		defer response.Body.Close()
		data, err := io.ReadAll(response.Body)
		must(t, err)
		if response.StatusCode != 200 || strings.Contains(string(data), `"complete":false`) {
			t.Fatalf("%s: %d %s", id, response.StatusCode, data)
		}
		return string(data)
	}
	want := ask("the-first-request")
	for i, log := range p.logs {
		named := regexp.MustCompile(`"msg":"answered".*"request":"the-first-request"`)
		for end := time.Now().Add(time.Minute); !named.MatchString(log.String()); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("node %d does not name the request: %s", i, log)
			}
		}
	}
	monitor := figuresAt.FindStringSubmatch(p.logs[1].String())
	if monitor == nil {
		t.Fatal(p.logs[1].String())
	}
	if status, body := fetch(t, monitor[1]+"/readyz"); status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	ended := make(chan error, 1)
	must(t, p.running[1].Process.Signal(syscall.SIGTERM))
	go func(c *exec.Cmd) { ended <- c.Wait() }(p.running[1])
	unready := false
	for i, gone := 0, false; !gone; i++ {
		if response, err := http.Get(monitor[1] + "/readyz"); err == nil {
			unready = unready || response.StatusCode == http.StatusServiceUnavailable
			response.Body.Close()
		}
		if got := ask(fmt.Sprint("request-", i)); got != want {
			t.Fatalf("while it goes: %s instead of %s", got, want)
		}
		select {
		case err := <-ended:
			if gone = true; err != nil {
				t.Errorf("it ended with %v", err)
			}
		case <-time.After(10 * time.Millisecond):
		}
		if i > 6000 {
			t.Fatal("it does not end")
		}
	}
	if !unready && !testing.Short() {
		t.Error("it was ready until its end")
	}
	if got := ask("the-last-request"); got != want {
		t.Errorf("afterwards: %s instead of %s", got, want)
	}
	must(t, cmd.Process.Signal(syscall.SIGTERM))
	must(t, cmd.Wait())
}
