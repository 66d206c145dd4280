//go:build unix

package link

import (
	"io/fs"
	"os"
	"syscall"
)

// isOurs reports whether a file is of the user of this process.
func isOurs(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(stat.Uid) == os.Geteuid()
}
