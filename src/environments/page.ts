import type { Environment } from '../api/environmentRecord.ts';
import { code, escapeMarkdown } from '../editor/markdown.ts';

/** The words on an environment's page, in the user's language. */
export interface PageWords {
  readonly server: string;
  readonly domains: string;
  readonly project: string;
  readonly branch: string;
  readonly deployment: string;
  readonly created: string;
  readonly environmentId: string;
  readonly projectId: string;
  readonly none: string;
}

type PageEnvironment = Pick<Environment, 'id' | 'mcpServerUrl' | 'sourceBranch' | 'projectId'> & {
  /** The environment, its project, and whether it is production, in words. */
  readonly place: string;
  /** Each with what the service says of it. */
  readonly domains: readonly string[];
  /** In words. */
  readonly createdAt?: string | undefined;
  readonly projectName?: string | undefined;
  /** What came of the latest one, in words. */
  readonly deployment?: string | undefined;
};

/** An environment (E12) as Markdown. Every value is shown as text: nothing in it becomes markup. */
export function environmentPage(environment: PageEnvironment, words: PageWords): string {
  const { place, projectName, mcpServerUrl, domains, sourceBranch, deployment, createdAt, id, projectId } =
    environment;
  const rows: readonly (readonly [string, string])[] = [
    ...(projectName === undefined ? [] : [[words.project, code(projectName)] as const]),
    [words.server, mcpServerUrl === undefined ? words.none : address(mcpServerUrl)],
    [words.domains, domains.length === 0 ? words.none : domains.map(code).join('<br>')],
    [words.branch, sourceBranch === undefined ? words.none : code(sourceBranch)],
    ...(deployment === undefined ? [] : [[words.deployment, code(deployment)] as const]),
    [words.created, createdAt === undefined ? words.none : code(createdAt)],
    [words.environmentId, code(id)],
    [words.projectId, projectId === undefined ? words.none : code(projectId)],
  ];
  return [
    `# ${escapeMarkdown(place)}`,
    '',
    '| | |',
    '|---|---|',
    ...rows.map(([label, value]) => `| **${label}** | ${value} |`),
    '',
  ].join('\n');
}

/** A web address becomes a link; anything else stays text. */
function address(text: string): string {
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return isWeb ? `<${new URL(text).href.replaceAll('|', '%7C')}>` : code(text);
}
