import * as z from 'zod/mini';
import {
  createTextsSchema,
  definePage,
  optionalString,
  readonlyList,
  type StateOf,
} from '../../editor/webview/protocol.ts';
import { requestTextIssueKinds } from '../requests/requestText.ts';
import type { TunnelPageTexts } from './pageTexts.ts';

/** The buttons for the tunnel itself. */
const tunnelAction = z.enum([
  'copyUrl',
  'openUrl',
  'inspect',
  'audit',
  'connectClient',
  'changePort',
  'close',
  'takeOver',
  'tryAgain',
  'openAgain',
]);
export type TunnelAction = z.infer<typeof tunnelAction>;

/** The buttons for a request with a command that runs in the extension host. */
const requestCommand = z.enum(['replay', 'cancel', 'copyCurl', 'callInInspector']);
export type RequestCommand = z.infer<typeof requestCommand>;

/** The buttons for a request. */
const requestAction = z.enum(['replay', 'cancel', 'editAndReplay', 'copyCurl', 'callInInspector']);
export type RequestAction = z.infer<typeof requestAction>;

const optionalNumber = z.exactOptional(z.number());

/** A row of the list of requests. */
const requestRow = z.object({
  id: z.number(),
  startedAt: z.number(),
  method: z.string(),
  path: z.string(),
  rpcMethod: optionalString,
  target: optionalString,
  status: optionalNumber,
  durationMs: optionalNumber,
  size: z.number(),
  failure: optionalString,
  /** Whether the response contains a JSON-RPC error, or the error of a tool. */
  hasRpcError: z.exactOptional(z.boolean()),
  replayOf: optionalNumber,
});
export type RequestRow = z.infer<typeof requestRow>;

/** The kept part of a body. */
const bodyView = z.object({
  /** The size of the whole body so far, in bytes. */
  size: z.number(),
  /** Absent if the body isn't kept, or isn't a text. */
  text: optionalString,
  isBinary: z.boolean(),
  /** Whether the text is only the beginning. */
  isCut: z.boolean(),
  /** Number of the events of a stream, if the text has only their data. */
  eventCount: optionalNumber,
});
export type BodyView = z.infer<typeof bodyView>;

/** Headers without credentials. */
const headersView = readonlyList(z.object({ name: z.string(), value: z.string() }));
export type HeadersView = z.infer<typeof headersView>;

/** A request with its headers and bodies. */
const requestDetails = z.object({
  id: z.number(),
  method: z.string(),
  /** The path without credentials. */
  path: z.string(),
  request: z.object({ headers: headersView, body: bodyView }),
  /** Absent until the response begins. */
  response: z.exactOptional(
    z.object({ status: z.number(), hasRpcError: z.boolean(), headers: headersView, body: bodyView }),
  ),
  isOpen: z.boolean(),
  actions: readonlyList(requestAction),
  /** Why there is no complete response of the local server. */
  failure: optionalString,
});
export type RequestDetails = z.infer<typeof requestDetails>;

/** A request, and the number of its tunnel. Each tunnel has IDs of its own. */
const requestKey = { generation: z.number(), exchangeId: z.number() };

const editableRequest = z.object({
  method: z.string(),
  path: z.string(),
  headers: readonlyList(z.string()),
  body: z.string(),
});

const requestTextIssue = z.object({
  kind: z.enum(requestTextIssueKinds),
  line: optionalNumber,
  detail: optionalString,
});

/** The QR code of a URL. `path` draws its dark modules, each of which has the size 1 (SVG 2 §9.3). */
const qrCode = z.object({ url: z.string(), size: z.number(), path: z.string() });
export type QrCode = z.infer<typeof qrCode>;

const textQuery = z.object({ text: z.string(), isRegex: z.boolean(), isCaseSensitive: z.boolean() });

/** The messages between the page of the tunnel and its panel. */
export const tunnelPage = definePage({
  texts: createTextsSchema<TunnelPageTexts>(),
  state: z.object({
    status: z.enum(['opening', 'open', 'interrupted', 'displaced', 'closed']),
    /** A sentence about the status. */
    description: z.string(),
    /** Absent until the tunnel was open. */
    publicUrl: optionalString,
    localUrl: z.string(),
    /** When the tunnel was opened, in milliseconds since the epoch. */
    since: optionalNumber,
    actions: readonlyList(tunnelAction),
    keepsBodies: z.boolean(),
  }),
  fromPage: {
    run: { action: tunnelAction },
    runOnRequest: { action: requestCommand, exchangeId: z.number() },
    setKeepsBodies: { keepsBodies: z.boolean() },
    /** Searches the rows. The panel sends the result with the same number. */
    find: { query: textQuery, number: z.number() },
  },
  toPage: {
    /** Rows that were added or have changed. */
    rows: {
      /** A number that changes with each new tunnel, whose rows replace all others. */
      generation: z.number(),
      /** The ID of the first listed row. Earlier ones were dropped. */
      firstId: z.number(),
      rows: readonlyList(requestRow),
      /** The IDs of those rows that contain the searched text. Absent without a search. */
      hits: z.exactOptional(readonlyList(z.number())),
    },
    /** The IDs of the rows, sent so far, that contain the searched text. */
    hits: { number: z.number(), hits: readonlyList(z.number()), problem: optionalString },
  },
  requests: {
    /** Reads a request. The response is empty if its details are no longer kept. */
    readDetails: {
      // `id` would be the ID of the message.
      params: { exchangeId: z.number() },
      response: z.object({ details: z.exactOptional(requestDetails) }),
    },
    /** Reads a request without credentials. The response is empty if it's no longer kept. */
    readEditableRequest: {
      params: requestKey,
      response: z.object({ request: z.exactOptional(editableRequest) }),
    },
    /** Sends a request that the user edited. The response has either issues, or the `replayOf` of the new row. */
    sendRequestText: {
      params: { ...requestKey, text: z.string() },
      response: z.object({ issues: readonlyList(requestTextIssue), replayOf: optionalNumber }),
    },
    /** Reads the QR code of the public URL. The response is empty before the tunnel was open. */
    readQrCode: {
      params: {},
      response: z.object({ qrCode: z.exactOptional(qrCode) }),
    },
  },
});

export type TunnelPage = (typeof tunnelPage)['definition'];
export type TunnelPageState = StateOf<TunnelPage>;
