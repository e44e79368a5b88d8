import type { Environment } from '../api/environmentRecord.ts';

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

type PageEnvironment = Pick<
  Environment,
  'id' | 'name' | 'mcpServerUrl' | 'domains' | 'sourceBranch' | 'createdAt' | 'projectId'
> & {
  readonly projectName?: string | undefined;
  /** What came of the latest one, in words. */
  readonly deployment?: string | undefined;
};

/** An environment (E12) as Markdown. Every value is shown as text: nothing in it becomes markup. */
export function environmentPage(environment: PageEnvironment, words: PageWords): string {
  const { name, projectName, mcpServerUrl, domains, sourceBranch, deployment, createdAt, id, projectId } =
    environment;
  const rows: readonly (readonly [string, string])[] = [
    ...(projectName === undefined ? [] : [[words.project, code(projectName)] as const]),
    [words.server, mcpServerUrl === undefined ? words.none : address(mcpServerUrl)],
    [
      words.domains,
      domains.length === 0 ? words.none : domains.map(({ domain }) => code(domain)).join('<br>'),
    ],
    [words.branch, sourceBranch === undefined ? words.none : code(sourceBranch)],
    ...(deployment === undefined ? [] : [[words.deployment, code(deployment)] as const]),
    [words.created, createdAt === undefined ? words.none : code(createdAt)],
    [words.environmentId, code(id)],
    [words.projectId, projectId === undefined ? words.none : code(projectId)],
  ];
  return [
    `# ${escapeMarkdown(name)}`,
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

/** CommonMark lets every ASCII punctuation character be escaped. */
function escapeMarkdown(text: string): string {
  return oneLine(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** A code span whose fence is longer than any run of backticks inside; a table wants its bars escaped. */
function code(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  return `${fence} ${oneLine(text).replaceAll('|', '\\|')} ${fence}`;
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ');
}
