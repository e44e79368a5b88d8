import type { Locator } from '@playwright/test';
import { root } from '../harness/paths.ts';
import { readCommandTitles } from '../kit/commandTitles.ts';
import { expect } from './fixtures.ts';
import type { PageWindow } from './window.ts';

export type MenuContext = Readonly<Record<string, unknown>>;

const menuItems = readCommandTitles(root).inMenu('webview/context');

/** Whether the condition of a menu item holds. Throws if the condition has an unknown form. */
function holds(when: string, context: MenuContext): boolean {
  return when.split(' && ').every((part) => {
    const [whole, not, key = '', , value] = /^(!?)([\w.]+)( == '?([\w.]+)'?)?$/.exec(part) ?? [];
    if (whole === undefined) throw new Error(`The condition ${part} isn't supported.`);
    const isTrue = value === undefined ? Boolean(context[key]) : context[key] === value;
    return isTrue === (not === '');
  });
}

/** The menu that the editor would show for an element of a page. */
interface ContextMenu {
  readonly titles: readonly string[];
  /** Selects an item. */
  choose(title: string): Promise<void>;
}

/**
 * Opens the context menu of an element of a page. Like the editor, merges the contexts of the element and its
 * ancestors. `editorContext` has context keys of the editor.
 */
export async function openContextMenu(
  workbench: PageWindow,
  element: Locator,
  editorContext: MenuContext = {},
): Promise<ContextMenu> {
  await element.click({ button: 'right', position: { x: 10, y: 10 } });
  const texts = await element.evaluate((inner) => {
    const found: string[] = [];
    for (let one: Element | null = inner; one; one = one.parentElement) {
      found.unshift(one.getAttribute('data-vscode-context') ?? '{}');
    }
    return found;
  });
  const contexts = texts.map((text): MenuContext => JSON.parse(text));
  const context: MenuContext = Object.assign({ webviewId: 'hostedMcp.logs', ...editorContext }, ...contexts);
  // Otherwise, the editor also shows "Cut" and "Paste", which don't do anything on these pages.
  expect(context).toMatchObject({ preventDefaultContextMenuItems: true });
  const titles = menuItems
    .filter(({ whens }) => whens.some((when) => holds(when, context)))
    .map(({ title }) => title);
  return {
    titles,
    async choose(title) {
      expect(titles).toContain(title);
      await workbench.run(title, context);
    },
  };
}
