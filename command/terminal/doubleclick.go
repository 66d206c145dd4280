package terminal

// ByDoubleClick returns what a program does that was started without a console of
// somebody's and without arguments: by a double click, or by dropping nothing on it.
// There it would print its help into a window that closes at once.
func ByDoubleClick(args []string, ownConsole func() bool) []string {
	if len(args) == 1 && ownConsole() {
		return []string{args[0], "serve", "--open"}
	}
	return args
}
