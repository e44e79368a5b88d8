import * as vscode from 'vscode';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { booleanArgument, stringArgument } from '../../editor/arguments.ts';
import { getFileName } from '../../editor/fileName.ts';
import { toPathSegment } from '../../editor/serviceDocument/documentUri.ts';
import { omitUndefined } from '../../fields.ts';

/** Documents of this scheme are the two sides of a comparison. */
export const compareScheme = 'hosted-mcp-compare';

interface LocalFile {
  readonly file: vscode.Uri;
}

/** What one side is about. */
export type ComparedSource = EnvironmentRef | LocalFile;

/** What a comparison is about. It belongs to one service. */
export interface ComparisonAddress {
  readonly baseUrl: string;
  readonly left: ComparedSource;
  readonly right: ComparedSource;
}

export type SideName = 'left' | 'right';

export function isLocalFile(place: ComparedSource): place is LocalFile {
  return 'file' in place;
}

/** All that is needed to make the text again, after a reload too. The folder gives these documents their language. */
export function sideUri({ baseUrl, left, right }: ComparisonAddress, side: SideName): vscode.Uri {
  const place = side === 'left' ? left : right;
  const [folder, name] = isLocalFile(place)
    ? [getFileName(vscode.Uri.joinPath(place.file, '..')), getFileName(place.file)]
    : [place.projectName ?? place.environmentId, place.environmentName];
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

/** `undefined`: nothing that this extension has made. */
export function parseSideUri(uri: vscode.Uri): (ComparisonAddress & { readonly side: SideName }) | undefined {
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

function serializeSource(place: ComparedSource): string {
  return JSON.stringify(isLocalFile(place) ? { file: place.file.toString() } : place);
}

/** What an object from outside says of a side; `file` is an address. */
export function parseSource(given: unknown): ComparedSource | undefined {
  const file = stringArgument(given, 'file');
  if (file !== undefined) return { file: vscode.Uri.parse(file) };
  const environmentId = stringArgument(given, 'environmentId');
  if (environmentId === undefined) return undefined;
  const projectName = stringArgument(given, 'projectName');
  const isProduction = booleanArgument(given, 'isProduction');
  return {
    environmentId,
    environmentName: stringArgument(given, 'environmentName') ?? environmentId,
    ...omitUndefined({ projectName, isProduction }),
  };
}

function tryParseSourceJson(given: string | null): unknown {
  try {
    return given === null ? undefined : JSON.parse(given);
  } catch {
    return undefined;
  }
}
