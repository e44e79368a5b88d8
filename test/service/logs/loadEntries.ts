import { dayMs, formatTime } from '../world/clock.ts';
import { hashText } from '../world/random.ts';
import { blockLength, draw, findBlock, type LoadKind, stepAt } from './loadLayout.ts';
import type { LogEntry } from './logEntry.ts';

/** An unlimited sequence of entries. Each is created from its number, so that none has to be stored. */
export interface LoadEntries {
  type(number: number): string;
  content(number: number): string | undefined;
  entry(number: number, time: number): LogEntry;
}

const types: Readonly<Record<Exclude<LoadKind, 'twin'>, string>> = {
  start: 'START',
  debug: 'DEBUG',
  call: 'INFO',
  reply: 'INFO',
  warning: 'WARNING',
  error: 'ERROR',
  end: 'END',
};

export function createLoadEntries(seed: number): LoadEntries {
  const salt = createSalt(seed);

  /** A duplicate has the number of the entry before it. */
  const resolve = (number: number) => {
    const { kind, request } = stepAt(salt, number);
    if (kind !== 'twin') return { kind, request, number };
    const previousStep = stepAt(salt, number - 1);
    return {
      kind: previousStep.kind === 'twin' ? 'call' : previousStep.kind,
      request: previousStep.request,
      number: number - 1,
    };
  };
  let cachedIds: { block: number; ids: string[] } = { block: -1, ids: [] };
  /** Neighboring entries share their requests, and creating an ID takes as long as the rest of an entry. */
  const requestIdOf = (block: number, request: number): string => {
    if (cachedIds.block !== block) cachedIds = { block, ids: [] };
    cachedIds.ids[request] ??= createLoadRequestId(salt, block * 4 + request);
    return cachedIds.ids[request];
  };
  const contentOf = (kind: LoadKind, number: number) =>
    createLoadContent(kind, (question) => draw(salt, number, question));

  return {
    type: (number) => types[resolve(number).kind],
    content: (given) => {
      const { kind, number } = resolve(given);
      return contentOf(kind, number);
    },
    entry: (given, time) => {
      const { kind, request, number } = resolve(given);
      const content = contentOf(kind, number);
      return {
        timestamp: formatTime(time),
        type: types[kind],
        requestId: requestIdOf(findBlock(number), request),
        ...(content !== undefined && { content }),
        method: 'tools/call',
        ...(kind === 'end' && { durationInMs: 20 + (draw(salt, number, 9) % 2400) }),
      };
    },
  };
}

const spanMs = 7 * dayMs;
/** The maximum duration of a block's requests. */
const blockMs = 1500;

/**
 * Returns the times of the first `count` entries: ascending, over the 7 days before `until`. About every
 * other time occurs twice.
 */
export function loadTimes(seed: number, count: number, until: number): Float64Array {
  const salt = createSalt(seed);
  const blocks = Math.ceil(count / blockLength);
  const blockSpan = spanMs / blocks;
  const window = Math.min(blockSpan, blockMs);
  const times = new Float64Array(count);
  for (let number = 0; number < count; number++) {
    const block = findBlock(number);
    // The last block ends now.
    const wait = block === blocks - 1 ? 1 : draw(salt, block, 1) / 2 ** 32;
    const begin = until - spanMs + block * blockSpan + wait * (blockSpan - window);
    const step = Math.floor((number % blockLength) / 2) / (blockLength / 2 - 1);
    times[number] = isDuplicate(salt, number) ? (times[number - 1] ?? 0) : Math.floor(begin + step * window);
  }
  return times;
}

const maxLatenessMs = 120_000;

/**
 * Returns the delay of a live entry in milliseconds: up to two minutes for one block in a hundred, otherwise
 * 0.
 */
export function computeLateness(salt: number, number: number): number {
  const block = findBlock(number);
  return draw(salt, block, 2) % 100 === 0 ? 1 + (draw(salt, block, 3) % maxLatenessMs) : 0;
}

export function isDuplicate(salt: number, number: number): boolean {
  return stepAt(salt, number).kind === 'twin';
}

/** Returns the number that all random values of a seed depend on. */
export function createSalt(seed: number): number {
  return hashText(`${seed}/load`);
}

function createLoadRequestId(salt: number, request: number): string {
  const hex = (question: number) => draw(salt, request, question).toString(16).padStart(8, '0');
  const [a, b, c, d] = [hex(4), hex(5), hex(6), hex(7)];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(0, 3)}-${c.slice(4)}${d}`;
}

const cities = ['Lisbon', 'Oslo', 'Nairobi', 'Lima', 'Osaka', 'Reykjavík', 'Zürich', 'Montréal'];
const tools = ['get_forecast', 'get_forecast', 'get_alerts', 'list_cities'];
const winds = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];

/** Creates the content of a load entry, about 120 characters on average. An END entry has none. */
function createLoadContent(kind: LoadKind, draw: (question: number) => number): string | undefined {
  const bits = draw(10);
  const more = draw(11);
  const city = cities[bits & 7] ?? '';
  const days = 1 + ((bits >>> 3) % 7);
  const ms = 40 + ((bits >>> 6) % 900);
  const trace = more.toString(16).padStart(8, '0');
  switch (kind) {
    case 'start':
      return `${tools[more & 3]} {"city":"${city}","days":${days},"units":"metric","lang":"en","include":["wind","rain","alerts"],"trace":"${trace}"}`;
    case 'debug':
      return `cache miss for forecast/${city}/${days}: key ${trace}, ${more % 4096} of 4096 slots in use, the oldest is ${ms} s old, evicting none, lock held 0.2 ms`;
    case 'call':
      return `{"msg":"calling upstream","url":"https://api.weather.example/v1/forecast","city":"${city}","days":${days},"attempt":1,"hop":2,"pool":"${more % 64}/64","trace":"${trace}"}`;
    case 'reply':
      return `{"msg":"upstream 200","ms":${ms},"city":"${city}","temperatureC":${(more % 48) - 10},"wind":{"speed":${more % 31},"from":"${winds[more & 7]}"},"source":"eu-${days}","cached":false,"hop":${days},"trace":"${trace}"}`;
    case 'warning':
      return `\u001B[33mslow\u001B[0m upstream answered for ${city} after ${ms + 300} ms, over its budget of 300 ms; the next call goes to region eu-${days} (trace ${trace})`;
    case 'error':
      return `upstream timed out after 10000 ms (city ${city}, region eu-${days}, trace ${trace}): the request is tried once more in ${ms} ms\n    at fetchUpstream (file:///app/dist/upstream.js:41:13)`;
    default:
      return undefined;
  }
}
