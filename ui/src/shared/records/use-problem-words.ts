/** Words for the problem of a text. */

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { CellProblem, CellProblemCode } from "../../ipc";
import { useKind } from "./kind";

/** Reasons that name what the record is. */
const own = [
  "emptyRequired",
  "unbelievableDate",
  "unknownNumber",
  "lookalikeNumber",
  "neededForNew",
] as const satisfies readonly CellProblemCode[];
type Own = (typeof own)[number];

const isOwn = (code: CellProblemCode): code is Own => own.some((each) => each === code);

export function useProblemWords(): (problem: CellProblem) => string {
  const { t } = useTranslation("records");
  const { resource } = useKind();
  return useCallback(
    ({ code, params }) => {
      const holes = {
        text: "",
        longest: "",
        number: "",
        name: "",
        row: "",
        companies: "",
        one: "",
        other: "",
        ...params,
      };
      return isOwn(code) ? t(`problemOf.${resource}.${code}`, holes) : t(`problem.${code}`, holes);
    },
    [t, resource],
  );
}
