/**
 * Whether an environment variable belongs to this extension or to the editor alone. Files of a workspace can't read it, and processes
 * that they name don't get it. Windows ignores the case of names.
 */
export const isReservedVariable = (name: string): boolean => /^(?:HOSTED_MCP_|VSCODE_|ELECTRON_)/i.test(name);
