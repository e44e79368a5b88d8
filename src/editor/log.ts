/** The part of the editor's `LogOutputChannel` that the code uses. Nothing secret is ever passed to it. */
export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
