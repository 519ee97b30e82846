import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Suspense } from "react";
import { expect, it } from "vitest";
import { speak } from "../../shared/i18n";
import { GuideLink } from "../../shared/parts";
import { axeFindings, show } from "../../shared/testing/render";
import { Guide } from "./Guide";

/** The guide at an address, reached from a screen that links to a heading of it. */
async function guide(path: string) {
  const root = createRootRoute({
    component: () => (
      <Suspense>
        <Outlet />
      </Suspense>
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({
        getParentRoute: () => root,
        path: "/folders",
        component: () => <GuideLink to="folders#conflict" />,
      }),
      createRoute({ getParentRoute: () => root, path: "/guide/$page", component: Guide }),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  const shown = await act(() => show(<RouterProvider router={router as never} />));
  return { ...shown, router };
}

const contents = () => screen.getByRole("navigation", { name: /Contents|Innhold|Innehåll/ });
const current = () => within(contents()).getByRole("link", { current: "location" });

it("leads from a state to its heading, and back to the state", async () => {
  const { user, router } = await guide("/folders");
  await user.click(await screen.findByRole("link", { name: "More in the guide" }));
  const heading = await screen.findByRole("heading", { name: "Changed in folder and project" });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(current()).toHaveTextContent("Changed in folder and project");
  expect(within(contents()).getByRole("link", { current: "page" })).toHaveTextContent("Synced folders");
  // Other places of the guide are no steps on the way back.
  await user.click(within(contents()).getByRole("link", { name: "Reviewing an upload" }));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Reviewing an upload" })).toHaveFocus());
  await user.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/folders"));
});

it("lists every page with its headings, by keyboard too", async () => {
  await guide("/guide/history");
  await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "History" })).toHaveFocus());
  const links = within(contents()).getAllByRole("link");
  expect(links.length).toBeGreaterThan(50);
  expect(links[0]).toHaveTextContent("Documents");
  links[0]?.focus();
  fireEvent.keyDown(links[0] as HTMLElement, { key: "ArrowDown" });
  expect(links[1]).toHaveFocus();
  fireEvent.keyDown(links[1] as HTMLElement, { key: "End" });
  expect(links.at(-1)).toHaveFocus();
  fireEvent.keyDown(window, { key: "F6" });
  expect(screen.getByRole("article")).toHaveFocus();
  expect(await axeFindings()).toEqual([]);
});

it("opens the contents in a narrow window and closes them again", async () => {
  const { user } = await guide("/guide/settings");
  const toggle = await screen.findByRole("button", { name: "Contents" });
  await user.click(toggle);
  expect(toggle).toHaveAttribute("aria-expanded", "true");
  fireEvent.keyDown(within(contents()).getAllByRole("link")[0] as HTMLElement, { key: "Escape" });
  expect(toggle).toHaveAttribute("aria-expanded", "false");
  expect(toggle).toHaveFocus();
});

it("shows a link in the text where it leads, and the first page for one that does not exist", async () => {
  const { user } = await guide("/guide/nothing");
  expect(await screen.findByRole("heading", { level: 1, name: "Documents" })).toBeVisible();
  await user.click(within(screen.getByRole("article")).getByRole("link", { name: "History" }));
  expect(await screen.findByRole("heading", { level: 1, name: "History" })).toBeVisible();
});

it("speaks the language of the window, at the same heading", async () => {
  await guide("/guide/folders#deleted");
  expect(await screen.findByRole("heading", { name: "Deleted from folder" })).toBeVisible();
  await act(() => speak("nb"));
  const heading = await screen.findByRole("heading", { name: "Slettet fra mappen" });
  expect(heading.closest("[lang]")).toHaveAttribute("lang", "nb");
  expect(current()).toHaveTextContent("Slettet fra mappen");
  await act(() => speak("sv"));
  expect(await screen.findByRole("heading", { name: "Borttagen från mappen" })).toBeVisible();
  await act(() => speak("en"));
});
