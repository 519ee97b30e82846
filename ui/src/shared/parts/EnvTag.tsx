/** Says which environment one is in: black for Production, violet for Test and sample data. */

import { useTranslation } from "react-i18next";
import css from "./parts.module.css";

export function EnvTag({ environment, sampleData }: { environment: "test" | "production"; sampleData: boolean }) {
  const { t } = useTranslation("common");
  const quiet = environment === "test" || sampleData;
  return (
    <span className={`${css.env} ${quiet ? css.envTest : css.envProduction}`}>
      {t(sampleData ? "environment.sample" : `environment.${environment}`)}
    </span>
  );
}
