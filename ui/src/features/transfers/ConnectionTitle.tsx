/** Above the transfers of a connection, where those of others are listed too. */

import { useAppState } from "../../shared/app-state";
import { EnvTag } from "../../shared/parts";
import css from "./transfers.module.css";

export function ConnectionTitle({ name }: { name: string }) {
  const connection = useAppState().connections.find((each) => each.name === name);
  return (
    <h3 className={css.connection}>
      {name}
      {connection === undefined ? null : (
        <EnvTag environment={connection.environment} sampleData={connection.sampleData} />
      )}
    </h3>
  );
}
