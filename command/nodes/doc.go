// Package nodes has the commands for one archive on many machines.
package nodes
