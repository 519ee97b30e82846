/** What the folders may send, all day or in working hours. */

import { Button, Popover, SegmentedControl, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type FolderLimit, useBridge } from "../../../ipc";
import { FailureNote } from "../../../shared/parts";
import { useFormats } from "../../../shared/use-formats";
import { useAsk } from "../use-ask";
import css from "./side.module.css";

/** In bytes a second: what a line of a site office gives away without being missed. */
const SPEEDS = [125_000, 500_000, 1_250_000, 2_500_000, 6_250_000];
const WORKDAY = { from: "07:00", until: "16:00" };

export function Limit({ limit }: { limit: FolderLimit | null }) {
  const { t } = useTranslation("sync", { keyPrefix: "now" });
  const bridge = useBridge();
  const formats = useFormats();
  const { ask, failure } = useAsk();
  const [open, setOpen] = useState(false);
  const speeds = limit === null || SPEEDS.includes(limit.bytesPerSecond) ? SPEEDS : [...SPEEDS, limit.bytesPerSecond];
  const byClock = limit !== null && limit.from !== null;
  const set = (next: FolderLimit | null) => void ask(() => bridge.limitFolders(next));
  const words =
    limit === null
      ? t("noLimit")
      : limit.until === null
        ? t("limit", { speed: formats.bytes(limit.bytesPerSecond) })
        : t("limitUntil", { speed: formats.bytes(limit.bytesPerSecond), until: limit.until });
  return (
    <Popover onChange={setOpen} opened={open} position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <button
          aria-expanded={open}
          className={css.quietLink}
          onClick={() => setOpen(!open)}
          title={t("limitTitle")}
          type="button"
        >
          <span className="fd-small">{words}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={css.limit}>
          <b>{t("limitTitle")}</b>
          <Select
            comboboxProps={{ withinPortal: false }}
            data={[
              { value: "", label: t("none") },
              ...speeds.map((speed) => ({ value: String(speed), label: `${formats.bytes(speed)}/s` })),
            ]}
            label={t("speed")}
            onChange={(speed) =>
              set(
                speed === null || speed === ""
                  ? null
                  : { bytesPerSecond: Number(speed), from: limit?.from ?? null, until: limit?.until ?? null },
              )
            }
            value={limit === null ? "" : String(limit.bytesPerSecond)}
          />
          {limit === null ? null : (
            <SegmentedControl
              aria-label={t("when")}
              data={[
                { value: "always", label: t("always") },
                { value: "workday", label: t("workday") },
              ]}
              onChange={(when) => set({ ...limit, ...(when === "workday" ? WORKDAY : { from: null, until: null }) })}
              value={byClock ? "workday" : "always"}
            />
          )}
          {failure === null ? null : <FailureNote failure={failure} />}
          <Button onClick={() => setOpen(false)} size="compact-sm">
            OK
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
