package objects

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
)

// ProbePrefix is how the keys of the objects begin that Probe makes and removes.
const ProbePrefix = "probe/"

// Nonce returns a text by chance, for keys that nobody else has.
func Nonce() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// Probe tries whether a store keeps to the conditions of conditional writes. If it ignores
// them the error is [ErrUnconditional]; other errors say why it cannot be written to.
func Probe(ctx context.Context, s Store) (err error) {
	key := ProbePrefix + Nonce()
	tag, err := s.PutIfAbsent(ctx, key, Text([]byte("first")))
	if errors.Is(err, ErrExists) { // by a try that was lost: nobody else has the key
		tag, err = holds(ctx, s, key, "first")
	}
	if err != nil {
		return fmt.Errorf("the store cannot be written to: %w", err)
	}
	defer func() { err = errors.Join(err, s.Delete(context.WithoutCancel(ctx), key)) }()
	expect := func(err, want error) error {
		switch {
		case err == nil:
			return ErrUnconditional
		case errors.Is(err, want):
			return nil
		}
		return fmt.Errorf("the store does not support conditional writes: %w", err)
	}
	_, err = s.PutIfAbsent(ctx, key, Text([]byte("second")))
	if err := expect(err, ErrExists); err != nil {
		return err
	}
	second, err := s.PutIfMatch(ctx, key, tag, Text([]byte("third")))
	if errors.Is(err, ErrChanged) {
		second, err = holds(ctx, s, key, "third")
	}
	if err != nil {
		return fmt.Errorf("the store does not support conditional writes: %w", err)
	}
	if second == tag {
		return fmt.Errorf("%w: replacing an object does not change its tag", ErrUnconditional)
	}
	_, err = s.PutIfMatch(ctx, key, tag, Text([]byte("fourth")))
	if err := expect(err, ErrChanged); err != nil {
		return err
	}
	_, err = holds(ctx, s, key, "third")
	return err
}

// holds returns the tag of an object that must hold a text.
func holds(ctx context.Context, s Store, key, want string) (tag string, err error) {
	for range 3 { // what comes may be damaged on its way
		text, info, err := ReadAll(ctx, s, key, 100)
		if err != nil || string(text) == want {
			return info.Tag, err
		}
	}
	return "", fmt.Errorf("%w: %s does not hold what was written", ErrUnconditional, key)
}
