import { z } from 'zod';
import { type Alteration, alterations } from './alterations.ts';

const matchSchema = z.strictObject({
  method: z.string().toUpperCase().optional(),
  /** With the query. A text is the beginning; one that starts with `^` is a regular expression. */
  path: z.union([z.string(), z.instanceof(RegExp)]).optional(),
});

/** What goes wrong, for which requests, how often. What isn't said stays as it is. */
export const faultSchema = z.strictObject({
  match: matchSchema.default({}),
  /** How many requests it meets; absent, every one until the faults are cleared. */
  times: z.number().int().min(1).optional(),
  /** Answers with this instead of the service. */
  status: z.number().int().min(200).max(599).optional(),
  /** Waits first. */
  delayMs: z.number().min(0).optional(),
  /**
   * Cuts the connection: without an answer, after its headers, or within its body; `afterWork`: the service does what
   * is asked, and its answer is lost.
   */
  drop: z.enum(['beforeAnswer', 'afterHeaders', 'midBody', 'afterWork']).optional(),
  /** Of an upload: ends the connection after so many bytes of it. */
  cutAtBytes: z.number().int().min(0).optional(),
  /** A text as it is, anything else as JSON. Answers instead of the service, with 200 unless `status` says else. */
  body: z.unknown().optional(),
  contentType: z.string().optional(),
  /** More headers of the answer, such as `Location`. */
  headers: z.record(z.string(), z.string()).optional(),
  /** The `Retry-After` header: seconds or a date. */
  retryAfter: z.union([z.number(), z.string()]).optional(),
  /** Changes the real answer, by the name of what is different. */
  alters: z.enum(Object.keys(alterations) as Alteration[]).optional(),
  /** Never answers, and keeps the connection. */
  hang: z.literal(true).optional(),
});
export type Fault = z.input<typeof faultSchema>;

export interface Faults {
  /** Throws when it isn't a fault. The first that matches, in the order of adding, meets a request. */
  add(fault: Fault): void;
  clear(): void;
}

type CheckedFault = z.output<typeof faultSchema>;

interface FaultList extends Faults {
  /** The fault for a request, counted as met; undefined when there is none. */
  take(method: string, path: string): CheckedFault | undefined;
}

export function createFaults(): FaultList {
  let faults: { fault: CheckedFault; remaining: number }[] = [];
  return {
    add: (fault) => {
      const checked = faultSchema.parse(fault);
      faults.push({ fault: checked, remaining: checked.times ?? Number.POSITIVE_INFINITY });
    },
    clear: () => {
      faults = [];
    },
    take: (method, path) => {
      const met = faults.find(({ fault: { match } }) => matches(match, method, path));
      if (!met) return undefined;
      met.remaining--;
      faults = faults.filter(({ remaining }) => remaining > 0);
      return met.fault;
    },
  };
}

function matches(match: CheckedFault['match'], method: string, path: string): boolean {
  // A preflight isn't the request that a test means.
  if (match.method === undefined ? method === 'OPTIONS' : match.method !== method) return false;
  if (match.path === undefined) return true;
  if (match.path instanceof RegExp) return match.path.test(path);
  return match.path.startsWith('^') ? new RegExp(match.path).test(path) : path.startsWith(match.path);
}
