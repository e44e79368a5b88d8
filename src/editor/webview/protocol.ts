/**
 * The protocol between a page and its panel in the extension host. Each page defines its messages with zod schemas,
 * with which both sides validate the messages that they receive.
 *
 * @module
 */

import * as z from 'zod/mini';

// Stops zod from testing `eval`, which a page's Content Security Policy reports as a violation.
z.config({ jitless: true });

type FieldSchemas = Readonly<Record<string, z.ZodMiniType>>;
/** The fields of each kind of message, by kind. */
type MessageSchemas = Readonly<Record<string, FieldSchemas>>;

/** The definition of a page's data and messages. */
export interface PageDefinition {
  /** All texts of the page, because a page can't localize texts. */
  readonly texts: z.ZodMiniType;
  readonly state: z.ZodMiniType;
  /** Messages from the page to the panel. */
  readonly fromPage: MessageSchemas;
  /** Messages from the panel to the page. */
  readonly toPage: MessageSchemas;
  /** Messages from the page for which the panel sends a response. */
  readonly requests: Readonly<
    Record<string, { readonly params: FieldSchemas; readonly response: z.ZodMiniType }>
  >;
}

/** The fields of a message. `unknown` if there are none, so that `{ kind } & unknown` has only the field `kind`. */
export type MessageFields<F extends FieldSchemas> = keyof F extends never
  ? unknown
  : z.output<z.ZodMiniObject<F>>;

/** The union of all messages of one direction. */
export type ProtocolMessage<K extends MessageSchemas> = {
  [Kind in keyof K & string]: { readonly kind: Kind } & MessageFields<K[Kind]>;
}[keyof K & string];

export type TextsOf<P extends PageDefinition> = z.output<P['texts']>;
export type StateOf<P extends PageDefinition> = z.output<P['state']>;

/** The content of the first message to a page. */
export interface PageStart<P extends PageDefinition> {
  readonly texts: TextsOf<P>;
  readonly state: StateOf<P>;
}

export type RequestKind<P extends PageDefinition> = keyof P['requests'] & string;

/** The parameters of a request from the page. */
export type PageRequestParams<P extends PageDefinition, Kind extends RequestKind<P>> = MessageFields<
  P['requests'][Kind]['params']
>;

/** The value of the response to a request. */
export type PageResponse<P extends PageDefinition, Kind extends RequestKind<P>> = z.output<
  P['requests'][Kind]['response']
>;

export const readonlyList = <T extends z.ZodMiniType>(item: T) => z.readonly(z.array(item));

/** A field that is a string or absent. */
export const optionalString = z.exactOptional(z.string());

/** A problem, and the labels of its remedies. */
export const problemSchema = z.object({
  message: z.string(),
  detail: optionalString,
  remedies: readonlyList(z.object({ label: z.string(), icon: z.string() })),
  /** Whether the message is only information, because nothing failed. */
  isInformational: z.boolean(),
  /** Whether a retry would always fail. */
  isPermanent: z.exactOptional(z.boolean()),
});
export type PageProblem = z.infer<typeof problemSchema>;

/**
 * Creates the schema of a page's texts. At run time, it accepts any nested objects of strings, because the compiler
 * checks the keys. `{0}` and `{1}` in a text are placeholders.
 */
export function createTextsSchema<Texts>(): z.ZodMiniType<Texts> {
  const texts: z.ZodMiniType = z.record(z.string(), z.union([z.string(), z.lazy(() => texts)]));
  return texts as unknown as z.ZodMiniType<Texts>;
}

/** Messages that every page sends. */
const commonFromPage = {
  /** The page can receive messages now. `zone` is the IANA time zone of the user. */
  ready: { zone: z.string() },
  /** The user selected a remedy. `section` is absent if the page shows only one problem. */
  remedy: { section: optionalString, index: z.number() },
  /** The user selected a link in a text from another source. */
  openLink: { url: z.string() },
} as const;

/** Messages that every page receives. */
const commonToPage = {
  /** Makes screen readers announce a text. */
  announce: { text: z.string() },
  /** The reply to the request with the ID `requestId`: `value` if `ok` is true, otherwise the error `message`. */
  reply: {
    requestId: z.number(),
    ok: z.boolean(),
    value: z.optional(z.unknown()),
    message: z.optional(z.string()),
  },
} as const;

/** A message with a request. */
type PageRequestMessage<P extends PageDefinition> = {
  [Kind in RequestKind<P>]: { readonly kind: Kind; readonly id: number } & PageRequestParams<P, Kind>;
}[RequestKind<P>];

export type CommonFromPage = ProtocolMessage<typeof commonFromPage>;
export type CommonToPage = ProtocolMessage<typeof commonToPage>;

/** Any message from the page. */
export type MessageFromPage<P extends PageDefinition> =
  | CommonFromPage
  | ProtocolMessage<P['fromPage']>
  | PageRequestMessage<P>;

/** Any message to the page. */
export type MessageToPage<P extends PageDefinition> =
  | CommonToPage
  | ProtocolMessage<P['toPage']>
  | ({ readonly kind: 'start' } & PageStart<P>)
  | { readonly kind: 'state'; readonly state: StateOf<P> };

export type PageReply = Extract<CommonToPage, { kind: 'reply' }>;

/** The protocol of a page. `readFromPage` and `readToPage` return `undefined` for an invalid message. */
export interface PageProtocol<P extends PageDefinition> {
  readonly definition: P;
  readonly readFromPage: (raw: unknown) => MessageFromPage<P> | undefined;
  readonly readToPage: (raw: unknown) => MessageToPage<P> | undefined;
}

export function definePage<P extends PageDefinition>(definition: P): PageProtocol<P> {
  const { texts, state, requests } = definition;
  const requestSchemas = Object.entries(requests).map(
    ([kind, { params }]) => [kind, { id: z.number(), ...params }] as const,
  );
  return {
    definition,
    readFromPage: createMessageReader({
      ...commonFromPage,
      ...Object.fromEntries(requestSchemas),
      ...definition.fromPage,
    }),
    readToPage: createMessageReader({
      ...commonToPage,
      start: { texts, state },
      state: { state },
      ...definition.toPage,
    }),
  };
}

/**
 * Creates a function that validates messages. It creates the schemas on first use, because each side receives only the
 * messages of one direction.
 */
function createMessageReader<Message>(messageSchemas: MessageSchemas): (raw: unknown) => Message | undefined {
  let schemas: ReadonlyMap<string, z.ZodMiniType> | undefined;
  return (raw) => {
    schemas ??= new Map(
      Object.entries(messageSchemas).map(([kind, fields]) => [
        kind,
        z.object({ kind: z.literal(kind), ...fields }),
      ]),
    );
    return schemas.get(getMessageKind(raw))?.safeParse(raw).data as Message | undefined;
  };
}

/** Returns the `kind` of a message, or its data type if it has no `kind`. Can be logged: at most 40 characters. */
export function getMessageKind(raw: unknown): string {
  const kind: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'kind') : undefined;
  return typeof kind === 'string' ? kind.slice(0, 40) : typeof raw;
}
