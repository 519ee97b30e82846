/** Fields that few need: a token instead of a client, and the permissions to ask for. */

import { SegmentedControl } from "@mantine/core";
import type { TFunction } from "i18next";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../shared/parts";
import css from "./connect.module.css";
import type { Fields, SignIn } from "./model";

type Props = { fields: Fields; scopes: ReactNode; onSignIn: (signIn: SignIn) => void };

export function Advanced({ fields, scopes, onSignIn }: Props) {
  const { t } = useTranslation("connect");
  const label = useId();
  const token = fields.signIn === "token";
  // What was chosen in it is seen when a connection is looked at again.
  const [open, setOpen] = useState(token || fields.scopes !== "");
  return (
    <details className={css.addresses} onToggle={(event) => setOpen(event.currentTarget.open)} open={open}>
      <summary>
        <Icon className={css.turn} name="right" size={14} />
        <b>{t("advanced")}</b>
      </summary>
      <div className={css.addressFields}>
        <div>
          <div className={css.label} id={label}>
            {t("signInWith")}
          </div>
          <SegmentedControl
            aria-labelledby={label}
            data={[
              { value: "client", label: t("signInClient") },
              { value: "token", label: t("signInToken") },
            ]}
            fullWidth
            onChange={(value) => onSignIn(value as SignIn)}
            value={fields.signIn}
          />
          {token ? <p className={`fd-caption fd-ink2 ${css.under}`}>{t("tokenHelp")}</p> : null}
        </div>
        {token ? null : scopes}
      </div>
    </details>
  );
}

/** How the field of the permissions looks. */
export const scopesLook = (t: TFunction<"connect">) => ({
  classNames: { input: `${css.mono}` },
  description: t("permissionsHelp"),
});
