// Package cputime tells how long processors have worked for this process, which a
// busy machine does not change. Only tests and benchmarks import it.
package cputime
