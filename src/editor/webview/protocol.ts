import * as z from 'zod/mini';

/** What a page and its host say to each other, as each page declares it. Both sides read all of it by these schemas. */

type FieldSchemas = Readonly<Record<string, z.ZodMiniType>>;
/** Messages of one direction: what each says besides its kind. */
type MessageKinds = Readonly<Record<string, FieldSchemas>>;

/** What a page declares. */
export interface PageDefinition {
  /** All texts of the page, which has no localisation of its own. */
  readonly strings: z.ZodMiniType;
  /** What it shows. */
  readonly state: z.ZodMiniType;
  readonly fromPage: MessageKinds;
  readonly toPage: MessageKinds;
  /** Messages of the page that are answered. */
  readonly requests: Readonly<
    Record<string, { readonly params: FieldSchemas; readonly response: z.ZodMiniType }>
  >;
}

export type MessageFields<F extends FieldSchemas> = keyof F extends never
  ? unknown
  : z.output<z.ZodMiniObject<F>>;
export type ProtocolMessage<K extends MessageKinds> = {
  [Kind in keyof K & string]: { readonly kind: Kind } & MessageFields<K[Kind]>;
}[keyof K & string];
export type StringsOf<P extends PageDefinition> = z.output<P['strings']>;
export type StateOf<P extends PageDefinition> = z.output<P['state']>;
/** What a page begins with. */
export interface PageStart<P extends PageDefinition> {
  readonly strings: StringsOf<P>;
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

/** A text that may be absent. */
export const optionalString = z.exactOptional(z.string());

/** What failed, in the user's words, and the ways out. */
export const problemSchema = z.object({
  message: z.string(),
  detail: optionalString,
  remedies: readonlyList(z.object({ label: z.string(), icon: z.string() })),
  /** Nothing failed: that is how it is here. */
  isCalm: z.boolean(),
  /** Nothing can be done about it. */
  isFinal: z.exactOptional(z.boolean()),
});
export type PageProblem = z.infer<typeof problemSchema>;

/** Texts by their names; which there are, the compiler sees to. `{0}`, `{1}` are filled in by the page. */
export function stringsSchema<Strings>(): z.ZodMiniType<Strings> {
  const texts: z.ZodMiniType = z.record(z.string(), z.union([z.string(), z.lazy(() => texts)]));
  return texts as unknown as z.ZodMiniType<Strings>;
}

const fromEvery = {
  /** The page runs, and shows times of this zone (IANA); nothing is sent to it before. */
  ready: { zone: z.string() },
  /** A way out of the shown problem: of that of a section, where the page has several. */
  remedy: { section: optionalString, index: z.number() },
} as const;
/** As told to each page, but for what only it can say. */
const toEvery = {
  /** To be told to a screen reader. */
  said: { text: z.string() },
  reply: { to: z.number(), ok: z.boolean(), value: z.optional(z.unknown()), message: z.optional(z.string()) },
} as const;

type PageRequestMessage<P extends PageDefinition> = {
  [Kind in RequestKind<P>]: { readonly kind: Kind; readonly id: number } & PageRequestParams<P, Kind>;
}[RequestKind<P>];
export type CommonFromPage = ProtocolMessage<typeof fromEvery>;
export type CommonToPage = ProtocolMessage<typeof toEvery>;
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

/** The protocol of a page. What a reader can't read is `undefined`. */
export interface PageProtocol<P extends PageDefinition> {
  readonly parts: P;
  readonly readFromPage: (raw: unknown) => MessageFromPage<P> | undefined;
  readonly readToPage: (raw: unknown) => MessageToPage<P> | undefined;
}

export function definePage<P extends PageDefinition>(parts: P): PageProtocol<P> {
  const { strings, state, requests } = parts;
  const requestSchemas = Object.entries(requests).map(
    ([kind, { params }]) => [kind, { id: z.number(), ...params }] as const,
  );
  return {
    parts,
    readFromPage: createMessageReader({
      ...fromEvery,
      ...Object.fromEntries(requestSchemas),
      ...parts.fromPage,
    }),
    readToPage: createMessageReader({
      ...toEvery,
      start: { strings, state },
      state: { state },
      ...parts.toPage,
    }),
  };
}

/** Each side needs the schemas of what it hears only. */
function createMessageReader<Read>(kinds: MessageKinds): (raw: unknown) => Read | undefined {
  let schemas: ReadonlyMap<string, z.ZodMiniType> | undefined;
  return (raw) => {
    schemas ??= new Map(
      Object.entries(kinds).map(([kind, fields]) => [kind, z.object({ kind: z.literal(kind), ...fields })]),
    );
    return schemas.get(getMessageKind(raw))?.safeParse(raw).data as Read | undefined;
  };
}

/** The kind that a message claims, for a log as well: never its contents. */
export function getMessageKind(raw: unknown): string {
  const kind: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'kind') : undefined;
  return typeof kind === 'string' ? kind.slice(0, 40) : typeof raw;
}
