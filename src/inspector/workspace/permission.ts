import * as l10n from '@vscode/l10n';
import { truncateText } from '../../domain/plainText.ts';
import { visibleCode } from '../../editor/webview/visibleText.ts';
import { formatCommandLine } from './launch.ts';
import type { ProcessEntry, UrlEntry } from './mcpFile.ts';
import { entryEnvironmentVariables, entryInputIds } from './variables.ts';

/** A question before a server of the workspace is started or gets something of this machine. */
export interface PermissionRequest {
  readonly question: string;
  /** The paragraphs that a person decides by. */
  readonly paragraphs: readonly string[];
  /** The label of the button that allows it. */
  readonly accept: string;
  /** The values that the permission covers, without those of variables and inputs in a path. It is remembered by a hash of these. */
  readonly coveredValues: unknown;
}

/** Characters of a name in a question. */
const maxNameLength = 100;
/** Characters of a question that fit on a screen beside its buttons. */
const maxDialogLength = 1500;
/** Characters at each end of a paragraph that is too long. */
const excerptEndLength = 300;
/** Characters of a line of a document: what is further to the right might not be seen. */
const lineWidth = 100;

/** `entry`: with its places filled in. */
export function createStartPermission(entry: ProcessEntry, cwd: string, place: string): PermissionRequest {
  const { command, args, env, envFile = null } = entry;
  const names = Object.keys(env);
  return {
    question: l10n.t('Start the server "{0}" defined in {1}?', shortVisibleName(entry), place),
    paragraphs: [
      visibleCode(formatCommandLine(entry)),
      l10n.t('Working directory: {0}', visibleCode(cwd)),
      ...(names.length > 0 ? [l10n.t('Environment variables: {0}', joinVisibleNames(names))] : []),
      ...(envFile === null ? [] : [l10n.t('Environment file: {0}', visibleCode(envFile))]),
      l10n.t(
        "The command runs on this machine with your permissions. You'll be asked again if any of these details change.",
      ),
    ],
    accept: l10n.t('Start'),
    coveredValues: [command, args, Object.entries(env).toSorted(), envFile, cwd],
  };
}

interface ServerUrl {
  /** Origin and path by which its secrets are stored. */
  readonly address: string;
  /** Origin and path for people, without values of variables in the path. */
  readonly shownUrl: string;
}

/** `entry`: with its places filled in. */
export function createConnectPermission(
  entry: UrlEntry,
  { address, shownUrl }: ServerUrl,
  place: string,
): PermissionRequest {
  const { url, headers } = entry;
  const [names, variables, inputs] = [
    Object.keys(headers),
    entryEnvironmentVariables(entry),
    entryInputIds(entry),
  ];
  return {
    question: l10n.t('Connect to the server "{0}" defined in {1}?', shortVisibleName(entry), place),
    paragraphs: [
      l10n.t('URL: {0}', visibleCode(shownUrl)),
      ...(names.length > 0 ? [l10n.t('Headers: {0}', joinVisibleNames(names))] : []),
      ...(variables.length > 0
        ? [l10n.t('Values from your environment variables: {0}', joinVisibleNames(variables))]
        : []),
      ...(inputs.length > 0 ? [l10n.t('Values that you enter: {0}', joinVisibleNames(inputs))] : []),
      l10n.t(
        "The server {0} receives these values. You'll be asked again if any of these details change.",
        visibleCode(new URL(address).host),
      ),
    ],
    accept: l10n.t('Connect'),
    coveredValues: ['url', url, Object.entries(headers).toSorted(), address],
  };
}

/** A permission as the text of a dialog. `undefined`: it is too long for one. */
export function permissionDialogText({ paragraphs }: PermissionRequest): string | undefined {
  const text = paragraphs.join('\n\n');
  return text.length > maxDialogLength ? undefined : text;
}

/** Both ends of each paragraph of a permission that is too long for a dialog. */
export const permissionExcerpt = ({ paragraphs }: PermissionRequest): string =>
  paragraphs.map(shortenMiddle).join('\n\n');

/** All of a permission as a document, in which nothing is beyond the right edge. */
export const permissionDocumentText = ({ question, paragraphs }: PermissionRequest): string =>
  [question, ...paragraphs].map(wrapLines).join('\n\n');

function shortenMiddle(text: string): string {
  const left = text.length - 2 * excerptEndLength;
  if (left <= 0) return text;
  const [start, end] = [text.slice(0, excerptEndLength), text.slice(-excerptEndLength)];
  return `${start} […] ${end}`;
}

const wrapLines = (text: string): string =>
  (text.match(new RegExp(`[^]{1,${lineWidth}}`, 'gu')) ?? []).join('\n');

const shortVisibleName = ({ name }: { readonly name: string }): string =>
  visibleCode(truncateText(name, maxNameLength));

const joinVisibleNames = (names: readonly string[]): string => names.map(visibleCode).join(', ');
