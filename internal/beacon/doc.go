// Package beacon lets a server be found by other programs of the same user on the same machine.
//
// A server lights a beacon for what it serves. That is a file in a folder that nobody else may read, with
// the server's address and token, and a lock that the server holds. The system releases the lock when
// the process ends, however it ends. So a beacon whose lock is free is out, and whoever meets it
// removes it: nobody trusts an address, or sends a token to a port, that another program has taken over.
package beacon
