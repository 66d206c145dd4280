//go:build !windows

package command

// ownConsole reports whether the console was opened for this process alone, which only
// Windows does.
func ownConsole() bool { return false }

func keepConsole() {}
