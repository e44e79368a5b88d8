import { omitUndefined } from '../fields.ts';

/** The target of a link to the editor. Links only open something, and never change anything. */
export type LinkTarget = {
  readonly kind: 'project' | 'environment' | 'environmentLogs' | 'deploymentLogs';
  readonly id: string;
};

export interface EditorLink {
  readonly target: LinkTarget;
  /** The base URL of the service that has the target, if the link contains it. */
  readonly service?: string;
}

/** Returns the host of the link's service, or `undefined` if the link contains no valid HTTP or HTTPS URL. */
export function getServiceHost({ service = '' }: EditorLink): string | undefined {
  const url = URL.canParse(service) ? new URL(service) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.host : undefined;
}

/** Returns the encoded path and query of a link. */
export function formatLink({ target, service }: EditorLink): string {
  const [folder, page] = linkPaths[target.kind];
  const query = service === undefined ? '' : `?service=${encodeURIComponent(service)}`;
  return `/${folder}/${encodeURIComponent(target.id)}${page}${query}`;
}

/**
 * Parses a link. Returns `undefined` if the link has an unknown form. `path`, `query`: decoded, as the editor provides
 * them.
 */
export function parseLink(path: string, query: string): EditorLink | undefined {
  for (const kind of linkKinds) {
    const [folder, page] = linkPaths[kind];
    const start = `/${folder}/`;
    if (!path.startsWith(start) || !path.endsWith(page)) continue;
    const id = path.slice(start.length, path.length - page.length);
    if (id === '' || id === '.' || id === '..' || path.length < start.length + page.length) continue;
    const service = new URLSearchParams(query).get('service') ?? undefined;
    return { target: { kind, id }, ...omitUndefined({ service }) };
  }
  return undefined;
}

/**
 * The kinds of links, in the order in which they're tried. Those with a suffix come first, because the suffix would
 * otherwise be part of an ID.
 */
const linkKinds = ['environmentLogs', 'deploymentLogs', 'environment', 'project'] as const;

const linkPaths: Readonly<Record<LinkTarget['kind'], readonly [folder: string, page: string]>> = {
  environmentLogs: ['environment', '/logs'],
  deploymentLogs: ['deployment', '/logs'],
  environment: ['environment', ''],
  project: ['project', ''],
};
