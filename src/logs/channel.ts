import {
  type FromPage,
  type PageRequest,
  type Reply,
  type ReplyOf,
  type RequestKind,
  type RequestOf,
  replySchemas,
  type ToPage,
} from './protocol.ts';

/** The asking side: requests of the page, matched with their replies by id. */
interface Caller {
  /** Rejects when the host answers with an error or with something else than agreed, and on `dispose`. */
  request<Kind extends RequestKind>(kind: Kind, more: RequestOf<Kind>): Promise<ReplyOf<Kind>>;
  settle(reply: Reply): void;
  dispose(): void;
}

/** Makes the asking side on top of `post`. */
export function createCaller(post: (message: FromPage) => void): Caller {
  const pending = new Map<number, { settle(reply: Reply): void; reject(error: Error): void }>();
  let lastId = 0;
  let isDisposed = false;
  return {
    request<Kind extends RequestKind>(kind: Kind, more: RequestOf<Kind>) {
      return new Promise<ReplyOf<Kind>>((resolve, reject) => {
        if (isDisposed) return reject(new Error('The channel is closed.'));
        const id = ++lastId;
        pending.set(id, {
          settle(reply) {
            if (!reply.ok) return reject(new Error(reply.message));
            const value = readReply(kind, reply.value);
            if (value === undefined) reject(new Error(`The reply to "${kind}" is not as agreed.`));
            else resolve(value);
          },
          reject,
        });
        // A kind and what belongs to it make a request, which the compiler can't follow.
        post({ kind, id, ...more } as unknown as PageRequest);
      });
    },
    settle(reply) {
      const request = pending.get(reply.to);
      pending.delete(reply.to);
      request?.settle(reply);
    },
    dispose() {
      isDisposed = true;
      for (const { reject } of pending.values()) reject(new Error('The channel is closed.'));
      pending.clear();
    },
  };
}

function readReply<Kind extends RequestKind>(kind: Kind, value: unknown): ReplyOf<Kind> | undefined {
  // The table holds for each kind the schema of its own reply, which the compiler can't follow.
  return replySchemas[kind].safeParse(value).data as ReplyOf<Kind> | undefined;
}

/** The answering side: runs `work` and posts its result, or its error in words, under the id of the request. */
export async function answerRequest<Kind extends RequestKind>(
  request: { readonly kind: Kind; readonly id: number },
  work: () => ReplyOf<Kind> | Promise<ReplyOf<Kind>>,
  post: (message: ToPage) => void,
): Promise<void> {
  try {
    post({ kind: 'reply', to: request.id, ok: true, value: await work() });
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown error';
    post({ kind: 'reply', to: request.id, ok: false, message });
  }
}
