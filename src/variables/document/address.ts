import * as vscode from 'vscode';
import type { Target } from '../variable.ts';

/** Documents of this scheme are the variables of an environment. */
export const variablesScheme = 'hosted-mcp-variables';

/** What a document is about. It belongs to one service: it is never saved to another. */
export interface DocumentAddress extends Target {
  readonly baseUrl: string;
}

/** The folder gives the language of these documents, and the editor tells two of the same name apart by the project. */
export function documentUri({
  baseUrl,
  environmentId,
  environmentName,
  projectName,
  isProduction,
}: DocumentAddress): vscode.Uri {
  const query = new URLSearchParams({ service: baseUrl, environment: environmentId });
  if (isProduction !== undefined) query.set('production', String(isProduction));
  return vscode.Uri.from({
    scheme: variablesScheme,
    path: `/hosted-mcp/${part(projectName ?? environmentId)}/${part(environmentName)}.env`,
    query: query.toString(),
  });
}

/** `undefined`: nothing that this extension has made. */
export function addressOf(uri: vscode.Uri): DocumentAddress | undefined {
  const query = new URLSearchParams(uri.query);
  const [baseUrl, environmentId] = [query.get('service'), query.get('environment')];
  const [, , project, file] = uri.path.split('/');
  if (uri.scheme !== variablesScheme || !baseUrl || !environmentId || !project || !file) return undefined;
  const production = query.get('production');
  return {
    baseUrl,
    environmentId,
    environmentName: file.replace(/\.env$/, ''),
    ...(project !== part(environmentId) && { projectName: project }),
    ...(production !== null && { isProduction: production === 'true' }),
  };
}

/** A name as one part of a path. */
export function part(name: string): string {
  return name.replaceAll('/', '∕');
}
