// Package objects defines an object store for kifudb: five operations, which a folder on a disk
// and every S3-compatible store with conditional writes support.
//
// Objects are never changed in part. Many machines can write at once because two operations
// are conditional: creating an object fails if it exists ([Store.PutIfAbsent]), and
// replacing one fails if another program has replaced it ([Store.PutIfMatch]). A store that ignores
// the condition loses what others wrote, so [Probe] tests it before anything is written.
//
// [Folder] implements a store in a folder, package s3 one in S3. [Retry] adds retries to
// either. Package objectstest has the tests that every implementation must pass.
package objects
