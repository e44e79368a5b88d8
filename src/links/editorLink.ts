import { omitUndefined } from '../fields.ts';
/** What a link to the editor leads to. Links only open: none of them changes anything. */
export type LinkTarget = {
  readonly kind: 'project' | 'environment' | 'environmentLogs' | 'deploymentLogs';
  readonly id: string;
};

export interface EditorLink {
  readonly target: LinkTarget;
  /** The base URL that the ids are of; a link need not say. */
  readonly service?: string;
}

/** The host of the service that a link is of; `undefined`: it names none, whatever else it says. */
export function linkServiceHost({ service = '' }: EditorLink): string | undefined {
  const url = URL.canParse(service) ? new URL(service) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.host : undefined;
}

/** The path and query of a link, encoded. */
export function formatLink({ target, service }: EditorLink): string {
  const [folder, page] = linkPaths[target.kind];
  const query = service === undefined ? '' : `?service=${encodeURIComponent(service)}`;
  return `/${folder}/${encodeURIComponent(target.id)}${page}${query}`;
}

/** `path`, `query`: decoded, as the editor hands them over. `undefined`: not one of the links that there are. */
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

/** Those with a page first: it would else be taken for the end of an id. */
const linkKinds = ['environmentLogs', 'deploymentLogs', 'environment', 'project'] as const;

const linkPaths: Readonly<Record<LinkTarget['kind'], readonly [folder: string, page: string]>> = {
  environmentLogs: ['environment', '/logs'],
  deploymentLogs: ['deployment', '/logs'],
  environment: ['environment', ''],
  project: ['project', ''],
};
