package query

import (
	"github.com/go-json-experiment/json"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// What travels between those who ask and those who answer is written as encoding/json writes
// it, by version 2 of that: it reads what is nested once, and not once more for each level,
// which matters for a quarter of a megabyte of comments.
var (
	toWrite = jsonv1.DefaultOptionsV1()
	toRead  = json.JoinOptions(toWrite, json.RejectUnknownMembers(true))
)

// WriteJSON writes what travels.
func WriteJSON(value any) ([]byte, error) { return json.Marshal(value, toWrite) }

// ReadJSON reads what has travelled, and refuses keys that mean nothing.
func ReadJSON(data []byte, into any) error { return json.Unmarshal(data, into, toRead) }
