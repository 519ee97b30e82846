import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Suspense } from "react";
import { expect, it } from "vitest";
import { type GuidePlace, openGuide, useGuide } from "../../shared/guide";
import { speak } from "../../shared/i18n";
import { GuideLink } from "../../shared/parts";
import { axeFindings, show } from "../../shared/testing/render";
import { Guide } from "./Guide";

function Screen() {
  const open = useGuide(({ place }) => place !== null);
  return (
    <>
      <GuideLink to="folders#conflict" />
      {open ? (
        <Suspense>
          <Guide />
        </Suspense>
      ) : null}
    </>
  );
}

/** A screen, with the guide open over it. */
async function guide(place?: GuidePlace) {
  const shown = await show(<Screen />);
  if (place !== undefined) await act(async () => openGuide(place));
  return shown;
}

const contents = () => screen.getByRole("navigation", { name: /Contents|Innhold|Innehåll/ });
const current = () => within(contents()).getByRole("link", { current: "location" });
const title = (name: string) => screen.findByRole("heading", { level: 1, name });

it("names the limits as they are", async () => {
  await guide("history");
  await title("History");
  expect(screen.getByRole("article")).toHaveTextContent("is kept here for 30 days");
});

it("lists every page with its headings, by keyboard too", async () => {
  await guide("history");
  await waitFor(async () => expect(await title("History")).toHaveFocus());
  const links = within(contents()).getAllByRole("link");
  expect(links.length).toBeGreaterThan(50);
  expect(links[0]).toHaveTextContent("A first day");
  links[0]?.focus();
  fireEvent.keyDown(links[0] as HTMLElement, { key: "ArrowDown" });
  expect(links[1]).toHaveFocus();
  fireEvent.keyDown(links[1] as HTMLElement, { key: "End" });
  expect(links.at(-1)).toHaveFocus();
  fireEvent.keyDown(window, { key: "F6" });
  expect(screen.getByRole("article")).toHaveFocus();
  expect(await axeFindings()).toEqual([]);
});

it("Esc closes the contents of a narrow window first, then the guide", async () => {
  const { user } = await guide("settings");
  const toggle = await screen.findByRole("button", { name: "Contents" });
  await user.click(toggle);
  expect(toggle).toHaveAttribute("aria-expanded", "true");
  fireEvent.keyDown(within(contents()).getAllByRole("link")[0] as HTMLElement, { key: "Escape" });
  expect(toggle).toHaveAttribute("aria-expanded", "false");
  expect(toggle).toHaveFocus();
  fireEvent.keyDown(toggle, { key: "Escape" });
  expect(screen.queryByRole("article")).toBeNull();
});

it("leads from its text to other pages", async () => {
  const { user } = await guide("documents");
  await title("Documents");
  await user.click(within(screen.getByRole("article")).getByRole("link", { name: "History" }));
  expect(await title("History")).toBeVisible();
});

it("speaks the language of the window, at the same heading", async () => {
  await guide("folders#deleted");
  expect(await screen.findByRole("heading", { name: "Deleted from folder" })).toBeVisible();
  await act(() => speak("nb"));
  const heading = await screen.findByRole("heading", { name: "Slettet fra mappen" });
  expect(heading.closest("[lang]")).toHaveAttribute("lang", "nb");
  expect(current()).toHaveTextContent("Slettet fra mappen");
  await act(() => speak("sv"));
  expect(await screen.findByRole("heading", { name: "Borttagen från mappen" })).toBeVisible();
  await act(() => speak("en"));
});
