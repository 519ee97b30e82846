/** The screens and their addresses. Hash history: the window has no server behind it. */

import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
} from "@tanstack/react-router";
import { useAppState } from "../shared/app-state";
import { Stopped } from "../shared/parts";
import { Frame } from "./Frame";

const rootRoute = createRootRoute({ component: Frame });

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  component: function Start() {
    const { connections } = useAppState();
    return <Navigate replace to={connections.length > 0 ? "/overview" : "/connect"} />;
  },
});

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/overview",
  component: lazyRouteComponent(() => import("../features/overview"), "OverviewScreen"),
});

const documentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/documents",
  component: lazyRouteComponent(() => import("../features/documents"), "DocumentsScreen"),
});

const foldersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/folders",
  component: lazyRouteComponent(() => import("../features/sync"), "SyncScreen"),
});

const newFolderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/folders/new",
  component: lazyRouteComponent(() => import("../features/sync"), "WizardScreen"),
});

const folderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/folders/$folder/$tab",
  component: lazyRouteComponent(() => import("../features/sync"), "FolderScreen"),
});

const activityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/activity",
  component: lazyRouteComponent(() => import("../features/sync"), "ActivityScreen"),
});

const historyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/history",
  component: lazyRouteComponent(() => import("../features/history"), "HistoryScreen"),
});

const machinesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/machines",
  component: lazyRouteComponent(() => import("../features/machines"), "MachinesScreen"),
});

const fuelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/machines/fuel",
  component: lazyRouteComponent(() => import("../features/machines"), "FuelScreen"),
});

const importRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/machines/import",
  component: lazyRouteComponent(() => import("../features/machines"), "ImportScreen"),
});

const usersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/users",
  component: lazyRouteComponent(() => import("../features/users"), "UsersScreen"),
});

const userImportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/users/import",
  component: lazyRouteComponent(() => import("../features/users"), "UserImportScreen"),
});

const tripsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/trips",
  component: lazyRouteComponent(() => import("../features/trips"), "TripsScreen"),
});

const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/connect",
  /** `edit` names the connection whose fields are filled in; `form` leaves the two cards out. */
  validateSearch: (search: Record<string, unknown>): { edit?: string; form?: boolean } => ({
    ...(typeof search.edit === "string" && { edit: search.edit }),
    ...(search.form === true && { form: true }),
  }),
  component: lazyRouteComponent(() => import("../features/connect"), "ConnectScreen"),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings",
  component: lazyRouteComponent(() => import("../features/settings"), "SettingsScreen"),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    startRoute,
    overviewRoute,
    documentsRoute,
    foldersRoute,
    newFolderRoute,
    folderRoute,
    activityRoute,
    historyRoute,
    machinesRoute,
    fuelRoute,
    importRoute,
    usersRoute,
    userImportRoute,
    tripsRoute,
    connectRoute,
    settingsRoute,
  ]),
  history: createHashHistory(),
  defaultErrorComponent: Stopped,
  defaultNotFoundComponent: () => <Navigate replace to="/" />,
  defaultPendingMs: 0,
  scrollRestoration: false,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
