import * as vscode from 'vscode';
import type { FeatureContext } from '../context.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { ServiceDocuments } from '../editor/serviceDocument/documents.ts';
import { formatEnvironmentLabel } from '../explorer/environmentLabel.ts';
import type { PlaygroundAccess } from './playgroundAccess.ts';
import { type ServiceContent, toFormContent, toServiceContent } from './playgroundContent.ts';
import { ServiceVersions } from './serviceVersions.ts';

/** `package.json` assigns a JSON schema to files with this suffix. */
const documentKind = { scheme: 'hosted-mcp-playground', suffix: '.playground.json' };

/** Creates the JSON documents for playgrounds. */
export function createPlaygroundDocuments(
  { connection, toProblem }: Pick<FeatureContext, 'connection' | 'toProblem'>,
  access: PlaygroundAccess,
): ServiceDocuments<ServiceContent> {
  const read = async (
    environmentId: string,
    options?: { readonly isInteractive: boolean },
  ): Promise<ServiceContent> => toServiceContent(await access.read(environmentId, options));
  const serviceVersions = new ServiceVersions(documentKind.scheme, async (uri) => {
    const environment = documents.requireEnvironment(uri);
    return formatPlayground(await read(environment.environmentId), environment);
  });
  const documents: ServiceDocuments<ServiceContent> = new ServiceDocuments({
    ...documentKind,
    connection,
    toProblem,
    read,
    toText: formatPlayground,
    async send(request) {
      const { sendPlaygroundDocument } = await import('./sendPlaygroundDocument.ts');
      const { uri, environment } = request;
      const compare = async (now: ServiceContent): Promise<void> => {
        const text = await formatPlayground(now, environment);
        void serviceVersions.compare(uri, formatEnvironmentLabel(environment), text);
      };
      return { current: await sendPlaygroundDocument(access, request, compare) };
    },
    disposables: [
      serviceVersions,
      vscode.languages.registerCodeLensProvider(
        { scheme: documentKind.scheme },
        {
          provideCodeLenses: async ({ uri }) =>
            (await import('./documentLens.ts')).createDocumentLenses(documents.requireEnvironment(uri)),
        },
      ),
    ],
  });
  return documents;
}

async function formatPlayground(
  content: ServiceContent,
  { projectName, environmentName }: EnvironmentRef,
): Promise<string> {
  const { formatContent } = await import('./formatContent.ts');
  return formatContent(toFormContent(content, projectName ?? environmentName));
}
