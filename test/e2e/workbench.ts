import { basename } from 'node:path';
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { root } from '../harness/paths.ts';
import { readCommandTitles } from '../kit/commandTitles.ts';
import { repeatUntilDone } from './repeatUntilDone.ts';

const titles = readCommandTitles(root);

/** The parts of the editor's window, with locators that a user would recognize. */
export class Workbench {
  readonly page: Page;
  /** Translates an English text into the language of the window. */
  readonly translate: (text: string) => string;
  /** The quick input: the Command Palette, lists, and prompts. */
  readonly input: Locator;
  readonly inputMessage: Locator;
  readonly dialog: Locator;

  constructor(page: Page, say = (text: string): string => text) {
    this.page = page;
    this.translate = say;
    // When it's closed, it keeps the texts of the previous prompt.
    const widget = page.locator('.quick-input-widget').filter({ visible: true });
    this.input = widget.locator('input[type="text"], input[type="password"]');
    this.inputMessage = widget.locator('.quick-input-message');
    this.dialog = page.locator('.monaco-dialog-box');
  }

  /** Opens the Hosted MCP view in a new window. */
  async openView(): Promise<void> {
    await this.#container.waitFor();
    // Its badge, if there is already one, covers the icon.
    await this.#container.click();
    await this.tree.waitFor();
  }

  /** Reloads the window, which restores its editors. */
  async reloadWithEditors(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runOther('Developer: Reload Window');
    await loaded;
  }

  /** Reloads the window with the view open. A click could close a view that the window restores itself. */
  async reload(): Promise<void> {
    await this.page.reload();
    // Extensions load a little later than the window, and an open palette doesn't add their commands.
    await this.#container.waitFor();
    const show = `View: Show ${this.translate('Hosted MCP')}`;
    await repeatUntilDone(async (stretch) => {
      await this.page.keyboard.press('Escape');
      await this.#openPalette();
      await this.input.fill(`>${show}`, { timeout: 2000 * stretch });
      await this.item(show).click({ timeout: 2000 * stretch });
    });
    await expect(this.tree).toBeVisible();
  }

  /** The cursor position in the status bar. */
  get cursor(): Locator {
    return this.page.locator('[id="status.editor.selection"]');
  }

  /** The number on the icon of the view. */
  get badge(): Locator {
    return this.#container.locator('.badge-content');
  }

  /** The icon of the view in the activity bar. */
  get #container(): Locator {
    return this.page.getByRole('tab', { name: this.translate('Hosted MCP') });
  }

  /** The Projects view. */
  get tree(): Locator {
    return this.#view('Projects').locator('.pane-body');
  }

  /** The Audits view, which is collapsed until it's opened or an audit runs. */
  get audits(): Locator {
    return this.#view('Audits').locator('.pane-body');
  }

  async openAudits(): Promise<void> {
    const header = this.#view('Audits').locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
    await expect(header).toHaveAttribute('aria-expanded', 'true');
  }

  async closeAudits(): Promise<void> {
    const header = this.#view('Audits').locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) === 'true') await header.click();
    await expect(header).toHaveAttribute('aria-expanded', 'false');
  }

  #view(name: string): Locator {
    const header = this.page.locator(`.pane-header[aria-label*="${this.translate(name)}"]`);
    return this.page.locator('.pane').filter({ has: header });
  }

  /** Finds a row of the tree by its text. */
  row(text: string | RegExp): Locator {
    return this.page.locator('.monaco-list-row[role="treeitem"]').filter({ hasText: text });
  }

  /** Finds the row of an environment, whose project must be expanded. */
  environment(project: string, name: string): Locator {
    const kinds = ['environment of', 'production environment of'].map(this.translate);
    const label = new RegExp(`^${name}, (${kinds.join('|')}) ${project}`);
    return this.page.getByRole('treeitem', { name: label });
  }

  /** Expands a project, and opens the logs of an environment with a click on its row. */
  async openLogs(project: string, environment: string): Promise<void> {
    await this.row(project).click();
    await this.environment(project, environment).click();
  }

  /** Finds a button or a link of the empty view. */
  welcome(name: string): Locator {
    const content = this.page.locator('.welcome-view-content');
    const options = { name: this.translate(name) };
    return content.getByRole('button', options).or(content.getByRole('link', options));
  }

  /** Opens the Command Palette. A focused panel swallows the key while its page is loading. */
  async #openPalette(): Promise<void> {
    await repeatUntilDone(async (stretch) => {
      await this.page.keyboard.press('F1');
      await expect(this.input).toBeVisible({ timeout: 2000 * stretch });
    });
  }

  /** Runs a command by its title in the Command Palette. */
  run(title: string): Promise<void> {
    return this.runOther(this.translate(`Hosted MCP: ${title}`));
  }

  /** Runs a command of the editor itself, by its category and title. */
  async runOther(name: string): Promise<void> {
    // The palette also lists similar commands, and offers to ask the chat.
    const command = this.item(name).filter({ hasNotText: 'Ask in Chat' });
    let isAgain = false;
    // A page that becomes visible takes the focus, which closes an open palette.
    await repeatUntilDone(async (stretch) => {
      // An open palette doesn't add commands that are registered later.
      if (isAgain) await this.page.keyboard.press('Escape');
      isAgain = true;
      await this.#openPalette();
      await this.input.fill(`>${name}`, { timeout: 2000 * stretch });
      await command.click({ timeout: 4000 * stretch });
    });
    await expect(command).toBeHidden();
  }

  /** Sets the log level to `Trace`. */
  async logEverything(): Promise<void> {
    await this.#openPalette();
    await this.input.fill('>Developer: Set Log Level...');
    await this.choose(this.item('Developer: Set Log Level...'));
    await expect(this.item('Trace').first()).toBeVisible();
    await this.enter('Trace');
  }

  /** Runs a command from the menu of a row. */
  async runOn(row: Locator, title: string): Promise<void> {
    // Matches the whole title, because "Deploy" is also the beginning of "Deploy Folder...". The accessible
    // name would include the key binding.
    const label = this.page
      .getByText(this.translate(title), { exact: true })
      .or(this.page.getByText(this.translate(`${title}...`), { exact: true }));
    const item = this.page.getByRole('menuitem').filter({ has: label });
    const [submenu] = titles
      .submenusWith(title)
      .map((name) => this.page.getByRole('menuitem', { name: this.translate(name), exact: true }));
    // Redrawing a row closes its menu.
    await repeatUntilDone(async (stretch) => {
      try {
        await row.click({ button: 'right', timeout: 5000 * stretch });
        if (submenu) {
          // On other rows, the command is directly in the menu.
          await item
            .or(submenu)
            .first()
            .waitFor({ timeout: 5000 * stretch });
          if (!(await item.isVisible())) await submenu.press('ArrowRight', { timeout: 5000 * stretch });
        }
        await item.hover({ timeout: 5000 * stretch });
        // A menu that has just opened accepts keys, but no clicks yet. If it's redrawn at that moment, it
        // accepts neither.
        await item.press('Enter', { timeout: 5000 * stretch });
        await item.waitFor({ state: 'hidden', timeout: 5000 * stretch });
      } catch (error) {
        // Otherwise, an open menu would cover the row.
        await this.page.keyboard.press('Escape');
        throw error;
      }
    });
  }

  /** Returns the items of the open menu, when it's open. */
  async listMenuItems(): Promise<readonly string[]> {
    const items = this.page.locator('.monaco-menu').getByRole('menuitem');
    await items.first().waitFor();
    const texts = await items.allInnerTexts();
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  }

  /** Finds an item of the open list. */
  item(text: string | RegExp): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text });
  }

  /** Selects an item of the open list, and waits until the list closes, because it would get earlier keys. */
  async choose(item: Locator): Promise<void> {
    await item.click();
    await expect(item).toBeHidden();
  }

  /** Types into the quick input and presses Enter. */
  async enter(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /** Selects a file in the open dialog, which is a quick input in a browser. */
  async chooseFile(path: string): Promise<void> {
    await expect(this.input).toHaveValue(/\/$/);
    // The dialog first moves to the folder. While it opens, it can restore its own path and ignore clicks.
    const found = this.page.getByRole('option', { name: basename(path), exact: true });
    await repeatUntilDone(async (stretch) => {
      await this.input.fill(path, { timeout: 2000 * stretch });
      await expect(found).toBeVisible({ timeout: 4000 * stretch });
      await found.click({ timeout: 2000 * stretch });
      await expect(found).toBeHidden({ timeout: 8000 * stretch });
    });
  }

  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast').filter({ hasText: text });
  }

  /** Dismisses all messages, so that later ones can be found separately. At most three are visible. */
  async clearNotifications(): Promise<void> {
    await this.runOther('Notifications: Clear All Notifications');
    await expect(this.notification('')).toHaveCount(0);
  }

  /** The page of the visible panel. */
  get webview(): FrameLocator {
    return this.page.frameLocator('.webview.ready:visible').frameLocator('#active-frame');
  }

  /** The page of the visible log panel. */
  get logs(): FrameLocator {
    return this.webview;
  }

  /** Finds an editor tab. */
  tab(name: string | RegExp): Locator {
    return this.page.locator('.tabs-container').getByRole('tab', { name });
  }
}
