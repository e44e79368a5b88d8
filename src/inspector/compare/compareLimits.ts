import { canonicalJson } from '../schema/canonicalJson.ts';
import { canonicalNumber, toDecimalText } from '../schema/decimal.ts';
import { exactDigitsAt } from '../schema/exactJson.ts';
import type { JsonObject } from '../schema/json.ts';
import { describeConstraintChange, describeLimitChange } from './changeTexts.ts';
import {
  breaksCallers,
  type ComparisonMode,
  type DefinitionChange,
  type ValueSetChange,
} from './definitionChange.ts';

/** An end of a range; one that is `open` doesn't belong to it. */
interface RangeLimit {
  readonly keyword: string;
  readonly at: number;
  readonly isOpen: boolean;
  /** The digits of the number as the server sent them; absent: those of `at`. */
  readonly digits?: string | undefined;
}

const countedParts = ['Length', 'Items', 'Properties'] as const;
const simpleKeywords = ['pattern', 'format', 'contentEncoding', 'contentMediaType'] as const;
/** They depend on others, or on what few validators know: nobody can say what another value does. */
const opaqueKeywords = [
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'dependentRequired',
  'dependencies',
  'minContains',
  'maxContains',
  'nullable',
] as const;

/** How ranges and other simple constraints of two schemas differ. */
export function* compareLimits(
  before: JsonObject,
  after: JsonObject,
  path: string,
  mode: ComparisonMode,
): Generator<DefinitionChange> {
  const ends: (readonly [was: RangeLimit, is: RangeLimit])[] = [
    [getLowerLimit(before), getLowerLimit(after)],
    [getUpperLimit(before), getUpperLimit(after)],
    ...countedParts.flatMap((count) => [
      [getCountLimit(before, `min${count}`, 0), getCountLimit(after, `min${count}`, 0)] as const,
      [
        getCountLimit(before, `max${count}`, Infinity),
        getCountLimit(after, `max${count}`, Infinity),
      ] as const,
    ]),
  ];
  for (const [at, [was, is]] of ends.entries()) {
    const values = compareRangeLimits(was, is, at % 2 === 0);
    if (!values) continue;
    yield {
      path,
      kind: 'limit',
      message: describeLimitChange(
        Number.isFinite(is.at) ? is.keyword : was.keyword,
        formatLimit(was),
        formatLimit(is),
      ),
      isBreaking: breaksCallers(values, mode),
    };
  }
  const constraint = (keyword: string, values: ValueSetChange | undefined): readonly DefinitionChange[] =>
    values
      ? [
          {
            path,
            kind: 'constraint',
            message: describeConstraintChange(keyword, values),
            isBreaking: breaksCallers(values, mode),
          },
        ]
      : [];
  for (const keyword of simpleKeywords)
    yield* constraint(keyword, comparePresence(before[keyword], after[keyword]));
  for (const keyword of opaqueKeywords) {
    if (canonicalJson(before[keyword]) !== canonicalJson(after[keyword])) yield* constraint(keyword, 'other');
  }
  yield* constraint('multipleOf', compareMultiples(before['multipleOf'], after['multipleOf']));
  const [were, are] = [before, after].map((schema) => schema['uniqueItems'] === true || undefined);
  yield* constraint('uniqueItems', comparePresence(were, are));
}

/** A constraint that came allows fewer values, and one that went allows more. */
function comparePresence(before: unknown, after: unknown): ValueSetChange | undefined {
  if (before === undefined) return after === undefined ? undefined : 'fewer';
  if (after === undefined) return 'more';
  return canonicalJson(before) === canonicalJson(after) ? undefined : 'other';
}

function compareMultiples(before: unknown, after: unknown): ValueSetChange | undefined {
  const values = comparePresence(before, after);
  if (values !== 'other' || !Number.isInteger(before) || !Number.isInteger(after)) return values;
  if (Number(before) % Number(after) === 0) return 'more';
  return Number(after) % Number(before) === 0 ? 'fewer' : 'other';
}

function compareRangeLimits(was: RangeLimit, is: RangeLimit, isLower: boolean): ValueSetChange | undefined {
  if (was.at === is.at && was.isOpen === is.isOpen) {
    const [before, after] = [was, is].map(({ at, digits }) => canonicalNumber(digits ?? toDecimalText(at)));
    // Which of them is higher shows in digits that a number doesn't hold.
    return before === after ? undefined : 'other';
  }
  const isStricter = was.at === is.at ? is.isOpen : isLower ? is.at > was.at : is.at < was.at;
  return isStricter ? 'fewer' : 'more';
}

function getCountLimit(schema: JsonObject, keyword: string, none: number): RangeLimit {
  const value = schema[keyword];
  const at = typeof value === 'number' ? value : none;
  return { keyword, at, isOpen: false, digits: exactDigitsAt(schema, keyword) };
}

function getLowerLimit(schema: JsonObject): RangeLimit {
  const [closed, open] = getRangeLimits(schema, 'minimum', 'exclusiveMinimum', -Infinity);
  return open.at >= closed.at && Number.isFinite(open.at) ? open : closed;
}

function getUpperLimit(schema: JsonObject): RangeLimit {
  const [closed, open] = getRangeLimits(schema, 'maximum', 'exclusiveMaximum', Infinity);
  return open.at <= closed.at && Number.isFinite(open.at) ? open : closed;
}

/** In draft 4, the exclusive keyword is true or false, and says of which kind the other is. */
function getRangeLimits(
  schema: JsonObject,
  closed: string,
  open: string,
  none: number,
): readonly [RangeLimit, RangeLimit] {
  const value = schema[closed];
  const exclusive = schema[open];
  const at = typeof value === 'number' ? value : none;
  return [
    { keyword: closed, at, isOpen: false, digits: exactDigitsAt(schema, closed) },
    {
      keyword: open,
      at: typeof exclusive === 'number' ? exclusive : exclusive === true ? at : none,
      isOpen: true,
      digits: exactDigitsAt(schema, exclusive === true ? closed : open),
    },
  ];
}

function formatLimit({ at, digits }: RangeLimit): string | undefined {
  return digits ?? (Number.isFinite(at) ? String(at) : undefined);
}
