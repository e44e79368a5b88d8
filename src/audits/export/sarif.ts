import * as l10n from '@vscode/l10n';
import type { Audit, AuditResult } from '../../api/audit.ts';
import { visibleText } from '../../editor/webview/visibleText.ts';
import { defined } from '../../fields.ts';
import { nameOf } from '../report/checks.ts';
import { kindOf } from '../report/kinds.ts';
import { shownUrl } from '../report/shownUrl.ts';

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';

type Level = 'error' | 'warning' | 'note' | 'none';

/**
 * An audit as a SARIF 2.1.0 log for CI: a rule for each check, a result for each one that hasn't passed. What is
 * skipped, pending or of a newer status has no level, so that it fails no build. `version`: of this extension.
 */
export function sarifLog(audit: Audit, version: string): string {
  const { report, targetUrl, id } = audit;
  const results = report?.results ?? [];
  const rules = rulesOf(results);
  const ruleIds = [...rules.keys()];
  const counts = new Map<string, number>();
  const target = targetUrl === undefined ? undefined : uriOf(targetUrl);
  const run = {
    tool: {
      driver: { name: 'Hosted MCP Servers', semanticVersion: version, rules: [...rules.values()] },
    },
    automationDetails: {
      id: ['hosted-mcp-audit', ...(target === undefined ? [] : [target]), id].map(visibleText).join('/'),
      description: plainMessage(l10n.t('Audit of an MCP server')),
    },
    invocations: [invocationOf(audit)],
    results: results
      .filter(({ status }) => status !== 'pass')
      .map((result) => {
        const ruleId = ruleIdOf(result);
        const nth = (counts.get(ruleId) ?? 0) + 1;
        counts.set(ruleId, nth);
        return {
          ruleId,
          ruleIndex: ruleIds.indexOf(ruleId),
          kind: sarifKind(result),
          level: levelOf(result),
          message: plainMessage(messageOf(result)),
          ...(target !== undefined && {
            locations: [{ physicalLocation: { artifactLocation: { uri: target } } }],
          }),
          partialFingerprints: { 'checkId/v1': `${ruleId}#${nth}` },
          properties: propertiesOf(result),
        };
      }),
    columnKind: 'utf16CodeUnits',
  };
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, undefined, 2)}\n`;
}

function rulesOf(results: readonly AuditResult[]) {
  const rules = new Map<string, object>();
  for (const result of results) {
    const id = ruleIdOf(result);
    if (rules.has(id)) continue;
    const { description, hint, category } = result;
    rules.set(id, {
      id,
      shortDescription: { text: visibleText(nameOf(result)) },
      ...(has(description) && { fullDescription: { text: visibleText(description) } }),
      ...(has(hint?.text) && { help: { text: visibleText(hint.text) } }),
      defaultConfiguration: { level: severityLevel(result) },
      ...(has(category) && { properties: { tags: [visibleText(category)] } }),
    });
  }
  return rules;
}

function ruleIdOf(result: AuditResult): string {
  return visibleText(has(result.checkId) ? result.checkId : nameOf(result));
}

function sarifKind(result: AuditResult): 'fail' | 'notApplicable' | 'open' | 'review' {
  switch (kindOf(result)) {
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
function levelOf(result: AuditResult): Level {
  return sarifKind(result) === 'fail' ? severityLevel(result) : 'none';
}

function severityLevel({ severity }: AuditResult): Level {
  return severity === 'warning' ? 'warning' : severity === 'info' ? 'note' : 'error';
}

function messageOf(result: AuditResult): string {
  const { message, skipReason, hint } = result;
  const parts = [message, skipReason, hint?.text === undefined ? undefined : l10n.t('Hint: {0}', hint.text)];
  return parts.filter(has).join('\n\n') || nameOf(result);
}

function propertiesOf({ status, severity, category, platforms, durationMs, details }: AuditResult): object {
  const facts = details.map(({ label = '', value }) => ({
    label: visibleText(label),
    ...(value !== undefined && { value: typeof value === 'string' ? visibleText(value) : value }),
  }));
  return {
    ...defined({ status, severity, category }),
    ...(platforms.length > 0 && { platforms }),
    ...defined({ durationMs }),
    ...(facts.length > 0 && { details: facts }),
  };
}

/** In a message, braces are placeholders, and brackets before parentheses are links, unless they are written so. */
function plainMessage(text: string): { readonly text: string } {
  const plain = visibleText(text).replace(/[{}]/g, '$&$&');
  return { text: plain.includes('](') ? plain.replace(/[\\[\]]/g, '\\$&') : plain };
}

function invocationOf({ status, report, createdAt }: Audit): object {
  const start = dateOf(report?.startedAt ?? createdAt);
  const end = dateOf(report?.completedAt);
  return {
    executionSuccessful: status === 'completed' && report !== undefined,
    ...defined({ startTimeUtc: start, endTimeUtc: end }),
  };
}

function dateOf(text: string | undefined): string | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** Without what may be a secret. */
function uriOf(targetUrl: string): string | undefined {
  return URL.canParse(targetUrl) ? new URL(shownUrl(targetUrl)).href : undefined;
}

function has(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
