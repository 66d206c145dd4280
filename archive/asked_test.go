package archive

import (
	"context"
	"encoding/json"
	"errors"
)

// AskQuestion answers a question of package ask. These tests cannot import that package, which
// imports this one; the tests outside of this package set it.
var AskQuestion func(ctx context.Context, vs *Views, question string, s *Search, by string) (any, error)

// askedInto asks a question and reads the answer from its JSON.
func askedInto(ctx context.Context, vs *Views, question string, s *Search, by string, into any) error {
	answer, err := AskQuestion(ctx, vs, question, s, by)
	if err != nil {
		return err
	}
	text, err := json.Marshal(answer)
	return errors.Join(err, json.Unmarshal(text, into))
}
