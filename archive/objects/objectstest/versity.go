package objectstest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"testing"
	"time"
)

// VersityVariable names the program versitygw; without it, it is looked for as programs are.
const VersityVariable = "KIFUDB_VERSITYGW"

// Versity is versitygw, a server of S3 on plain files, as a process of its own. It has a bucket
// "games".
type Versity struct {
	Address string // host and port
	t       testing.TB
	program string
	dir     string

	environment []string
	running     *exec.Cmd
}

// StartVersity starts one that ends with the test, with an access key and its secret. Where it
// is not installed, the test is left out, which it says.
func StartVersity(t testing.TB, key, secret string) *Versity {
	t.Helper()
	program := os.Getenv(VersityVariable)
	if program == "" {
		var err error
		if program, err = exec.LookPath("versitygw"); err != nil {
			t.Skip("versitygw is not installed; go install github.com/versity/versitygw/cmd/versitygw@v1.8.0, or name it in " + VersityVariable)
		}
	}
	// Not one of those that the system gives connections, which may have it while the server is not there.
	var l net.Listener
	err := errors.New("no port is tried")
	for tries := 0; err != nil && tries < 100; tries++ {
		l, err = net.Listen("tcp", fmt.Sprint("127.0.0.1:", 31500+rand.IntN(1200)))
	}
	if err != nil {
		t.Fatal(err)
	}
	v := &Versity{Address: l.Addr().String(), t: t, program: program, dir: t.TempDir()}
	v.environment = append(os.Environ(), "VGW_PORT="+v.Address, "VGW_QUIET=true", "ROOT_ACCESS_KEY="+key, "ROOT_SECRET_KEY="+secret)
	if err := errors.Join(l.Close(), os.Mkdir(v.dir+"/games", 0o777)); err != nil {
		t.Fatal(err)
	}
	v.Start()
	t.Cleanup(v.Kill)
	return v
}

// Start starts it again, with what is there.
func (v *Versity) Start() {
	v.t.Helper()
	v.running = exec.Command(v.program, "posix", v.dir)
	v.running.Env = v.environment
	if err := v.running.Start(); err != nil {
		v.t.Fatal(err)
	}
	for range 2400 {
		if c, err := net.Dial("tcp", v.Address); err == nil {
			_ = c.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	v.t.Fatalf("%s does not listen at %s", v.program, v.Address)
}

// Kill ends it as kill -9 does.
func (v *Versity) Kill() {
	_ = v.running.Process.Kill()
	_ = v.running.Wait()
}
