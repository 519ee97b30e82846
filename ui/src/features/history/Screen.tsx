/** History of everything: what was replaced or removed from this computer, in all projects. */

import { useTranslation } from "react-i18next";
import { HistoryPane } from "./HistoryPane";
import css from "./history.module.css";

export function HistoryScreen() {
  const { t } = useTranslation("history");
  return (
    <section aria-labelledby="history-title" className={css.pane}>
      <header className={css.head}>
        <div className={css.titles}>
          <h1 className="fd-page" id="history-title">
            {t("title")}
          </h1>
          <p className="fd-small fd-ink2">{t("about")}</p>
        </div>
      </header>
      <HistoryPane scope={{}} />
    </section>
  );
}
