//go:build !windows

package terminal

// OwnConsole reports whether the console was opened for this process alone, which only
// Windows does.
func OwnConsole() bool { return false }

// KeepConsole does nothing: only Windows opens a console for one program.
func KeepConsole() {}
