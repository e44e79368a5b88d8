/** The functions of a `vscode.LogOutputChannel` that write entries. Messages must never contain secrets. */
export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
