import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Identity } from './operation.ts';

/** A request that the service received. It contains the kind of its credential, but not the credential. */
interface RecordedRequest {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** `null` until the response begins, or forever if there is none. */
  status: number | null;
  credential: Identity['kind'];
}

export interface RequestLog {
  list(): RecordedRequest[];
  clear(): void;
}

interface RequestRecorder extends RequestLog {
  /** Starts a record. The caller sets the credential. */
  record(request: IncomingMessage, response: ServerResponse): RecordedRequest;
}

/** The limit of recorded requests, because a service can run for a long time. */
const capacity = 20_000;

export function createRequestLog(): RequestRecorder {
  let requests: RecordedRequest[] = [];
  return {
    list: () => requests.map((request) => ({ ...request })),
    clear: () => {
      requests = [];
    },
    record: ({ method = '', url = '' }, response) => {
      const recorded: RecordedRequest = { method, path: url, status: null, credential: 'none' };
      requests.push(recorded);
      if (requests.length > capacity) requests = requests.slice(-capacity / 2);
      // `finish` comes before the client can have read the response. `close` also comes if the connection was
      // lost.
      for (const event of ['finish', 'close']) {
        response.once(event, () => {
          if (response.headersSent) recorded.status = response.statusCode;
        });
      }
      return recorded;
    },
  };
}
