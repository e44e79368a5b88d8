import * as vscode from 'vscode';
import { answer } from '../editor/answers.ts';
import type { CommandTable } from '../editor/commands.ts';
import { UserError } from '../editor/userError.ts';
import { plainText } from '../explorer/plainText.ts';
import { CommandId, PanelType } from '../ids.ts';
import { askRange } from './askRange.ts';
import { LogPanel, type LogPanelDeps } from './panel.ts';
import { createPanelCommands } from './panelCommands.ts';
import { pickDeployment } from './pickDeployment.ts';
import { timeRuleText } from './rangeWords.ts';
import type { Query } from './read/sessionState.ts';
import type { ServiceFilter } from './read/source.ts';
import { type PanelIdentity, readSavedState } from './savedState.ts';
import { readRange, type TimeRange } from './timeRange.ts';

interface PickedEnvironment {
  readonly environmentId: string;
  readonly environmentName: string;
  readonly projectName?: string;
}

interface LogsDeps extends LogPanelDeps {
  /** The environment that a command is about: from its argument, else asked for. `undefined`: the user left. */
  readonly pickEnvironment: (argument: unknown, title: string) => Promise<PickedEnvironment | undefined>;
}

/** What the commands answer: the environment, and how many entries are loaded. */
export interface OpenedLogs {
  readonly environmentId: string;
  readonly rows: number;
}

/** The same of a deployment. */
export interface OpenedDeploymentLogs {
  readonly deploymentId: string;
  readonly rows: number;
}

interface Logs extends vscode.Disposable {
  readonly commands: CommandTable;
  /** Asks again where a panel shows what failed. */
  retryFailed(): void;
  /** The panels of an environment that is there no more end, and those of its deployments. */
  environmentDeleted(environment: DeletedEnvironment): void;
}

interface DeletedEnvironment {
  readonly baseUrl: string;
  readonly environmentId: string;
}

/** The log panels: *Open Latest Logs* (E8), *Open Logs* (E7), *Open Deployment Logs* (E14), and panels that come back with the editor. */
export function createLogs(deps: LogsDeps): Logs {
  const { connection, pickEnvironment } = deps;
  const panels = new Map<string, LogPanel>();

  function adopt(webviewPanel: vscode.WebviewPanel, identity: PanelIdentity): LogPanel {
    const panel = new LogPanel(webviewPanel, identity, deps);
    const key = keyOf(identity);
    panels.set(key, panel);
    webviewPanel.onDidDispose(() => panels.delete(key));
    return panel;
  }

  async function open(picked: PickedEnvironment, query: Query): Promise<OpenedLogs> {
    const { environmentId, environmentName, projectName } = picked;
    const panel = await show(
      { environmentId, environmentName, ...(projectName !== undefined && { projectName }) },
      query,
    );
    return { environmentId, rows: panel.rowCount };
  }

  async function show(subject: Omit<PanelIdentity, 'baseUrl'>, query: Query): Promise<LogPanel> {
    // Rejects with the reason when no service is chosen.
    await connection.client();
    const identity = { ...subject, baseUrl: connection.baseUrl ?? '' };
    let panel = panels.get(keyOf(identity));
    if (panel) {
      panel.reveal();
      if (showsTheSame(panel.query, query)) panel.retryFailed();
      await (showsTheSame(panel.query, query) ? panel.settled : panel.load(query, !query.range));
    } else {
      const title = identity.deploymentId === undefined ? titleOf(identity) : deploymentTitle(identity);
      panel = adopt(
        vscode.window.createWebviewPanel(PanelType.logs, title, vscode.ViewColumn.Active),
        identity,
      );
      await panel.load(query, !query.range);
    }
    return panel;
  }

  async function openLatestLogs(argument: unknown): Promise<OpenedLogs | undefined> {
    const picked = await pickEnvironment(argument, vscode.l10n.t('Open Latest Logs'));
    return picked && open(picked, { filter: filterOf(argument) });
  }

  async function openLogs(argument: unknown): Promise<OpenedLogs | undefined> {
    const picked = await pickEnvironment(argument, vscode.l10n.t('Open Logs Since'));
    if (!picked) return undefined;
    const choice = givenRange(argument) ?? (await askRange(titleOf(picked), false));
    const filter = filterOf(argument);
    return open(picked, choice === 'latest' ? { filter } : { range: choice, filter });
  }

  /** The panel in front; when a list of the editor has the focus, the one that is to be seen. */
  function activePanel(): LogPanel | undefined {
    const all = [...panels.values()];
    return all.find(({ isActive }) => isActive) ?? all.find(({ isVisible }) => isVisible);
  }
  const panelCommands = createPanelCommands(() => activePanel()?.content);
  async function openDeploymentLogs(argument: unknown): Promise<OpenedDeploymentLogs | undefined> {
    const picked = await pickDeployment(argument, deps);
    if (!picked) return undefined;
    const { deploymentId, environmentId = '', environmentName = deploymentId } = picked;
    const panel = await show({ ...picked, environmentId, environmentName }, { filter: {} });
    return { deploymentId, rows: panel.rowCount };
  }

  const restorer = vscode.window.registerWebviewPanelSerializer(PanelType.logs, {
    deserializeWebviewPanel: async (webviewPanel, state: unknown) => {
      const saved = readSavedState(state);
      if (!saved || panels.has(keyOf(saved.identity))) {
        webviewPanel.dispose();
        return;
      }
      const { range, level, search } = saved.identity;
      const filter = { ...(level && { level }), ...(search !== undefined && { search }) };
      // Not awaited: the editor waits for the panel, not for its entries. Never rejects.
      void adopt(webviewPanel, saved.identity).load({ ...(range && { range }), filter }, saved.isLive);
    },
  });

  return {
    commands: {
      [CommandId.openLatestLogs]: openLatestLogs,
      [CommandId.openLogs]: openLogs,
      ...panelCommands.commands,
      [CommandId.openDeploymentLogs]: openDeploymentLogs,
    },
    retryFailed() {
      for (const panel of panels.values()) panel.retryFailed();
    },
    environmentDeleted({ baseUrl, environmentId }) {
      for (const panel of panels.values()) {
        const { identity } = panel.content;
        if (identity.baseUrl === baseUrl && identity.environmentId === environmentId) panel.end();
      }
    },
    dispose() {
      restorer.dispose();
      panelCommands.dispose();
      for (const panel of [...panels.values()]) panel.dispose();
    },
  };
}

/** One panel for each environment, and for each deployment wherever it was opened from. */
function keyOf({ baseUrl, environmentId, deploymentId }: PanelIdentity): string {
  return JSON.stringify(
    deploymentId === undefined ? [baseUrl, environmentId] : [baseUrl, 'deployment', deploymentId],
  );
}

/** Of one line; without its project, two of the same name are told apart by their ids. */
function titleOf({ environmentId, environmentName, projectName }: PickedEnvironment): string {
  const place = shortened(environmentId);
  const name =
    projectName !== undefined
      ? `${projectName}/${environmentName}`
      : environmentName === environmentId
        ? environmentId
        : `${environmentName} (${place})`;
  return vscode.l10n.t('Logs: {0}', plainText(name));
}

/** Those of one environment are told apart by their ids. */
function deploymentTitle({ deploymentId = '', environmentName, projectName }: PanelIdentity): string {
  const name = projectName === undefined ? environmentName : `${projectName}/${environmentName}`;
  const words = environmentName === deploymentId ? deploymentId : `${name} (${shortened(deploymentId)})`;
  return vscode.l10n.t('Deployment: {0}', plainText(words));
}

function shortened(id: string): string {
  return id.length > 14 ? `${id.slice(0, 12)}…` : id;
}

/** A range is read anew each time: "the last hour" is another one by now. */
function showsTheSame(shown: Query, asked: Query): boolean {
  return !asked.range && !shown.range && JSON.stringify(shown.filter) === JSON.stringify(asked.filter);
}

function filterOf(argument: unknown): ServiceFilter {
  const level = levelsOf(argument);
  const search = answer(argument, 'search');
  return { ...(level.length > 0 && { level }), ...(search && { search }) };
}

function levelsOf(argument: unknown): string[] {
  const value: unknown =
    typeof argument === 'object' && argument !== null ? Reflect.get(argument, 'level') : undefined;
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one) => typeof one === 'string').map((one) => one.toUpperCase());
}

/** The range in the argument; `undefined` when there is none. Throws, in words, when it cannot be read. */
function givenRange(argument: unknown): TimeRange | undefined {
  const since = answer(argument, 'since');
  const until = answer(argument, 'until');
  if (since === undefined && until === undefined) return undefined;
  const reading = readRange(since, until, Date.now());
  if (!reading.ok) throw new UserError(timeRuleText(reading.rule));
  return reading.value;
}
