/** An image, as wide as the panel. */

import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { UnreadableDocument } from "./model";
import css from "./preview.module.css";

type Props = { content: Blob; name: string; onFailed: (thrown: unknown) => void };

export function ImageView({ content, name, onFailed }: Props) {
  const { t } = useTranslation("documents", { keyPrefix: "panel.preview" });
  const address = useAddress(content);
  if (address === null) return <div className={css.ground} />;
  return (
    <div className={css.ground}>
      <img
        alt={t("image", { name })}
        className={css.image}
        onError={(event) => onFailed(new UnreadableDocument("damagedImage", event.type))}
        src={address}
      />
    </div>
  );
}

/** An address of the bytes while they are shown: without its end the window would keep them. */
function useAddress(content: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address;
}
