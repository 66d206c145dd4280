// Package check tests the files of the folder deploy: that Kubernetes and Compose understand them, and that what they
// start works together. It is a module of its own, so that nobody else needs the types of these programs.
package check
