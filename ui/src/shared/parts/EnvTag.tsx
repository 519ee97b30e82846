/** Says which environment one is in: black for Production, violet for Test and sample data. */

import { useTranslation } from "react-i18next";
import css from "./parts.module.css";

type Props = { environment: "test" | "production"; sampleData: boolean; short?: boolean };

export function EnvTag({ environment, sampleData, short = false }: Props) {
  const { t } = useTranslation("common");
  const quiet = environment === "test" || sampleData;
  const words = short ? "environmentShort" : "environment";
  return (
    <span className={`${css.env} ${quiet ? css.envTest : css.envProduction} ${short ? css.envShort : ""}`}>
      {t(`${words}.${sampleData ? "sample" : environment}`)}
    </span>
  );
}
