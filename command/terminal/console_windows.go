package terminal

import (
	"bufio"
	"fmt"
	"os"
	"syscall"
	"unsafe"
)

var getConsoleProcessList = syscall.NewLazyDLL("kernel32.dll").NewProc("GetConsoleProcessList")

// OwnConsole reports whether the console was opened for this process alone, as by a
// double click: a shell from which it was started would be in the list, too.
// https://learn.microsoft.com/windows/console/getconsoleprocesslist
func OwnConsole() bool {
	if getConsoleProcessList.Find() != nil {
		return false
	}
	var list [2]uint32
	n, _, _ := getConsoleProcessList.Call(uintptr(unsafe.Pointer(&list[0])), uintptr(len(list)))
	return n == 1
}

// KeepConsole leaves what was said on the screen until somebody has read it: the
// window closes with the process.
func KeepConsole() {
	fmt.Fprint(os.Stderr, "\nPress Enter to close this window.")
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
}
