package check

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// made is the folder of the programs, which are built once.
var made = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "deploy")
	if err != nil {
		return "", err
	}
	for _, build := range [][]string{
		{"../..", "-o", dir + "/kifudb", "."}, {"../..", "-o", dir + "/kifudb-node", "./cmd/kifudb-node"},
		{".", "-o", dir + "/nats", "github.com/nats-io/nats-server/v2"}, {".", "-o", dir + "/store", "github.com/versity/versitygw/cmd/versitygw"},
	} {
		c := exec.Command("go", append([]string{"build"}, build[1:]...)...)
		c.Dir = build[0]
		if out, err := c.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%v: %w\n%s", build, err, out)
		}
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	status := m.Run()
	if dir, err := made(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(status)
}

func programs(t *testing.T) string {
	t.Helper()
	dir, err := made()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// secrets are what the comment of compose.yaml makes.
var secrets = map[string]string{
	"NATS_PASSWORD": "0123456789abcdef0123", "STORE_KEY": "kifudb", "STORE_SECRET": "fedcba9876543210", "KIFUDB_TOKEN": "0123456789abcdefABCD",
}

// project reads compose.yaml as Compose does.
func project(t *testing.T) *types.Project {
	t.Helper()
	env := []string{}
	for name, value := range secrets {
		env = append(env, name+"="+value)
	}
	o, err := cli.NewProjectOptions([]string{"../compose.yaml"}, cli.WithEnv(env), cli.WithProfiles([]string{"import"}))
	if err != nil {
		t.Fatal(err)
	}
	p, err := o.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A machine runs the services of compose.yaml as processes: names of services become ports of this
// machine, and folders of containers folders here.
type machine struct {
	t       *testing.T
	project *types.Project
	replace *strings.Replacer
	here    string // the folder that stands for the root of all containers

}

func newMachine(t *testing.T) *machine {
	m := &machine{t: t, project: project(t), here: t.TempDir()}
	store, nats := free(t), free(t)
	for path, text := range map[string]string{"run/secrets/nats": "kifudb:" + secrets["NATS_PASSWORD"], "run/secrets/token": secrets["KIFUDB_TOKEN"], "data/games/.keep": ""} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(m.here, path)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(m.here, path), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, natsPort, _ := net.SplitHostPort(nats)
	m.replace = strings.NewReplacer(
		"store:7070", store, ":7070", store, "nats:4222", nats, "4222", natsPort, "0.0.0.0:9464", "127.0.0.1:0", "0.0.0.0:8080", "127.0.0.1:0",
		"/run/secrets", m.here+"/run/secrets", "/data", m.here+"/data")
	return m
}

// free returns an address of this machine that nobody listens on.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// command is what a service runs.
func (m *machine) command(ctx context.Context, name string, more ...string) *exec.Cmd {
	service, err := m.project.GetService(name)
	if err != nil {
		m.t.Fatal(err)
	}
	words := append(slices.Clone([]string(service.Entrypoint)), service.Command...)
	if service.Entrypoint == nil {
		words = append([]string{name}, words...) // the images of others have an entry point
	}
	words = append(words, more...)
	for i, w := range words {
		words[i] = m.replace.Replace(w)
	}
	c := exec.CommandContext(ctx, filepath.Join(programs(m.t), words[0]), words[1:]...)
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = 50 * time.Second
	c.Env = []string{"HOME=" + m.here, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + m.here}
	for key, value := range service.Environment {
		v := m.replace.Replace(*value)
		if key == "KIFUDB_CACHE" {
			v = filepath.Join(m.here, "cache", name)
		}
		c.Env = append(c.Env, key+"="+v)
	}
	return c
}

// start starts a service, which ends with the test. Look finds in its output what the caller waits for.
func (m *machine) start(name string, look *regexp.Regexp) (found []string, stop func()) {
	m.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	c := m.command(ctx, name)
	out := &lockedBuffer{}
	c.Stdout, c.Stderr = out, out
	if err := c.Start(); err != nil {
		m.t.Fatal(name, err)
	}
	done := make(chan struct{})
	go func() { _ = c.Wait(); close(done) }()
	stop = sync.OnceFunc(func() { cancel(); <-done })
	m.t.Cleanup(stop)
	for {
		if found = look.FindStringSubmatch(out.String()); found != nil {
			return found, stop
		}
		select {
		case <-done:
			m.t.Fatalf("%s ended:\n%s", name, out)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}
func (b *lockedBuffer) String() string { b.mu.Lock(); defer b.mu.Unlock(); return b.b.String() }

// get asks a server, with the token of the file.
func get(t *testing.T, address string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+secrets["KIFUDB_TOKEN"])
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// ready waits until a server says that it can answer.
func ready(t *testing.T, address string) {
	t.Helper()
	for {
		if status, _ := get(t, address+"/readyz"); status == http.StatusOK {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// What compose.yaml starts answers questions, also without one node and without the server that was replaced; and all figures
// that the dashboard and the rules of Prometheus ask for exist.
func TestCompose(t *testing.T) {
	m := newMachine(t)
	m.start("store", regexp.MustCompile(`(?i)bound|listening|started`))
	m.start("nats", regexp.MustCompile(`Server is ready`))

	games, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	importing := m.command(t.Context(), "import", filepath.Join(games, "sgf"))
	importing.Args = slices.DeleteFunc(importing.Args, func(w string) bool { return w == "/games" })
	if out, err := importing.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}

	figures := map[string]bool{}
	note := func(text string) {
		for _, name := range regexp.MustCompile(`(?m)^([a-z_]+)[{ ]`).FindAllStringSubmatch(text, -1) {
			figures[name[1]] = true
		}
	}
	var stops []func()
	var nodes []string
	for _, name := range []string{"node-1", "node-2", "node-3"} {
		found, stop := m.start(name, regexp.MustCompile(`figures are at (http://[^/]+)/metrics(?s:.*)answers at`))
		stops, nodes = append(stops, stop), append(nodes, found[1])
	}
	for _, address := range nodes {
		ready(t, address)
	}
	found, stop := m.start("serve", regexp.MustCompile(`(http://127\.0\.0\.1:\d+)/`))
	server := found[1]
	ready(t, server)
	answers := func() {
		t.Helper()
		status, text := get(t, server+"/api/v1/search?q=*")
		var page struct {
			Total    int
			Complete *bool
		}
		if err := json.Unmarshal([]byte(text), &page); err != nil || status != http.StatusOK || page.Total == 0 || page.Complete != nil {
			t.Errorf("%d %v: %.300s", status, err, text)
		}
	}
	answers()
	stops[0]() // it is replaced, as when a new version is rolled out
	answers()
	again, _ := m.start("node-1", regexp.MustCompile(`figures are at (http://[^/]+)/metrics(?s:.*)answers at`))
	ready(t, again[1])
	answers()
	for _, address := range []string{again[1], nodes[1], server} {
		_, text := get(t, address+"/metrics")
		note(text)
	}
	stop()
	for _, file := range []string{"../grafana.json", "../prometheus.yaml", "../../doc/OPERATION.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range regexp.MustCompile(`\b(kifudb_[a-z_]+|process_[a-z_]+)\b`).FindAllString(string(text), -1) {
			if !figures[name] && !figures[strings.TrimSuffix(name, "_seconds")+"_seconds_count"] {
				t.Errorf("%s: no server has the figure %s", file, name)
			}
		}
	}
	described, err := os.ReadFile("../../doc/OPERATION.md")
	if err != nil {
		t.Fatal(err)
	}
	for name := range figures {
		if short := regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(name, ""); strings.HasPrefix(name, "kifudb_") && !strings.Contains(string(described), short) {
			t.Errorf("doc/OPERATION.md does not describe %s", name)
		}
	}
}
