import * as vscode from 'vscode';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { getBooleanArgument, getStringArgument } from '../../editor/arguments.ts';
import { getFileName } from '../../editor/fileName.ts';
import { toPathSegment } from '../../editor/serviceDocument/documentUri.ts';
import { omitUndefined } from '../../fields.ts';
import type { Side } from './compareSides.ts';

/** The URI scheme of both documents of a comparison. */
export const compareScheme = 'hosted-mcp-compare';

interface LocalFile {
  readonly file: vscode.Uri;
}

/** The source of a side of a comparison: an environment or a local `.env` file. */
export type ComparedSource = EnvironmentRef | LocalFile;

/** The sources of both sides of a comparison, and the base URL of the service that has the environments. */
export interface ComparisonSources {
  readonly baseUrl: string;
  readonly left: ComparedSource;
  readonly right: ComparedSource;
}

export function isLocalFile(source: ComparedSource): source is LocalFile {
  return 'file' in source;
}

/**
 * Returns the URI of the document of a side. The URI contains both sources, so that the document can be created again
 * after a reload. The suffix `.env` of its path sets the language of the document.
 */
export function createSideUri({ baseUrl, left, right }: ComparisonSources, side: Side): vscode.Uri {
  const source = side === 'left' ? left : right;
  const [folder, name] = isLocalFile(source)
    ? [getFileName(vscode.Uri.joinPath(source.file, '..')), getFileName(source.file)]
    : [source.projectName ?? source.environmentId, source.environmentName];
  const query = new URLSearchParams({
    service: baseUrl,
    left: serializeSource(left),
    right: serializeSource(right),
    side,
  });
  return vscode.Uri.from({
    scheme: compareScheme,
    path: `/hosted-mcp/${toPathSegment(folder)}/${toPathSegment(name.replace(/\.env$/, ''))}.env`,
    query: query.toString(),
  });
}

/** Parses the URI of a side. Returns `undefined` if it isn't a URI of a comparison. */
export function parseSideUri(uri: vscode.Uri): (ComparisonSources & { readonly side: Side }) | undefined {
  if (uri.scheme !== compareScheme) return undefined;
  const query = new URLSearchParams(uri.query);
  const [baseUrl, side] = [query.get('service'), query.get('side')];
  const [left, right] = [
    parseSource(tryParseSourceJson(query.get('left'))),
    parseSource(tryParseSourceJson(query.get('right'))),
  ];
  if (!baseUrl || !left || !right || (side !== 'left' && side !== 'right')) return undefined;
  return { baseUrl, left, right, side };
}

function serializeSource(source: ComparedSource): string {
  return JSON.stringify(isLocalFile(source) ? { file: source.file.toString() } : source);
}

/**
 * Parses a source from a command argument or from the query of a URI. Its field `file` is a URI. Returns `undefined` if
 * it has neither a file nor an environment ID.
 */
export function parseSource(source: unknown): ComparedSource | undefined {
  const file = getStringArgument(source, 'file');
  if (file !== undefined) return { file: vscode.Uri.parse(file) };
  const environmentId = getStringArgument(source, 'environmentId');
  if (environmentId === undefined) return undefined;
  const projectName = getStringArgument(source, 'projectName');
  const isProduction = getBooleanArgument(source, 'isProduction');
  return {
    environmentId,
    environmentName: getStringArgument(source, 'environmentName') ?? environmentId,
    ...omitUndefined({ projectName, isProduction }),
  };
}

function tryParseSourceJson(json: string | null): unknown {
  try {
    return json === null ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}
