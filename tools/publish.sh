#!/usr/bin/env bash
# Publishes the tarballs of a folder: publish.sh FOLDER, with
#   HASHES  the output of sha256sum for the files in it, in Base64
#   TAG     "v" and the version of all packages
# A package that is published already with the same content is skipped, so that a release that stopped
# halfway can be run again.
set -euo pipefail
cd "$1"

fail() {
	echo "$1" >&2
	exit 1
}

manifest() {
	tar -xzOf "$1" package/package.json | node -p "JSON.parse(require('fs').readFileSync(0)).$2"
}

# Integrity of the published package; nothing if there is none.
published() {
	local errors
	errors=$(mktemp)
	npm view "$1" dist.integrity 2>"$errors" || grep -q E404 "$errors" || fail "$(cat "$errors")"
}

sums=$(base64 -d <<<"$HASHES")
sha256sum --check --strict <<<"$sums"
for file in ./*.tgz; do
	grep -qF "  $file" <<<"$sums" || fail "$file has no hash."
	[[ "v$(manifest "$file" version)" == "$TAG" ]] || fail "$file is not of $TAG."
done

for file in ./*.tgz; do
	spec="$(manifest "$file" name)@${TAG#v}"
	integrity="sha512-$(openssl dgst -sha512 -binary "$file" | base64 -w0)"
	there=$(published "$spec")
	if [[ -z $there ]]; then
		npm publish "$file" --provenance --access public --ignore-scripts
	elif [[ $there == "$integrity" ]]; then
		echo "$spec is published already."
	else
		fail "$spec is published with other content."
	fi
done
