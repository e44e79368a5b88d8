import * as vscode from 'vscode';
import type { EnvironmentRef } from '../../domain/environment.ts';
import { toPlainText } from '../../domain/plainText.ts';

/** The environment of a document, and the base URL of its service. The document is never saved to another service. */
export interface DocumentEnvironment extends EnvironmentRef {
  readonly baseUrl: string;
}

/** A kind of documents, such as the variables of environments. */
export interface DocumentKind {
  readonly scheme: string;
  /** The suffix of file names, such as `.env`. */
  readonly suffix: string;
}

/**
 * Creates the URI of a document. The folder `/hosted-mcp` determines the language or the JSON schema. The folder with
 * the name of the project distinguishes documents with the same name. The URI is short, because the editor shows the
 * whole URI in messages.
 */
export function createDocumentUri(
  { scheme, suffix }: DocumentKind,
  { baseUrl, environmentId, environmentName, projectName, isProduction }: DocumentEnvironment,
): vscode.Uri {
  const idSegment = toPathSegment(environmentId);
  const folder = toPathSegment(projectName ?? '') || idSegment;
  const file = toPathSegment(environmentName) || idSegment;
  return vscode.Uri.from({
    scheme,
    path: `/hosted-mcp/${folder}/${file}${suffix}`,
    query: `${encodeURIComponent(environmentId)}${isProduction ? ' PRODUCTION' : ''} ${baseUrl}`,
  });
}

/** Returns the environment of a document, or `undefined` if the URI isn't a result of `createDocumentUri`. */
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
 * Converts a name to a path segment, which the editor shows in tabs and messages. The result is one line that doesn't
 * change the direction of texts.
 */
export function toPathSegment(name: string): string {
  return toPlainText(name).replaceAll('/', '∕');
}
