/** Blocked machines, and machines without fuel data. */

import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { MachineSummary } from "../../ipc";
import { useFormats } from "../../shared/use-formats";
import { Card, CardLine } from "./Card";
import css from "./overview.module.css";

export function Blocked({ machines }: { machines: MachineSummary }) {
  const { t } = useTranslation("overview");
  const navigate = useNavigate();
  const formats = useFormats();
  const open = (id: string | null) =>
    void import("../machines").then(({ showMachine, viewMachines }) => {
      if (id === null) viewMachines("blocked");
      else showMachine(id);
      void navigate({ to: "/machines" });
    });
  const unread = useUnread(machines);
  return (
    <Card
      about={t("blocked.about", { count: machines.machines })}
      figure={unread === null ? formats.number(machines.blocked) : undefined}
      open={{ label: t("blocked.open"), run: () => open(null) }}
      title={t("blocked.title")}
    >
      {unread}
      <ul className={css.lines}>
        {machines.newestBlocked.map(({ id, title, message }) => (
          <CardLine detail={message ?? undefined} key={id} onOpen={() => open(id)} title={title} />
        ))}
      </ul>
    </Card>
  );
}

export function Fuel({ machines }: { machines: MachineSummary }) {
  const { t } = useTranslation("overview");
  const navigate = useNavigate();
  const formats = useFormats();
  const { fuel } = machines;
  const unread = useUnread(machines);
  return (
    <Card
      about={t("fuel.about", { count: fuel.machines })}
      figure={unread === null ? formats.number(fuel.missing) : undefined}
      open={{ label: t("fuel.open"), run: () => void navigate({ to: "/machines/fuel" }) }}
      title={t("fuel.title")}
    >
      {unread}
      {fuel.odd === 0 ? null : <p className="fd-small fd-ink2">{t("fuel.unusual", { count: fuel.odd })}</p>}
    </Card>
  );
}

/** What stands in the place of a figure before the machines were read for the first time; nothing afterwards. */
function useUnread({ readAt }: MachineSummary) {
  const { t } = useTranslation("overview");
  return readAt === null ? <p className="fd-small fd-ink2">{t("machinesUnread")}</p> : null;
}
