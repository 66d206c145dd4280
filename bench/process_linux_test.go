package bench

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// ownMemory returns the bytes of memory that the process has beside those of
// mapped files, and whether that is known.
func ownMemory() (int64, bool) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	_, rest, found := bytes.Cut(status, []byte("RssAnon:"))
	fields := bytes.Fields(rest)
	if !found || len(fields) == 0 {
		return 0, false
	}
	kB, err := strconv.ParseInt(string(fields[0]), 10, 64)
	return kB << 10, err == nil
}

// forgetFiles makes the system forget what it holds of files that nobody has
// mapped.
func forgetFiles(names []string) error {
	dd, err := exec.LookPath("dd")
	if err != nil {
		return err
	}
	for _, name := range names {
		if out, err := exec.Command(dd, "if="+name, "iflag=nocache", "count=0", "status=none").CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	return nil
}

// processorTime returns how long processors have worked for a process.
func processorTime(pid int) (sum time.Duration, err error) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err == nil && len(threads) == 0 {
		err = fmt.Errorf("process %d does not say", pid)
	}
	for _, t := range threads {
		var ran time.Duration
		text, err := os.ReadFile(t)
		if err == nil {
			_, err = fmt.Sscan(string(text), &ran)
		}
		if err != nil {
			return 0, err
		}
		sum += ran
	}
	return sum, err
}

// usageOf returns what a process that has ended has used. Its memory is at least that of
// the process that started it.
func usageOf(p *os.ProcessState) usage {
	u := usage{time: p.UserTime() + p.SystemTime()}
	if r, ok := p.SysUsage().(*syscall.Rusage); ok {
		u.resident = int(r.Maxrss) << 10
	}
	return u
}
