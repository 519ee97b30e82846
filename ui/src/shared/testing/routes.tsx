/** Screens at their addresses, as the program has them. */

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Answers } from "./bridge";
import { show } from "./render";

/** The screens of a test by their addresses; a text is the heading of a screen that has nothing else. */
export type Pages = Record<string, string | (() => ReactNode)>;

export type Where = {
  /** The address that is opened, if not the first. */
  at?: string;
  /** The frame around every screen. */
  frame?: () => ReactNode;
};

export async function showAt(pages: Pages, answers: Answers = {}, where: Where = {}) {
  const root = createRootRoute({ component: where.frame });
  const children = Object.entries(pages).map(([path, page]) => {
    const component = typeof page === "string" ? () => <h1>{page}</h1> : page;
    return createRoute({ getParentRoute: () => root, path, component });
  });
  const history = createMemoryHistory({ initialEntries: [where.at ?? Object.keys(pages)[0] ?? "/"] });
  const router = createRouter({ routeTree: root.addChildren(children), history });
  return { ...(await show(<RouterProvider router={router as never} />, answers)), router };
}
