// Package benchmark measures how long a program takes to answer questions about an archive.
//
// A [Benchmark] is what was measured. [Questions] cuts the questions out of games of the
// archive, so that each finds something, and [Sample] writes records to import. The caller runs the
// program and takes the times.
package benchmark
