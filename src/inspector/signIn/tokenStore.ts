import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { optionalString } from '../../editor/webview/protocol.ts';
import { toOriginAndPath } from '../serverUrl.ts';

const grantSchema = z.object({
  /** The authorization server: the client and the refresh token go there, and nowhere else. */
  server: z.string(),
  /** The protected resource as it names itself (RFC 8707). */
  resource: optionalString,
  /** The scope that was granted; absent: none was asked for. */
  scope: optionalString,
  /** As it was registered (RFC 7591). */
  client: z.looseObject({ client_id: z.string() }),
  /** Absent: they were refused. */
  tokens: z.exactOptional(z.object({ access: z.string(), refresh: optionalString })),
});

/** What a person has granted for a server. All of it is secret. */
export type Grant = z.infer<typeof grantSchema>;

export interface TokenStore {
  read(): Promise<Grant | undefined>;
  write(grant: Grant): Promise<void>;
  delete(): Promise<void>;
}

/** The grant for a server, by its origin and path, in the secret storage. */
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
