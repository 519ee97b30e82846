#!/usr/bin/env bash
# Looks whether each commit that changed a golden of the command line names what decides it in interfaces.md.
#
#   scripts/goldens.sh [SINCE]     since a commit; without it since the goldens are there
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"

folders=(src-tauri/cli/tests/golden src-tauri/service/tests/golden)

# Sources without their history have nothing to look at.
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || exit 0
range=HEAD
(($# == 0)) || range=$1..HEAD
silent=()
while read -r commit; do
  git show --no-patch --format=%b "$commit" | grep -q 'interfaces\.md' || silent+=("$commit")
done < <(git log --no-merges --diff-filter=MD --format=%h "$range" -- "${folders[@]/%//*.txt}")
((${#silent[@]} == 0)) || fail "these commits change a golden and do not name the line of interfaces.md that decides it: ${silent[*]}"
