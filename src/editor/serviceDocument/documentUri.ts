import * as vscode from 'vscode';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { plainText } from '../../domain/plainText.ts';

/** What a document is about. It belongs to one service: it is never saved to another. */
export interface DocumentEnvironment extends EnvironmentRef {
  readonly baseUrl: string;
}

/** Documents about environments. */
export interface DocumentKind {
  readonly scheme: string;
  /** How their names end: `.env`. */
  readonly suffix: string;
}

/**
 * The folder gives the language or the schema of these documents, and the editor tells two of the same name apart by the
 * project. It is short, since the editor's own messages show it whole.
 */
export function createDocumentUri(
  { scheme, suffix }: DocumentKind,
  { baseUrl, environmentId, environmentName, projectName, isProduction }: DocumentEnvironment,
): vscode.Uri {
  const fallback = toPathSegment(environmentId);
  const [folder, file] = [
    toPathSegment(projectName ?? '') || fallback,
    toPathSegment(environmentName) || fallback,
  ];
  return vscode.Uri.from({
    scheme,
    path: `/hosted-mcp/${folder}/${file}${suffix}`,
    query: `${encodeURIComponent(environmentId)}${isProduction ? ' PRODUCTION' : ''} ${baseUrl}`,
  });
}

/** `undefined`: nothing that this extension has made. */
export function parseDocumentUri(
  { scheme, suffix }: DocumentKind,
  uri: vscode.Uri,
): DocumentEnvironment | undefined {
  const [, id, production, baseUrl] = /^(\S+)( PRODUCTION)? (\S+)$/.exec(uri.query) ?? [];
  const [, , project, file] = uri.path.split('/');
  if (uri.scheme !== scheme || !id || !baseUrl || !project || !file) return undefined;
  const environmentId = decodeURIComponent(id);
  return {
    baseUrl,
    environmentId,
    environmentName: file.endsWith(suffix) ? file.slice(0, -suffix.length) : file,
    ...(project !== toPathSegment(environmentId) && { projectName: project }),
    ...(production && { isProduction: true }),
  };
}

/** A name as one part of a path, which the editor shows in tabs and messages: of one line and one direction. */
export function toPathSegment(name: string): string {
  return plainText(name).replaceAll('/', '∕');
}
