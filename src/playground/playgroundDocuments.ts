import type { Context } from '../context.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import { ServiceDocuments } from '../editor/serviceDocument/documents.ts';
import { environmentLabel } from '../explorer/environmentLabel.ts';
import { formatContent, type KnownContent, toFormContent, toKnownContent } from './content.ts';
import type { PlaygroundAccess } from './playgroundAccess.ts';
import { ServiceVersions } from './serviceVersions.ts';

/** `package.json` assigns a JSON schema to this suffix. */
const documentKind = { scheme: 'hosted-mcp-playground', suffix: '.playground.json' };

/** Creates the JSON documents for playgrounds. */
export function createPlaygroundDocuments(
  { connection, toProblem }: Pick<Context, 'connection' | 'toProblem'>,
  access: PlaygroundAccess,
): ServiceDocuments<KnownContent> {
  const read = async (
    environmentId: string,
    options?: { readonly isInteractive: boolean },
  ): Promise<KnownContent> => toKnownContent(await access.read(environmentId, options));
  const serviceVersions = new ServiceVersions(documentKind.scheme, async (uri) => {
    const environment = documents.requireEnvironment(uri);
    return toText(await read(environment.environmentId), environment);
  });
  const documents: ServiceDocuments<KnownContent> = new ServiceDocuments({
    ...documentKind,
    connection,
    toProblem,
    read,
    toText,
    async send(request) {
      const { sendPlaygroundDocument } = await import('./sendPlaygroundDocument.ts');
      const { uri, environment } = request;
      const compare = (now: KnownContent): void => {
        void serviceVersions.compare(uri, environmentLabel(environment), toText(now, environment));
      };
      return { after: await sendPlaygroundDocument(access, request, compare) };
    },
    owned: [serviceVersions],
  });
  return documents;
}

function toText(known: KnownContent, { projectName, environmentName }: EnvironmentRef): string {
  return formatContent(toFormContent(known, projectName ?? environmentName));
}
