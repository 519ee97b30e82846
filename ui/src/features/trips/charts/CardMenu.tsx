/** Choice of a card's content, as a menu behind its name. */

import { Menu } from "@mantine/core";
import { Icon } from "../../../shared/parts";
import css from "./charts.module.css";

type Props<Name extends string> = {
  /** What is chosen here. */
  label: string;
  choices: readonly { readonly name: Name; readonly label: string }[];
  chosen: Name;
  onChoose: (name: Name) => void;
};

export function CardMenu<Name extends string>({ label, choices, chosen, onChoose }: Props<Name>) {
  const shown = choices.find(({ name }) => name === chosen)?.label ?? "";
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button aria-label={`${label}: ${shown}`} className={css.by} type="button">
          {shown} <Icon name="down" size={14} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item
            key={choice.name}
            leftSection={choice.name === chosen ? <Icon name="tick" size={15} /> : null}
            onClick={() => onChoose(choice.name)}
          >
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
