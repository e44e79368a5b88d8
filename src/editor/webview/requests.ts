import type {
  PageDefinition,
  PageProtocol,
  PageReply,
  PageRequestParams,
  PageResponse,
  RequestKind,
} from './protocol.ts';

/** Creates an object that sends requests from the page with `post`, and assigns the replies to them by ID. */
export function createRequester<P extends PageDefinition>(
  { definition }: Pick<PageProtocol<P>, 'definition'>,
  post: (message: { readonly kind: RequestKind<P>; readonly id: number }) => void,
) {
  const pending = new Map<number, { settle(reply: PageReply): void; reject(error: Error): void }>();
  const createClosedError = (): Error => new Error('The channel is closed.');
  let lastId = 0;
  let isDisposed = false;
  return {
    /** Sends a request. Rejects if the panel returns an error or an invalid value, or when this object is disposed. */
    request<Kind extends RequestKind<P>>(
      kind: Kind,
      params: PageRequestParams<P, Kind>,
    ): Promise<PageResponse<P, Kind>> {
      return new Promise((resolve, reject) => {
        if (isDisposed) return reject(createClosedError());
        const id = ++lastId;
        const settle = ({ ok, value, message }: PageReply): void => {
          const read = ok ? definition.requests[kind]?.response.safeParse(value) : undefined;
          if (read?.success) resolve(read.data as PageResponse<P, typeof kind>);
          else reject(new Error(ok ? `The reply to "${kind}" is not as agreed.` : message));
        };
        pending.set(id, { settle, reject });
        post({ kind, id, ...(params as object) });
      });
    },
    settle(reply: PageReply): void {
      const request = pending.get(reply.requestId);
      pending.delete(reply.requestId);
      request?.settle(reply);
    },
    dispose(): void {
      isDisposed = true;
      for (const { reject } of pending.values()) reject(createClosedError());
      pending.clear();
    },
  };
}

/** Creates the reply to a request, with the result of `respond` or the message of its error. */
export async function createReply(id: number, respond: () => unknown): Promise<PageReply> {
  try {
    return { kind: 'reply', requestId: id, ok: true, value: await respond() };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown error';
    return { kind: 'reply', requestId: id, ok: false, message };
  }
}
