/** Files that go to sections of a synced folder: said, with the other way, into the folder itself. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DropPlan } from "../../../ipc";
import { FailureNote, Note } from "../../../shared/parts";
import { intoFolders } from "./model";
import type { PlanState } from "./use-plan";

export function SyncedNotes({ plan, state }: { plan: DropPlan; state: PlanState }) {
  const { t } = useTranslation("documents", { keyPrefix: "plan.put" });
  return (
    <>
      {intoFolders(plan.rows).map(({ folder, rows, ready }) => {
        const name = folder.name ?? "";
        return (
          <Note
            actions={
              ready.length === 0 ? undefined : (
                <Button loading={state.putting} onClick={() => void state.put(ready, name)} size="xs">
                  {t("do", { count: ready.length })}
                </Button>
              )
            }
            key={folder.id}
            kind="info"
          >
            {t("says", { count: rows.length, name })}
          </Note>
        );
      })}
      {state.notPut.map((failure) => (
        <FailureNote failure={failure} key={`${failure.kind} ${failure.params.file ?? failure.message}`} />
      ))}
    </>
  );
}
