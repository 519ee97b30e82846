/** A day, written as this computer's region has it: without a region the browser writes the month first. */

import { TextInput, type TextInputProps } from "@mantine/core";
import { useAppState } from "../app-state";

export function DayField(props: Omit<TextInputProps, "type" | "lang">) {
  const { locale } = useAppState();
  return <TextInput {...props} lang={locale} type="date" />;
}
