import type { Page } from '@playwright/test';
import { root } from '../harness/paths.ts';
import { readCommandTitles } from '../kit/commandTitles.ts';
import { FakeLocator, type TextPattern, waitForValue } from '../kit/fakeLocator.ts';
import { FakeWindow } from '../kit/fakeWindow.ts';
import type { SampleService } from '../service/service.ts';
import type { RunningExtension } from './extension.ts';
import type { PanelTab } from './panelTab.ts';
import type { Panel } from './vscode.ts';

const titles = readCommandTitles(root);

/** The extension with its pages in one browser tab. Everything else in the window is data. */
export class PageWindow extends FakeWindow {
  readonly page: Page;
  extension: RunningExtension;
  readonly #service: SampleService;
  readonly #tab: PanelTab;
  constructor(page: Page, extension: RunningExtension, service: SampleService, tab: PanelTab) {
    super(() => this.extension.editor.dialogs);
    this.page = page;
    this.extension = extension;
    this.#service = service;
    this.#tab = tab;
    tab.attachTo(extension);
  }

  /** Restarts the editor, which restores the visible panel. */
  async reloadWithEditors(): Promise<void> {
    const [panel] = this.extension.editor.panels.filter(({ visible }) => visible);
    // A page saves its state a moment after a change.
    if (panel)
      await waitForValue(
        () => panel.state !== undefined,
        () => `${panel.title} has saved nothing of itself.`,
      );
    await this.page.goto('about:blank');
    this.extension = this.extension.restart();
    this.#tab.attachTo(this.extension);
    if (panel) await this.extension.editor.restore(panel);
  }

  /** The page of the visible panel. */
  get webview(): Page {
    return this.page;
  }
  get logs(): Page {
    return this.page;
  }

  /** Runs a command by its title, without waiting for its end. */
  async run(title: string, argument?: unknown): Promise<void> {
    void this.extension.editor.run(titles.commandOf(title), argument);
  }

  /** Runs a command with the data of a row. */
  async runOn(row: object, title: string): Promise<void> {
    await this.run(title, row);
  }

  /**
   * Opens the logs of an environment, and waits for their page, because the previous page could be taken for
   * it.
   */
  async openLogs(project: string, environment: string): Promise<void> {
    await this.run('Open Runtime Logs', this.environment(project, environment));
    const title = this.extension.editor.translate('Logs: {0}', `${project}/${environment}`);
    await waitForValue(
      () => this.extension.editor.panels.some((panel) => panel.visible && panel.title === title),
      () => `${title} isn't in front.`,
    );
    await this.#tab.whenLoaded();
  }

  /** Returns the row of an environment, in the format of the tree. */
  environment(project: string, name: string) {
    const { world } = this.#service;
    const [found] = [...world.projects.values()].filter((one) => one.name === project);
    const id = found?.environmentIds.find((one) => world.environments.get(one)?.name === name);
    const environment = world.environments.get(id ?? '');
    if (!found || !environment) throw new Error(`There is no environment ${name} of ${project}.`);
    return {
      environmentId: environment.id,
      environmentName: name,
      projectId: found.id,
      projectName: project,
    };
  }

  /** Returns the row of a project, in the format of the tree. */
  row(project: string) {
    const found = [...this.#service.world.projects.values()].find(({ name }) => name.includes(project));
    if (!found) throw new Error(`There is no project ${project}.`);
    return { projectId: found.id, projectName: found.name };
  }

  /** Finds the tab of a panel. */
  tab(title: TextPattern): FakeLocator<Panel> {
    const matches = (text: string): boolean =>
      typeof title === 'string' ? text.includes(title) : title.test(text);
    return new FakeLocator<Panel>(
      `the tab ${title}`,
      () => this.extension.editor.panels.filter((panel) => matches(panel.title)),
      (panel) => ({ text: panel.title, isSelected: panel.visible }),
      (panel) => panel.reveal(),
    );
  }
}
