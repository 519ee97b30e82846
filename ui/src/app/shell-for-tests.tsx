/** The shell with plain screens in it, for its tests. */

import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import type { Answers } from "../shared/testing/bridge";
import { showAt } from "../shared/testing/routes";
import { Frame } from "./Frame";

/** The shell around plain screens: what it does itself is looked at here, the screens in their own tests. */
export async function shell(answers: Answers = {}, Folders: () => ReactNode = () => <h1>The folders</h1>) {
  const pages = {
    "/documents": "The documents",
    "/folders": Folders,
    "/folders/$folder/$tab": "One folder",
    "/machines/fuel": "Fuel",
    "/settings": "The settings",
    "/connect": "The form",
  };
  const shown = await showAt(pages, { noteUnsaved: null, ...answers }, { frame: Frame });
  await screen.findByRole("heading", { name: "The documents" });
  return shown;
}
