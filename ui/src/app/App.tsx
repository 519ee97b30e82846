/** The providers around all screens. */

import { MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { type Bridge, BridgeProvider } from "../ipc";
import { Announcer } from "../shared/announce";
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
          <Appearance />
          <RouterProvider router={router} />
          <UndoToasts />
          <KeysHost />
          <Announcer />
        </MantineProvider>
      </BridgeProvider>
    </QueryClientProvider>
  );
}

function Appearance() {
  useAppearance();
  return null;
}
