import type { DeploymentLogEntry } from '../../api/deployments.ts';
import type { LogEntry } from '../../api/logEntries.ts';
import { omitUndefined } from '../../fields.ts';
import type { DeploymentSource } from './deploymentSource.ts';
import { LogSession, type LogSessionOptions } from './logSession.ts';
import type { LogQuery } from './logSource.ts';
import type { DeploymentResult, LogSessionStatus } from './sessionStatus.ts';

interface DeploymentSessionOptions extends LogSessionOptions {
  readonly source: DeploymentSource;
}

/**
 * A session that reads the log of a deployment. Each response contains the complete log, so there are no older entries,
 * ranges, or filters. The session polls until the service reports the end of the deployment.
 */
export class DeploymentSession extends LogSession {
  readonly #source: DeploymentSource;
  /** The entries of the last response, which the store contains. */
  #logs: readonly DeploymentLogEntry[] = [];
  #stopWatching: (() => void) | undefined;
  #isResultKnown = false;
  /**
   * The result of the deployment: an empty object while it's unknown, and `undefined` while the deployment is running.
   */
  #result: DeploymentResult | undefined;

  constructor(options: DeploymentSessionOptions) {
    super(options);
    this.#source = options.source;
  }

  override get status(): LogSessionStatus {
    return {
      ...this.taskStatus,
      progress: undefined,
      isStarted: false,
      readAt: undefined,
      typicalDelayMs: undefined,
      isTextLimitReached: false,
      isLive: this.isLive && !this.#result,
      polling: this.polling.status,
      ...omitUndefined({ result: this.#result }),
    };
  }

  override load(query: LogQuery, isLive: boolean): Promise<void> {
    this.#stopWatching?.();
    this.#result = undefined;
    this.#isResultKnown = false;
    this.#logs = [];
    this.begin(query, isLive);
    return this.#loadLog();
  }

  override async retry(): Promise<void> {
    if (this.taskStatus.failure?.task !== 'live') return this.#loadLog();
    this.update({ failure: undefined });
    this.setLive(true);
  }

  override end(error: unknown): void {
    this.#stopWatching?.();
    this.#isResultKnown = true;
    super.end(error);
  }

  override setVisible(isVisible: boolean): void {
    super.setVisible(isVisible);
    if (!isVisible) this.#stopWatching?.();
    else if (this.#result && !this.#isResultKnown) this.#watchResult();
  }

  override dispose(): void {
    super.dispose();
    this.#stopWatching?.();
  }

  protected override hasStarted(): boolean {
    return !this.taskStatus.failure && !this.taskStatus.stopReason;
  }

  protected override hasEnded(): boolean {
    return this.#result !== undefined;
  }

  protected override goLive(): void {
    if (!this.#result) this.polling.start();
  }

  /** Requests the log, stores it, and returns the number of new entries. */
  protected override async poll(signal: AbortSignal): Promise<number> {
    const { logs, hasMoreLogs } = await this.#source.readLogs(signal);
    signal.throwIfAborted();
    const newCount = this.#storeEntries(logs);
    const { failure, stopReason } = this.taskStatus;
    if (failure || stopReason) this.update({ failure: undefined, stopReason: undefined });
    if (!hasMoreLogs) this.#finish();
    return newCount;
  }

  /** Loads the complete log as a task that the user sees. */
  #loadLog(): Promise<void> {
    this.polling.stop();
    return this.run('latest', async (signal) => void (await this.poll(signal)));
  }

  #storeEntries(logs: readonly DeploymentLogEntry[]): number {
    // The service replaced the log. Entries of the old log and the new one must not be mixed.
    if (!isContinuation(this.#logs, logs)) {
      this.store.clear();
      this.options.onReset();
      this.#logs = [];
    }
    const newEntries = logs.slice(this.#logs.length);
    this.#logs = logs;
    this.store.append(newEntries.map(toLogEntry));
    return newEntries.length;
  }

  #finish(): void {
    this.#result = {};
    this.polling.stop();
    this.#watchResult();
    this.notify();
  }

  /** Waits for the result. The service might report it after the end of the log, which is shown immediately. */
  #watchResult(): void {
    this.#stopWatching?.();
    this.#stopWatching = this.#source.watchResult((result) => {
      this.#isResultKnown = true;
      this.#result = result;
      this.notify();
    });
  }
}

/** Whether `logs` begins with the entries in `start`. */
function isContinuation(start: readonly DeploymentLogEntry[], logs: readonly DeploymentLogEntry[]): boolean {
  return start.every((entry, index) => {
    const other = logs[index];
    return other !== undefined && entry.timestamp === other.timestamp && entry.content === other.content;
  });
}

/** Entries of a build log have no type. */
export function toLogEntry({ timestamp = '', ...more }: DeploymentLogEntry): LogEntry {
  return { timestamp, type: '', ...more };
}
