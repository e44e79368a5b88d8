import * as vscode from 'vscode';
import { toPlainText, truncateText } from '../domain/plainText.ts';
import { escapeMarkdown } from '../editor/markdown.ts';
import type { Node, RowFact } from './node.ts';

const maxLineLength = 300;
const maxTitleLines = 20;

/**
 * Creates the tooltip of a row. A `RowTooltip` becomes untrusted Markdown, in which the texts are escaped: they contain
 * no links, commands, images, or icons.
 */
export function createTooltip({
  label,
  tooltip,
  command,
  clickHint = command?.label,
}: Node): string | vscode.MarkdownString {
  if (typeof tooltip !== 'object') return tooltip ?? toPlainText(label);
  const [first = '', ...others] = tooltip.title
    .trim()
    .split(/\r\n?|\n/)
    .slice(0, maxTitleLines);
  const facts = [...tooltip.facts, ...(clickHint === undefined ? [] : [createClickFact(clickHint)])];
  const lines = [
    `**${escapeText(first)}**`,
    ...others.map(escapeText),
    '',
    ...facts.map(({ icon, text }) => `$(${icon}) ${escapeText(text)}`),
  ];
  // Two spaces at the end of a line are a line break in Markdown.
  return new vscode.MarkdownString(lines.map((line) => (line === '' ? '' : `${line}  `)).join('\n'), true);
}

function createClickFact(text: string): RowFact {
  return { icon: 'arrow-right', text: vscode.l10n.t('Click: {0}', text) };
}

function escapeText(text: string): string {
  return escapeMarkdown(truncateText(text, maxLineLength));
}
