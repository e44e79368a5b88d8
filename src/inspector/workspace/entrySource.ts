import * as vscode from 'vscode';
import { UserError } from '../../editor/userError.ts';
import { coalesce } from '../../editor/webview/coalesce.ts';
import { addressIssueText, readAddress } from '../address.ts';
import { headersFor } from '../headers.ts';
import type { Link, LinkOptions } from '../link.ts';
import type { Output } from '../process/output.ts';
import { stepsOfProcess } from '../process/steps.ts';
import type { ProcessTrace } from '../process/trace.ts';
import { type Source, type SourceDeps, type SourceOptions, urlSource } from '../source.ts';
import { openText } from '../texts.ts';
import { askToStart, isAllowed } from './consent.ts';
import { placeOf, type WorkspaceServer, workspaceServer } from './files.ts';
import { identityOf, keyOfIdentity } from './identity.ts';
import { askInputs, keptInputs } from './inputs.ts';
import { absolute, commandLine, filledIn, type Launch, launchOf } from './launch.ts';
import { environment, homeFolder } from './machine.node.ts';
import type { Entry, Input, ProcessEntry } from './mcpFile.ts';
import { inputsOf, mapTexts, withPlaces } from './variables.ts';

/** Milliseconds between two looks at what a process says. */
const outputMs = 100;

/** A server that a file of the workspace names. The file is read again for each connection. */
export function entrySource(deps: SourceDeps, options: SourceOptions): Source {
  const { identity, mayAsk, changed } = options;
  let url = identity.url;
  let launch: Launch | undefined;
  let opened: Promise<Link> | undefined;
  let trace: ProcessTrace | undefined;
  let output: Output | undefined;
  let command = '';
  let hasInputs = false;
  const told = coalesce(changed, (run) => void setTimeout(run, outputMs));
  const atUrl = urlSource(deps, { ...options, url: () => url });

  /** What the file says now, with its places put in; `ask`: whether a person is there to be asked. */
  async function read(): Promise<Found> {
    const found = await findServer(identity.entry);
    ({ hasInputs } = found);
    if (found.entry.kind === 'process') command = commandLine(found.entry);
    return found;
  }

  async function inputs(
    found: Found,
    signal: AbortSignal | undefined,
  ): Promise<Readonly<Record<string, string>>> {
    const server = keyOfIdentity(identity);
    const kept = await keptInputs(deps.secrets, server);
    const missing = found.used.filter(({ id }) => kept[id] === undefined);
    if (missing.length === 0) return kept;
    if (!mayAsk()) {
      throw new UserError(vscode.l10n.t('It needs values. Reconnect to be asked for them.'));
    }
    await leavingSaysSo(
      askInputs(deps.secrets, server, missing, { title: identity.title, ...(signal && { signal }) }),
      vscode.l10n.t('You left the question for a value.'),
    );
    return keptInputs(deps.secrets, server);
  }

  /** Two of them at a time might want the same port. */
  async function afterThat(before: typeof opened, given: LinkOptions, wanted: Launch): Promise<Link> {
    const link = await before?.catch(() => undefined);
    await link?.close();
    given.signal.throwIfAborted();
    const { openProcess } = await import('../process/openProcess.node.ts');
    return openProcess(given, wanted, {
      onOutput(of) {
        output = of;
      },
      onTrace(of) {
        trace = of;
        told();
      },
    });
  }

  return {
    get url() {
      return url;
    },
    async headers(signal) {
      [launch, trace, output] = [undefined, undefined, undefined];
      const found = await read();
      if (found.entry.kind === 'process') {
        await askFirst(deps, found, found.entry, mayAsk());
        const values = await inputs(found, signal);
        launch = await launched(deps, found, found.entry, values);
        return {};
      }
      if (identityOf(found, found.entry).url !== identity.url) {
        throw new UserError(vscode.l10n.t('The file says another address now. Inspect the server again.'));
      }
      const filled = filledIn(found.entry, {
        environment: environment(),
        inputs: await inputs(found, signal),
      });
      const address = readAddress(filled.url);
      if (typeof address === 'string') throw new UserError(addressIssueText(address));
      url = address.url;
      return { ...filled.headers, ...(await headersFor(deps, url, identity)) };
    },
    open(given) {
      if (!launch) return atUrl.open(given);
      opened = afterThat(opened, given, launch);
      return opened;
    },
    ...(identity.entry?.kind === 'process' && { steps: (so) => stepsOfProcess(trace, so) }),
    shown: () => ({
      hasInputs,
      ...(identity.entry?.kind === 'process' && { process: { command, output: trace?.errors ?? '' } }),
    }),
    async editInputs() {
      const { used } = await read();
      await askInputs(deps.secrets, keyOfIdentity(identity), used, { title: identity.title });
    },
    openOutput: () => openText(output?.text ?? '', 'log'),
  };
}

interface Found extends Omit<WorkspaceServer, 'entry'> {
  /** With its places put in. */
  readonly entry: Entry;
  /** The inputs that it uses. */
  readonly used: readonly Input[];
  readonly hasInputs: boolean;
  readonly folder: string;
}

async function findServer(wanted: SourceOptions['identity']['entry']): Promise<Found> {
  if (!vscode.workspace.isTrusted) throw untrusted();
  const { file = '', name = '', kind } = wanted ?? {};
  const found = await workspaceServer(file, name);
  if (!found) throw new UserError(vscode.l10n.t('No open file names this server any more.'));
  const { entry } = found;
  if (entry.kind === 'odd') throw new UserError(entry.why);
  if (entry.kind !== kind) {
    throw new UserError(vscode.l10n.t('The file says another kind of server now. Inspect the server again.'));
  }
  const places = placesOf(found);
  const ids = inputsOf(entry);
  const used = found.inputs.filter(({ id }) => ids.includes(id));
  return {
    ...{ ...found, used, hasInputs: used.length > 0, folder: places.folder ?? places.home },
    entry: mapTexts<Entry>(entry, (text) => withPlaces(text, places)),
  };
}

/** What no one may do without the person's trust in the workspace. */
export const untrusted = (): UserError =>
  new UserError(vscode.l10n.t("This workspace isn't trusted: the servers that it names aren't started."), {
    isFinal: true,
    remedies: [
      {
        label: vscode.l10n.t('Manage Workspace Trust'),
        icon: 'shield',
        command: 'workbench.trust.manage',
      },
    ],
  });

export function placesOf({ file: { folder } }: Pick<WorkspaceServer, 'file'>) {
  const { workspaceFolders = [] } = vscode.workspace;
  const own = folder ?? (workspaceFolders.length === 1 ? workspaceFolders[0] : undefined);
  return {
    folder: own?.uri.fsPath,
    folders: Object.fromEntries(workspaceFolders.map(({ name, uri }) => [name, uri.fsPath])),
    home: homeFolder(),
  };
}

/** Whether the command may be started. */
async function askFirst(
  { workspaceState }: SourceDeps,
  { file, folder }: Found,
  entry: ProcessEntry,
  mayAsk: boolean,
): Promise<void> {
  const command = { entry, cwd: absolute(entry.cwd, folder), place: placeOf(file), file: file.uri };
  const refused = vscode.l10n.t("The command wasn't started: you haven't allowed it. Reconnect to be asked.");
  if (mayAsk) await leavingSaysSo(askToStart(workspaceState, command), refused);
  else if (!(await isAllowed(workspaceState, command))) throw new UserError(refused);
}

async function launched(
  { services }: SourceDeps,
  { folder }: Found,
  entry: ProcessEntry,
  inputs: Readonly<Record<string, string>>,
): Promise<Launch> {
  const given = { environment: environment(), inputs };
  const { envFile } = filledIn(entry, given);
  const fileVariables = envFile ? await services.readEnv(await textOf(absolute(envFile, folder))) : [];
  return launchOf(entry, { ...given, fileVariables, folder });
}

async function textOf(path: string): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(path)));
  } catch {
    throw new UserError(vscode.l10n.t("The file of its variables can't be read."));
  }
}

async function leavingSaysSo(asking: Promise<void>, words: string): Promise<void> {
  try {
    await asking;
  } catch (error) {
    throw error instanceof vscode.CancellationError ? new UserError(words) : error;
  }
}
