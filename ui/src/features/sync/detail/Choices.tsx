/** Equal buttons of a case, each with what it does and its digit: 1, 2, 3 choose wherever the focus stands. */

import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Keys } from "../../../shared/parts";
import css from "./cases.module.css";

export type CaseChoice = { label: string; does: string; run: () => void };

type Props = {
  choices: readonly CaseChoice[] /** Said on every button instead, while nothing can be chosen. */;
  none?: string | null;
};

export function Choices({ choices, none = null }: Props) {
  const latest = useRef(choices);
  useEffect(() => {
    latest.current = none === null ? choices : [];
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const elsewhere =
        event.target instanceof HTMLElement &&
        event.target.closest("input[type=text], textarea, [role=menu], [role=dialog]");
      if (event.ctrlKey || event.altKey || event.metaKey || elsewhere || event.repeat) return;
      const choice = latest.current[Number(event.key) - 1];
      if (choice === undefined) return;
      event.preventDefault();
      choice.run();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div className={css.choices}>
      {choices.map(({ label, does, run }, at) => (
        <div key={label} className={css.choice}>
          <div className={css.choiceHead}>
            <Button data-explains={none !== null || undefined} onClick={() => none === null && run()}>
              {none ?? label}
            </Button>
            <Keys>{String(at + 1)}</Keys>
          </div>
          <p className="fd-small fd-ink2">{does}</p>
        </div>
      ))}
    </div>
  );
}
