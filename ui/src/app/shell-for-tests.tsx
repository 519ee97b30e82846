/** The shell with plain screens in it, for its tests. */

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import type { Answers } from "../shared/testing/bridge";
import { show } from "../shared/testing/render";
import { Frame } from "./Frame";

/** The shell around plain screens: what it does itself is looked at here, the screens in their own tests. */
export async function shell(answers: Answers = {}, Folders = () => <h1>The folders</h1>) {
  const root = createRootRoute({ component: Frame });
  const page = (path: string, title: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => <h1>{title}</h1> });
  const router = createRouter({
    routeTree: root.addChildren([
      page("/documents", "The documents"),
      createRoute({ getParentRoute: () => root, path: "/folders", component: Folders }),
      page("/folders/$folder/$tab", "One folder"),
      page("/machines/fuel", "Fuel"),
      page("/settings", "The settings"),
      page("/connect", "The form"),
    ]),
    history: createMemoryHistory({ initialEntries: ["/documents"] }),
  });
  const shown = await show(<RouterProvider router={router as never} />, { noteUnsaved: null, ...answers });
  await screen.findByRole("heading", { name: "The documents" });
  return { ...shown, router };
}
