/**
 * A key or button pressed twice quickly is meant once: for the document that was chosen, not for the one in its place.
 */

import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { SETTLE_MS } from "../../shared/click-guard";
import { failure } from "../../shared/testing/bridge";
import { stopClock } from "../../shared/testing/clock";
import { giveElementsASize } from "../../shared/testing/layout";
import { office } from "../../shared/testing/recorded";
import { showAt } from "../../shared/testing/routes";
import { DocumentsScreen } from "./Screen";

giveElementsASize();

const { documents } = office;
/** Two of one name; the second was uploaded later. */
const twins = {
  ...documents,
  sections: documents.sections.map((section) => ({
    ...section,
    documents: section.documents.map((each, at) =>
      /HB-140/.test(each.name) ? { ...each, sentAt: `2026-11-20T${10 + at}:00:00Z` } : each,
    ),
  })),
};

async function open() {
  const shown = await showAt({ "/documents": DocumentsScreen }, { listDocuments: twins });
  shown.bridge.answers({ deleteDocuments: (_, ids) => ({ undoId: ids.join(), deleted: ids, refused: [] }) });
  return shown;
}
const row = (name: RegExp) => screen.findByRole("row", { name });
const selected = () => screen.queryAllByRole("row", { selected: true }).length;

it("Del twice deletes the chosen document, not the newer one of its name", async () => {
  const { user, bridge } = await open();
  const [older] = await screen.findAllByRole("row", { name: /HB-140/ });
  await user.click(older as HTMLElement);
  await user.keyboard("{Delete}");
  expect(await screen.findAllByRole("row", { name: /HB-140/ })).toHaveLength(1);
  expect(selected()).toBe(0);
  await user.keyboard("{Delete}");
  expect(bridge.calls("deleteDocuments")).toHaveLength(1);
});

it("Del twice does not delete the row that took the place, and does once a person went there", async () => {
  const { user, bridge } = await open();
  await user.click(await row(/Riggplan/));
  await user.keyboard("{Delete}");
  await waitFor(() => expect(screen.queryByRole("row", { name: /Riggplan/ })).toBeNull());
  await user.keyboard("{Delete}");
  expect(bridge.calls("deleteDocuments")).toHaveLength(1);
  await user.keyboard(" {Delete}");
  expect(bridge.calls("deleteDocuments")).toHaveLength(2);
});

it("Enter twice opens a document once, and again a while later", async () => {
  const clock = stopClock();
  const { user, bridge } = await open();
  bridge.answers({ openDocument: { opened: true } });
  await user.click(await row(/Riggplan/));
  await user.keyboard("{Enter}{Enter}");
  const opened = () => bridge.calls("openDocument").length;
  await waitFor(() => expect(opened()).toBe(1));
  clock.pass(SETTLE_MS);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(opened()).toBe(2));
});

it("tries at once again what was not opened", async () => {
  stopClock();
  const { user, bridge } = await open();
  bridge.refuses("openDocument", failure("localFile"));
  await user.click(await row(/Riggplan/));
  await user.keyboard("{Enter}");
  await screen.findByText("Riggplan Hoveveien rev B.pdf was not opened.");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(bridge.calls("openDocument")).toHaveLength(2));
});
