/** An image out of bytes. */

import { useEffect, useState } from "react";
import { UnreadableDocument } from "./model";

type Props = {
  content: Blob;
  label: string;
  className: string | undefined;
  onDrawn?: () => void;
  onFailed: (thrown: unknown) => void;
};

export function ImageView({ content, label, className, onDrawn, onFailed }: Props) {
  const address = useAddress(content);
  if (address === null) return null;
  return (
    <img
      alt={label}
      className={className}
      onError={(event) => onFailed(new UnreadableDocument("damagedImage", event.type))}
      onLoad={onDrawn}
      src={address}
    />
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
