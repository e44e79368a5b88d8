import * as z from 'zod/mini';

/** What a page and its host say to each other, as each page declares it. Both sides read all of it by these schemas. */

type Fields = Readonly<Record<string, z.ZodMiniType>>;
/** Messages of one direction: what each says besides its kind. */
type Kinds = Readonly<Record<string, Fields>>;

/** What a page declares. */
export interface PageParts {
  /** All texts of the page, which has no localisation of its own. */
  readonly strings: z.ZodMiniType;
  /** What it shows. */
  readonly state: z.ZodMiniType;
  readonly fromPage: Kinds;
  readonly toPage: Kinds;
  /** Messages of the page that are answered. */
  readonly requests: Readonly<Record<string, { readonly ask: Fields; readonly answer: z.ZodMiniType }>>;
}

export type Said<F extends Fields> = keyof F extends never ? unknown : z.output<z.ZodMiniObject<F>>;
export type Message<K extends Kinds> = {
  [Kind in keyof K & string]: { readonly kind: Kind } & Said<K[Kind]>;
}[keyof K & string];
export type StringsOf<P extends PageParts> = z.output<P['strings']>;
export type StateOf<P extends PageParts> = z.output<P['state']>;
/** What a page begins with. */
export interface Start<P extends PageParts> {
  readonly strings: StringsOf<P>;
  readonly state: StateOf<P>;
}
export type RequestKind<P extends PageParts> = keyof P['requests'] & string;
export type RequestOf<P extends PageParts, Kind extends RequestKind<P>> = Said<P['requests'][Kind]['ask']>;
export type AnswerOf<P extends PageParts, Kind extends RequestKind<P>> = z.output<
  P['requests'][Kind]['answer']
>;

export const list = <T extends z.ZodMiniType>(item: T) => z.readonly(z.array(item));

/** A text that may be absent. */
export const text = z.exactOptional(z.string());

/** What failed, in the user's words, and the ways out. */
export const problemSchema = z.object({
  message: z.string(),
  detail: text,
  remedies: list(z.object({ label: z.string(), icon: z.string() })),
  /** Nothing failed: that is how it is here. */
  isCalm: z.boolean(),
  /** Nothing can be done about it. */
  isFinal: z.exactOptional(z.boolean()),
});
export type PageProblem = z.infer<typeof problemSchema>;

/** Texts by their names; which there are, the compiler sees to. `{0}`, `{1}` are filled in by the page. */
export function textsOf<Strings>(): z.ZodMiniType<Strings> {
  const texts: z.ZodMiniType = z.record(z.string(), z.union([z.string(), z.lazy(() => texts)]));
  return texts as unknown as z.ZodMiniType<Strings>;
}

const fromEvery = {
  /** The page runs, and shows times of this zone (IANA); nothing is sent to it before. */
  ready: { zone: z.string() },
  /** A way out of the shown problem: of that of a section, where the page has several. */
  remedy: { section: text, index: z.number() },
} as const;
/** As told to each page, but for what only it can say. */
const toEvery = {
  /** To be told to a screen reader. */
  said: { text: z.string() },
  reply: { to: z.number(), ok: z.boolean(), value: z.optional(z.unknown()), message: z.optional(z.string()) },
} as const;

type Asked<P extends PageParts> = {
  [Kind in RequestKind<P>]: { readonly kind: Kind; readonly id: number } & RequestOf<P, Kind>;
}[RequestKind<P>];
export type FromEvery = Message<typeof fromEvery>;
export type ToEvery = Message<typeof toEvery>;
export type FromPage<P extends PageParts> = FromEvery | Message<P['fromPage']> | Asked<P>;
export type ToPage<P extends PageParts> =
  | ToEvery
  | Message<P['toPage']>
  | ({ readonly kind: 'start' } & Start<P>)
  | { readonly kind: 'state'; readonly state: StateOf<P> };
export type Reply = Extract<ToEvery, { kind: 'reply' }>;

/** The protocol of a page. What a reader can't read is `undefined`. */
export interface Protocol<P extends PageParts> {
  readonly parts: P;
  readonly readFromPage: (raw: unknown) => FromPage<P> | undefined;
  readonly readToPage: (raw: unknown) => ToPage<P> | undefined;
}

export function definePage<P extends PageParts>(parts: P): Protocol<P> {
  const { strings, state, requests } = parts;
  const asked = Object.entries(requests).map(
    ([kind, { ask }]) => [kind, { id: z.number(), ...ask }] as const,
  );
  return {
    parts,
    readFromPage: reader({ ...fromEvery, ...Object.fromEntries(asked), ...parts.fromPage }),
    readToPage: reader({ ...toEvery, start: { strings, state }, state: { state }, ...parts.toPage }),
  };
}

/** Each side needs the schemas of what it hears only. */
function reader<Read>(kinds: Kinds): (raw: unknown) => Read | undefined {
  let schemas: ReadonlyMap<string, z.ZodMiniType> | undefined;
  return (raw) => {
    schemas ??= new Map(
      Object.entries(kinds).map(([kind, fields]) => [kind, z.object({ kind: z.literal(kind), ...fields })]),
    );
    return schemas.get(kindOf(raw))?.safeParse(raw).data as Read | undefined;
  };
}

/** The kind that a message claims, for a log as well: never its contents. */
export function kindOf(raw: unknown): string {
  const kind: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'kind') : undefined;
  return typeof kind === 'string' ? kind.slice(0, 40) : typeof raw;
}
