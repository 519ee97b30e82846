/** Asks for the message before the switch of the grid blocks one machine. Enter blocks, Esc does not. */

import { Button, Popover, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { create } from "zustand";
import { useBridge } from "../../../ipc";
import { fieldOf } from "../../../shared/fields";
import { Keys, StateIcon } from "../../../shared/parts";
import panels from "../../../shared/records/panels/panels.module.css";
import { useGuarded } from "../../../shared/records/use-guarded";
import type { Acts } from "../actions/use-acts";
import { shownMachine } from "../fleet/cells";
import { openPanel, useView } from "../fleet/view";
import { type Machine, text } from "../model/types";
import type { GridDoor } from "./Grid";
import css from "./grid.module.css";
import { goTo } from "./next-problem";

/** The machine that is asked about, and where. */
const useAsked = create<{ at: { id: string; x: number; y: number } | null }>(() => ({ at: null }));

/** As many recent messages as one look takes in. */
const most = 3;

/** Asks below the check-in cell of a machine. */
export function askBlock(id: string): void {
  const cell = document.querySelector(`[data-pane="grid"] [row-id="${CSS.escape(id)}"] [col-id="blockCheckIn"]`);
  const place = cell?.getBoundingClientRect();
  useAsked.setState({ at: { id, x: place?.left ?? 0, y: place?.bottom ?? 0 } });
}

type Props = { acts: Acts; door: RefObject<GridDoor> };

/** The question, while there is one. */
export function AskBlock({ acts, door }: Props) {
  const { t } = useTranslation("machines");
  const at = useAsked((store) => store.at);
  // Left without an answer: nothing is asked on return.
  useEffect(() => () => useAsked.setState({ at: null }), []);
  const machine = at === null ? undefined : shownMachine(at.id);
  const close = () => {
    useAsked.setState({ at: null });
    const { range } = useView.getState();
    if (range !== null) goTo(door.current.api, range.anchor.row, range.anchor.column);
  };
  return (
    <Popover
      onChange={(opened) => opened || close()}
      opened={machine !== undefined}
      position="bottom-start"
      returnFocus={false}
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <span aria-hidden="true" className={css.spot} style={{ left: at?.x ?? 0, top: at?.y ?? 0 }} />
      </Popover.Target>
      <Popover.Dropdown
        aria-label={t("ask.label", { number: text(machine?.machineNumber) })}
        aria-modal="true"
        role="dialog"
      >
        {machine === undefined ? null : <Form acts={acts} key={machine.id} machine={machine} onClose={close} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Form({ machine, acts, onClose }: { machine: Machine; acts: Acts; onClose: () => void }) {
  const { t } = useTranslation("machines");
  const bridge = useBridge();
  const { production, company } = useGuarded();
  const [message, setMessage] = useState(text(machine.blockCheckInMessage));
  const field = useRef<HTMLInputElement>(null);
  const recent = useQuery({
    queryKey: ["machines", "blockMessages"],
    queryFn: () => bridge.blockMessages(),
    staleTime: 0,
  });
  useEffect(() => field.current?.select(), []);
  const number = text(machine.machineNumber);
  return (
    <form
      className={css.ask}
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
        void acts.block([machine.id], message.trim() === "" ? null : message.trim(), false);
      }}
    >
      <TextInput
        data-autofocus
        label={t("ask.label", { number })}
        maxLength={fieldOf("blockCheckInMessage")?.longest ?? undefined}
        onChange={(event) => setMessage(event.currentTarget.value)}
        placeholder={t("block.noMessage")}
        ref={field}
        value={message}
      />
      {(recent.data ?? []).length === 0 ? null : (
        <div className={panels.recent}>
          {(recent.data ?? []).slice(0, most).map((each) => (
            <Button
              key={each}
              onClick={() => {
                setMessage(each);
                field.current?.focus();
              }}
              radius="xl"
              size="xs"
              title={each}
            >
              {each}
            </Button>
          ))}
        </div>
      )}
      {production ? <p className="fd-small fd-ink2">{t("production.block", { count: 1, company })}</p> : null}
      <div className={panels.foot}>
        <Button className={panels.ink ?? ""} leftSection={<StateIcon state="blocked" />} type="submit">
          {t("ask.block", { number })}
        </Button>
        <Keys>Enter</Keys>
        <Button onClick={onClose}>{t("cancel")}</Button>
        <Button
          onClick={() => {
            onClose();
            openPanel({ kind: "block", ids: [machine.id] });
          }}
          variant="subtle"
        >
          {t("ask.more")}
        </Button>
      </div>
    </form>
  );
}
