/** All English words: one file a feature. */

import common from "./common.json";
import connect from "./connect.json";
import documents from "./documents.json";
import failures from "./failures.json";
import history from "./history.json";
import keys from "./keys.json";
import machines from "./machines.json";
import overview from "./overview.json";
import records from "./records.json";
import settings from "./settings.json";
import shell from "./shell.json";
import status from "./status.json";
import sync from "./sync.json";
import transfers from "./transfers.json";
import trips from "./trips.json";
import users from "./users.json";

export default {
  common,
  connect,
  documents,
  failures,
  history,
  keys,
  machines,
  overview,
  records,
  settings,
  shell,
  status,
  sync,
  transfers,
  trips,
  users,
};
