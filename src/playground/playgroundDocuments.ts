import type { Playground } from '../api/playground.ts';
import type { Connection } from '../auth/connection.ts';
import type { EnvironmentRef } from '../domain/environment.ts';
import type { ToProblem } from '../editor/problem.ts';
import { ServiceDocuments } from '../editor/serviceDocument/documents.ts';
import { environmentLabel } from '../explorer/environmentLabel.ts';
import type { ApplyChange } from './applyChange.ts';
import { type KnownContent, toFormContent, toKnownContent } from './content.ts';
import { formatContent } from './contentText.ts';
import { ServiceVersions } from './serviceVersions.ts';

/** `package.json` assigns a JSON schema to this suffix. */
const documentKind = { scheme: 'hosted-mcp-playground', suffix: '.playground.json' };

interface DocumentsDeps {
  readonly connection: Connection;
  readonly toProblem: ToProblem;
  readonly read: (
    environmentId: string,
    options?: { readonly isInteractive: boolean },
  ) => Promise<Playground>;
  readonly applyChange: ApplyChange;
}

/** Creates the JSON documents for playgrounds. */
export function createPlaygroundDocuments(deps: DocumentsDeps): ServiceDocuments<KnownContent> {
  const read = async (
    environmentId: string,
    options?: { readonly isInteractive: boolean },
  ): Promise<KnownContent> => toKnownContent(await deps.read(environmentId, options));
  const serverSide = new ServiceVersions(documentKind.scheme, async (uri) => {
    const address = documents.addressOf(uri);
    return toText(await read(address.environmentId), address);
  });
  const documents: ServiceDocuments<KnownContent> = new ServiceDocuments({
    ...documentKind,
    connection: deps.connection,
    toProblem: deps.toProblem,
    read,
    toText,
    async send(saving) {
      const { sendPlaygroundDocument } = await import('./sendPlaygroundDocument.ts');
      const { uri, environment } = saving;
      const compare = (now: KnownContent): void => {
        void serverSide.compare(uri, environmentLabel(environment), toText(now, environment));
      };
      return {
        after: await sendPlaygroundDocument({ read, applyChange: deps.applyChange, compare }, saving),
      };
    },
    owned: [serverSide],
  });
  return documents;
}

function toText(known: KnownContent, { projectName, environmentName }: EnvironmentRef): string {
  return formatContent(toFormContent(known, projectName ?? environmentName));
}
