#!/usr/bin/env bash
# The parts that the other rows are made of, each alone: planner, scanner, multipart, page parser, trip upsert.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

export CRITERION_HOME=$BENCH_WORK/criterion
cargo bench --quiet "${cargo_set[@]}" --bench parts >"$BENCH_WORK/parts.log" 2>&1 || {
  tail -n 5 "$BENCH_WORK/parts.log" >&2
  fail "cargo bench failed"
}
node -e 'const fs = require("fs"), home = process.env.CRITERION_HOME;
  const read = (folder, what) => JSON.parse(fs.readFileSync(`${home}/${folder}/new/${what}.json`, "utf8"));
  for (const part of fs.readdirSync(home)) {
    const figures = [read(part, "benchmark").full_id, read(part, "estimates").median.point_estimate, read(part, "sample").times.length];
    console.log(figures.join("\t"));
  }' >"$BENCH_WORK/measured"
while IFS=$'\t' read -r part median_ns samples; do
  row "$part" "$(quotient "$median_ns" 1000000 '%.4f')" ms runs "$samples"
done <"$BENCH_WORK/measured"
