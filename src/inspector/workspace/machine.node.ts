import { homedir } from 'node:os';

export const homeFolder = (): string => homedir();

/** What programs of this machine get, without what is of this extension or of the editor alone. */
export const environment = (): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !/^(?:HOSTED_MCP_|VSCODE_|ELECTRON_)/i.test(key)),
  );
