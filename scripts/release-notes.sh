#!/usr/bin/env bash
# What changed since the version before, from the commits: a list for each area. For those who use Fielddesk first.
#
#   scripts/release-notes.sh TAG
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"
tag=$1
before=$(git describe --tags --abbrev=0 --match 'v*' "$tag^" 2>/dev/null || true)
say "# Fielddesk ${tag#v}"
say
[ -z "$before" ] || say "Changes since ${before#v}."
git log --no-merges --reverse --format=%s "${before:+$before..}$tag" | awk '
  BEGIN {
    split("app ui core sync cli service api model", known, " ")
    for (i in known) place[known[i]] = i
    title["app"] = "Program"; title["ui"] = "Window"; title["core"] = "Engine"; title["sync"] = "Synced folders"
    title["cli"] = "fieldctl"; title["service"] = "fieldservice"; title["api"] = "Connection"; title["model"] = "Data"
  }
  {
    colon = index($0, ": ")
    area = colon ? substr($0, 1, colon - 1) : ""
    if (area in place) lines[place[area]] = lines[place[area]] "- " substr($0, colon + 2) "\n"
    else rest = rest "- " $0 "\n"
  }
  END {
    for (i = 1; i in known; i++) if (lines[i]) printf "\n## %s\n\n%s", title[known[i]], lines[i]
    if (rest) printf "\n## Behind it\n\n%s", rest
  }'
