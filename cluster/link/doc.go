// Package link connects with NATS: addresses, the credentials of a cluster, and TLS.
package link
