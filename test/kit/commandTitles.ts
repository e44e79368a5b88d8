import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface ManifestMenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
}

interface CommandManifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly submenus: readonly { readonly id: string; readonly label: string }[];
    readonly menus: Readonly<Record<string, readonly ManifestMenuItem[]>>;
    readonly viewsWelcome: readonly {
      readonly view: string;
      readonly contents: string;
      readonly when: string;
    }[];
  };
}

const readJson = (root: string, name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));

/** Reads the commands, menus, and welcome views of the manifest in a folder, with their English titles. */
export function readCommandTitles(root: string) {
  const { contributes } = readJson(root, 'package.json') as CommandManifest;
  const texts = readJson(root, 'package.nls.json') as Readonly<Record<string, string>>;
  const resolveText = (text: string): string =>
    text.replace(/^%(.+)%$/, (_, key: string) => texts[key] ?? '');
  const commands = contributes.commands.map(({ command, title }) => ({ command, title: resolveText(title) }));
  const commandOf = (title: string): string => {
    const matches = commands.filter((one) => one.title === title || one.title === `${title}...`);
    const [only] = matches;
    if (!only || matches.length > 1) throw new Error(`${matches.length} commands are called ${title}.`);
    return only.command;
  };
  /** Returns the commands of a menu and of its submenus. */
  const listMenuItems = (menu: string): readonly { readonly command: string; readonly when: string }[] =>
    (contributes.menus[menu] ?? []).flatMap(({ command = '', submenu, when = '' }) => {
      if (submenu === undefined) return [{ command, when }];
      return listMenuItems(submenu).map((item) => ({
        ...item,
        when: item.when === '' ? when : `${when} && ${item.when}`,
      }));
    });
  const titleOf = (command: string): string => commands.find((one) => one.command === command)?.title ?? '';
  return {
    commandOf,
    /** Returns the title of a command, or an empty string if it doesn't exist. */
    titleOf,
    /** Returns the contents of an empty view, with their conditions. */
    welcomes: (view: string) =>
      contributes.viewsWelcome
        .filter((one) => one.view === view)
        .map(({ contents, when }) => ({ text: resolveText(contents), when })),
    /** Returns the titles of a menu's commands, with their conditions. */
    inMenu: (menu: string) =>
      listMenuItems(menu).map(({ command, when }) => ({ title: titleOf(command), whens: [when] })),
    /** Returns the labels of the submenus that contain a command. */
    submenusWith: (title: string): readonly string[] => {
      const isRequested = (command = ''): boolean => [title, `${title}...`].includes(titleOf(command));
      return contributes.submenus
        .filter(({ id }) => contributes.menus[id]?.some(({ command }) => isRequested(command)))
        .map(({ label }) => resolveText(label));
    },
    /** Returns the conditions under which a menu contains a command. */
    whens: (menu: string, command: string): readonly string[] =>
      listMenuItems(menu)
        .filter((item) => item.command === command)
        .map(({ when }) => when),
  };
}
