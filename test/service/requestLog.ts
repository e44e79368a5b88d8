import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Identity } from './operation.ts';

/** A request that the service received, in the order of arrival. Holds no credential, only its kind. */
export interface RecordedRequest {
  readonly method: string;
  /** With the query, as it came. */
  readonly path: string;
  /** Null until the answer is under way, and for good when there is none. */
  status: number | null;
  credential: Identity['kind'];
}

export interface RequestLog {
  list(): RecordedRequest[];
  clear(): void;
}

interface RequestRecorder extends RequestLog {
  /** Begins a record; the caller fills in the credential. */
  record(request: IncomingMessage, response: ServerResponse): RecordedRequest;
}

/** A service left running must not grow without end. */
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
      // `finish` comes before the client can have read the answer, `close` also where the answer was cut.
      for (const event of ['finish', 'close']) {
        response.once(event, () => {
          if (response.headersSent) recorded.status = response.statusCode;
        });
      }
      return recorded;
    },
  };
}
