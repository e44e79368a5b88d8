/**
 * Whether an environment variable is reserved for this extension or the editor. Workspace files can't read it, and
 * their processes don't receive it. The check ignores case, as Windows does.
 */
export const isReservedVariable = (name: string): boolean => /^(?:HOSTED_MCP_|VSCODE_|ELECTRON_)/i.test(name);
