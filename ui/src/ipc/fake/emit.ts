/** How a part of the fake lets an event of the desktop side happen. */

import type { EventName, Payloads } from "../bridge";

export type Emit = <K extends EventName>(name: K, payload: Payloads[K]) => void;
