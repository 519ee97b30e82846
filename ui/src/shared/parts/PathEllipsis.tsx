/** A path on one line, shortened at its separators from the start when there is no room: it tells most at its end. */

import { fitPath } from "./fit-path";
import { Shortened } from "./Shortened";

export function PathEllipsis({ text }: { text: string }) {
  return <Shortened rule={fitPath} text={text} />;
}
