/** Shows a screen over the answers of a test, as the program would. */

import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event";
import axe from "axe-core";
import type { ReactNode } from "react";
import { BridgeProvider, keys } from "../../ipc";
import { followEvents } from "../../ipc/events";
import { Announcer } from "../announce";
import { KeysHost } from "../keys/KeysHost";
import { theme } from "../theme/theme";
import { UndoToasts } from "../undo/UndoToasts";
import { type Answers, createTestBridge, type TestBridge } from "./bridge";
import { quiet } from "./recorded";

export interface Shown extends ReturnType<typeof render> {
  bridge: TestBridge;
  queries: QueryClient;
  user: ReturnType<typeof userEvent.setup>;
}

/** The longest time of a timer: a toast stands until the test ends it, however slow the computer is. */
const forEver = 2 ** 31 - 1;

/** Renders with the state already read, like the entry does; what the test does not answer is as in a quiet office. */
export async function show(screen: ReactNode, answers: Answers = {}, toastMs = forEver): Promise<Shown> {
  const bridge = createTestBridge({ ...quiet, ...answers });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(keys.appState, await bridge.appState());
  followEvents(bridge, queries);
  const shown = render(
    <QueryClientProvider client={queries}>
      <BridgeProvider value={bridge}>
        <MantineProvider env="test" theme={theme} withCssVariables={false} withGlobalClasses={false}>
          {screen}
          <UndoToasts timeMs={toastMs} />
          <KeysHost />
          <Announcer />
        </MantineProvider>
      </BridgeProvider>
    </QueryClientProvider>,
  );
  return {
    ...shown,
    bridge,
    queries,
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
  };
}

/** Returns the findings of axe, one line each. Colours are proven by the contrast test: jsdom has no layout. */
export async function axeFindings(root: Element = document.body): Promise<string[]> {
  const { violations } = await axe.run(root, {
    rules: {
      "color-contrast": { enabled: false },
      region: { enabled: false },
      "page-has-heading-one": { enabled: false },
    },
  });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}
