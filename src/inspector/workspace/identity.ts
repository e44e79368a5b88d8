import { plainText } from '../../domain/plainText.ts';
import type { InspectorIdentity } from '../protocol.ts';
import type { WorkspaceServer } from './files.ts';
import type { Entry } from './mcpFile.ts';
import { withoutValues } from './variables.ts';

/** What a page keeps of a server of the workspace: nothing that may be a secret. `entry`: with its places put in. */
export function identityOf(
  { file: { uri } }: Pick<WorkspaceServer, 'file'>,
  entry: Entry,
): InspectorIdentity {
  const { name, kind } = entry;
  const file = uri.toString();
  const place = `${file}#${encodeURIComponent(name)}`;
  const url = (kind === 'url' && shownUrl(entry.url)) || place;
  return { url, title: plainText(name), entry: { file, name, kind } };
}

/** Without its query, and with a sign where a value stands that a person gives. */
function shownUrl(text: string): string | undefined {
  const shown = withoutValues(text);
  if (!URL.canParse(shown)) return undefined;
  return Object.assign(new URL(shown), { search: '', hash: '', username: '', password: '' }).href;
}

/** There is one page of each. */
export const keyOfIdentity = ({ url, entry }: InspectorIdentity): string =>
  entry ? `${entry.file}#${encodeURIComponent(entry.name)} ${url}` : url;
