/** First start and Connect. */

export { ConnectScreen } from "./Screen";
