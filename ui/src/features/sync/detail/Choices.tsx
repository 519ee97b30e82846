/** Equal buttons of a case, each with what it does and its digit: 1, 2, 3 choose. */

import { Button } from "@mantine/core";
import { Keys, useProduction } from "../../../shared/parts";
import css from "./cases.module.css";
import { useCaseKeys } from "./use-case-keys";

export type CaseChoice = { label: string; does: string; run: () => void };

type Props = {
  choices: readonly CaseChoice[] /** Said on every button instead, while nothing can be chosen. */;
  none?: string | null;
};

export function Choices({ choices, none = null }: Props) {
  const production = useProduction();
  useCaseKeys((key) => {
    const choice = none === null ? choices[Number(key) - 1] : undefined;
    choice?.run();
    return choice !== undefined;
  });
  return (
    <div className={css.choices}>
      {choices.map(({ label, does, run }, at) => (
        <div key={label} className={css.choice}>
          <div className={css.choiceHead}>
            <Button data-explains={none !== null || undefined} onClick={() => none === null && run()} {...production}>
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
