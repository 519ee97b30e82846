/** An address that is saved by a button; what cannot be one is said by the desktop side, and stands at the field. */

import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../../ipc";
import { FailureNote } from "../../shared/parts";
import css from "./settings.module.css";

type AddressProps = {
  label: string;
  help: string;
  /** What an address of this kind looks like. */
  placeholder: string;
  /** How one has to be, where it cannot be used. */
  wrong: string;
  address: string | null;
  /** The administrator set it. */
  managed: boolean;
  /** Answers why it was not saved. */
  onSave: (address: string | null) => Promise<Failure | null>;
};

export function AddressField({ label, help, placeholder, wrong, address, managed, onSave }: AddressProps) {
  const { t } = useTranslation("settings");
  const { t: common } = useTranslation("common");
  const [typed, setTyped] = useState(address ?? "");
  const [failure, setFailure] = useState<Failure | null>(null);
  const wanted = typed.trim();
  const changed = wanted !== (address ?? "");
  const refused = failure?.kind === "usage";
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (changed) setFailure(await onSave(wanted === "" ? null : wanted));
  };
  return (
    <>
      <form className={css.address} onSubmit={(event) => void save(event)}>
        <TextInput
          description={managed ? common("managed") : help}
          disabled={managed}
          error={refused ? wrong : undefined}
          label={label}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setFailure(null);
          }}
          placeholder={placeholder}
          spellCheck={false}
          value={typed}
        />
        {managed ? null : (
          <Button disabled={!changed} type="submit">
            {t("save")}
          </Button>
        )}
      </form>
      {failure === null || refused ? null : <FailureNote failure={failure} />}
    </>
  );
}
