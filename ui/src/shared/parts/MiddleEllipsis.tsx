/** A name on one line, shortened at words in its middle when there is no room. */

import { fitName } from "./middle";
import { Shortened } from "./Shortened";

export function MiddleEllipsis({ text }: { text: string }) {
  return <Shortened rule={fitName} text={text} />;
}
