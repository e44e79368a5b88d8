import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { optionalString } from '../../editor/webview/protocol.ts';
import { toOriginAndPath } from '../serverUrl.ts';

const grantSchema = z.object({
  /** The authorization server. The client and the refresh token are sent only to it. */
  server: z.string(),
  /** The identifier of the protected resource (RFC 8707). */
  resource: optionalString,
  /** The granted scope; absent if none was requested. */
  scope: optionalString,
  /** The registered client (RFC 7591). */
  client: z.looseObject({ client_id: z.string() }),
  /** Absent if the tokens were rejected. */
  tokens: z.exactOptional(z.object({ access: z.string(), refresh: optionalString })),
});

/** The user's grant for a server. All of it is secret. */
export type Grant = z.infer<typeof grantSchema>;

export interface TokenStore {
  read(): Promise<Grant | undefined>;
  write(grant: Grant): Promise<void>;
  delete(): Promise<void>;
}

/** Creates the store for the grant of a server in secret storage. The key is the origin and path of the server. */
export function createTokenStore(
  secrets: Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>,
  url: string,
): TokenStore {
  const key = `hostedMcp.inspector.oauth:${toOriginAndPath(url)}`;
  return {
    async read() {
      try {
        return grantSchema.safeParse(JSON.parse((await secrets.get(key)) ?? 'null')).data;
      } catch {
        return undefined;
      }
    },
    write: async (grant) => secrets.store(key, JSON.stringify(grant)),
    delete: async () => secrets.delete(key),
  };
}
