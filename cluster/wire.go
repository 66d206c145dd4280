package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/klauspost/compress/s2"
	"github.com/nats-io/nats.go"

	"kifudb/search"
)

// Protocol is the version of what members say to each other. A node refuses another
// one, since the answer could be another one, too. The questions and answers within
// have a version of their own.
const Protocol = 1

// subject returns the NATS subject of a message. All subjects are below kifudb.ARCHIVE,
// where ARCHIVE is the identity of the archive:
//
//	beat       each node sends its Member, again and again
//	who        asks every node for its Member, and names a generation that there is, or 0
//	members    asks any one node for all Members that it knows
//	ask.NODE   a question for one node
//	object.NODE  asks one node for part of an object of the store, see kept.go
//
// Everything else goes to inboxes. A question and its answer are a talk between two of
// them; each message names the inbox to which its receiver may reply, so that NATS tells
// the sender if nobody is there any more.
func subject(archive string, rest ...string) string {
	return "kifudb." + archive + "." + strings.Join(rest, ".")
}

// checkIdentity refuses an identity that is a pattern of NATS, or several parts of a subject: whoever made the archive would
// hear of others.
func checkIdentity(archive string) error {
	if archive == "" || strings.Trim(archive, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_") != "" {
		return fmt.Errorf("%w: %q", ErrIdentity, archive)
	}
	return nil
}

// ErrIdentity is wrapped where an archive has an identity that no archive has.
var ErrIdentity = errors.New("the identity of the archive is not valid")

// header is the one header of all messages of a talk: protocol, kind, the number of this
// part from 0, how many parts there are, "s2" if the whole is compressed or "-", and its
// size in bytes when it is not.
const header = "Kifudb"

// The kinds of messages.
const (
	kindAsk     = "ask"     // the asker: an ask
	kindStop    = "stop"    // the asker: no answer is wanted any more
	kindPing    = "ping"    // the asker: to be told if nobody is there; both: part so-and-so of several has come
	kindWorking = "working" // the node: the question is being answered
	kindSofar   = "sofar"   // the node: an answer so far, see search.Remote
	kindAnswer  = "answer"  // the node: the answer, see search.Remote
	kindRefusal = "refusal" // the node: a refusal
	kindAck     = "ack"     // both: more parts may come
)

// chunk is how many bytes a message of NATS has at most, of which servers usually allow
// 1 MiB; window, after how many of them their receiver must have acknowledged. So what is
// under way in a talk never takes more than 2 MiB.
const (
	chunk  = 256 << 10
	window = 8
)

// packFrom is from how many bytes on bodies are compressed.
const packFrom = 16 << 10

// frame is the header of a message.
type frame struct {
	protocol    int
	kind        string
	part, parts int
	packed      string
	size        int
}

func (f *frame) String() string {
	return fmt.Sprintf("%d %s %d %d %s %d", f.protocol, f.kind, f.part, f.parts, f.packed, f.size)
}

func parseFrame(text string) (f frame, err error) {
	n, err := fmt.Sscanf(text, "%d %s %d %d %s %d", &f.protocol, &f.kind, &f.part, &f.parts, &f.packed, &f.size)
	switch {
	case n >= 1 && f.protocol != Protocol:
		return f, &VersionError{f.protocol}
	case err != nil || f.part < 0 || f.parts < 1 || f.part >= f.parts || f.size < 0 || f.packed != "s2" && f.packed != "-":
		return f, fmt.Errorf("a message with the header %.80q", text)
	}
	return f, nil
}

// A VersionError says that another member speaks another version.
type VersionError struct{ Spoken int }

func (e *VersionError) Error() string {
	return fmt.Sprintf("the other side speaks version %d of the protocol; this program speaks version %d", e.Spoken, Protocol)
}

// An ask is a question for a node.
type ask struct {
	Moment   search.Moment   `json:"moment"`   // of the questions
	Segments []string        `json:"segments"` // about which it is
	Watch    bool            `json:"watch,omitempty"`
	Within   int64           `json:"within"`            // milliseconds in which the answer is of use
	Request  string          `json:"request,omitempty"` // the id of the request over HTTP for which it is, for logs
	Batch    json.RawMessage `json:"batch"`             // see search.Remote
}

// A refusal says why a node does not answer. Reason is one of the following.
type refusal struct {
	Reason   string   `json:"reason"`
	Text     string   `json:"text"`
	Segments []string `json:"segments,omitempty"` // that it is about; all if empty
}

// Reasons of refusals.
const (
	refusedVersion = "version" // another protocol
	refusedMoved   = "moved"   // some segments are not here
	refusedBehind  = "behind"  // the state is not here yet
	refusedBusy    = "busy"    // too many questions
	refusedSize    = "size"    // the question or the answer is too large
	refusedFailed  = "failed"  // it could not be answered
	refusedQuery   = "query"   // it cannot be understood: no other node would
)

// pack returns the bytes of a body as they travel.
func pack(body []byte) (packed string, data []byte) {
	if len(body) < packFrom {
		return "-", body
	}
	return "s2", s2.Encode(nil, body)
}

// unpack is the other way round, for a body of a size that was announced.
func unpack(f frame, data []byte) ([]byte, error) {
	if f.packed == "s2" {
		if n, err := s2.DecodedLen(data); err != nil || n != f.size {
			return nil, fmt.Errorf("a message of %d bytes instead of %d", n, f.size)
		}
		return s2.Decode(nil, data)
	}
	if len(data) != f.size {
		return nil, fmt.Errorf("a message of %d bytes instead of %d", len(data), f.size)
	}
	return data, nil
}

// Errors of talks.
var (
	errGone  = errors.New("it is gone")
	errLate  = errors.New("it is silent")
	errFlood = errors.New("the other side sent more than was requested")
)

// message is a whole message of a talk.
type message struct {
	kind string
	body []byte
}

// say sends a message in as many parts as it needs, and waits for the other side as the
// window says.
func (t *talk) say(ctx context.Context, kind string, body []byte) error {
	t.saying.Lock()
	defer t.saying.Unlock()
	packed, data := pack(body)
	f := frame{protocol: Protocol, kind: kind, part: 0, parts: max(1, (len(data)+chunk-1)/chunk), packed: packed, size: len(body)}
	for ; f.part < f.parts; f.part++ {
		some := data[f.part*chunk : min(len(data), (f.part+1)*chunk)]
		if err := t.publish(&f, some); err != nil {
			return err
		}
		if f.part%window == 0 && f.part+1 < f.parts {
			if err := t.acknowledged(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// acknowledged waits until the other side has the message, as long as parts of it arrive
// there.
func (t *talk) acknowledged(ctx context.Context) error {
	late := time.NewTimer(t.hub.silence)
	defer late.Stop()
	for waited := false; ; {
		select {
		case <-t.acks:
			return nil
		case <-t.arrived:
			waited = false
			late.Reset(t.hub.silence)
		case <-t.gone:
			return t.why()
		case <-late.C:
			if !waited { // see hear
				waited = true
				late.Reset(t.hub.silence / 4)
				continue
			}
			return errLate
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (t *talk) publish(f *frame, data []byte) error {
	return t.hub.nc.PublishMsg(&nats.Msg{Subject: t.peer(), Reply: t.own, Header: nats.Header{header: []string{f.String()}}, Data: data})
}

// brief says something without a body.
func (t *talk) brief(kind string) error {
	return t.publish(&frame{protocol: Protocol, kind: kind, part: 0, parts: 1, packed: "-", size: 0}, nil)
}

// hear waits for the next message that is whole. Silence beyond a time is an error, too.
func (t *talk) hear(ctx context.Context) (message, error) {
	late := time.NewTimer(t.hub.silence)
	defer late.Stop()
	for waited := false; ; {
		select {
		case m := <-t.in:
			waited = false
			late.Reset(t.hub.silence)
			said, whole, err := t.assemble(m)
			if err != nil || whole {
				return said, err
			}
		case <-t.gone:
			select { // what was said before
			case m := <-t.in:
				if said, whole, err := t.assemble(m); err != nil || whole {
					return said, err
				}
				continue
			default:
			}
			return message{}, t.why()
		case <-late.C:
			if !waited { // it may be this process that was not given time, and what was said is about to come
				waited = true
				late.Reset(t.hub.silence / 4)
				continue
			}
			return message{}, errLate
		case <-ctx.Done():
			return message{}, ctx.Err()
		}
	}
}

// assemble takes in a message of NATS. Those of one part may come between the parts of
// another.
func (t *talk) assemble(m *nats.Msg) (message, bool, error) {
	f, err := parseFrame(m.Header.Get(header))
	if err != nil {
		return message{}, false, err
	}
	if f.size > t.hub.most || len(m.Data) > 4*chunk {
		return message{}, false, &sizeError{f.size, t.hub.most}
	}
	if f.parts == 1 {
		body, err := unpack(f, m.Data)
		return message{f.kind, body}, err == nil, err
	}
	if f.part != t.parts {
		return message{}, false, fmt.Errorf("part %d of a message came instead of part %d", f.part, t.parts)
	}
	if t.parts++; f.part == 0 {
		t.got = nil
	}
	if t.got = append(t.got, m.Data...); len(t.got) > t.hub.most {
		return message{}, false, &sizeError{len(t.got), t.hub.most}
	}
	if f.part+1 == f.parts {
		data := t.got
		t.parts, t.got = 0, nil
		body, err := unpack(f, data)
		return message{f.kind, body}, err == nil, err
	}
	if f.part%window == 0 {
		err = t.brief(kindAck)
	} else { // over a slow link the next acknowledgement may be far
		err = t.publish(&frame{protocol: Protocol, kind: kindPing, part: f.part, parts: f.parts, packed: "-", size: 0}, nil)
	}
	return message{}, false, err
}

// A sizeError says that a message is larger than may be.
type sizeError struct{ size, most int }

func (e *sizeError) Error() string {
	return fmt.Sprintf("a message of %d MiB is larger than the allowed %d MiB", e.size>>20, e.most>>20)
}
