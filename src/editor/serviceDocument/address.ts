import * as vscode from 'vscode';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { plainText } from '../../domain/plainText.ts';

/** What a document is about. It belongs to one service: it is never saved to another. */
export interface DocumentAddress extends EnvironmentRef {
  readonly baseUrl: string;
}

/** Documents about environments. */
export interface DocumentKind {
  readonly scheme: string;
  /** How their names end: `.env`. */
  readonly ending: string;
}

/**
 * The folder gives the language or the schema of these documents, and the editor tells two of the same name apart by the
 * project. It is short, since the editor's own messages show it whole.
 */
export function documentUri(
  { scheme, ending }: DocumentKind,
  { baseUrl, environmentId, environmentName, projectName, isProduction }: DocumentAddress,
): vscode.Uri {
  const own = part(environmentId);
  const [folder, file] = [part(projectName ?? '') || own, part(environmentName) || own];
  return vscode.Uri.from({
    scheme,
    path: `/hosted-mcp/${folder}/${file}${ending}`,
    query: `${encodeURIComponent(environmentId)}${isProduction ? ' PRODUCTION' : ''} ${baseUrl}`,
  });
}

/** `undefined`: nothing that this extension has made. */
export function addressOf({ scheme, ending }: DocumentKind, uri: vscode.Uri): DocumentAddress | undefined {
  const [, id, production, baseUrl] = /^(\S+)( PRODUCTION)? (\S+)$/.exec(uri.query) ?? [];
  const [, , project, file] = uri.path.split('/');
  if (uri.scheme !== scheme || !id || !baseUrl || !project || !file) return undefined;
  const environmentId = decodeURIComponent(id);
  return {
    baseUrl,
    environmentId,
    environmentName: file.endsWith(ending) ? file.slice(0, -ending.length) : file,
    ...(project !== part(environmentId) && { projectName: project }),
    ...(production && { isProduction: true }),
  };
}

/** A name as one part of a path, which the editor shows in tabs and messages: of one line and one direction. */
export function part(name: string): string {
  return plainText(name).replaceAll('/', '∕');
}
