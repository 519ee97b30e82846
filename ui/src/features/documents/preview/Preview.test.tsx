import { act, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Document, FailureError, type Online, type ReadDocument } from "../../../ipc";
import type { Pdf } from "../../../shared/preview/pdf";
import { failure } from "../../../shared/testing/bridge";
import { openPdf } from "../../../shared/testing/pdf";
import { office } from "../../../shared/testing/recorded";
import { axeFindings, show } from "../../../shared/testing/render";
import { Preview } from "./Preview";

const { target, sections } = office.documents;
const listed = sections.flatMap((section) => section.documents)[0] as Document;
const named = (name: string): Document => ({ ...listed, id: `id of ${name}`, name, shownName: name });
const pdfOf = (sheets: number): Pdf => ({ sheets, draw: vi.fn(() => Promise.resolve()), close: vi.fn() });
/** jsdom's own has no bytes to give. */
const content = () => Promise.resolve(Object.assign(new Blob(["x"]), { arrayBuffer: async () => new ArrayBuffer(1) }));

/** A panel that goes through these documents. */
function Panel({ names }: { names: string[] }) {
  const [at, setAt] = useState(0);
  const name = names[at];
  return (
    <main>
      <button onClick={() => setAt(at + 1)} type="button">
        Next file
      </button>
      {name === undefined ? null : <Preview document={named(name)} download={null} onOpen={() => {}} target={target} />}
    </main>
  );
}

async function preview(names: string[], read: ReadDocument = content) {
  const readDocument = vi.fn(read);
  return { ...(await show(<Panel names={names} />, { readDocument })), readDocument };
}

beforeEach(() => {
  openPdf.mockReset().mockResolvedValue(pdfOf(1));
  URL.createObjectURL = vi.fn(() => "blob:shown");
  URL.revokeObjectURL = vi.fn();
});

describe("the preview of a document", () => {
  it("shows an image and gives its bytes free when another file is shown", async () => {
    const { user, readDocument } = await preview(["Kum.png", "Kum.dwg"]);
    const image = await screen.findByRole("img", { name: "Preview of Kum.png" });
    expect(image).toHaveAttribute("src", "blob:shown");
    expect(readDocument).toHaveBeenCalledWith(target, "id of Kum.png", expect.anything());
    expect(await axeFindings()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Next file" }));
    expect(URL.revokeObjectURL).toHaveBeenCalledWith("blob:shown");
  });

  it("stops reading what is not shown any more, and never shows it for the next file", async () => {
    const signals: AbortSignal[] = [];
    const { user } = await preview(["first.png", "second.png"], (_, id, signal) => {
      signals.push(signal);
      return id === "id of first.png" ? new Promise(() => {}) : content();
    });
    await waitFor(() => expect(signals).toHaveLength(1));
    await user.click(screen.getByRole("button", { name: "Next file" }));
    expect(signals[0]?.aborted).toBe(true);
    expect(await screen.findByRole("img", { name: "Preview of second.png" })).toBeVisible();
    expect(screen.queryByRole("img", { name: /first/ })).not.toBeInTheDocument();
  });

  it("closes a PDF when another file is shown", async () => {
    const sheets = pdfOf(3);
    openPdf.mockResolvedValue(sheets);
    const { user } = await preview(["plan.pdf", "plan.dwg"]);
    await screen.findByRole("img", { name: "Preview of plan.pdf, 1 of 3" });
    await user.click(screen.getByRole("button", { name: "Next file" }));
    expect(sheets.close).toHaveBeenCalled();
  });

  it("says when a document is too large", async () => {
    await preview(["plan.pdf"], () => Promise.reject(new FailureError(failure("tooLarge", { file: "plan.pdf" }))));
    expect(await screen.findByText("plan.pdf is too large for a preview. Open it instead.")).toBeVisible();
  });

  it("tries again when the server refused, and when it answers again", async () => {
    let refused = 2;
    const read = () => {
      refused -= 1;
      return refused >= 0 ? Promise.reject(new FailureError(failure("unreachable"))) : content();
    };
    const { user, bridge, readDocument } = await preview(["Kum.png"], read);
    expect(await screen.findByText("The server does not answer.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(readDocument).toHaveBeenCalledTimes(2));
    expect(await screen.findByText("The server does not answer.")).toBeVisible();
    const gone = { state: "offline", since: "2026-11-20T10:00:00Z", nextTryAt: null, failure: failure("unreachable") };
    // Queries tell their readers in a turn that follows.
    for (const online of [gone as Online, office.online]) {
      await act(async () => {
        bridge.emit("onlineChanged", online);
        await new Promise((done) => setTimeout(done));
      });
    }
    expect(await screen.findByRole("img", { name: "Preview of Kum.png" })).toBeVisible();
  });
});
