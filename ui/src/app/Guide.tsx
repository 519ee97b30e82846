/** The user guide: a page for each screen, written in markdown beside the code. No HTML in it is ever used. */

import { Button } from "@mantine/core";
import { Link, useCanGoBack, useNavigate, useParams, useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import connect from "../../guide/connect.md?raw";
import documents from "../../guide/documents.md?raw";
import folders from "../../guide/folders.md?raw";
import machines from "../../guide/machines.md?raw";
import { Icon } from "../shared/parts";
import css from "./guide.module.css";

const pages: Record<string, string> = { connect, documents, folders, machines };

/** Links lead to other pages of the guide. The window goes nowhere else, so other addresses are text. */
const components: Components = {
  a: ({ href, children }) => {
    const page = /^([a-z-]+)\.md$/.exec(href ?? "")?.[1];
    return page === undefined ? (
      <span className="fd-copyable">{children}</span>
    ) : (
      <Link params={{ page }} to="/guide/$page">
        {children}
      </Link>
    );
  },
  img: () => null,
};

export function Guide() {
  const { t, i18n } = useTranslation("shell");
  const { t: common } = useTranslation("common");
  const { page } = useParams({ from: "/guide/$page" });
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  const back = () => (canGoBack ? router.history.back() : void navigate({ to: "/" }));
  return (
    <div className={css.guide}>
      <header className={css.head}>
        <Button leftSection={<Icon name="left" />} onClick={back} size="xs">
          {common("back")}
        </Button>
        <span className="fd-title">{t("guide")}</span>
        {i18n.language === "en" ? null : <span className="fd-small fd-ink2">{t("guideEnglish")}</span>}
      </header>
      <article className={`fd-copyable ${css.text}`} lang="en">
        <Markdown components={components} remarkPlugins={[remarkGfm]}>
          {pages[page] ?? documents}
        </Markdown>
      </article>
    </div>
  );
}
