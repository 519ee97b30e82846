/** The screen before any record was read: rows to come, or why they do not come. */

import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Failure, useBridge } from "../../ipc";
import { useOnline } from "../app-state";
import { FailureNote, Skeleton } from "../parts";
import { useKind } from "./kind";
import css from "./screen.module.css";

export function FirstRead({ title, failure }: { title: string; failure: Failure | null }) {
  const { t } = useTranslation("common");
  const bridge = useBridge();
  const { retry } = useKind();
  // The read itself ends only after its last retry: that the server is away is known long before.
  const away = useOnline()?.failure ?? null;
  const why = failure ?? away;
  return (
    <section className={css.pane}>
      <header className={css.head}>
        <h1 className="fd-page">{title}</h1>
      </header>
      {why === null ? null : (
        <div className={css.notes}>
          <FailureNote
            actions={
              <Button onClick={() => retry(bridge)} size="compact-sm">
                {t("tryAgain")}
              </Button>
            }
            failure={why}
          />
        </div>
      )}
      {failure === null ? <Skeleton rows={14} /> : null}
    </section>
  );
}
