/** Facts on one line, the weightiest first. What has no room goes as a whole fact; the pointer shows all of them. */

import css from "./parts.module.css";

export function Facts({ facts }: { facts: readonly string[] }) {
  return (
    // `data-whole` lets the window give it its whole text as a title while a fact of it has no room.
    <p className={`fd-small fd-ink2 ${css.facts}`} data-whole>
      {facts
        .filter((fact) => fact !== "")
        .map((fact, at) => (
          <span key={fact}>{at === 0 ? fact : ` · ${fact}`}</span>
        ))}
    </p>
  );
}
