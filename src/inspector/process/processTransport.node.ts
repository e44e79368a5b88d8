import type { ChildProcess } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { type JSONRPCMessage, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import type { Launch } from '../workspace/launch.ts';
import { endProcess, killOnHostExit, spawnCommand } from './childProcess.node.ts';
import type { ProcessExit } from './processTrace.ts';

/** Maximum size of a message in bytes, the same as over HTTP. */
const maxMessageBytes = 64_000_000;
/** Maximum number of milliseconds between the exit and the end of the output. */
const drainMs = 300;

interface ProcessHandlers {
  /** Reads a line of standard output as messages; `undefined` if it isn't a message. */
  readonly parseLine: (line: string) => readonly JSONRPCMessage[] | undefined;
  readonly onStandardError: (text: string) => void;
  /** Receives a line of standard output that isn't a message. */
  readonly onStrayLine: (line: string) => void;
  /** Called if a message exceeds the size limit. The process is then ended. */
  readonly onMessageTooLarge: () => void;
  /** Called once. `isExpected` is true if the process was ended by `close`. */
  readonly onExit: (exit: ProcessExit, isExpected: boolean) => void;
}

/**
 * A transport for a server process, with one message per line. The SDK's transport leaves children behind (`npx` starts a
 * shell, which starts the server), and reports neither the exit code nor other output.
 */
export class ProcessTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #launch: Launch;
  readonly #handlers: ProcessHandlers;
  #child: ChildProcess | undefined;
  #closing: Promise<void> | undefined;
  #isExited = false;
  #parts: Buffer[] = [];
  #size = 0;
  #isTooLong = false;

  /** The SDK recognizes a process by these two properties. */
  readonly stderr = null;
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  constructor(launch: Launch, handlers: ProcessHandlers) {
    this.#launch = launch;
    this.#handlers = handlers;
  }

  /** Starts the process. Rejects with the error of the operating system if that fails. */
  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#launch;
    const child = spawnCommand(command, args, {
      cwd,
      env,
      stdio: 'pipe',
      windowsHide: true,
      // A separate process group can be ended as a whole.
      detached: process.platform !== 'win32',
    });
    this.#child = child;
    const removeExitHandler = killOnHostExit(child);
    const decoder = new StringDecoder('utf8');
    child.stdout?.on('data', (chunk: Buffer) => this.#read(chunk));
    // The last line might lack a line break.
    child.stdout?.on('end', () => this.#read(Buffer.from('\n')));
    child.stderr?.on('data', (chunk: Buffer) => this.#handlers.onStandardError(decoder.write(chunk)));
    // Writing to a closed pipe fails; the exit event reports the end of the process.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => undefined);
    child.once('exit', (code, signal) => this.#handleExit(child, { code, signal }, removeExitHandler));
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.on('error', (error) => {
        if (child.pid === undefined) {
          removeExitHandler();
          this.#child = undefined;
        }
        reject(error);
      });
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable || this.#isExited) throw new Error('Not connected');
    if (stdin.write(serializeMessage(message))) return;
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        stdin.off('drain', finish).off('close', finish);
        resolve();
      };
      stdin.once('drain', finish).once('close', finish);
    });
  }

  /** Ends the process and its children. Never rejects. */
  close(): Promise<void> {
    this.#closing ??= this.#child ? endProcess(this.#child) : Promise.resolve();
    return this.#closing;
  }

  /** Waits briefly for the remaining output, which a child that holds the pipes could delay forever. */
  #handleExit(child: ChildProcess, exit: ProcessExit, removeExitHandler: () => void): void {
    this.#isExited = true;
    const isExpected = this.#closing !== undefined;
    let timer: NodeJS.Timeout | undefined;
    const finish = (): void => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      this.#handlers.onExit(exit, isExpected);
      this.onclose?.();
    };
    timer = setTimeout(finish, drainMs);
    child.once('close', finish);
    void this.close().finally(removeExitHandler);
  }

  #read(chunk: Buffer): void {
    if (this.#isTooLong) return;
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      this.#parts.push(chunk.subarray(from, end));
      const line = Buffer.concat(this.#parts).toString('utf8').trim();
      this.#parts = [];
      this.#size = 0;
      from = end + 1;
      if (line !== '') this.#handleLine(line);
    }
    const rest = chunk.subarray(from);
    this.#size += rest.length;
    if (this.#size > maxMessageBytes) {
      this.#isTooLong = true;
      this.#parts = [];
      this.#handlers.onMessageTooLarge();
      void this.close();
    } else if (rest.length > 0) this.#parts.push(rest);
  }

  #handleLine(line: string): void {
    try {
      const messages = this.#handlers.parseLine(line);
      if (!messages) this.#handlers.onStrayLine(line);
      for (const message of messages ?? []) this.onmessage?.(message);
    } catch (error) {
      // An error in an event handler of a stream would otherwise be uncaught.
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
