package archive

import (
	"errors"
	"io"
	"testing"
)

// A copy fails if its writer or its reader does, and not because the reader knows enough before
// the writer has ended.
func TestPiped(t *testing.T) {
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		read, write, want error
	}{
		"both end":         {nil, nil, nil},
		"the writer fails": {nil, broken, broken},
		"the reader fails": {broken, nil, broken},
	} {
		got := ""
		err := piped(func(w io.Writer) error {
			for _, text := range []string{"all that is wanted", "what comes behind it"} {
				if _, err := io.WriteString(w, text); err != nil {
					return err
				}
			}
			return c.write
		}, func(r io.Reader) error {
			text := make([]byte, len("all that is wanted"))
			_, err := io.ReadFull(r, text)
			got = string(text)
			return errors.Join(err, c.read)
		})
		if !errors.Is(err, c.want) || c.want == nil && err != nil || got != "all that is wanted" {
			t.Errorf("%s: %v after %q, want %v", name, err, got, c.want)
		}
	}
}
