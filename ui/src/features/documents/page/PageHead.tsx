/** The head of a page: whose it is, one line of facts, when it was read; new section and *Send files…*. */

import { ActionIcon, Button, Menu, Popover, SegmentedControl, TextInput, Tooltip } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Page, type SectionProblem, type Target, useBridge } from "../../../ipc";
import { shortcutLabel } from "../../../shared/keyboard";
import { Icon, Keys } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import type { Files } from "../files/use-files";
import { useDesk } from "../store";
import css from "./page.module.css";
import { useTargetNames } from "./use-target-names";

type Props = {
  target: Target;
  page: UseQueryResult<Page>;
  files: Files;
  onNewSection: (section: string) => void;
  onSend: (folders: boolean) => void;
  onPaste: () => void;
  tab: PageTab;
  onTab: (tab: PageTab) => void;
};

/** What of a project is shown: its documents, or what was replaced and removed. */
export type PageTab = "files" | "history";

export function PageHead({ target, page, files, onNewSection, onSend, onPaste, tab, onTab }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "project" });
  const readOnly = useDesk((state) => state.readOnly);
  const { title, number } = useTargetNames(target);
  return (
    <header className={css.head}>
      <div className={css.titles}>
        <h1 className={`fd-page ${css.cut}`}>{title}</h1>
        <Facts files={files} number={number} page={page} />
      </div>
      <SegmentedControl
        aria-label={t("tabs.label")}
        className={css.tabs}
        data={[
          { value: "files", label: t("tabs.files") },
          { value: "history", label: t("tabs.history") },
        ]}
        onChange={(value) => onTab(value as PageTab)}
        value={tab}
      />
      {readOnly ? null : (
        <>
          <NewSection existing={files.groups.map((group) => group.section)} onMake={onNewSection} />
          <div className={css.split}>
            <Tooltip label={shortcutLabel("sendFiles")}>
              <Button leftSection={<Icon name="send" />} onClick={() => onSend(false)} variant="filled">
                {t("upload")}
              </Button>
            </Tooltip>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon aria-label={t("uploadMore")} className={css.splitMore} size="2.125rem" variant="filled">
                  <Icon name="down" size={14} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<Icon name="send" />}
                  onClick={() => onSend(false)}
                  rightSection={<Keys>{shortcutLabel("sendFiles")}</Keys>}
                >
                  {t("upload")}
                </Menu.Item>
                <Menu.Item leftSection={<Icon name="folder" />} onClick={() => onSend(true)}>
                  {t("uploadFolder")}
                </Menu.Item>
                <Menu.Item
                  leftSection={<Icon name="copy" />}
                  onClick={onPaste}
                  rightSection={<Keys>{shortcutLabel("pasteFiles")}</Keys>}
                >
                  {t("paste")}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </div>
        </>
      )}
    </header>
  );
}

type FactsProps = { number: string; page: UseQueryResult<Page>; files: Files };

/** `P-2026-004 · 3 sections, 79 documents · refreshed 14:02`: what is before the time gives way to it. */
function Facts({ number, page, files }: FactsProps) {
  const { t } = useTranslation("documents", { keyPrefix: "project" });
  const formats = useFormats();
  if (page.data === undefined) return <p className={`fd-small fd-ink2 ${css.cut}`}>{number}</p>;
  const sections = files.groups.filter((group) => group.total > 0).length;
  const time = formats.clock(page.data.readAt);
  return (
    <p className={`fd-small fd-ink2 ${css.factsLine}`}>
      <span className={css.cut}>
        {number === "" ? null : `${number} · `}
        {files.numbers.all === 0 ? (
          t("noDocuments")
        ) : (
          <>
            <span className={css.sections}>{`${t("sections", { count: sections })}, `}</span>
            {t("documents", { count: files.numbers.all })}
          </>
        )}
      </span>
      <span className={css.time}>{` · ${t(page.isFetching ? "refreshing" : "refreshed", { time })}`}</span>
    </p>
  );
}

function NewSection({ existing, onMake }: { existing: string[]; onMake: (section: string) => void }) {
  const { t } = useTranslation("documents", { keyPrefix: "newSection" });
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const bridge = useBridge();
  const [problem, setProblem] = useState<SectionProblem | null>(null);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const found = await bridge.sectionProblem(name, existing);
    setProblem(found);
    if (found !== null) return;
    onMake(name.trim());
    setOpen(false);
    setName("");
  };
  return (
    <Popover onChange={setOpen} opened={open} position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <Button
          aria-label={t("button")}
          className={css.plus}
          leftSection={<Icon name="plus" />}
          onClick={() => setOpen(!open)}
        >
          <span className={css.wideOnly}>{t("button")}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={css.form} onSubmit={make}>
          <TextInput
            data-autofocus
            description={t("appears")}
            error={problem === null ? undefined : t(`problem.${problem}`)}
            label={t("label")}
            onChange={(event) => setName(event.currentTarget.value)}
            value={name}
          />
          <Button type="submit" variant="filled">
            {t("make")}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
