#!/usr/bin/env bash
# Gives the module the path under which a proxy finds it: packaging/module.sh github.com/NAME/kifudb. Commit the result.
# The tables of packages in tests/deps_test.go have to follow by hand.
set -euo pipefail
cd "$(dirname "$0")/.."
path=$1
sed=$(printf 's#^(import |\t)([A-Za-z_]+ )?"kifudb/#\\1\\2"%s/#' "$path")
git ls-files -z '*.go' | xargs -0 grep -lZE '"kifudb/' | xargs -0 sed -E -i "$sed"
sed -i "s#-X kifudb/#-X $path/#g" packaging/main.go
sed -i "s#^module kifudb\$#module $path#" go.mod tools.mod
sed -i "s#^module kifudb/#module $path/#" internal/*/go.mod packaging/go.mod
sed -i "s#kifudb => #$path => #; s#^require kifudb #require $path #" doc/examples/go.mod
go list -deps ./... > /dev/null
echo "the module is $path"
