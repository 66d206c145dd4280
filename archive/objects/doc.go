// Package objects is what kifudb needs of an object store: five operations, which a folder
// on a disk and every S3-compatible store with conditional writes can do.
//
// Objects are never changed in part. What makes it possible that many machines write at once
// is that creating an object can fail because it exists ([Store.PutIfAbsent]), and replacing
// one because somebody else has replaced it ([Store.PutIfMatch]). A store that ignores the
// condition loses what others wrote, so [Probe] asks for it before anything is written.
//
// [Folder] is the implementation for a folder, package s3 that for S3. [Retry] adds patience
// to either. Package objectstest holds what every implementation must pass.
package objects
