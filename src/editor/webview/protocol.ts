import * as z from 'zod/mini';

// Otherwise, zod probes for `eval`, which the policy of a page reports as a violation.
z.config({ jitless: true });

/**
 * The protocol between a page and its host, which each page defines. Both sides validate messages with these schemas.
 */

type FieldSchemas = Readonly<Record<string, z.ZodMiniType>>;
/** The messages of one direction: their fields other than `kind`. */
type MessageSchemas = Readonly<Record<string, FieldSchemas>>;

/** The definition of a page. */
export interface PageDefinition {
  /** All texts of the page, which can't look them up itself. */
  readonly texts: z.ZodMiniType;
  readonly state: z.ZodMiniType;
  readonly fromPage: MessageSchemas;
  readonly toPage: MessageSchemas;
  /** The messages of the page that get a response. */
  readonly requests: Readonly<
    Record<string, { readonly params: FieldSchemas; readonly response: z.ZodMiniType }>
  >;
}

export type MessageFields<F extends FieldSchemas> = keyof F extends never
  ? unknown
  : z.output<z.ZodMiniObject<F>>;
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
export type PageRequestParams<P extends PageDefinition, Kind extends RequestKind<P>> = MessageFields<
  P['requests'][Kind]['params']
>;
export type PageResponse<P extends PageDefinition, Kind extends RequestKind<P>> = z.output<
  P['requests'][Kind]['response']
>;

export const readonlyList = <T extends z.ZodMiniType>(item: T) => z.readonly(z.array(item));

/** An optional string. */
export const optionalString = z.exactOptional(z.string());

/** A problem with its remedies, as texts for the user. */
export const problemSchema = z.object({
  message: z.string(),
  detail: optionalString,
  remedies: readonlyList(z.object({ label: z.string(), icon: z.string() })),
  /** Nothing failed, so the message is shown as information. */
  isInformational: z.boolean(),
  /** A retry would always fail. */
  isPermanent: z.exactOptional(z.boolean()),
});
export type PageProblem = z.infer<typeof problemSchema>;

/** Accepts nested objects of strings; only the compiler checks their keys. `{0}` and `{1}` are placeholders. */
export function createTextsSchema<Texts>(): z.ZodMiniType<Texts> {
  const texts: z.ZodMiniType = z.record(z.string(), z.union([z.string(), z.lazy(() => texts)]));
  return texts as unknown as z.ZodMiniType<Texts>;
}

const commonFromPage = {
  /** The page is running, and its IANA time zone. Nothing is sent to it before. */
  ready: { zone: z.string() },
  /** A remedy of the problem shown, or of the problem in a section if the page has several. */
  remedy: { section: optionalString, index: z.number() },
} as const;
/** Messages that every page gets. */
const commonToPage = {
  /** A text for screen readers. */
  announce: { text: z.string() },
  reply: {
    requestId: z.number(),
    ok: z.boolean(),
    value: z.optional(z.unknown()),
    message: z.optional(z.string()),
  },
} as const;

type PageRequestMessage<P extends PageDefinition> = {
  [Kind in RequestKind<P>]: { readonly kind: Kind; readonly id: number } & PageRequestParams<P, Kind>;
}[RequestKind<P>];
export type CommonFromPage = ProtocolMessage<typeof commonFromPage>;
export type CommonToPage = ProtocolMessage<typeof commonToPage>;
export type MessageFromPage<P extends PageDefinition> =
  | CommonFromPage
  | ProtocolMessage<P['fromPage']>
  | PageRequestMessage<P>;
export type MessageToPage<P extends PageDefinition> =
  | CommonToPage
  | ProtocolMessage<P['toPage']>
  | ({ readonly kind: 'start' } & PageStart<P>)
  | { readonly kind: 'state'; readonly state: StateOf<P> };
export type PageReply = Extract<CommonToPage, { kind: 'reply' }>;

/** The protocol of a page. Readers return `undefined` for an invalid message. */
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
 * Creates a reader. Schemas are created on first use, because each side needs only those of the messages that it
 * receives.
 */
function createMessageReader<Read>(kinds: MessageSchemas): (raw: unknown) => Read | undefined {
  let schemas: ReadonlyMap<string, z.ZodMiniType> | undefined;
  return (raw) => {
    schemas ??= new Map(
      Object.entries(kinds).map(([kind, fields]) => [kind, z.object({ kind: z.literal(kind), ...fields })]),
    );
    return schemas.get(getMessageKind(raw))?.safeParse(raw).data as Read | undefined;
  };
}

/** Returns at most 40 characters of the `kind` of a message for a log, or its data type if it has no `kind`. */
export function getMessageKind(raw: unknown): string {
  const kind: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'kind') : undefined;
  return typeof kind === 'string' ? kind.slice(0, 40) : typeof raw;
}
