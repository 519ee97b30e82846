/** Actions needed, each with the list that it opens; quiet while there are none. */

import { useTranslation } from "react-i18next";
import type { PlaceDuplicates } from "../../ipc";
import { StateIcon } from "../../shared/parts";
import { Background, FolderActionNeeded, useFoldersNeedingAction } from "../sync";
import { TransfersActionNeeded, useTransfersNeedingAction } from "../transfers";
import { DuplicatesActionNeeded } from "./DuplicatesActionNeeded";
import css from "./overview.module.css";

export function ActionNeeded({ duplicates }: { duplicates: readonly PlaceDuplicates[] }) {
  const { t } = useTranslation("overview");
  const folders = useFoldersNeedingAction();
  const transfers = useTransfersNeedingAction();
  return (
    <section aria-labelledby="needs-title" className={css.needs}>
      <h2 className={css.cardTitle} id="needs-title">
        {t("needs.title")}
      </h2>
      {folders.length + transfers.length + duplicates.length === 0 ? (
        <p className={css.calm}>
          <StateIcon size={18} state="inStep" />
          {t("needs.nothing")}
        </p>
      ) : (
        <ul className={css.needList}>
          {folders.map((folder) => (
            <li className={css.need} key={folder.id}>
              <FolderActionNeeded folder={folder} />
            </li>
          ))}
          {transfers.map((stopped) => (
            <li className={css.need} key={stopped.state}>
              <TransfersActionNeeded stopped={stopped} />
            </li>
          ))}
          {duplicates.map((one) => (
            <li className={css.need} key={`${one.place.target.project} ${one.place.target.workOrder ?? ""}`}>
              <DuplicatesActionNeeded duplicates={one} />
            </li>
          ))}
        </ul>
      )}
      <Background />
    </section>
  );
}
