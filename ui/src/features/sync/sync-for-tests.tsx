/** Synced folders as their tests open them, on the recorded folders. */

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { beforeEach } from "vitest";
import type { Answers } from "../../shared/testing/bridge";
import { folderNamed, foldersOf, office } from "../../shared/testing/recorded";
import { show } from "../../shared/testing/render";
import { useUndoStore } from "../../shared/undo/store";
import { ActivityScreen, FolderScreen, SyncScreen, WizardScreen } from "./index";
import { usePendingStore } from "./pending-decisions";
import { useLeaving, useVerify } from "./store";
import { useDraft } from "./wizard/use-wizard";

export const va = folderNamed(office, "Tegninger VA");

const emptyDraft = useDraft.getInitialState();

/** Each test begins without what another one left. */
export function beginAnew(): void {
  beforeEach(() => {
    useDraft.setState(emptyDraft, true);
    useVerify.setState({ verifying: new Map() });
    useLeaving.setState({ ids: new Set() });
    usePendingStore.setState({ folders: new Map() });
    useUndoStore.setState({ toasts: [] });
  });
}

export async function open(at: string, more: Answers = {}) {
  const root = createRootRoute();
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: "/folders", component: SyncScreen }),
      createRoute({ getParentRoute: () => root, path: "/folders/new", component: WizardScreen }),
      createRoute({ getParentRoute: () => root, path: "/activity", component: ActivityScreen }),
      createRoute({ getParentRoute: () => root, path: "/folders/$folder/$tab", component: FolderScreen }),
      createRoute({ getParentRoute: () => root, path: "/settings", component: () => <h1>The settings</h1> }),
      createRoute({ getParentRoute: () => root, path: "/documents", component: () => <h1>The documents</h1> }),
    ]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  const shown = await show(<RouterProvider router={router as never} />, { ...foldersOf(office), ...more });
  return { ...shown, router };
}
