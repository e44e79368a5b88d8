import { toPlainText } from '../../domain/plainText.ts';
import type { InspectorIdentity } from '../protocol.ts';
import { toUnresolvedUrl } from './entryUrl.ts';
import type { ServerEntry } from './mcpFile.ts';
import type { WorkspaceServer } from './workspaceServers.ts';

/**
 * Returns the identity that a page stores for an entry. It contains no secrets. `entry` has its path variables replaced.
 */
export function createEntryIdentity(
  { file: { uri } }: Pick<WorkspaceServer, 'file'>,
  entry: ServerEntry,
): InspectorIdentity {
  const { name, kind } = entry;
  const file = uri.toString();
  const location = `${file}#${encodeURIComponent(name)}`;
  const url = (kind === 'url' && toUnresolvedUrl(entry.url)) || location;
  return { url, title: toPlainText(name), entry: { file, name, kind } };
}

/** Returns the key of a server's page. An entry that changes its kind becomes another server. */
export const getIdentityKey = ({ url, entry }: InspectorIdentity): string =>
  entry ? `${entry.kind} ${entry.file}#${encodeURIComponent(entry.name)} ${url}` : url;
