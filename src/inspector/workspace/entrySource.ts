import * as vscode from 'vscode';
import { UserError } from '../../editor/userError.ts';
import { coalesce } from '../../editor/webview/coalesce.ts';
import { omitUndefined } from '../../fields.ts';
import { resolveServerHeaders } from '../headers.ts';
import type { McpConnection, McpConnectionOptions } from '../mcpConnection.ts';
import type { ProcessOutput } from '../process/processOutput.ts';
import { diagnoseProcess } from '../process/processSteps.ts';
import type { ProcessTrace } from '../process/processTrace.ts';
import {
  createUrlSource,
  type ServerSource,
  type ServerSourceOptions,
  type SourceDeps,
} from '../serverSource.ts';
import { createEntryIdentity } from './entryIdentity.ts';
import { formatCommandLine, type Launch } from './launch.ts';
import { editInputValues, prepareProcess, prepareUrl } from './prepareConnection.ts';
import { type ResolvedServer, resolveServer } from './resolveServer.ts';

/** Maximum number of milliseconds to start a process. `npx` might download its package first. */
const startTimeoutMs = 600_000;
/** Minimum number of milliseconds between two updates of the process output. */
const outputDelayMs = 100;

/** Creates the source of a server that a workspace file defines. The file is read again for each connection. */
export function createEntrySource(deps: SourceDeps, options: ServerSourceOptions): ServerSource {
  const { identity, isInteractive, onChange } = options;
  const title = vscode.l10n.t('Values for {0}', identity.title);
  let server: Awaited<ReturnType<typeof prepareUrl>> | undefined;
  let launch: Launch | undefined;
  let opened: Promise<McpConnection> | undefined;
  let trace: ProcessTrace | undefined;
  let output: ProcessOutput | undefined;
  let command = '';
  let hasInputs = false;
  const notifyChanged = coalesce(onChange, (run) => void setTimeout(run, outputDelayMs));
  const url = (): string => server?.url ?? identity.url;
  const { authorization } = options;
  const atUrl = createUrlSource(deps, {
    ...options,
    url,
    ...(authorization && { authorization: (at: string) => authorization(at, server?.address) }),
  });

  async function readEntry(): Promise<ResolvedServer> {
    const found = await resolveServer(identity.entry);
    ({ hasInputs } = found);
    if (found.entry.kind === 'process') command = formatCommandLine(found.entry);
    return found;
  }

  const preparation = { ...deps, title, isInteractive };

  /** Two processes of a server might use the same port, so the previous one ends first. */
  async function openAfter(
    before: typeof opened,
    given: McpConnectionOptions,
    wanted: Launch,
  ): Promise<McpConnection> {
    const link = await before?.catch(() => undefined);
    await link?.close();
    given.signal.throwIfAborted();
    const { openProcess } = await import('../process/openProcess.node.ts');
    return openProcess(given, wanted, {
      onOutput(of) {
        output = of;
      },
      onTrace(of) {
        // A previous process might still write output.
        if (launch !== wanted) return;
        trace = of;
        notifyChanged();
      },
    });
  }

  return {
    get url() {
      return url();
    },
    get storageUrl() {
      return server?.address;
    },
    get displayUrl() {
      return server?.shownUrl ?? identity.url;
    },
    async headers(signal) {
      [launch, trace, output, server] = [undefined, undefined, undefined, undefined];
      const found = await readEntry();
      if (found.entry.kind === 'process') {
        const prepared = await prepareProcess(preparation, found, found.entry, signal);
        // Another connection might have been started.
        signal.throwIfAborted();
        launch = prepared;
        return {};
      }
      if (createEntryIdentity(found, found.entry).url !== identity.url) {
        throw new UserError(
          vscode.l10n.t("The server's URL in the file has changed. Inspect the server again."),
        );
      }
      const prepared = await prepareUrl(preparation, found, found.entry, signal);
      const kept = await resolveServerHeaders(deps, prepared.address, identity);
      // Another connection might be to a different server.
      signal.throwIfAborted();
      server = prepared;
      return { ...prepared.headers, ...kept };
    },
    connect(given) {
      if (!launch) return atUrl.connect(given);
      opened = openAfter(opened, given, launch);
      return opened;
    },
    ...(identity.entry?.kind === 'process' && {
      connectTimeoutMs: startTimeoutMs,
      diagnose: (so) => diagnoseProcess(trace, so),
    }),
    getPageState: () => ({
      hasInputs,
      ...omitUndefined({ url: server?.shownUrl }),
      ...(identity.entry?.kind === 'process' && { process: { command, output: output?.tail ?? '' } }),
    }),
    async editInputs() {
      await editInputValues(preparation, await readEntry());
    },
    getOutput: () => output?.text ?? '',
    isProcess: identity.entry?.kind === 'process',
    getSecrets: () => launch?.secrets ?? server?.secrets ?? [],
  };
}
