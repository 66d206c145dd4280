// Package cputime reads the processor time of this process. Unlike wall time, it hardly depends
// on how busy the machine is. Only tests and benchmarks import it.
package cputime
