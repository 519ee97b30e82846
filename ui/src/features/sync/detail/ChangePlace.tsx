/** Target of a folder, and the choice of another project, work order or section. */

import { Button, Radio, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type SyncedFolder, useBridge } from "../../../ipc";
import { FailureNote } from "../../../shared/parts";
import type { Place } from "../../../shared/places";
import { tellDone } from "../../../shared/undo/store";
import { useAsk } from "../../../shared/use-ask";
import { usePlaceWords } from "../use-words";
import { PlacePicker } from "../wizard/PlacePicker";
import { placeWords } from "../wizard/use-wizard";
import css from "./files.module.css";

export function ChangePlace({ folder }: { folder: SyncedFolder }) {
  const { t } = useTranslation("sync", { keyPrefix: "settings" });
  const [open, setOpen] = useState(false);
  const place = usePlaceWords()(folder);
  return (
    <>
      <p>
        <b>{place.first}</b>
        <br />
        <span className="fd-small fd-ink2">{place.second}</span>
      </p>
      {open ? (
        <Form folder={folder} onDone={() => setOpen(false)} />
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>{t("changePlace")}</Button>
        </div>
      )}
    </>
  );
}

function Form({ folder, onDone }: { folder: SyncedFolder; onDone: () => void }) {
  const { t } = useTranslation("sync", { keyPrefix: "settings" });
  const { t: wizard } = useTranslation("sync", { keyPrefix: "wizard" });
  const bridge = useBridge();
  const { ask, busy, failure } = useAsk();
  const [place, setPlace] = useState<Place | null>(null);
  const [bySubfolder, setBySubfolder] = useState(folder.sectionsBySubfolder);
  const [section, setSection] = useState(folder.section ?? "");
  const [picking, setPicking] = useState(false);
  const now = usePlaceWords()(folder);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const target =
      place === null ? folder.target : { project: place.project.id, workOrder: place.workOrder?.id ?? null };
    const named = bySubfolder || section.trim() === "" ? null : section.trim();
    const draft = { target, section: named, sectionsBySubfolder: bySubfolder, deletes: folder.deletes };
    const done = await ask(() => bridge.retargetFolder(folder.id, draft));
    if (done === undefined) return;
    tellDone(t("placeChanged", { folder: folder.name }));
    onDone();
  };
  return (
    <form className={css.form} onSubmit={(event) => void save(event)}>
      {picking ? (
        <PlacePicker
          onChoose={(chosen) => {
            setPlace(chosen);
            setPicking(false);
          }}
          path=""
        />
      ) : (
        <p className={css.cardButtons}>
          <span>{place === null ? now.first : placeWords(place)}</span>
          <Button onClick={() => setPicking(true)} size="compact-sm">
            {t("chooseProject")}
          </Button>
        </p>
      )}
      <Radio
        checked={!bySubfolder}
        description={wizard("oneHelp")}
        label={wizard("one")}
        name="newSections"
        onChange={() => setBySubfolder(false)}
      />
      {bySubfolder ? null : (
        <TextInput
          description={wizard("sectionHelp")}
          label={wizard("sectionField")}
          onChange={(event) => setSection(event.currentTarget.value)}
          value={section}
        />
      )}
      <Radio
        checked={bySubfolder}
        description={wizard("bySubfolderHelp")}
        label={wizard("bySubfolder")}
        name="newSections"
        onChange={() => setBySubfolder(true)}
      />
      <p className="fd-small fd-ink2">{t("placeHelp")}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
      <div className={css.cardButtons}>
        <Button loading={busy} type="submit" variant="filled">
          {t("savePlace")}
        </Button>
        <Button onClick={onDone}>{wizard("cancel")}</Button>
      </div>
    </form>
  );
}
