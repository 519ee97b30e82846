/** The kind of a file by its extension, as a small tag before the name. */

import css from "./parts.module.css";

export function FileTag({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className={css.fileTag}>
      {extensionOf(name)}
    </span>
  );
}

/** At most four letters or digits after the last dot, else a dash. */
export function extensionOf(name: string): string {
  const found = /\.([\p{L}\p{N}]{1,4})$/u.exec(name);
  return found?.[1]?.toUpperCase() ?? "–";
}
