/** Releases that wait for their time, each of which can be cancelled: all of them, or those of some machines. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../shared/use-formats";
import css from "./releases.module.css";
import { useReleases } from "./use-releases";

type Props = { of?: readonly string[]; readOnly: boolean };

export function PlannedReleases({ of, readOnly }: Props) {
  const { t } = useTranslation("machines");
  const formats = useFormats();
  const { releases, drop } = useReleases();
  const waiting = releases.filter(
    ({ done, machineIds }) => done === null && (of === undefined || machineIds.some((id) => of.includes(id))),
  );
  return waiting.map(({ id, at, machineIds, failure }) => (
    <p className={css.line} key={id}>
      <span className={css.words}>
        {t(failure === null ? "unblock.planned" : "unblock.waits", { count: machineIds.length, at: formats.clock(at) })}
      </span>
      {readOnly ? null : (
        <Button onClick={() => void drop(id, t("unblock.cancelled"))} size="xs">
          {t("unblock.cancel", { count: machineIds.length })}
        </Button>
      )}
    </p>
  ));
}
