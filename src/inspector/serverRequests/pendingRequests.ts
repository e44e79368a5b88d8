import { omitUndefined } from '../../fields.ts';
import type { ServerRequest } from '../mcpConnection.ts';
import { stringOrUndefined } from '../schema/json.ts';
import type { PendingRequest, SamplingState } from './pendingRequestSchema.ts';
import { type ModelRequest, readSamplingRequest, usesTools } from './sampling.ts';
import { createUrlElicitation, joinUrl } from './urlElicitation.ts';

/** A root as MCP defines it: a folder with its URI. */
interface RootFolder {
  readonly uri: string;
  readonly name: string;
}

export type ModelAnswer = NonNullable<SamplingState['answer']>;

/** The parts of the editor that requests need, so that tests can run without an editor. */
interface RequestHost {
  /** The URL of the server. The URL of an `mcp.json` entry can change with each connection. */
  readonly serverUrl: string;
  listFolders(): readonly RootFolder[];
  /** Called after each change of the list of requests. */
  onChange(): void;
  /** Opens a URL in the browser. Returns whether the user allowed it. */
  openUrl(url: string): PromiseLike<boolean>;
  /**
   * Lets the user select a chat model, reports its name, and requests an answer. Returns `undefined` if the user canceled or the signal
   * was aborted.
   */
  requestModelAnswer(
    request: ModelRequest,
    signal: AbortSignal,
    onModel: (name: string) => void,
  ): Promise<ModelAnswer | { readonly failure: string } | undefined>;
}

/** Maximum number of open requests. A user answers only one at a time. */
const maxOpenRequests = 20;
/** Maximum length of the parameters of all open requests as JSON, in UTF-16 units. */
const maxParameterLength = 2_000_000;
/** Maximum number of IDs of completed URL elicitations that are kept. The oldest are removed first. */
const maxCompletedElicitations = 100;
/** Maximum length of the ID of a URL elicitation, in UTF-16 units. */
const maxElicitationIdLength = 1000;

/** The actions of a response to an elicitation. */
export type AnswerAction = 'accept' | 'decline' | 'cancel';

/** The parameters of a request, or its response. */
type MessageFields = Readonly<Record<string, unknown>>;

/** Rejects a request from the server. The MCP SDK sends the message and the code to the server. */
class RequestRejectedError extends Error {
  readonly code: number;
  constructor(message: string, code = -1) {
    super(message);
    this.code = code;
  }
}

interface OpenRequest {
  readonly request: PendingRequest;
  readonly params: MessageFields;
  /** Length of the parameters as JSON, in UTF-16 units. */
  readonly size: number;
  /** Sends the response. Further calls have no effect. */
  readonly settle: (action: AnswerAction, content?: unknown) => void;
  /** Cancels the request to a chat model, while there is one. */
  readonly model: AbortController | undefined;
}

/** The requests of a server to the user: elicitation, sampling, and roots. Nothing is sent before the user answers. */
export class PendingRequests {
  readonly #host: RequestHost;
  readonly #open = new Map<number, OpenRequest>();
  readonly #completedElicitations = new Set<string>();
  #lastId = 0;
  #rejectedCount = 0;

  constructor(host: RequestHost) {
    this.#host = host;
  }

  get all(): readonly PendingRequest[] {
    return [...this.#open.values()].map(({ request }) => request);
  }

  /** Number of requests that were rejected because of the limits, since the list was last empty. */
  get rejectedCount(): number {
    return this.#open.size === 0 ? 0 : this.#rejectedCount;
  }

  /**
   * Adds a request, and returns the response. Rejects if a limit is exceeded, if the user declines a sampling or roots
   * request, or if the server cancels the request. Like `completeElicitation`, this is a property, because it is called
   * without its object.
   */
  readonly add = (added: ServerRequest): Promise<MessageFields> =>
    new Promise((resolve, reject) => {
      added.signal.throwIfAborted();
      if (added.kind === 'sampling' && usesTools(added.params)) {
        // This client doesn't declare the capability `sampling.tools`.
        reject(new RequestRejectedError("This client doesn't take tools in a sampling request.", -32602));
        return;
      }
      if (!this.#reserve(added.params)) {
        reject(new RequestRejectedError('This client has too many requests that wait for its user.', -32000));
        return;
      }
      const id = this.#insert(added, (action, content) => {
        const open = this.#open.get(id);
        try {
          if (open) resolve(this.#createResponse(open.request, action, content));
        } catch (error) {
          reject(error);
        }
      });
      added.signal.addEventListener('abort', () => {
        if (!this.#open.has(id)) return;
        this.#remove(id);
        reject(added.signal.reason);
      });
    });

  /** Adds the URL elicitations without which a call failed. The user completes them before calling again. */
  addRequiredElicitations(elicitations: readonly MessageFields[]): void {
    for (const elicitation of elicitations) {
      const params = { ...elicitation, mode: 'url' };
      if (this.#reserve(params)) this.#insert({ kind: 'elicitation', params }, () => undefined, true);
    }
  }

  answer(id: number, action: AnswerAction, content: unknown): void {
    this.#open.get(id)?.settle(action, content);
    this.#remove(id);
  }

  /** Opens the URL of an elicitation. This is the user's consent. */
  async openUrl(id: number): Promise<void> {
    const elicitation = this.#open.get(id)?.request.urlElicitation;
    if (!elicitation?.canOpen || !(await this.#host.openUrl(joinUrl(elicitation)))) return;
    const open = this.#open.get(id);
    // The server may have canceled the request while the URL was opened.
    if (!open) return;
    open.settle('accept');
    const elicitationId = stringOrUndefined(open.params['elicitationId']);
    // Without an ID, the server can't report the completion.
    if (elicitationId === undefined) this.#remove(id);
    else this.#setPhase(id, this.#completedElicitations.has(elicitationId) ? 'done' : 'waiting');
  }

  /** Handles the notification `notifications/elicitation/complete`. */
  readonly completeElicitation = (elicitationId: string): void => {
    if (elicitationId.length > maxElicitationIdLength) return;
    const completed = this.#completedElicitations.add(elicitationId);
    for (const oldest of completed) if (completed.size > maxCompletedElicitations) completed.delete(oldest);
    for (const [id, { request, params }] of this.#open) {
      const isWaiting = request.urlElicitation?.phase === 'waiting';
      if (isWaiting && params['elicitationId'] === elicitationId) this.#setPhase(id, 'done');
    }
  };

  /** Requests an answer to a sampling request from a chat model. The user can change the answer before it is sent. */
  async useModel(id: number): Promise<void> {
    const open = this.#open.get(id);
    if (!open || open.model || open.request.kind !== 'sampling') return;
    const model = new AbortController();
    const showSampling = (sampling: SamplingState): void => {
      const current = this.#open.get(id);
      if (current?.model === model) this.#change(id, { request: { ...current.request, sampling } });
    };
    const { answer } = open.request.sampling ?? {};
    this.#change(id, { model });
    const { request } = readSamplingRequest(open.params);
    const result = await this.#host.requestModelAnswer(request, model.signal, (runningModel) =>
      showSampling(omitUndefined({ runningModel, answer })),
    );
    if (result && 'failure' in result) showSampling(omitUndefined({ ...result, answer }));
    else showSampling(omitUndefined({ answer: result ?? answer }));
    if (this.#open.get(id)?.model === model) this.#change(id, { model: undefined });
  }

  stopModel(id: number): void {
    this.#open.get(id)?.model?.abort();
  }

  /** Cancels all requests. */
  dispose(): void {
    for (const [id, { settle }] of this.#open) {
      settle('cancel');
      this.#remove(id);
    }
  }

  /** Returns whether a request with these parameters is within the limits. Counts the requests that aren't. */
  #reserve(params: MessageFields): boolean {
    if (this.#open.size === 0) this.#rejectedCount = 0;
    const size = [...this.#open.values()].reduce((sum, open) => sum + open.size, jsonLength(params));
    if (this.#open.size < maxOpenRequests && size <= maxParameterLength) return true;
    this.#rejectedCount += 1;
    this.#host.onChange();
    return false;
  }

  #insert(
    { kind, params }: Pick<ServerRequest, 'kind' | 'params'>,
    settle: OpenRequest['settle'],
    isRequired = false,
  ): number {
    this.#lastId += 1;
    const id = this.#lastId;
    const request = { id, kind, ...this.#describe(kind, params, isRequired) };
    this.#open.set(id, { request, params, size: jsonLength(params), settle, model: undefined });
    this.#host.onChange();
    return id;
  }

  #change(id: number, changes: Partial<OpenRequest>): void {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.set(id, { ...open, ...changes });
    this.#host.onChange();
  }

  #setPhase(id: number, phase: 'waiting' | 'done'): void {
    const request = this.#open.get(id)?.request;
    if (!request?.urlElicitation) return;
    this.#change(id, { request: { ...request, urlElicitation: { ...request.urlElicitation, phase } } });
  }

  #remove(id: number): void {
    this.#open.get(id)?.model?.abort();
    this.#open.delete(id);
    this.#host.onChange();
  }

  #describe(
    kind: ServerRequest['kind'],
    params: MessageFields,
    isRequired: boolean,
  ): Omit<PendingRequest, 'id' | 'kind'> {
    switch (kind) {
      case 'elicitation': {
        const message = stringOrUndefined(params['message']) ?? '';
        if (params['mode'] !== 'url') return { message, schema: params['requestedSchema'], lines: [] };
        const url = stringOrUndefined(params['url']) ?? '';
        const urlElicitation = createUrlElicitation(url, this.#host.serverUrl, isRequired);
        return { message, lines: [], urlElicitation };
      }
      case 'sampling': {
        const { lines, obstacle } = readSamplingRequest(params);
        return { message: '', lines, sampling: omitUndefined({ obstacle }) };
      }
      case 'roots': {
        const lines = this.#host.listFolders().map(({ name, uri }) => ({ label: name, value: uri }));
        return { message: '', lines };
      }
    }
  }

  #createResponse(
    { kind, sampling, urlElicitation }: PendingRequest,
    action: AnswerAction,
    content: unknown,
  ): MessageFields {
    if (kind === 'elicitation') {
      return action === 'accept' && !urlElicitation ? { action, content: content ?? {} } : { action };
    }
    if (action !== 'accept') throw new RequestRejectedError('The user refused.');
    if (kind === 'roots') return { roots: this.#host.listFolders() };
    const { model = 'user', isTruncated = false } = sampling?.answer ?? {};
    return {
      role: 'assistant',
      model,
      stopReason: isTruncated ? 'maxTokens' : 'endTurn',
      content: { type: 'text', text: String(content ?? '') },
    };
  }
}

const jsonLength = (params: MessageFields): number => JSON.stringify(params).length;
