package store

import "bytes"

// readFile reads a small file, as os.ReadFile does, in fewer calls of the system: see openFile.
func readFile(path string) ([]byte, error) {
	file, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var text bytes.Buffer
	text.Grow(2 << 10) // more than most have
	_, err = text.ReadFrom(file)
	return text.Bytes(), err
}
