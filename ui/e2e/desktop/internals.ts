/**
 * Stand-in for Tauri in a journey: commands and events go over HTTP to the app that serves the page.
 *
 * Sent into the browser as text before the page's own scripts, so it stands alone.
 */

/** A command that the page called; its arguments by name, in the order of the bindings. */
export type Call = {
  command: string;
  args: Record<string, unknown>;
  /** Milliseconds since the page was loaded. */
  called: number;
  answered?: number;
};

declare global {
  interface Window {
    /** Commands in the order in which they were called, since the page was loaded. */
    fielddeskCalls: Call[];
    /** Events in the order in which they came, with the milliseconds since the page was loaded. */
    fielddeskHeard: { event: string; at: number }[];
    /** Events that the page listens for. */
    fielddeskListens: Set<string>;
  }
}

export function installInternals(): void {
  type Callback = (message: unknown) => void;
  const callbacks = new Map<number, Callback>();
  const stops = new Map<number, () => void>();
  const events = new EventSource("/bridge/events");
  const open = new Promise<void>((done) => events.addEventListener("open", () => done(), { once: true }));
  let next = 1;
  window.fielddeskCalls = [];
  window.fielddeskHeard = [];
  window.fielddeskListens = new Set();

  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> => {
    // No event may happen before it can be heard.
    await open;
    const answer = await fetch(`/bridge/${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    const value: unknown = text === "" ? null : JSON.parse(text);
    if (answer.ok) return value;
    if (answer.status === 422) throw value;
    throw new Error(`The bridge answered ${answer.status} to ${path}.`);
  };

  const listen = async (event: string, handler: number): Promise<number> => {
    const id = next++;
    const hear = ({ data }: MessageEvent<string>) => {
      window.fielddeskHeard.push({ event, at: performance.now() });
      callbacks.get(handler)?.({ event, id, payload: JSON.parse(data) as unknown });
    };
    events.addEventListener(event, hear);
    stops.set(id, () => events.removeEventListener(event, hear));
    await post(`listen/${event}`, null);
    window.fielddeskListens.add(event);
    return id;
  };

  type Options = { headers?: Record<string, string> };
  const invoke = async (
    command: string,
    args: Record<string, unknown> = {},
    options: Options = {},
  ): Promise<unknown> => {
    if (command === "plugin:event|listen") return listen(String(args.event), Number(args.handler));
    if (command === "plugin:event|unlisten") return null;
    const call: Call = { command, args, called: performance.now() };
    window.fielddeskCalls.push(call);
    return post(`invoke/${command}`, args, options.headers).finally(() => {
      call.answered = performance.now();
    });
  };

  Object.assign(window, {
    __TAURI_INTERNALS__: {
      invoke,
      transformCallback: (callback: Callback) => {
        callbacks.set(next, callback);
        return next++;
      },
      unregisterCallback: (id: number) => callbacks.delete(id),
      convertFileSrc: (path: string, protocol: string) => `/bridge/${protocol}${path}`,
      metadata: { currentWindow: { label: "main" }, currentWebview: { windowLabel: "main", label: "main" } },
    },
    __TAURI_EVENT_PLUGIN_INTERNALS__: {
      unregisterListener: (_event: string, id: number) => {
        stops.get(id)?.();
        stops.delete(id);
      },
    },
  });
}
