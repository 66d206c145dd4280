package phrase

import (
	"os"
	"path/filepath"
	"strings"
)

// NearPath returns an absolute path as one from the working folder, if it lies
// below that.
func NearPath(path string) string {
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	if near, err := filepath.Rel(wd, path); err == nil && filepath.IsLocal(near) {
		return near
	}
	return path
}

// NearFile is NearPath for a place that may lie in a container.
func NearFile(place string) string {
	file, inside, ok := strings.Cut(place, "!/")
	if !filepath.IsAbs(file) {
		return place // of an import that did not say from where
	}
	if file = NearPath(file); ok {
		file += "!/" + inside
	}
	return file
}
