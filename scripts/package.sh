#!/usr/bin/env bash
# The release programs as packages, with the notices of all they are made of. Prints where they are.
#
#   scripts/package.sh [FORMAT…]     deb and rpm when none is named; elsewhere also appimage, nsis, app, dmg
#
# TARGET names another target of Rust than this computer's own, PACKAGE_CONFIG a file over tauri.conf.json (keys).
# UPDATE_KEY is the public key of updates: the app then takes those that TAURI_SIGNING_PRIVATE_KEY signs, and packages are signed.
# The tools of appimage, nsis and dmg are downloaded by tauri or belong to the system: the release workflow makes these.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$root"
(($# > 0)) || set -- deb rpm
formats=$(IFS=, && printf '%s' "$*")

scripts/need.sh rust build ui notices
tauri=(node ui/node_modules/@tauri-apps/cli/tauri.js)
target=${TARGET:-$(rustc -vV | sed -n 's/^host: //p')}
programs=$CARGO_TARGET_DIR/${TARGET:+$TARGET/}release
stage=$CARGO_TARGET_DIR/package
exe=''
[[ $target != *windows* ]] || exe=.exe
rm -rf "$stage" "$programs/bundle"
mkdir -p "$stage"/bin "$stage"/share/{man/man1,doc/fielddesk,bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}

updates=()
if [ -n "${UPDATE_KEY:-}" ]; then
  printf '{"bundle":{"createUpdaterArtifacts":true},"plugins":{"updater":{"pubkey":"%s"}}}' "$UPDATE_KEY" >"$stage/updates.json"
  updates=(--config "$stage/updates.json")
fi

say "── the programs"
# Builds the UI first, as tauri.conf.json says, then all programs of the workspace.
"${tauri[@]}" build --no-bundle ${TARGET:+--target "$TARGET"} "${updates[@]}" -- --locked

# The service on servers also takes PostgreSQL and an object store. A call of its own: features of one call are for all.
[[ $target != *linux* ]] ||
  cargo build --quiet --locked --release --package fielddesk-service --features cluster ${TARGET:+--target "$TARGET"}

say "── notices, manual and completions"
notices=$stage/share/doc/fielddesk/THIRD-PARTY.md
scripts/notices.sh "$notices"
for name in fieldctl fieldservice; do
  # Beside the app in every package; tauri asks for the target in the name.
  program=$programs/$name$exe
  if [ "$target" = universal-apple-darwin ]; then
    lipo -create -output "$stage/bin/$name-$target" "$CARGO_TARGET_DIR"/{aarch64,x86_64}-apple-darwin/release/"$name"
    program=$stage/bin/$name-$target
  else
    cp "$program" "$stage/bin/$name-$target$exe"
  fi
  "$program" man "$stage/share/man/man1"
  "$program" completions bash >"$stage/share/bash-completion/completions/$name"
  "$program" completions zsh >"$stage/share/zsh/vendor-completions/_$name"
  "$program" completions fish >"$stage/share/fish/vendor_completions.d/$name.fish"
done
gzip -9n "$stage"/share/man/man1/*.1

say "── the packages"
# Fedora and openSUSE look for zsh's completions elsewhere than Debian.
node - "$stage" >"$stage/tauri.json" <<'JS'
const stage = process.argv[2].replaceAll("\\", "/");
const share = (zsh) => ({
  "/usr/share/man/man1": `${stage}/share/man/man1`,
  "/usr/share/doc/fielddesk": `${stage}/share/doc/fielddesk`,
  "/usr/share/bash-completion/completions": `${stage}/share/bash-completion/completions`,
  [`/usr/share/zsh/${zsh}`]: `${stage}/share/zsh/vendor-completions`,
  "/usr/share/fish/vendor_completions.d": `${stage}/share/fish/vendor_completions.d`,
  // "Open with" of file managers.
  "/usr/share/applications/fielddesk-upload.desktop": `${process.cwd().replaceAll("\\", "/")}/scripts/installer/fielddesk-upload.desktop`,
});
const notices = `${stage}/share/doc/fielddesk/THIRD-PARTY.md`;
const bundle = {
  externalBin: [`${stage}/bin/fieldctl`, `${stage}/bin/fieldservice`],
  linux: {
    deb: { files: share("vendor-completions") },
    rpm: { files: share("site-functions") },
    appimage: { files: share("vendor-completions") },
  },
  macOS: { files: { "Resources/THIRD-PARTY.md": notices } },
};
// "Open with" of Finder, and files on the icon in the Dock.
if (process.platform === "darwin") {
  const ext = ["pdf", "dwg", "dxf", "ifc", "docx", "xlsx", "jpg", "png", "tif", "zip"];
  bundle.fileAssociations = [{ ext, contentTypes: ["public.data"], name: "Document", role: "Viewer", rank: "Alternate" }];
}
if (process.platform === "win32") bundle.resources = { [notices]: "THIRD-PARTY.md" };
console.log(JSON.stringify({ bundle }));
JS
"${tauri[@]}" bundle --bundles "$formats" ${TARGET:+--target "$TARGET"} --config "$stage/tauri.json" \
  "${updates[@]}" ${PACKAGE_CONFIG:+--config "$PACKAGE_CONFIG"}
say
say "Packages:"
find "$programs/bundle" -name '*.deb' -o -name '*.rpm' -o -name '*.AppImage' -o -name '*-setup.exe' -o -name '*.dmg' |
  sort | while read -r file; do
  note "$file ($(du -h "$file" | cut -f 1))"
done
