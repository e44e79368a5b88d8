import * as vscode from 'vscode';
import type { NamedUrl } from '../../context.ts';
import { toPlainText } from '../../domain/plainText.ts';
import {
  type InvalidEntry,
  type McpInput,
  parseMcpFile,
  parseWorkspaceFile,
  type ServerEntry,
} from './mcpFile.ts';

/** A file that can define servers. */
interface McpFileLocation {
  readonly uri: vscode.Uri;
  /** Absent for the workspace file. */
  readonly folder?: vscode.WorkspaceFolder;
}

/** A server that a workspace file defines. */
export interface WorkspaceServer {
  readonly file: McpFileLocation;
  readonly entry: ServerEntry | InvalidEntry;
  /** All inputs that the file declares. */
  readonly inputs: readonly McpInput[];
}

/** Reads all servers that files of the workspace define. A file that isn't valid JSON becomes an invalid entry. */
export async function readWorkspaceServers(): Promise<readonly WorkspaceServer[]> {
  return (await Promise.all(listMcpFileLocations().map(readServersIn))).flat();
}

/** Reads the server with a name from a file. `file`: the URI of the file. */
export async function readWorkspaceServer(file: string, name: string): Promise<WorkspaceServer | undefined> {
  const location = listMcpFileLocations().find(({ uri }) => uri.toString() === file);
  return location && (await readServersIn(location)).find(({ entry }) => entry.name === name);
}

/** Returns the URLs of the servers in files of the workspace. They can contain variables. */
export async function listWorkspaceServerUrls(): Promise<readonly NamedUrl[]> {
  const servers = await readWorkspaceServers();
  return servers.flatMap(({ entry }) => (entry.kind === 'url' ? [{ name: entry.name, url: entry.url }] : []));
}

/** Returns the label of a file for display. */
export const formatMcpFileLabel = ({ uri, folder }: McpFileLocation): string =>
  toPlainText(folder ? `${folder.name}/.vscode/mcp.json` : (uri.path.split('/').at(-1) ?? ''));

function listMcpFileLocations(): readonly McpFileLocation[] {
  const { workspaceFolders = [], workspaceFile } = vscode.workspace;
  const files = workspaceFolders.map((folder) => ({
    uri: vscode.Uri.joinPath(folder.uri, '.vscode', 'mcp.json'),
    folder,
  }));
  const isSaved = workspaceFile !== undefined && workspaceFile.scheme !== 'untitled';
  return isSaved ? [...files, { uri: workspaceFile }] : files;
}

async function readServersIn(file: McpFileLocation): Promise<readonly WorkspaceServer[]> {
  const text = await tryReadText(file.uri);
  if (text === undefined) return [];
  const parsed = file.folder ? parseMcpFile(text) : parseWorkspaceFile(text);
  if (typeof parsed === 'string') {
    return [{ file, entry: { kind: 'invalid', name: formatMcpFileLabel(file), reason: parsed }, inputs: [] }];
  }
  return parsed.entries.map((entry) => ({ file, entry, inputs: parsed.inputs }));
}

async function tryReadText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}
