import * as l10n from '@vscode/l10n';
import { truncateText } from '../../domain/plainText.ts';
import { toVisibleCode } from '../../editor/webview/visibleText.ts';
import { formatCommandLine } from './launch.ts';
import type { ProcessEntry, UrlEntry } from './mcpFile.ts';
import { listEntryEnvironmentVariables, listEntryInputIds } from './variables.ts';

/** A question before a server of the workspace is started or receives data of this machine. */
export interface PermissionRequest {
  readonly question: string;
  readonly paragraphs: readonly string[];
  /** Label of the button that grants the permission. */
  readonly acceptLabel: string;
  /**
   * Values that the permission covers, with unresolved variables and inputs in paths. The permission is stored as their
   * hash.
   */
  readonly coveredValues: unknown;
}

/** Maximum number of characters of a name in a question. */
const maxNameLength = 100;
/** Maximum number of characters of a question that fits on a screen with its buttons. */
const maxDialogLength = 1500;
/** Number of characters that are kept at each end of a long paragraph. */
const excerptEndLength = 300;
/** Maximum number of characters of a line in a document. Text beyond the right edge might be overlooked. */
const lineWidth = 100;

/** Creates the question before a command is started. `entry`: with replaced path variables. */
export function createStartPermission(
  entry: ProcessEntry,
  cwd: string,
  fileLabel: string,
): PermissionRequest {
  const { command, args, env, envFile = null } = entry;
  const names = Object.keys(env);
  return {
    question: l10n.t('Start the server "{0}" defined in {1}?', shortVisibleName(entry), fileLabel),
    paragraphs: [
      toVisibleCode(formatCommandLine(entry)),
      l10n.t('Working directory: {0}', toVisibleCode(cwd)),
      ...(names.length > 0 ? [l10n.t('Environment variables: {0}', joinVisibleNames(names))] : []),
      ...(envFile === null ? [] : [l10n.t('Environment file: {0}', toVisibleCode(envFile))]),
      l10n.t(
        "The command runs on this machine with your permissions. You'll be asked again if any of these details change.",
      ),
    ],
    acceptLabel: l10n.t('Start'),
    coveredValues: [command, args, Object.entries(env).toSorted(), envFile, cwd],
  };
}

interface ServerUrl {
  /** Origin and path that identify the stored secrets. */
  readonly storageUrl: string;
  /** Origin and path without values of variables in the path. */
  readonly displayUrl: string;
}

/** Creates the question before a server receives values of this machine. `entry`: with replaced path variables. */
export function createConnectPermission(
  entry: UrlEntry,
  { storageUrl, displayUrl }: ServerUrl,
  fileLabel: string,
): PermissionRequest {
  const { url, headers } = entry;
  const [names, variables, inputs] = [
    Object.keys(headers),
    listEntryEnvironmentVariables(entry),
    listEntryInputIds(entry),
  ];
  return {
    question: l10n.t('Connect to the server "{0}" defined in {1}?', shortVisibleName(entry), fileLabel),
    paragraphs: [
      l10n.t('URL: {0}', toVisibleCode(displayUrl)),
      ...(names.length > 0 ? [l10n.t('Headers: {0}', joinVisibleNames(names))] : []),
      ...(variables.length > 0
        ? [l10n.t('Values from your environment variables: {0}', joinVisibleNames(variables))]
        : []),
      ...(inputs.length > 0 ? [l10n.t('Values that you enter: {0}', joinVisibleNames(inputs))] : []),
      l10n.t(
        "The server {0} receives these values. You'll be asked again if any of these details change.",
        toVisibleCode(new URL(storageUrl).host),
      ),
    ],
    acceptLabel: l10n.t('Connect'),
    coveredValues: ['url', url, Object.entries(headers).toSorted(), storageUrl],
  };
}

/** Formats a permission for a dialog; `undefined` if it's too long for one. */
export function formatPermissionDialog({ paragraphs }: PermissionRequest): string | undefined {
  const text = paragraphs.join('\n\n');
  return text.length > maxDialogLength ? undefined : text;
}

/** Shortens the paragraphs of a permission for a dialog. */
export const formatPermissionExcerpt = ({ paragraphs }: PermissionRequest): string =>
  paragraphs.map(shortenMiddle).join('\n\n');

/** Formats a permission as a document with wrapped lines. */
export const formatPermissionDocument = ({ question, paragraphs }: PermissionRequest): string =>
  [question, ...paragraphs].map(wrapLines).join('\n\n');

function shortenMiddle(text: string): string {
  const omittedLength = text.length - 2 * excerptEndLength;
  if (omittedLength <= 0) return text;
  const [start, end] = [text.slice(0, excerptEndLength), text.slice(-excerptEndLength)];
  return `${start} […] ${end}`;
}

const wrapLines = (text: string): string =>
  (text.match(new RegExp(`[^]{1,${lineWidth}}`, 'gu')) ?? []).join('\n');

const shortVisibleName = ({ name }: { readonly name: string }): string =>
  toVisibleCode(truncateText(name, maxNameLength));

const joinVisibleNames = (names: readonly string[]): string => names.map(toVisibleCode).join(', ');
