//go:build linux

package memorydisk

import (
	"os"
	"syscall"
)

const (
	folder = "/dev/shm"
	// enough is room for the files of two test binaries at once, several times over.
	enough = 4 << 30
)

func init() {
	const tmpfs = 0x01021994 // statfs(2)
	var fs syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(folder, &fs) != nil || fs.Type != tmpfs || fs.Bavail*uint64(fs.Bsize) < enough {
		return
	}
	if err := os.Setenv("TMPDIR", folder); err != nil {
		panic(err)
	}
}
