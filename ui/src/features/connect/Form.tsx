/** The fields of a connection. It holds none of them: the secret is in its own input, the rest above. */

import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { type FormEvent, type Ref, useId } from "react";
import { useTranslation } from "react-i18next";
import type { Environment } from "../../ipc";
import { Icon } from "../../shared/parts";
import { Advanced, scopesLook } from "./Advanced";
import css from "./connect.module.css";
import { addressFields, type FieldName, type Fields, type Problem, type SecretState, type SignIn } from "./model";
import { SecretField } from "./SecretField";

type Props = {
  ref: Ref<HTMLFormElement>;
  fields: Fields;
  secret: SecretState;
  secretField: Ref<HTMLInputElement>;
  problems: ReadonlyMap<FieldName, Problem>;
  addressesOpen: boolean;
  /** The addresses are those of another connection of this environment. */
  known: boolean;
  checking: boolean;
  /** A check ended without success, so the button says *Try again*. */
  tried: boolean;
  /** The main button is elsewhere: *Start* beside a good result. */
  quiet: boolean;
  onChange: (fields: Fields) => void;
  onEnvironment: (environment: Environment) => void;
  onLeave: (field: FieldName) => void;
  onSignIn: (signIn: SignIn) => void;
  onAddressesOpen: (open: boolean) => void;
  onPasteAgain: () => void;
  onSubmit: () => void;
  onSample: (() => void) | null;
};

export function Form(props: Props) {
  const { fields, problems, checking, onChange, onLeave } = props;
  const { t } = useTranslation("connect");
  const { t: common } = useTranslation("common");
  const environmentLabel = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  const wrong = (field: FieldName) => {
    const problem = problems.get(field);
    return problem === undefined ? undefined : t(`problem.${problem}`);
  };
  const token = fields.signIn === "token";
  const text = (field: Exclude<keyof Fields, "environment" | "signIn">) => ({
    name: field,
    value: fields[field],
    error: wrong(field),
    autoComplete: "off",
    spellCheck: false,
    inputWrapperOrder: ["label", "input", "description", "error"] as ("label" | "input" | "description" | "error")[],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...fields, [field]: event.currentTarget.value }),
    onBlur: () => onLeave(field),
  });
  const Optional = <span className={css.optional}>{common("optional")}</span>;

  return (
    <form className={css.form} noValidate onSubmit={submit} ref={props.ref}>
      <div>
        <div className={css.label} id={environmentLabel}>
          {t("environment")}
        </div>
        <SegmentedControl
          aria-labelledby={environmentLabel}
          className={fields.environment === "test" ? css.testChosen : undefined}
          data={[
            { value: "production", label: common("environment.production") },
            { value: "test", label: common("environment.test") },
          ]}
          fullWidth
          onChange={(value) => props.onEnvironment(value as Environment)}
          value={fields.environment}
        />
        <p className={`fd-caption fd-ink2 ${css.under}`}>
          {t(fields.environment === "test" ? "testHelp" : "productionHelp")}
        </p>
      </div>
      <TextInput
        {...text("name")}
        accessKey="n"
        label={
          <>
            {t("name")}
            {Optional}
          </>
        }
        placeholder={t("nameHelp")}
      />
      {token ? null : (
        <TextInput {...text("clientId")} accessKey="i" classNames={{ input: `${css.mono}` }} label={t("clientId")} />
      )}
      <SecretField
        error={wrong("secret")}
        inputRef={props.secretField}
        onPasteAgain={props.onPasteAgain}
        secret={props.secret}
        signIn={fields.signIn}
      />
      <details
        className={css.addresses}
        onToggle={(event) => props.onAddressesOpen(event.currentTarget.open)}
        open={props.addressesOpen || addressFields.some((field) => problems.has(field))}
      >
        <summary>
          <Icon className={css.turn} name="right" size={14} />
          <b>{t("addresses")}</b>
          <span className="fd-ink3">{addressNote(props, t)}</span>
        </summary>
        <div className={css.addressFields}>
          {token ? null : (
            <TextInput
              {...text("identityUrl")}
              classNames={{ input: `${css.mono}` }}
              label={t("identityUrl")}
              placeholder="https://"
            />
          )}
          <TextInput
            {...text("baseUrl")}
            classNames={{ input: `${css.mono}` }}
            label={t("baseUrl")}
            placeholder="https://"
          />
          <TextInput
            {...text("reportingUrl")}
            classNames={{ input: `${css.mono}` }}
            label={
              <>
                {t("reportingUrl")}
                {Optional}
              </>
            }
            placeholder="https://"
          />
          <TextInput
            {...text("proxy")}
            classNames={{ input: `${css.mono}` }}
            description={t("proxyHelp")}
            label={
              <>
                {t("proxy")}
                {Optional}
              </>
            }
            placeholder="http://proxy:8080"
          />
        </div>
      </details>
      <Advanced
        fields={fields}
        onSignIn={props.onSignIn}
        scopes={
          <TextInput
            {...text("scopes")}
            {...scopesLook(t)}
            label={
              <>
                {t("permissions")}
                {Optional}
              </>
            }
          />
        }
      />
      <div className={css.buttons}>
        <Button type="submit" variant={checking || props.quiet ? "default" : "filled"}>
          {checking ? common("cancel") : props.tried ? common("tryAgain") : t("check")}
        </Button>
        {props.onSample === null || checking ? null : (
          <Button onClick={props.onSample}>{t("first.sampleButton")}</Button>
        )}
      </div>
    </form>
  );
}

function addressNote({ fields, known }: Props, t: ReturnType<typeof useTranslation<"connect">>["t"]): string {
  const signInMissing = fields.signIn === "client" && fields.identityUrl.trim() === "";
  if (signInMissing || fields.baseUrl.trim() === "") return t("addressesMissing");
  return known
    ? t(fields.environment === "test" ? "addressesKnownTest" : "addressesKnownProduction")
    : t("addressesFilled");
}
