import { plainText } from '../../domain/plainText.ts';
import type { InspectorIdentity } from '../protocol.ts';
import { unresolvedEntryUrl } from './entryUrl.ts';
import type { ServerEntry } from './mcpFile.ts';
import type { WorkspaceServer } from './workspaceServers.ts';

/** What a page keeps of a server of the workspace: nothing that may be a secret. `entry`: with its places put in. */
export function createEntryIdentity(
  { file: { uri } }: Pick<WorkspaceServer, 'file'>,
  entry: ServerEntry,
): InspectorIdentity {
  const { name, kind } = entry;
  const file = uri.toString();
  const location = `${file}#${encodeURIComponent(name)}`;
  const url = (kind === 'url' && unresolvedEntryUrl(entry.url)) || location;
  return { url, title: plainText(name), entry: { file, name, kind } };
}

/** The key of a page: each server has one. An entry that becomes one of another kind is another server. */
export const identityKey = ({ url, entry }: InspectorIdentity): string =>
  entry ? `${entry.kind} ${entry.file}#${encodeURIComponent(entry.name)} ${url}` : url;
