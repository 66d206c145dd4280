package disk

import "runtime/debug"

// Guard runs a function that reads a file of bbolt or Bleve, whose readers
// trust what they read, and turns a fault into an error.
func Guard(path string, read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = Damaged(path, "%v", r)
		}
	}()
	return read()
}
