import * as vscode from 'vscode';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { toPlainText } from '../../domain/plainText.ts';

/** The environment of a document, and its service. The document is never saved to another service. */
export interface DocumentEnvironment extends EnvironmentRef {
  readonly baseUrl: string;
}

/** A kind of documents about environments. */
export interface DocumentKind {
  readonly scheme: string;
  /** The end of their names, such as `.env`. */
  readonly suffix: string;
}

/**
 * Creates the URI of a document. Its folder determines the language or the schema, and its project distinguishes
 * documents with the same name. It's short because messages of the editor show the whole URI.
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

/** Returns `undefined` for a URI that isn't from this extension. */
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

/**
 * Converts a name to a path segment, which the editor shows in tabs and messages, as one line without changes of
 * direction.
 */
export function toPathSegment(name: string): string {
  return toPlainText(name).replaceAll('/', '∕');
}
