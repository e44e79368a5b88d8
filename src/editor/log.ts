/** The members of the editor's `LogOutputChannel` that are used. Secrets must never be passed to it. */
export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
