package store

import (
	"slices"
	"sync"

	"kifudb/position"
)

// Records of thousands of variations hold nearly every position of the opening, so questions about it
// replay them again and again, and to unpack them took a quarter of one about four moves.

// manyWords is from how many bytes of a packed script on it is kept when it was unpacked.
const manyWords = 2 << 10

// keptWords bounds the scripts of an archive that are kept, in words of two bytes.
const keptWords = 512 << 10

// keptScripts are scripts that were unpacked. It is safe for concurrent use.
type keptScripts struct {
	mu      sync.Mutex // protects what follows
	words   int
	scripts map[scriptOf]position.Script
}

type scriptOf struct {
	files *segmentFiles
	local int
}

// of returns a script that is kept.
func (k *keptScripts) of(files *segmentFiles, local int) (position.Script, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	s, ok := k.scripts[scriptOf{files, local}]
	return s, ok
}

// keep keeps a copy of a script, for which others have to go, whichever they are.
func (k *keptScripts) keep(files *segmentFiles, local int, s position.Script) {
	if len(s) > keptWords/2 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for of := range k.scripts {
		if k.words+len(s) <= keptWords {
			break
		}
		k.forget(of)
	}
	if k.scripts == nil {
		k.scripts = map[scriptOf]position.Script{}
	}
	k.forget(scriptOf{files, local})
	k.scripts[scriptOf{files, local}] = slices.Clone(s)
	k.words += len(s)
}

// forget lets one go. k.mu is held.
func (k *keptScripts) forget(of scriptOf) {
	k.words -= len(k.scripts[of])
	delete(k.scripts, of)
}

// forgetAll lets those of a segment go.
func (k *keptScripts) forgetAll(files *segmentFiles) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for of := range k.scripts {
		if of.files == files {
			k.forget(of)
		}
	}
}
