//go:build unix

package command

import (
	"os"
	"runtime"
	"syscall"
)

// usageOf returns how many bytes a process read from the disk, and its most memory.
func usageOf(p *os.ProcessState) (read, peak int64) {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, 0
	}
	peak = int64(u.Maxrss)
	if runtime.GOOS != "darwin" { // which counts bytes
		peak <<= 10
	}
	return 512 * int64(u.Inblock), peak
}
