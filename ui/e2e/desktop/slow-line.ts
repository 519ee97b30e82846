/** A slow line between the app and the service: uploads stand still where it is held. */

import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pass } from "node:timers/promises";

export interface SlowLine {
  /** Address in place of the service's. */
  origin: string;
  /** Lets nothing through any more. */
  hold: () => void;
  end: () => void;
}

/** Lets so many bytes a second of each request through to the service at `origin`. */
export async function slowLine(origin: string, bytesPerSecond: number): Promise<SlowLine> {
  let holds = false;
  const server = createServer({ highWaterMark: 16 * 1024 }, async (asked, answer) => {
    const { method, url, headers } = asked;
    const { host: _, ...kept } = headers;
    const onward = request(`${origin}${url}`, { method, headers: kept }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    for await (const part of asked) {
      if (holds) return;
      onward.write(part);
      await pass(((part as Buffer).length / bytesPerSecond) * 1000);
    }
    onward.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: () => {
      holds = true;
    },
    end: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
