// Package s3 is the store of package objects in a bucket of an S3-compatible server.
package s3

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"kifudb/archive/objects"
	"kifudb/internal/lazy"
)

// Scheme is how locations in S3 begin.
const Scheme = "s3"

// A Location is where objects are: s3://bucket/prefix?endpoint=https://host&region=name.
type Location struct {
	Bucket, Prefix string
	Endpoint       string // a URL without a path; "" is AWS
	Region         string // "" if the server knows
}

// Parse reads a location. Credentials have no place in it: they would be seen in lists of
// processes and in logs.
func Parse(location string) (*Location, error) {
	const form = "expected s3://BUCKET/PREFIX, and ?endpoint=https://HOST&region=NAME if it is not on AWS"
	u, err := url.Parse(location)
	if err != nil {
		return nil, errors.New("the location of the archive is not a URL; " + form) // the error would show all of it
	}
	hidden := errors.New("the location of an archive must not contain credentials, because other users can see it in the list of processes; put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or ~/.aws/credentials")
	switch {
	case u.User != nil:
		return nil, hidden
	case u.Scheme != Scheme || u.Host == "" || u.Fragment != "" || u.Port() != "":
		return nil, fmt.Errorf("%s://%s%s: %s", u.Scheme, u.Host, u.Path, form) // the rest may be a secret
	}
	l := &Location{Bucket: u.Host, Prefix: strings.Trim(u.Path, "/")}
	if objects.IsUnclean(l.Prefix) {
		return nil, fmt.Errorf("s3://%s/%s: a prefix has no parts such as \"..\", which may lead elsewhere; %s", l.Bucket, l.Prefix, form)
	}
	parameters, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return nil, errors.New("the location of the archive is not a URL; " + form)
	}
	for name, values := range parameters {
		switch {
		case len(values) == 1 && name == "endpoint":
			l.Endpoint = values[0]
		case len(values) == 1 && name == "region":
			l.Region = values[0]
		case credential().MatchString(name):
			return nil, hidden
		case len(values) == 1 && values[0] == "": // its name may be a secret
			return nil, fmt.Errorf("s3://%s/%s: a parameter has no value; %s", l.Bucket, l.Prefix, form)
		default:
			return nil, fmt.Errorf("s3://%s/%s: there is no parameter %q; %s", l.Bucket, l.Prefix, name, form)
		}
	}
	if l.Endpoint != "" {
		e, err := url.Parse(l.Endpoint)
		if err != nil || e.Scheme != "http" && e.Scheme != "https" || e.Host == "" || e.User != nil || strings.Trim(e.Path, "/") != "" || e.RawQuery != "" {
			return nil, errors.New("the endpoint of a location is a URL such as https://storage.example.org:9000, without credentials and path")
		}
	}
	return l, nil
}

// credential finds names of parameters that hold secrets elsewhere.
var credential = lazy.Regexp(`(?i)key|secret|token|pass|credential|user|sign`)

// Store is a bucket, or a part of one. See [objects.Store].
type Store struct {
	client *minio.Client
	bucket string
}

// headerTime is how long an answer may take to begin.
const headerTime = time.Minute

// Open returns the store at a location. Credentials come from the environment
// (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN), from ~/.aws/credentials
// (AWS_SHARED_CREDENTIALS_FILE, AWS_PROFILE), or from the machine's role on AWS; they are read
// again when they have expired. It asks nothing of the server yet.
func Open(location string) (objects.Store, error) {
	l, err := Parse(location)
	if err != nil {
		return nil, err
	}
	host, secure := "s3.amazonaws.com", true
	if l.Endpoint != "" {
		e, err := url.Parse(l.Endpoint)
		if err != nil {
			return nil, err
		}
		host, secure = e.Host, e.Scheme == "https"
	}
	transport, err := minio.DefaultTransport(secure)
	if err != nil {
		return nil, err
	}
	transport.ResponseHeaderTimeout = headerTime
	transport.MaxIdleConnsPerHost = 64
	client, err := minio.New(host, &minio.Options{
		Creds: credentials.NewChainCredentials([]credentials.Provider{
			&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{Client: &http.Client{Timeout: 5 * time.Second}},
		}),
		Secure: secure, Region: l.Region, Transport: transport,
		MaxRetries: 1, // a put that is tried again in secret would find its own object
	})
	if err != nil {
		return nil, err
	}
	return objects.Below(&Store{client, l.Bucket}, l.Prefix), nil
}

// code finds what a code of S3's errors looks like.
var code = lazy.Regexp(`^[A-Za-z]{1,40}$`)

// denials says what codes of refusals mean.
var denials = map[string]string{
	"InvalidAccessKeyId":    "it does not know the access key",
	"SignatureDoesNotMatch": "the secret key is not that of the access key",
	"AccessDenied":          "no credentials were found here, or they do not allow this in the bucket",
	"InvalidToken":          "the session token is not that of the keys",
}

// fault makes an error of the server one of package objects.
func fault(key string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	answer := minio.ToErrorResponse(err)
	var kind error
	switch {
	case answer.Code == "NoSuchKey" || answer.StatusCode == http.StatusNotFound && answer.Code != "NoSuchBucket":
		kind = objects.ErrNotExist
	case answer.StatusCode == http.StatusPreconditionFailed || answer.Code == "PreconditionFailed":
		kind = objects.ErrExists
	case answer.StatusCode == http.StatusConflict: // two conditional writes at once: try again
		kind = objects.ErrTemporary
	case answer.Code == "ExpiredToken", answer.Code == "TokenRefreshRequired", answer.Code == "ExpiredTokenException":
		kind = objects.ErrExpired
	case answer.Code == "RequestTimeTooSkewed", answer.Code == "RequestExpired":
		kind = objects.ErrClock
	case answer.StatusCode == http.StatusForbidden, answer.StatusCode == http.StatusUnauthorized,
		answer.Code == "InvalidToken":
		kind = objects.ErrDenied
	case answer.StatusCode >= 500, answer.StatusCode == http.StatusTooManyRequests, answer.StatusCode == http.StatusRequestTimeout,
		answer.Code == "SlowDown", answer.Code == "IncompleteBody", answer.Code == "XMinioIncompleteBody", answer.Code == "BadDigest":
		kind = objects.ErrTemporary
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		kind = objects.ErrTemporary
	default:
		if _, ok := errors.AsType[net.Error](err); ok { // time-outs, connections that were refused or cut off
			kind = objects.ErrTemporary
		}
	}
	switch {
	case answer.Code == "NoSuchBucket":
		return fmt.Errorf("%s: the store has no bucket of this name; create it, or name another one: %w", key, err)
	case kind == nil:
		return fmt.Errorf("%s: %w", key, err)
	case kind == objects.ErrNotExist, kind == objects.ErrExists:
		return fmt.Errorf("%s: %w", key, kind)
	case errors.Is(kind, objects.ErrDenied): // what a server says of credentials may show them
		what := cmp.Or(code().FindString(answer.Code), strconv.Itoa(answer.StatusCode))
		if means := denials[answer.Code]; means != "" {
			return fmt.Errorf("%s: %w: %s (%s)", key, kind, means, what)
		}
		return fmt.Errorf("%s: %w (%s)", key, kind, what)
	}
	return fmt.Errorf("%s: %w (%w)", key, kind, err)
}

// Get returns a range of an object, see [objects.Store].
func (s *Store) Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, objects.Info, error) {
	stat := func() (io.ReadCloser, objects.Info, error) {
		stat, err := s.client.StatObject(ctx, s.bucket, key, minio.StatObjectOptions{})
		return http.NoBody, info(stat), fault(key, err)
	}
	var o minio.GetObjectOptions
	switch {
	case length == 0: // not to be expressed as a range
		return stat()
	case length > 0:
		o.Set("Range", fmt.Sprintf("bytes=%d-%d", offset, offset+length-1))
	case offset > 0:
		o.Set("Range", fmt.Sprintf("bytes=%d-", offset))
	}
	core := minio.Core{Client: s.client}
	r, about, header, err := core.GetObject(ctx, s.bucket, key, o)
	if minio.ToErrorResponse(err).StatusCode == http.StatusRequestedRangeNotSatisfiable {
		return stat() // the object ends before
	}
	if err != nil {
		return nil, objects.Info{}, fault(key, err)
	}
	i := info(about)
	if _, all, ok := strings.Cut(header.Get("Content-Range"), "/"); ok {
		if _, err := fmt.Sscan(all, &i.Size); err != nil {
			return nil, i, errors.Join(fmt.Errorf("%s: the server answers a range request with %q", key, header.Get("Content-Range")), r.Close())
		}
	} else if offset > 0 {
		return nil, i, errors.Join(fmt.Errorf("%s: the server does not support ranges", key), r.Close())
	}
	return &body{r, key}, i, nil
}

// body is an object that is being read.
type body struct {
	io.ReadCloser
	key string
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fault(b.key, err)
	}
	return n, err
}

func info(o minio.ObjectInfo) objects.Info {
	return objects.Info{Key: o.Key, Size: o.Size, Tag: strings.Trim(o.ETag, `"`), Modified: o.LastModified}
}

func (s *Store) put(ctx context.Context, key string, b objects.Body, o minio.PutObjectOptions) (string, error) {
	o.DisableMultipart = true // the condition is one of the request
	o.ContentType = "application/octet-stream"
	o.SendContentMd5 = true // so that what arrives otherwise is refused
	if f, ok := b.(objects.FollowedBody); ok {
		o.Progress = &hook{body: f}
	}
	done, err := s.client.PutObject(ctx, s.bucket, key, io.NewSectionReader(b, 0, b.Size()), b.Size(), o)
	return strings.Trim(done.ETag, `"`), fault(key, err)
}

// A hook is read and sought as a body is that is being sent.
type hook struct {
	body objects.FollowedBody
	at   int64
}

func (h *hook) Read(p []byte) (int, error) {
	h.at += int64(len(p))
	h.body.Sent(h.at)
	return len(p), nil
}

func (h *hook) Seek(offset int64, whence int) (int64, error) {
	h.at = map[int]int64{io.SeekStart: 0, io.SeekCurrent: h.at, io.SeekEnd: h.body.Size()}[whence] + offset
	return h.at, nil
}

// PutIfAbsent makes an object, see [objects.Store].
func (s *Store) PutIfAbsent(ctx context.Context, key string, b objects.Body) (string, error) {
	var o minio.PutObjectOptions
	o.SetMatchETagExcept("*")
	return s.put(ctx, key, b, o)
}

// PutIfMatch replaces an object, see [objects.Store].
func (s *Store) PutIfMatch(ctx context.Context, key, tag string, b objects.Body) (string, error) {
	var o minio.PutObjectOptions
	o.SetMatchETag(tag)
	newTag, err := s.put(ctx, key, b, o)
	if errors.Is(err, objects.ErrExists) || errors.Is(err, objects.ErrNotExist) {
		err = fmt.Errorf("%s: %w", key, objects.ErrChanged)
	}
	return newTag, err
}

// List yields objects, see [objects.Store].
func (s *Store) List(ctx context.Context, prefix string) iter.Seq2[objects.Info, error] {
	return func(yield func(objects.Info, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel() // ends what fills the channel
		for o := range s.client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
			if o.Err != nil {
				yield(objects.Info{}, fault(prefix, o.Err))
				return
			}
			i := info(o)
			i.Tag = ""
			if !yield(i, nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(objects.Info{}, err)
		}
	}
}

// Delete removes an object, see [objects.Store].
func (s *Store) Delete(ctx context.Context, key string) error {
	err := fault(key, s.client.RemoveObject(ctx, s.bucket, key, minio.RemoveObjectOptions{}))
	if errors.Is(err, objects.ErrNotExist) {
		return nil
	}
	return err
}
