import { omitUndefined } from '../../fields.ts';
import type { ServerRequest } from '../mcpConnection.ts';
import { stringOrUndefined } from '../schema/json.ts';
import type { PendingRequest, SamplingState } from './pendingRequest.ts';
import { type ModelRequest, readSamplingRequest, usesTools } from './sampling.ts';
import { createUrlElicitation, joinUrl } from './urlElicitation.ts';

/** An open folder. */
interface OpenFolder {
  readonly uri: string;
  readonly name: string;
}

export type ModelAnswer = NonNullable<SamplingState['answer']>;

interface AsksDeps {
  /** The URL of the server. That of an entry of the workspace may change with each connection. */
  readonly serverUrl: string;
  readonly folders: () => readonly OpenFolder[];
  /** There is something else to ask. */
  readonly changed: () => void;
  /** In the browser; whether the person let it. */
  readonly openAddress: (address: string) => PromiseLike<boolean>;
  /** Has the person pick a model, tells its name, and asks it. Rejects with words; `undefined`: the person left. */
  readonly askModel: (
    request: ModelRequest,
    signal: AbortSignal,
    chosen: (model: string) => void,
  ) => Promise<ModelAnswer | { readonly failure: string } | undefined>;
}

/** Requests that are open at most: a person answers one at a time. */
const maxOpenRequests = 20;
/** UTF-16 units of the parameters of all open requests, as JSON. */
const maxParameterLength = 2_000_000;
/** IDs of visits that the server reported as done; the newest are kept. */
const maxCompletedElicitations = 100;
/** UTF-16 units of such an ID. */
const maxElicitationIdLength = 1000;

export type AnswerAction = 'accept' | 'decline' | 'cancel';
type RequestParameters = Readonly<Record<string, unknown>>;

/** What a server asks of a person: input, a visit, the answer of a model, which folders are open. Nothing is told unasked. */
export interface PendingRequests {
  readonly all: readonly PendingRequest[];
  /** Number of requests that were refused for want of room, since the person last had none to answer. */
  readonly rejectedCount: number;
  /** Settles when the person has answered. Rejects where they refuse, or where the server no longer asks. */
  add(asked: ServerRequest): Promise<RequestParameters>;
  /** Addresses that a call wants to be visited before it is made again. */
  addRequiredUrls(visits: readonly RequestParameters[]): void;
  answer(id: number, action: AnswerAction, content: unknown): void;
  /** Opens the address, which is the person's consent. */
  openUrl(id: number): Promise<void>;
  /** The server says that a visit is done. */
  completeElicitation(elicitationId: string): void;
  useModel(id: number): Promise<void>;
  stopModel(id: number): void;
  dispose(): void;
}

/** The SDK sends its message and code to the server. */
class RequestRejectedError extends Error {
  readonly code: number;
  constructor(message: string, code = -1) {
    super(message);
    this.code = code;
  }
}

interface OpenRequest {
  readonly request: PendingRequest;
  readonly params: RequestParameters;
  /** UTF-16 units of the parameters as JSON. */
  readonly size: number;
  /** Once; more than that changes nothing. */
  readonly settle: (action: AnswerAction, content?: unknown) => void;
  readonly model: AbortController | undefined;
}

export function createPendingRequests(deps: AsksDeps): PendingRequests {
  const { folders, changed, openAddress, askModel } = deps;
  const open = new Map<number, OpenRequest>();
  const visited = new Set<string>();
  let last = 0;
  let refusedCount = 0;

  /** Whether another request with these parameters can be shown. Counts those that can't. */
  function hasRoom(size: number): boolean {
    if (open.size === 0) refusedCount = 0;
    const sizes = [...open.values()].reduce((sum, one) => sum + one.size, size);
    if (open.size < maxOpenRequests && sizes <= maxParameterLength) return true;
    refusedCount++;
    changed();
    return false;
  }

  function add(
    { kind, params }: Omit<ServerRequest, 'signal'>,
    settle: OpenRequest['settle'],
    isRequired = false,
  ): number {
    const id = ++last;
    const request = { id, kind, ...shown(kind, params, isRequired) };
    open.set(id, { request, params, size: sizeOf(params), settle, model: undefined });
    changed();
    return id;
  }
  function change(id: number, changes: Partial<OpenRequest>): void {
    const one = open.get(id);
    if (!one) return;
    open.set(id, { ...one, ...changes });
    changed();
  }
  function leave(id: number): void {
    open.get(id)?.model?.abort();
    open.delete(id);
    changed();
  }

  function shown(
    kind: ServerRequest['kind'],
    params: RequestParameters,
    isRequired: boolean,
  ): Omit<PendingRequest, 'id' | 'kind'> {
    switch (kind) {
      case 'elicitation': {
        const message = stringOrUndefined(params['message']) ?? '';
        if (params['mode'] !== 'url') return { message, schema: params['requestedSchema'], lines: [] };
        return {
          message,
          lines: [],
          urlElicitation: createUrlElicitation(
            stringOrUndefined(params['url']) ?? '',
            deps.serverUrl,
            isRequired,
          ),
        };
      }
      case 'sampling': {
        const { lines, obstacle } = readSamplingRequest(params);
        return { message: '', lines, sampling: omitUndefined({ obstacle }) };
      }
      case 'roots':
        return { message: '', lines: folders().map(({ name, uri }) => ({ label: name, value: uri })) };
    }
  }

  function answerOf(
    { kind, sampling, urlElicitation }: PendingRequest,
    action: AnswerAction,
    content: unknown,
  ): RequestParameters {
    if (kind === 'elicitation') {
      return action === 'accept' && !urlElicitation ? { action, content: content ?? {} } : { action };
    }
    if (action !== 'accept') throw new RequestRejectedError('The user refused.');
    if (kind === 'roots') return { roots: folders() };
    const { model = 'user', isCut = false } = sampling?.answer ?? {};
    return {
      role: 'assistant',
      model,
      stopReason: isCut ? 'maxTokens' : 'endTurn',
      content: { type: 'text', text: String(content ?? '') },
    };
  }

  return {
    get all() {
      return [...open.values()].map(({ request }) => request);
    },
    get rejectedCount() {
      return open.size === 0 ? 0 : refusedCount;
    },
    add: (asked) =>
      new Promise((resolve, reject) => {
        asked.signal.throwIfAborted();
        if (asked.kind === 'sampling' && usesTools(asked.params)) {
          // As for any that isn't offered (`sampling.tools`).
          reject(new RequestRejectedError("This client doesn't take tools in a sampling request.", -32602));
          return;
        }
        if (!hasRoom(sizeOf(asked.params))) {
          reject(
            new RequestRejectedError('This client has too many requests that wait for its user.', -32000),
          );
          return;
        }
        const id = add(asked, (action, content) => {
          const one = open.get(id);
          try {
            if (one) resolve(answerOf(one.request, action, content));
          } catch (error) {
            reject(error);
          }
        });
        asked.signal.addEventListener('abort', () => {
          if (!open.has(id)) return;
          leave(id);
          reject(asked.signal.reason);
        });
      }),
    addRequiredUrls(visits) {
      for (const visit of visits) {
        const params = { ...visit, mode: 'url' };
        if (hasRoom(sizeOf(params))) add({ kind: 'elicitation', params }, () => undefined, true);
      }
    },
    answer(id, action, content) {
      open.get(id)?.settle(action, content);
      leave(id);
    },
    async openUrl(id) {
      const visit = open.get(id)?.request.urlElicitation;
      if (!visit?.canOpen || !(await openAddress(joinUrl(visit)))) return;
      const one = open.get(id);
      // The server asks no longer.
      if (!one) return;
      one.settle('accept');
      const elicitationId = stringOrUndefined(one.params['elicitationId']);
      // This server won't tell.
      if (elicitationId === undefined) leave(id);
      else {
        const phase = visited.has(elicitationId) ? 'done' : 'waiting';
        change(id, { request: { ...one.request, urlElicitation: { ...visit, phase } } });
      }
    },
    completeElicitation(elicitationId) {
      if (elicitationId.length > maxElicitationIdLength) return;
      visited.add(elicitationId);
      for (const oldest of visited) if (visited.size > maxCompletedElicitations) visited.delete(oldest);
      for (const [id, { request, params }] of open) {
        if (request.urlElicitation?.phase !== 'waiting' || params['elicitationId'] !== elicitationId)
          continue;
        change(id, { request: { ...request, urlElicitation: { ...request.urlElicitation, phase: 'done' } } });
      }
    },
    async useModel(id) {
      const one = open.get(id);
      if (!one || one.model || one.request.kind !== 'sampling') return;
      const model = new AbortController();
      const put = (sampling: SamplingState): void => {
        const now = open.get(id);
        if (now?.model === model) change(id, { request: { ...now.request, sampling } });
      };
      const { answer } = one.request.sampling ?? {};
      change(id, { model });
      const { request } = readSamplingRequest(one.params);
      const got = await askModel(request, model.signal, (running) => put(omitUndefined({ running, answer })));
      if (got && 'failure' in got) put(omitUndefined({ ...got, answer }));
      else put(omitUndefined({ answer: got ?? answer }));
      if (open.get(id)?.model === model) change(id, { model: undefined });
    },
    stopModel: (id) => open.get(id)?.model?.abort(),
    dispose() {
      for (const [id, { settle }] of open) {
        settle('cancel');
        leave(id);
      }
    },
  };
}

const sizeOf = (params: RequestParameters): number => JSON.stringify(params).length;
