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
  type SourceDependencies,
} from '../serverSource.ts';
import { createEntryIdentity } from './entryIdentity.ts';
import { formatCommandLine, type Launch } from './launch.ts';
import { editInputValues, type PreparationContext, prepareProcess, prepareUrl } from './prepareConnection.ts';
import { type ResolvedServer, resolveServer } from './resolveServer.ts';

/** Maximum number of milliseconds to start a process. `npx` might download its package first. */
const startTimeoutMs = 600_000;
/** Minimum number of milliseconds between two updates of the process output. */
const outputDelayMs = 100;

/** Creates the source that connects an inspector page to its server. */
export const createSource = (deps: SourceDependencies, options: ServerSourceOptions): ServerSource =>
  options.identity.entry ? new EntrySource(deps, options) : createUrlSource(deps, options);

/** The source of a server that a workspace file defines. The file is read again for each connection. */
class EntrySource implements ServerSource {
  readonly isProcess: boolean;
  readonly connectTimeoutMs?: number;
  readonly diagnose?: NonNullable<ServerSource['diagnose']>;
  readonly #deps: SourceDependencies;
  readonly #options: ServerSourceOptions;
  readonly #preparation: PreparationContext;
  /** The source that connects to the resolved URL. */
  readonly #urlSource: ServerSource;
  readonly #notifyChanged: () => void;
  #server: Awaited<ReturnType<typeof prepareUrl>> | undefined;
  #launch: Launch | undefined;
  #connecting: Promise<McpConnection> | undefined;
  #trace: ProcessTrace | undefined;
  #output: ProcessOutput | undefined;
  #command = '';
  #hasInputs = false;

  constructor(deps: SourceDependencies, options: ServerSourceOptions) {
    const { identity, isInteractive, onChange, authorization } = options;
    this.#deps = deps;
    this.#options = options;
    const title = vscode.l10n.t('Values for {0}', identity.title);
    this.#preparation = { ...deps, title, isInteractive };
    this.#notifyChanged = coalesce(onChange, (run) => void setTimeout(run, outputDelayMs));
    this.#urlSource = createUrlSource(deps, {
      ...options,
      url: () => this.url,
      ...(authorization && { authorization: (url: string) => authorization(url, this.#server?.storageUrl) }),
    });
    this.isProcess = identity.entry?.kind === 'process';
    if (this.isProcess) {
      this.connectTimeoutMs = startTimeoutMs;
      this.diagnose = (progress) => diagnoseProcess(this.#trace, progress);
    }
  }

  get url(): string {
    return this.#server?.url ?? this.#options.identity.url;
  }

  get storageUrl(): string | undefined {
    return this.#server?.storageUrl;
  }

  get displayUrl(): string {
    return this.#server?.displayUrl ?? this.#options.identity.url;
  }

  readonly resolveHeaders = async (signal: AbortSignal): Promise<Readonly<Record<string, string>>> => {
    this.#launch = undefined;
    this.#trace = undefined;
    this.#output = undefined;
    this.#server = undefined;
    const resolved = await this.#readEntry();
    const { entry } = resolved;
    if (entry.kind === 'process') {
      const launch = await prepareProcess(this.#preparation, resolved, entry, signal);
      // Another connection might have been started.
      signal.throwIfAborted();
      this.#launch = launch;
      return {};
    }
    const { identity } = this.#options;
    if (createEntryIdentity(resolved, entry).url !== identity.url) {
      throw new UserError(
        vscode.l10n.t("The server's URL in the file has changed. Inspect the server again."),
      );
    }
    const server = await prepareUrl(this.#preparation, resolved, entry, signal);
    const storedHeaders = await resolveServerHeaders(this.#deps, server.storageUrl, identity);
    // Another connection might be to a different server.
    signal.throwIfAborted();
    this.#server = server;
    return { ...server.headers, ...storedHeaders };
  };

  readonly connect = (options: McpConnectionOptions): Promise<McpConnection> => {
    if (!this.#launch) return this.#urlSource.connect(options);
    this.#connecting = this.#startProcess(this.#connecting, options, this.#launch);
    return this.#connecting;
  };

  readonly getPageState = (): ReturnType<ServerSource['getPageState']> => ({
    hasInputs: this.#hasInputs,
    ...omitUndefined({ url: this.#server?.displayUrl }),
    ...(this.isProcess && { process: { command: this.#command, output: this.#output?.tail ?? '' } }),
  });

  readonly editInputs = async (): Promise<void> =>
    editInputValues(this.#preparation, await this.#readEntry());

  readonly getOutput = (): string => this.#output?.text ?? '';

  readonly getSecrets = (): readonly string[] => this.#launch?.secrets ?? this.#server?.secrets ?? [];

  async #readEntry(): Promise<ResolvedServer> {
    const resolved = await resolveServer(this.#options.identity.entry);
    this.#hasInputs = resolved.hasInputs;
    if (resolved.entry.kind === 'process') this.#command = formatCommandLine(resolved.entry);
    return resolved;
  }

  /** Starts a process. Two processes of a server might use the same port, so the previous one ends first. */
  async #startProcess(
    previous: Promise<McpConnection> | undefined,
    options: McpConnectionOptions,
    launch: Launch,
  ): Promise<McpConnection> {
    const previousConnection = await previous?.catch(() => undefined);
    await previousConnection?.close();
    options.signal.throwIfAborted();
    const { openProcess } = await import('../process/openProcess.node.ts');
    return openProcess(options, launch, {
      onOutput: (output) => {
        this.#output = output;
      },
      onTrace: (trace) => {
        // A previous process might still write output.
        if (this.#launch !== launch) return;
        this.#trace = trace;
        this.#notifyChanged();
      },
    });
  }
}
