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

/** Milliseconds that a process may take to start: `npx` may load its package first. */
const startTimeoutMs = 600_000;
/** Milliseconds between two looks at what a process says. */
const outputDelayMs = 100;

/** A server that a file of the workspace names. The file is read again for each connection. */
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

  /** What the file says now. */
  async function readEntry(): Promise<ResolvedServer> {
    const found = await resolveServer(identity.entry);
    ({ hasInputs } = found);
    if (found.entry.kind === 'process') command = formatCommandLine(found.entry);
    return found;
  }

  const preparation = { ...deps, title, isInteractive };

  /** Two of them at a time might want the same port. */
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
        // One that is about to end may still speak.
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
        // Another connection may have been asked for meanwhile.
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
      // Another connection may be on its way to another server.
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
