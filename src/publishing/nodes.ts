import * as vscode from 'vscode';
import type { ServerFields } from '../api/distribution.ts';
import type { Project } from '../api/projects.ts';
import { ageText } from '../domain/age.ts';
import { plainText } from '../domain/plainText.ts';
import type { Problem } from '../editor/problem.ts';
import type { Node } from '../explorer/node.ts';
import { CommandId } from '../ids.ts';
import { serverDocument } from './documents.ts';
import type { PublishedHere } from './memory.ts';
import { standingOf } from './standing.ts';

/** The row of a project, as far as it matters here. */
export interface ProjectRow extends Node {
  readonly projectId: string;
  readonly projectName: string;
  readonly project: Project;
}

/** The row below a project that says what is in the registry. */
export interface PublicationNode extends Node {
  readonly kind: 'publication';
  readonly projectId: string;
  readonly projectName: string;
  readonly project: Project;
}

/** What is known of it. */
export type Publicity =
  | { readonly kind: 'published'; readonly domain: string; readonly fields: ServerFields }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly problem: Problem };

export function publicationNode({ id, projectId, projectName, project }: ProjectRow): PublicationNode {
  return {
    kind: 'publication',
    id: `${id}/publication`,
    ...{ projectId, projectName, project },
    label: vscode.l10n.t('MCP Registry'),
    icon: { id: 'package' },
  };
}

/** The same, with what is known. */
export function decoratedPublication(
  row: PublicationNode,
  publicity: Publicity,
  here: readonly PublishedHere[],
  now: number,
): PublicationNode {
  const description = stateText(publicity, here, row.project, now);
  const said = { ...row, description, accessibilityLabel: `${row.label}, ${description}` };
  switch (publicity.kind) {
    case 'none':
      return said;
    case 'failed':
      return {
        ...said,
        tooltip: publicity.problem.message,
        icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
        command: { label: vscode.l10n.t('Refresh'), command: CommandId.refresh },
      };
    case 'published': {
      const { domain, fields } = publicity;
      const document = serverDocument(domain, fields, 'published');
      const lines = [fields.title ?? '', fields.name, fields.description ?? '', domain];
      return {
        ...said,
        tooltip: [...lines.filter((line) => line !== '').map(plainText), description].join('\n'),
        command: {
          label: vscode.l10n.t('Show server.json'),
          command: 'vscode.open',
          arguments: [document],
        },
      };
    }
  }
}

/** What is known, in words. */
function stateText(
  publicity: Publicity,
  here: readonly PublishedHere[],
  project: Pick<Project, 'productionState'>,
  now: number,
): string {
  if (publicity.kind === 'failed') return vscode.l10n.t("can't be read");
  if (publicity.kind === 'none') return vscode.l10n.t('not published');
  const { version, at, isBehind } = standingOf(publicity, here, project);
  const shown = plainText(version);
  if (at === undefined) return vscode.l10n.t('published as {0}', shown);
  const age = ageText(Math.max(0, now - at), vscode.env.language, 'long');
  return isBehind
    ? vscode.l10n.t('published as {0}, {1}, behind', shown, age)
    : vscode.l10n.t('published as {0}, {1}', shown, age);
}
