/** The form of the fuel editor: what was touched in it, over what is stored. */

import { useState } from "react";
import type { Machine } from "../model/types";
import { type FuelForm, followed, formOf, isSameForm } from "./model";

/** `begun`: what is stored, before anything was typed. */
export function useFuelForm(machines: readonly Machine[], show: (rate: number) => string) {
  const stored = formOf(machines, show);
  const [form, setForm] = useState<FuelForm>(stored);
  const [begun, setBegun] = useState(stored);
  // A save, its undo and others change it while the editor is open.
  if (machines.length > 0 && !isSameForm(stored, begun)) {
    setBegun(stored);
    setForm(followed(form, begun, stored));
  }
  return { form, setForm, begun };
}
