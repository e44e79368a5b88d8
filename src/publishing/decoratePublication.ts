import * as vscode from 'vscode';
import type { Project } from '../api/projects.ts';
import { formatShortAge } from '../domain/age.ts';
import { toPlainText } from '../domain/plainText.ts';
import { getErrorActions } from '../editor/problem.ts';
import type { Node } from '../explorer/node.ts';
import type { PublicationNode, PublicationStatus } from './nodes.ts';
import type { LocalPublication } from './publicationHistory.ts';
import { findPublishedVersion } from './publicationStatus.ts';
import { createServerDocumentUri, formatServerDocumentTitle } from './serverDocuments.ts';

/**
 * Adds the status to the row of a publication. `localPublications`: those of the project from this editor. `now`: the
 * current time in milliseconds since the epoch.
 */
export function decoratePublication(
  row: PublicationNode,
  status: PublicationStatus,
  localPublications: readonly LocalPublication[],
  now: number,
): PublicationNode {
  const texts = publicationStatusTexts(status, localPublications, row.project, now);
  const { short: description, long, isOutdated } = texts;
  const describedRow = { ...row, description, accessibilityLabel: `${row.label}, ${long}` };
  switch (status.kind) {
    case 'none':
      return describedRow;
    case 'failed': {
      const { problem } = status;
      const tryAgain = { label: vscode.l10n.t('Try Again'), command: 'hostedMcp.refresh' };
      const [first] = getErrorActions<NonNullable<Node['command']>>(problem, tryAgain);
      return {
        ...describedRow,
        tooltip: [problem.message, first?.label ?? ''].filter((line) => line !== '').join('\n'),
        icon: { id: 'warning', color: 'problemsWarningIcon.foreground' },
        context: 'refreshable',
        ...(first && { command: { ...first, arguments: first.arguments ?? [] } }),
      };
    }
    case 'published': {
      const { domain, fields } = status;
      const document = createServerDocumentUri(domain, fields, 'published');
      const lines = [fields.title ?? '', fields.name, fields.description ?? '', domain];
      return {
        ...describedRow,
        ...(isOutdated && { icon: { id: 'package', color: 'problemsWarningIcon.foreground' } }),
        tooltip: [...lines.filter((line) => line !== '').map(toPlainText), long].join('\n'),
        command: {
          label: vscode.l10n.t('Show server.json'),
          command: 'vscode.open',
          arguments: [document, {}, formatServerDocumentTitle(domain, fields, 'published')],
        },
      };
    }
  }
}

/** Returns the status for a row of any width, and for its tooltip and screen readers. */
function publicationStatusTexts(
  status: PublicationStatus,
  localPublications: readonly LocalPublication[],
  project: Pick<Project, 'productionState'>,
  now: number,
): { readonly short: string; readonly long: string; readonly isOutdated?: boolean } {
  const both = (text: string) => ({ short: text, long: text });
  if (status.kind === 'failed') return both(vscode.l10n.t("can't be read"));
  if (status.kind === 'none') return both(vscode.l10n.t('not published'));
  const { version, publishedAt, isOutdated } = findPublishedVersion(status, localPublications, project);
  const shownVersion = toPlainText(version);
  if (publishedAt === undefined) {
    return { short: shownVersion, long: vscode.l10n.t('published as {0}', shownVersion) };
  }
  const age = formatShortAge(now - publishedAt, vscode.env.language);
  // The most important part comes first, because a narrow view cuts off the end.
  return isOutdated
    ? {
        short: vscode.l10n.t('outdated · {0}', shownVersion),
        long: vscode.l10n.t('outdated · {0} · {1}', shownVersion, age),
        isOutdated,
      }
    : {
        short: vscode.l10n.t('{0} · {1}', shownVersion, age),
        long: vscode.l10n.t('published as {0} · {1}', shownVersion, age),
      };
}
