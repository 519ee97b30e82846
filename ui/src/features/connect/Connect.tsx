/** The form on the left and what the check found on the right. */

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type ConnectionInfo,
  type Environment,
  type Failure,
  failureOf,
  type Pasted,
  type SecretInput,
  useBridge,
} from "../../ipc";
import { announce } from "../../shared/announce";
import { useAppState, useConnection } from "../../shared/app-state";
import { asksToClose } from "../../shared/escape";
import { useFocusHome } from "../../shared/focus-home";
import { tellDone } from "../../shared/undo/store";
import { askUnsaved } from "../../shared/unsaved";
import css from "./connect.module.css";
import { Form } from "./Form";
import {
  addressFields,
  causeOf,
  draftOf,
  emptyFields,
  type FieldName,
  type Fields,
  fieldsOf,
  type Help,
  inEnvironment,
  isSameBut,
  nameFor,
  type Problem,
  problemOf,
  problemsOf,
  problemsOfCheck,
  type SecretState,
  type SignIn,
  toneOf,
  withHttp,
  withPasted,
} from "./model";
import { PasteBox } from "./PasteBox";
import { Result } from "./Result";
import { useCheck } from "./use-check";

type Props = { edited: ConnectionInfo | null; onConnected: () => void; onSample: () => void };

export function Connect({ edited, onConnected, onSample }: Props) {
  const { t } = useTranslation("connect");
  const { t: common } = useTranslation("common");
  const bridge = useBridge();
  const { connections } = useAppState();
  const inUse = useConnection();
  const [fields, setFields] = useState<Fields>(edited === null ? emptyFields : fieldsOf(edited));
  const [secret, setSecret] = useState<SecretState>(
    edited !== null && edited.secretKept !== "missing" ? { kind: "stored" } : { kind: "typed" },
  );
  const [problems, setProblems] = useState<ReadonlyMap<FieldName, Problem>>(new Map());
  const [addressesOpen, setAddressesOpen] = useState(false);
  const [saveFailure, setSaveFailure] = useState<Failure | null>(null);
  const secretField = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const columns = useRef<HTMLDivElement>(null);
  useFocusHome(columns, () => columns.current?.querySelector<HTMLElement>("textarea, input")?.focus());
  const check = useCheck();
  // A text can have a connection in each environment: the other one is filled in when it is chosen.
  const [sent, setSent] = useState<readonly Pasted[]>([]);
  const [taken, setTaken] = useState<Pasted | null>(null);

  /** A name is no part of what was checked. */
  const change = (next: Fields) => {
    setFields(next);
    if (!isSameBut(fields, next, "name")) check.forget();
  };
  const secretInput = (from: SecretState = secret): SecretInput =>
    from.kind === "typed" ? { kind: "typed", value: secretField.current?.value ?? "" } : from;

  const leave = (field: FieldName) => {
    const problem = field === "secret" ? null : problemOf(field, fields);
    setProblems((before) => {
      const next = new Map(before);
      next.delete(field);
      if (problem !== null && problem !== "missing") next.set(field, problem);
      return next;
    });
  };

  const focusOn = (field: FieldName) => {
    setAddressesOpen((open) => open || ["identityUrl", "baseUrl", "reportingUrl", "proxy"].includes(field));
    // After the fold has opened; what it holds has its height one picture later.
    const input = () => form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`);
    requestAnimationFrame(() => {
      input()?.focus();
      requestAnimationFrame(() => input()?.scrollIntoView({ block: "center" }));
    });
  };

  const changes = edited?.name ?? null;
  const run = (now: Fields, secretNow = secret) => {
    setSaveFailure(null);
    const input = secretInput(secretNow);
    const found = problemsOf(now, input.kind !== "typed" || input.value !== "");
    setProblems(found);
    const first = found.keys().next().value;
    if (first !== undefined) {
      focusOn(first);
      return;
    }
    void check.run(draftOf(now, input, changes));
  };

  const pasteAgain = () => {
    setSecret({ kind: "typed" });
    if (secretField.current) secretField.current.value = "";
    check.forget();
    focusOn("secret");
  };

  /** Fills in what was found; returns what the form has then. */
  const fill = (found: Pasted): [Fields, SecretState] => {
    const next = withPasted(fields, found);
    change(next);
    check.forget();
    setTaken(found);
    setProblems(new Map());
    const from: SecretState = found.secret === null ? secret : { kind: "pasted", handle: found.secret };
    setSecret(from);
    return [next, from];
  };
  const choose = (environment: Environment): [Fields, SecretState] => {
    const found = sent.find((each) => each.environment === environment);
    if (found !== undefined) return fill(found);
    const next = inEnvironment(fields, environment, connections);
    change(next);
    return [next, secret];
  };

  const other = fields.environment === "test" ? "production" : "test";
  const inOther = () => {
    const [next, secretNext] = choose(other);
    // Without its addresses a check in the other environment would ask the same service again.
    if (next.identityUrl === fields.identityUrl) {
      announce(t("help.needsAddresses"));
      focusOn("identityUrl");
    } else run(next, secretNext);
  };
  const followAddresses = () => {
    const next: Fields = { ...fields, environment: other };
    change(next);
    run(next);
  };

  /** A client's secret is no token, and the other way round: what was there is asked for again. */
  const signInWith = (signIn: SignIn) => {
    if (signIn === fields.signIn) return;
    const kept = edited !== null && edited.staticToken === (signIn === "token") && edited.secretKept !== "missing";
    change({ ...fields, signIn });
    setSecret(kept ? { kind: "stored" } : { kind: "typed" });
    setProblems(new Map());
  };

  const save = () => {
    setSaveFailure(null);
    const taken = connections.filter(({ name }) => name !== edited?.name).map(({ name }) => name);
    const client = fields.signIn === "client" ? fields.clientId : null;
    const others = [check.report?.company ?? null, client, common(`environment.${fields.environment}`)];
    const name = nameFor(fields.name, others, taken);
    const store = async () => {
      try {
        await bridge.saveConnection(draftOf({ ...fields, name }, secretInput(), changes));
        onConnected();
      } catch (error) {
        setSaveFailure(failureOf(error));
      }
    };
    // The one in use stays that, whatever else of it was changed.
    if (name === inUse?.name) void store();
    else askUnsaved("connection", () => void store());
  };

  const copy = async () => {
    await bridge.copyText(check.report?.message ?? "");
    tellDone(t("help.copied"));
  };

  const found = problemsOfCheck(check.report, fields);
  const showAddresses = () => focusOn(addressFields.find((field) => found.has(field)) ?? "identityUrl");
  const checkWithHttp = () => {
    const next = withHttp(fields, check.report === null ? undefined : causeOf(check.report)?.params.host);
    change(next);
    run(next);
  };
  const acts: Record<Help, () => void> = {
    start: save,
    startWithout: save,
    startWithoutDocuments: save,
    otherEnvironment: inOther,
    useOther: inOther,
    followAddresses,
    pasteAgain,
    copyForAdministrator: () => void copy(),
    copyForOperator: () => void copy(),
    copyForIt: () => void copy(),
    addresses: showAddresses,
    useHttp: checkWithHttp,
    rightAddress: showAddresses,
    proxy: () => focusOn("proxy"),
    browser: () => void bridge.openInBrowser(draftOf(fields, secretInput(), changes)),
    tryAgain: () => run(fields),
  };

  const take = (found: Pasted) => {
    const [next] = fill(found);
    setAddressesOpen(problemsOf(next, true).has("identityUrl") || problemsOf(next, true).has("baseUrl"));
  };
  const read = (all: Pasted[]) => {
    setSent(all);
    setTaken(null);
    const [only, other] = all;
    if (only !== undefined && other === undefined) take(only);
  };
  /** A text with both environments that nothing was taken of yet is meant for the one that stands in the form. */
  const submit = () => {
    if (taken === null && sent.length > 1) run(...choose(fields.environment));
    else run(fields);
  };

  const hasSecret = secret.kind !== "typed" || (secretField.current?.value ?? "") !== "";
  const missing = [...problemsOf(fields, hasSecret)].flatMap(([field, what]) => (what === "missing" ? field : []));

  const cancelOnEscape = (event: KeyboardEvent) => {
    if (!asksToClose(event)) return;
    if (check.running) check.cancel();
    else if (connections.length > 0) onConnected();
  };
  const tone = check.running ? "checking" : toneOf(check.report);
  const { cancel, running } = check;
  // A check that nobody waits for any more is ended.
  useEffect(() => () => (running ? cancel() : undefined), [running, cancel]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc ends the check from any field
    <div className={css.columns} onKeyDown={cancelOnEscape} ref={columns}>
      <section>
        <h1 className="fd-page">{edited === null ? t("title") : t("titleEdit", { name: edited.name })}</h1>
        <p className={`fd-ink2 ${css.intro}`}>{t("intro")}</p>
        {edited === null ? (
          <PasteBox
            all={sent}
            missing={missing}
            onCheck={() => run(fields)}
            onRead={read}
            onTake={take}
            taken={taken}
          />
        ) : null}
        <Form
          addressesOpen={addressesOpen}
          checking={check.running}
          fields={fields}
          known={connections.some(
            (c) => !c.sampleData && c.environment === fields.environment && c.identityUrl === fields.identityUrl,
          )}
          onAddressesOpen={setAddressesOpen}
          onChange={change}
          onEnvironment={choose}
          onLeave={leave}
          onPasteAgain={pasteAgain}
          onSignIn={signInWith}
          onSample={connections.some((c) => c.sampleData) ? null : onSample}
          onSubmit={() => (check.running ? check.cancel() : submit())}
          problems={new Map([...found, ...problems])}
          ref={form}
          secret={secret}
          secretField={secretField}
          quiet={tone === "good" || tone === "half"}
          tried={tone === "bad"}
        />
      </section>
      <Result check={check} onHelp={(kind) => acts[kind]()} saveFailure={saveFailure} signIn={fields.signIn} />
    </div>
  );
}
