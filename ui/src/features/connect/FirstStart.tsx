/** The first picture on a fresh computer: two equal ways in. */

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon, type IconName } from "../../shared/parts";
import { useWindowReady } from "../../shared/window-ready";
import css from "./connect.module.css";

type Props = { onConnect: () => void; onSample: () => void; starting: boolean };

export function FirstStart({ onConnect, onSample, starting }: Props) {
  const { t } = useTranslation("connect");
  useWindowReady(true);
  return (
    <div className={css.first}>
      <h1 className={css.welcome}>{t("first.title")}</h1>
      <p className={`fd-ink2 ${css.promise}`}>{t("first.text")}</p>
      <div className={css.cards}>
        <Card
          icon="key"
          points={[t("first.connect1"), t("first.connect2"), t("first.connect3")]}
          title={t("first.connect")}
        >
          <Button onClick={onConnect} variant="filled">
            {t("first.connectButton")}
          </Button>
        </Card>
        <Card
          icon="desk"
          points={[t("first.sample1"), t("first.sample2"), t("first.sample3")]}
          title={t("first.sample")}
        >
          <Button onClick={onSample}>{starting ? t("first.starting") : t("first.sampleButton")}</Button>
        </Card>
      </div>
    </div>
  );
}

function Card({
  icon,
  title,
  points,
  children,
}: {
  icon: IconName;
  title: string;
  points: string[];
  children: ReactNode;
}) {
  return (
    <section className={css.card}>
      <span className={css.cardIcon}>
        <Icon name={icon} size={22} />
      </span>
      <h2 className="fd-title">{title}</h2>
      <ul>
        {points.map((point) => (
          <li key={point}>
            <Icon name="tick" size={15} />
            <span>{point}</span>
          </li>
        ))}
      </ul>
      <span className={css.spring} />
      {children}
    </section>
  );
}
