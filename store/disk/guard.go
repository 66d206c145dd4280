package disk

import "runtime/debug"

// BoltPage is the size of a page of bbolt's files. It is not the machine's, so that all machines
// write the same bytes. Two blocks of records share some pages, of the last of which half is
// lost: 16 bytes a game if they had 4096.
const BoltPage = 1024

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
