import { basename } from 'node:path';
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { root } from '../harness/paths.ts';
import { readCommandTitles } from '../kit/commandTitles.ts';
import { repeatUntilDone } from './repeatUntilDone.ts';

const titles = readCommandTitles(root);

/** The parts of the editor's window that the tests use, found as a person finds them. */
export class Workbench {
  readonly page: Page;
  /** Words of ours in the language of the window. */
  readonly translate: (text: string) => string;
  /** The box at the top: commands, lists and questions. */
  readonly input: Locator;
  readonly inputMessage: Locator;
  readonly dialog: Locator;

  constructor(page: Page, say = (text: string): string => text) {
    this.page = page;
    this.translate = say;
    // Closed, it keeps the words of the question before.
    const widget = page.locator('.quick-input-widget').filter({ visible: true });
    this.input = widget.locator('input[type="text"], input[type="password"]');
    this.inputMessage = widget.locator('.quick-input-message');
    this.dialog = page.locator('.monaco-dialog-box');
  }

  /** Opens the Hosted MCP view of a fresh window. */
  async openView(): Promise<void> {
    await this.#container.waitFor();
    // Its badge, where there is one by now, lies over the icon.
    await this.#container.click();
    await this.tree.waitFor();
  }

  /** Loads the window again as a person does: with its editors. */
  async reloadWithEditors(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runOther('Developer: Reload Window');
    await loaded;
  }

  /** Loads the window again, with the view open: a click could close what the window opens by itself. */
  async reload(): Promise<void> {
    await this.page.reload();
    // Extensions come a little later than the window; a palette that is open doesn't learn of them.
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

  /** Where the cursor is, in the status bar. */
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

  /** The Audits view, which is closed until someone opens it or runs an audit. */
  get audits(): Locator {
    return this.#view('Audits').locator('.pane-body');
  }

  /** Opens the Audits view. */
  async openAudits(): Promise<void> {
    const header = this.#view('Audits').locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
    await expect(header).toHaveAttribute('aria-expanded', 'true');
  }

  /** Closes the Audits view. */
  async closeAudits(): Promise<void> {
    const header = this.#view('Audits').locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) === 'true') await header.click();
    await expect(header).toHaveAttribute('aria-expanded', 'false');
  }

  #view(name: string): Locator {
    const header = this.page.locator(`.pane-header[aria-label*="${this.translate(name)}"]`);
    return this.page.locator('.pane').filter({ has: header });
  }

  /** A row of the tree by the words on it. */
  row(text: string | RegExp): Locator {
    return this.page.locator('.monaco-list-row[role="treeitem"]').filter({ hasText: text });
  }

  /** The row of an environment below its project, once that is open. */
  environment(project: string, name: string): Locator {
    const kinds = ['environment of', 'production environment of'].map(this.translate);
    const label = new RegExp(`^${name}, (${kinds.join('|')}) ${project}`);
    return this.page.getByRole('treeitem', { name: label });
  }

  /** Opens a project, then the logs of an environment by a click on its row. */
  async openLogs(project: string, environment: string): Promise<void> {
    await this.row(project).click();
    await this.environment(project, environment).click();
  }

  /** A button of the view while it is empty. */
  welcome(name: string): Locator {
    return this.page.locator('.welcome-view-content').getByRole('button', { name: this.translate(name) });
  }

  /** A panel that has the focus while its page is on the way swallows the key. */
  async #openPalette(): Promise<void> {
    await repeatUntilDone(async (stretch) => {
      await this.page.keyboard.press('F1');
      await expect(this.input).toBeVisible({ timeout: 2000 * stretch });
    });
  }

  /** Runs a command as a person does, by its title in the command palette. */
  run(title: string): Promise<void> {
    return this.runOther(this.translate(`Hosted MCP: ${title}`));
  }

  /** Runs a command of the editor itself, by its category and title. */
  async runOther(name: string): Promise<void> {
    // The palette also offers what is only similar.
    const command = this.item(name);
    let isAgain = false;
    // A page that comes into view takes the focus, and closes a palette that is open.
    await repeatUntilDone(async (stretch) => {
      // A palette that is open doesn't learn of commands that come.
      if (isAgain) await this.page.keyboard.press('Escape');
      isAgain = true;
      await this.#openPalette();
      await this.input.fill(`>${name}`, { timeout: 2000 * stretch });
      await command.click({ timeout: 4000 * stretch });
    });
    await expect(command).toBeHidden();
  }

  /** Sets the log level of everything to its finest. */
  async logEverything(): Promise<void> {
    await this.#openPalette();
    await this.input.fill('>Developer: Set Log Level...');
    await this.choose(this.item('Developer: Set Log Level...'));
    await expect(this.item('Trace').first()).toBeVisible();
    await this.enter('Trace');
  }

  /** Runs a command from the menu of a row. */
  async runOn(row: Locator, title: string): Promise<void> {
    // By its whole title: "Deploy" is also the beginning of "Deploy Folder...". A name would have the keys of the command, too.
    const label = this.page
      .getByText(this.translate(title), { exact: true })
      .or(this.page.getByText(this.translate(`${title}...`), { exact: true }));
    const item = this.page.getByRole('menuitem').filter({ has: label });
    const [submenu] = titles
      .submenusWith(title)
      .map((name) => this.page.getByRole('menuitem', { name: this.translate(name), exact: true }));
    // A row that is drawn again closes the menu that is open on it.
    await repeatUntilDone(async (stretch) => {
      try {
        await row.click({ button: 'right', timeout: 5000 * stretch });
        if (submenu) {
          // The same command stands in the menu itself on other rows.
          await item
            .or(submenu)
            .first()
            .waitFor({ timeout: 5000 * stretch });
          if (!(await item.isVisible())) await submenu.press('ArrowRight', { timeout: 5000 * stretch });
        }
        await item.hover({ timeout: 5000 * stretch });
        // A menu that has just opened takes keys, but no clicks yet; one that is drawn again at that moment takes neither.
        await item.press('Enter', { timeout: 5000 * stretch });
        await item.waitFor({ state: 'hidden', timeout: 5000 * stretch });
      } catch (error) {
        // A menu that stays open would lie over the row for ever.
        await this.page.keyboard.press('Escape');
        throw error;
      }
    });
  }

  /** An entry of the list that is open. */
  item(text: string | RegExp): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text });
  }

  /** Takes an entry of the list that is open, and waits until the list is gone: keys that come sooner are its own. */
  async choose(item: Locator): Promise<void> {
    await item.click();
    await expect(item).toBeHidden();
  }

  /** Types into the box at the top and presses Enter. */
  async enter(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /** Picks a file in the dialog that is open, which is a box in an editor like this. */
  async chooseFile(path: string): Promise<void> {
    await expect(this.input).toHaveValue(/\/$/);
    // The dialog goes to the folder first; while it opens, it may put its own path back, and not take what is clicked.
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

  /** Dismisses the messages that are there: what is said again later is looked for alone, and three are shown at most. */
  async clearNotifications(): Promise<void> {
    await this.runOther('Notifications: Clear All Notifications');
    await expect(this.notification('')).toHaveCount(0);
  }

  /** The page inside the panel that is in view. */
  get webview(): FrameLocator {
    return this.page.frameLocator('.webview.ready:visible').frameLocator('#active-frame');
  }

  /** The log panel that is in view. */
  get logs(): FrameLocator {
    return this.webview;
  }

  /** An editor tab. */
  tab(name: string | RegExp): Locator {
    return this.page.locator('.tabs-container').getByRole('tab', { name });
  }
}
