/** The providers around all screens. */

import { MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo } from "react";
import { type Bridge, BridgeProvider, useBridge } from "../ipc";
import { bridgeOf } from "../ipc/bridge";
import { Announcer } from "../shared/announce";
import { useConnection } from "../shared/app-state";
import { keepFocus } from "../shared/focus-home";
import { KeysHost } from "../shared/keys/KeysHost";
import { cssVariablesResolver, theme } from "../shared/theme/theme";
import { UndoToasts } from "../shared/undo/UndoToasts";
import { schemeManager, useAppearance } from "./appearance";
import { router } from "./router";
import { showWholeTexts } from "./whole-text";

export function App({ bridge, queries }: { bridge: Bridge; queries: QueryClient }) {
  useEffect(showWholeTexts, []);
  useEffect(keepFocus, []);
  return (
    <QueryClientProvider client={queries}>
      <BridgeProvider value={bridge}>
        <MantineProvider
          colorSchemeManager={schemeManager(queries)}
          cssVariablesResolver={cssVariablesResolver}
          defaultColorScheme="auto"
          theme={theme}
        >
          <OfConnection>
            <Appearance />
            <RouterProvider router={router} />
            <UndoToasts />
            <KeysHost />
            <Announcer />
          </OfConnection>
        </MantineProvider>
      </BridgeProvider>
    </QueryClientProvider>
  );
}

/** Screens change what belongs to the connection that they are shown for, and nothing of another one. */
function OfConnection({ children }: { children: ReactNode }) {
  const bridge = useBridge();
  const connection = useConnection()?.id ?? null;
  const carrying = useMemo(() => bridgeOf(bridge, connection), [bridge, connection]);
  return <BridgeProvider value={carrying}>{children}</BridgeProvider>;
}

function Appearance() {
  useAppearance();
  return null;
}
