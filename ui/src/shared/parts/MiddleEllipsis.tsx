/** A name on one line, shortened at words in its middle when there is no room. */

import { fitName, fitPlace } from "./middle";
import { Shortened } from "./Shortened";

export function MiddleEllipsis({ text }: { text: string }) {
  return <Shortened rule={fitName} text={text} />;
}

/** The name of a place: the number at its end stays. */
export function PlaceEllipsis({ text }: { text: string }) {
  return <Shortened rule={fitPlace} text={text} />;
}
