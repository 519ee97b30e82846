/** The design language, section 10, as a Mantine theme. */

import {
  type ActionIconProps,
  type AutocompleteProps,
  type ButtonProps,
  type CheckboxProps,
  type CSSVariablesResolver,
  createTheme,
  type MenuProps,
  type ModalProps,
  type RadioProps,
  type SegmentedControlProps,
  type SelectProps,
  type TagsInputProps,
  type TextareaProps,
  type TextInputProps,
  type TooltipProps,
} from "@mantine/core";
import type { FocusEvent } from "react";
import { Icon } from "../parts/Icon";
import controls from "./controls.module.css";
import { dark, fontFamily, fontFamilyMonospace, light, roleVariables, shadow } from "./tokens";

/** Ten steps; only 8 (light) and 6 (dark) are ever a fill, the others serve Mantine's hover and soft variants. */
const fjord = [
  "#EAF4F9",
  "#D3E7F1",
  "#A9D0E2",
  "#74C3E8",
  "#3E9CC4",
  "#2486B0",
  "#16739C",
  "#11678D",
  "#0B5C80",
  "#08496A",
] as const;

/** Typed like a component's `extend`, without loading the component for the first picture. */
function part<P>(theme: { defaultProps: Partial<P>; classNames?: Record<string, string | undefined> }) {
  return theme;
}

/** Selects the text of a searchable list, so that a search replaces it. After the click, which sets the caret. */
function selectText({ currentTarget }: FocusEvent<HTMLInputElement>) {
  if (!currentTarget.readOnly) requestAnimationFrame(() => currentTarget.select());
}

const field = { input: controls.input, label: controls.label, description: controls.help, error: controls.error };

export const theme = createTheme({
  primaryColor: "fjord",
  primaryShade: { light: 8, dark: 6 },
  colors: { fjord },
  black: "#1A201D",
  white: "#FFFFFF",
  fontFamily,
  fontFamilyMonospace,
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  lineHeights: { xs: "1.333", sm: "1.385", md: "1.4286", lg: "1.375", xl: "1.4" },
  spacing: { xs: "0.25rem", sm: "0.5rem", md: "0.75rem", lg: "1rem", xl: "1.5rem" },
  radius: { xs: "0.1875rem", sm: "0.25rem", md: "0.375rem", lg: "0.5rem" },
  defaultRadius: "md",
  focusRing: "auto",
  focusClassName: "fd-focus",
  respectReducedMotion: true,
  autoContrast: true,
  cursorType: "default",
  headings: { fontFamily, fontWeight: "600" },
  components: {
    Button: part<ButtonProps>({
      defaultProps: { size: "sm", variant: "default" },
      classNames: { root: controls.button },
    }),
    ActionIcon: part<ActionIconProps>({
      defaultProps: { variant: "subtle", size: "1.875rem" },
      classNames: { root: controls.iconButton },
    }),
    TextInput: part<TextInputProps>({ defaultProps: { size: "md" }, classNames: field }),
    Textarea: part<TextareaProps>({ defaultProps: { size: "md" }, classNames: { ...field, input: controls.textarea } }),
    Select: part<SelectProps>({
      defaultProps: {
        size: "md",
        allowDeselect: false,
        comboboxProps: { shadow: "none", transitionProps: { duration: 0 } },
        rightSection: <Icon name="down" size={14} />,
        rightSectionPointerEvents: "none",
        onFocus: selectText,
        // What was typed is chosen by Enter.
        selectFirstOptionOnChange: true,
      },
      classNames: { ...field, dropdown: controls.floating, option: controls.option },
    }),
    Autocomplete: part<AutocompleteProps>({
      defaultProps: {
        size: "md",
        comboboxProps: { shadow: "none", transitionProps: { duration: 0 } },
        rightSection: <Icon name="down" size={14} />,
        rightSectionPointerEvents: "none",
      },
      classNames: { ...field, dropdown: controls.floating, option: controls.option },
    }),
    TagsInput: part<TagsInputProps>({
      defaultProps: { size: "md" },
      classNames: { ...field, input: controls.tags, pill: controls.tag },
    }),
    Checkbox: part<CheckboxProps>({
      defaultProps: { radius: "xs", size: "1rem" },
      classNames: { input: controls.checkbox, label: controls.tickLabel, description: controls.help },
    }),
    Radio: part<RadioProps>({
      defaultProps: { size: "1rem" },
      classNames: {
        radio: controls.checkbox,
        icon: controls.radioDot,
        label: controls.tickLabel,
        description: controls.help,
      },
    }),
    Menu: part<MenuProps>({
      defaultProps: { transitionProps: { duration: 0 } },
      classNames: { dropdown: controls.floating, item: controls.menuItem, label: controls.menuLabel },
    }),
    Modal: part<ModalProps>({
      defaultProps: {
        overlayProps: { blur: 0, backgroundOpacity: 0.35 },
        transitionProps: { duration: 120 },
        centered: true,
      },
      classNames: { content: controls.floating },
    }),
    SegmentedControl: part<SegmentedControlProps>({
      defaultProps: { withItemsBorders: false, transitionDuration: 0, size: "sm" },
      classNames: { root: controls.segments, label: controls.segment, indicator: controls.segmentOn },
    }),
    Tooltip: part<TooltipProps>({
      defaultProps: {
        openDelay: 400,
        transitionProps: { duration: 120 },
        events: { hover: true, focus: true, touch: false },
      },
      classNames: { tooltip: controls.tooltip },
    }),
  },
});

const pointed = {
  "--mantine-color-body": "var(--fd-bg)",
  "--mantine-color-text": "var(--fd-ink)",
  "--mantine-color-bright": "var(--fd-ink)",
  "--mantine-color-dimmed": "var(--fd-ink2)",
  "--mantine-color-placeholder": "var(--fd-ink3)",
  "--mantine-color-default": "var(--fd-surface)",
  "--mantine-color-default-hover": "var(--fd-raised)",
  "--mantine-color-default-color": "var(--fd-ink)",
  "--mantine-color-default-border": "var(--fd-edge)",
  "--mantine-color-error": "var(--fd-fail)",
  "--mantine-color-anchor": "var(--fd-accent)",
};

/** Writes the `--fd-*` roles and points Mantine's own variables to them. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...roleVariables(light), "--fd-shadow": shadow.light, ...pointed },
  dark: { ...roleVariables(dark), "--fd-shadow": shadow.dark, ...pointed },
});
