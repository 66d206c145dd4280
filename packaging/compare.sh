#!/usr/bin/env bash
# Makes a release twice, in two folders from two copies of the source, and compares the files byte for byte.
# Arguments go to the program that makes them: packaging/compare.sh -only linux/amd64.
# With FRESH=1 the second one has an empty build cache, which takes several minutes for each system.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
commit=$(git rev-parse HEAD)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
for n in first "second copy"; do
	mkdir -p "$work/$n/source"
	git archive HEAD | tar -x -C "$work/$n/source"
	if [ "$n" != first ]; then
		umask 077 # neither this nor the hour is to be seen
		export TZ=Asia/Tokyo LANG=C
		if [ -n "${FRESH:-}" ]; then export GOCACHE="$work/cache"; fi
	fi
	(cd "$work/$n/source/packaging" && GOFLAGS=-buildvcs=false go run . -commit "$commit" -o "$work/$n/dist" "$@")
done
(cd "$work/first/dist" && sha256sum -c --quiet SHA256SUMS)
diff -r "$work/first/dist" "$work/second copy/dist"
echo "both releases are the same, SHA256SUMS:"
cat "$work/first/dist/SHA256SUMS"
if [ -n "${KEEP:-}" ]; then mkdir -p "$KEEP" && cp -r "$work/first/dist/." "$KEEP"; fi
