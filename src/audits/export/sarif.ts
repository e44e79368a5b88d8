import * as l10n from '@vscode/l10n';
import type { Invocation, Log, Message, PropertyBag, ReportingDescriptor, Result } from 'sarif';
import type { Audit, AuditResult } from '../../api/audit.ts';
import { toVisibleText } from '../../editor/webview/visibleText.ts';
import { omitUndefined } from '../../fields.ts';
import { classifyCheck } from '../report/checkKinds.ts';
import { getCheckName, hasContent } from '../report/checks.ts';
import { extractToolNames } from '../source/toolNames.ts';
import { type ToolLocation, toSarifLocation, toTargetPath } from './sarifLocation.ts';

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';

/** A link to this extension in VS Code, because the extension has no website. */
const informationUri = 'vscode:extension/hosted-mcp.hosted-mcp';

/** The maximum length of a description that code scanning of GitHub accepts. */
const maxDescriptionLength = 1024;

/** The maximum number of results that code scanning of GitHub accepts. */
const maxResults = 25_000;

/**
 * Formats an audit as a SARIF 2.1.0 log for CI and code scanning: a rule for each check, and a result for each check
 * that hasn't passed. Checks that are skipped, pending, or have an unknown status have the level `none`, so that they
 * don't fail a build. `version` is the version of this extension. `toolLocations` are the locations of tools in the
 * workspace, by the names of the tools.
 */
export function formatAuditAsSarif(
  audit: Audit,
  version: string,
  toolLocations?: ReadonlyMap<string, ToolLocation>,
): string {
  const { report, targetUrl, id } = audit;
  const results = report?.results ?? [];
  const rules = createRules(results);
  const ruleIndexes = new Map(rules.map((rule, index) => [rule.id, index]));
  const createFingerprint = createFingerprints();
  const target = targetUrl === undefined ? [] : [toTargetPath(targetUrl)];
  const log: Log = {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'Hosted MCP Servers', semanticVersion: version, informationUri, rules },
        },
        automationDetails: {
          id: ['hosted-mcp-audit', ...target, id].map(toVisibleText).join('/'),
          description: toSarifMessage(l10n.t('Audit of an MCP server')),
        },
        invocations: [createInvocation(audit)],
        results: limitResults(results.filter(({ status }) => status !== 'pass')).map((result): Result => {
          const ruleId = getRuleId(result);
          const tools = extractToolNames(result);
          const location = tools
            .map((name) => toolLocations?.get(name))
            .find((toolLocation) => toolLocation !== undefined);
          const fingerprint = createFingerprint([ruleId, ...tools]);
          return {
            ruleId,
            ...omitUndefined({ ruleIndex: ruleIndexes.get(ruleId) }),
            kind: toSarifKind(result),
            level: getSarifLevel(result),
            message: toSarifMessage(describeResult(result)),
            locations: [toSarifLocation(location, targetUrl)],
            // Code scanning of GitHub reads only `primaryLocationLineHash`.
            partialFingerprints: { 'checkId/v1': fingerprint, primaryLocationLineHash: fingerprint },
            properties: createProperties(result),
          };
        }),
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** Returns the results in their order. If there are more than code scanning accepts, returns the most severe ones. */
function limitResults(results: readonly AuditResult[]): readonly AuditResult[] {
  if (results.length <= maxResults) return results;
  const ranks: readonly Result.level[] = ['error', 'warning', 'note', 'none'];
  return results
    .toSorted((one, other) => ranks.indexOf(getSarifLevel(one)) - ranks.indexOf(getSarifLevel(other)))
    .slice(0, maxResults);
}

/**
 * Creates a function that returns the fingerprint of a result. A result has the same fingerprint in the next audit,
 * regardless of other results. Results with the same identity are numbered.
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

/**
 * Creates a rule for each check. Uses the check's name if it has no description, because code scanning requires one.
 */
function createRules(results: readonly AuditResult[]): ReportingDescriptor[] {
  const byId = Map.groupBy(results, getRuleId);
  return [...byId].flatMap(([id, [first, ...others]]) => {
    if (first === undefined) return [];
    const all = [first, ...others];
    const description = all.map((check) => check.description).find(hasContent);
    const hint = all.map((check) => check.hint?.text).find(hasContent);
    const category = all.map((check) => check.category).find(hasContent);
    const name = getCheckName(first);
    const help = [description, hint].filter(hasContent).join('\n\n') || name;
    return [
      {
        id,
        shortDescription: { text: truncateDescription(toVisibleText(name)) },
        fullDescription: { text: truncateDescription(toVisibleText(description ?? name)) },
        help: { text: toVisibleText(help) },
        ...omitUndefined({ helpUri: findLink(help) }),
        defaultConfiguration: { level: toSarifLevel(first) },
        ...(category !== undefined && { properties: { tags: [toVisibleText(category)] } }),
      },
    ];
  });
}

function truncateDescription(text: string): string {
  return text.length <= maxDescriptionLength
    ? text
    : `${text.slice(0, maxDescriptionLength - 1)}…`.toWellFormed();
}

/** Returns the first HTTP or HTTPS URL in a text. Returns `undefined` if the URL contains a user name or a password. */
function findLink(text: string): string | undefined {
  const [link = ''] = /\bhttps?:\/\/[^\s<>"'`()[\]{}|\\^]{1,2000}/.exec(toVisibleText(text)) ?? [];
  const url = link.replace(/[.,;:!?]+$/, '');
  if (!URL.canParse(url)) return undefined;
  const { username, password, href } = new URL(url);
  return `${username}${password}` === '' ? href : undefined;
}

function getRuleId(result: AuditResult): string {
  return toVisibleText(hasContent(result.checkId) ? result.checkId : getCheckName(result));
}

function toSarifKind(result: AuditResult): 'fail' | 'notApplicable' | 'open' | 'review' {
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

/** Returns the level of a result. SARIF requires the level `none` for all results other than failures. */
function getSarifLevel(result: AuditResult): Result.level {
  return toSarifKind(result) === 'fail' ? toSarifLevel(result) : 'none';
}

function toSarifLevel({ severity }: AuditResult): Result.level {
  return severity === 'warning' ? 'warning' : severity === 'info' ? 'note' : 'error';
}

function describeResult(result: AuditResult): string {
  const { message, skipReason, hint } = result;
  const parts = [message, skipReason, hint?.text === undefined ? undefined : l10n.t('Hint: {0}', hint.text)];
  return parts.filter(hasContent).join('\n\n') || getCheckName(result);
}

function createProperties({
  status,
  severity,
  category,
  platforms,
  durationMs,
  details,
}: AuditResult): PropertyBag {
  const detailValues = details.map(({ label = '', value }) => ({
    label: toVisibleText(label),
    ...(value !== undefined && { value: typeof value === 'string' ? toVisibleText(value) : value }),
  }));
  return {
    ...toVisibleTexts({ status, severity, category }),
    ...(platforms.length > 0 && { platforms: platforms.map(toVisibleText) }),
    ...omitUndefined({ durationMs }),
    ...(detailValues.length > 0 && { details: detailValues }),
  };
}

/** Creates a message. Escapes braces, which would be placeholders, and brackets if they could be links. */
function toSarifMessage(text: string): Message & { text: string } {
  const plain = toVisibleText(text).replace(/[{}]/g, '$&$&');
  return { text: plain.includes('](') ? plain.replace(/[\\[\]]/g, '\\$&') : plain };
}

function createInvocation({ status, report, createdAt }: Audit): Invocation {
  const start = toSarifTime(report?.startedAt ?? createdAt);
  const completed = toSarifTime(report?.completedAt);
  // An end before the start would be invalid.
  const end = start !== undefined && completed !== undefined && completed < start ? undefined : completed;
  return {
    executionSuccessful: status === 'completed' && report !== undefined,
    ...omitUndefined({ startTimeUtc: start, endTimeUtc: end }),
  };
}

/**
 * Formats a time as ISO 8601 in UTC. Returns `undefined` if the time isn't valid, or its year has more than four
 * digits, which SARIF doesn't allow.
 */
function toSarifTime(text: string | undefined): string | undefined {
  const ms = Date.parse(text ?? '');
  const date = Number.isNaN(ms) ? '' : new Date(ms).toISOString();
  return /^\d{4}-/.test(date) ? date : undefined;
}

function toVisibleTexts(
  texts: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, toVisibleText(text)]],
    ),
  );
}
