import * as l10n from '@vscode/l10n';
import type { Invocation, Log, Message, PropertyBag, ReportingDescriptor, Result } from 'sarif';
import type { Audit, AuditResult } from '../../api/audit.ts';
import { visibleText } from '../../editor/webview/visibleText.ts';
import { defined } from '../../fields.ts';
import { classifyCheck } from '../report/checkKinds.ts';
import { getCheckName } from '../report/checks.ts';
import { toolNames } from '../source/toolNames.ts';
import { sarifLocation, type ToolPlace, targetPath } from './sarifLocation.ts';

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';

/** The page of this extension in an editor: it has no web site. */
const informationUri = 'vscode:extension/hosted-mcp.hosted-mcp';

/** Characters of a description that code scanning accepts. */
const longestDescription = 1024;

/** Number of results of a run that code scanning accepts. */
const mostResults = 25_000;

/**
 * Returns an audit as a SARIF 2.1.0 log for CI and code scanning: a rule for each check, a result for each one that
 * hasn't passed. A check that was skipped, is pending, or has an unknown status has the level `none`, so that it fails
 * no build. `version`: of this extension. `toolPlaces`: the definitions of tools in the open repository, by name.
 */
export function sarifLog(audit: Audit, version: string, toolPlaces?: ReadonlyMap<string, ToolPlace>): string {
  const { report, targetUrl, id } = audit;
  const results = report?.results ?? [];
  const rules = rulesOf(results);
  const ruleIndexes = new Map(rules.map((rule, index) => [rule.id, index]));
  const fingerprintOf = createFingerprints();
  const target = targetUrl === undefined ? [] : [targetPath(targetUrl)];
  const log: Log = {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'Hosted MCP Servers', semanticVersion: version, informationUri, rules },
        },
        automationDetails: {
          id: ['hosted-mcp-audit', ...target, id].map(visibleText).join('/'),
          description: plainMessage(l10n.t('Audit of an MCP server')),
        },
        invocations: [invocationOf(audit)],
        results: worstFirst(results.filter(({ status }) => status !== 'pass')).map((result): Result => {
          const ruleId = ruleIdOf(result);
          const tools = toolNames(result);
          const place = tools.map((name) => toolPlaces?.get(name)).find((one) => one !== undefined);
          const fingerprint = fingerprintOf([ruleId, ...tools]);
          return {
            ruleId,
            ...defined({ ruleIndex: ruleIndexes.get(ruleId) }),
            kind: sarifKind(result),
            level: levelOf(result),
            message: plainMessage(messageOf(result)),
            locations: [sarifLocation(place, targetUrl)],
            // Code scanning reads only the second one.
            partialFingerprints: { 'checkId/v1': fingerprint, primaryLocationLineHash: fingerprint },
            properties: propertiesOf(result),
          };
        }),
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** Returns all results in their order, or the most severe ones where there are more than code scanning accepts. */
function worstFirst(results: readonly AuditResult[]): readonly AuditResult[] {
  if (results.length <= mostResults) return results;
  const ranks: readonly Result.level[] = ['error', 'warning', 'note', 'none'];
  return results
    .toSorted((one, other) => ranks.indexOf(levelOf(one)) - ranks.indexOf(levelOf(other)))
    .slice(0, mostResults);
}

/**
 * Creates a function that returns a fingerprint of what identifies a result. It is the same in the next audit, whatever
 * else was found there; results that nothing tells apart are counted.
 */
function createFingerprints(): (identity: readonly string[]) => string {
  const counts = new Map<string, number>();
  return (identity) => {
    const key = identity.join('/');
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return `${key}#${count}`;
  };
}

/** Code scanning requires `fullDescription` and `help` of each rule, so each has a text to fall back to. */
function rulesOf(results: readonly AuditResult[]): ReportingDescriptor[] {
  const byId = Map.groupBy(results, ruleIdOf);
  return [...byId].flatMap(([id, [first, ...others]]) => {
    if (first === undefined) return [];
    const all = [first, ...others];
    const description = all.map((one) => one.description).find(has);
    const hint = all.map((one) => one.hint?.text).find(has);
    const category = all.map((one) => one.category).find(has);
    const name = getCheckName(first);
    const help = [description, hint].filter(has).join('\n\n') || name;
    return [
      {
        id,
        shortDescription: { text: cut(visibleText(name)) },
        fullDescription: { text: cut(visibleText(description ?? name)) },
        help: { text: visibleText(help) },
        ...defined({ helpUri: linkIn(help) }),
        defaultConfiguration: { level: severityLevel(first) },
        ...(category !== undefined && { properties: { tags: [visibleText(category)] } }),
      },
    ];
  });
}

function cut(text: string): string {
  return text.length <= longestDescription
    ? text
    : `${text.slice(0, longestDescription - 1)}…`.toWellFormed();
}

/** Returns the first web address in a text, unless it has user info. */
function linkIn(text: string): string | undefined {
  const [link = ''] = /\bhttps?:\/\/[^\s<>"'`()[\]{}|\\^]{1,2000}/.exec(visibleText(text)) ?? [];
  const bare = link.replace(/[.,;:!?]+$/, '');
  if (!URL.canParse(bare)) return undefined;
  const { username, password, href } = new URL(bare);
  return `${username}${password}` === '' ? href : undefined;
}

function ruleIdOf(result: AuditResult): string {
  return visibleText(has(result.checkId) ? result.checkId : getCheckName(result));
}

function sarifKind(result: AuditResult): 'fail' | 'notApplicable' | 'open' | 'review' {
  switch (classifyCheck(result)) {
    case 'skip':
      return 'notApplicable';
    case 'pending':
      return 'open';
    case 'other':
      return 'review';
    default:
      return 'fail';
  }
}

/** Only what fails has one: the format wants `none` for all else. */
function levelOf(result: AuditResult): Result.level {
  return sarifKind(result) === 'fail' ? severityLevel(result) : 'none';
}

function severityLevel({ severity }: AuditResult): Result.level {
  return severity === 'warning' ? 'warning' : severity === 'info' ? 'note' : 'error';
}

function messageOf(result: AuditResult): string {
  const { message, skipReason, hint } = result;
  const parts = [message, skipReason, hint?.text === undefined ? undefined : l10n.t('Hint: {0}', hint.text)];
  return parts.filter(has).join('\n\n') || getCheckName(result);
}

function propertiesOf({
  status,
  severity,
  category,
  platforms,
  durationMs,
  details,
}: AuditResult): PropertyBag {
  const facts = details.map(({ label = '', value }) => ({
    label: visibleText(label),
    ...(value !== undefined && { value: typeof value === 'string' ? visibleText(value) : value }),
  }));
  return {
    ...visibleTexts({ status, severity, category }),
    ...(platforms.length > 0 && { platforms: platforms.map(visibleText) }),
    ...defined({ durationMs }),
    ...(facts.length > 0 && { details: facts }),
  };
}

/** In a message, braces are placeholders, and brackets before parentheses are links, unless they are written so. */
function plainMessage(text: string): Message & { text: string } {
  const plain = visibleText(text).replace(/[{}]/g, '$&$&');
  return { text: plain.includes('](') ? plain.replace(/[\\[\]]/g, '\\$&') : plain };
}

function invocationOf({ status, report, createdAt }: Audit): Invocation {
  const start = dateOf(report?.startedAt ?? createdAt);
  const completed = dateOf(report?.completedAt);
  // An end before the start is invalid.
  const end = start !== undefined && completed !== undefined && completed < start ? undefined : completed;
  return {
    executionSuccessful: status === 'completed' && report !== undefined,
    ...defined({ startTimeUtc: start, endTimeUtc: end }),
  };
}

/** Returns a time in UTC; `undefined` where it is none, or its year has more than the four digits of the format. */
function dateOf(text: string | undefined): string | undefined {
  const ms = Date.parse(text ?? '');
  const date = Number.isNaN(ms) ? '' : new Date(ms).toISOString();
  return /^\d{4}-/.test(date) ? date : undefined;
}

function visibleTexts(texts: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, visibleText(text)]])),
  );
}

function has(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
