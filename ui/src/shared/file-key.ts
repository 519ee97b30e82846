/** A file of a project or of a synced folder by its section and name, both as they are spelled. */
export function fileKey({ section, name }: { section: string; name: string }): string {
  return `${section}/${name}`;
}
