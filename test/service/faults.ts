import { z } from 'zod';
import { type Alteration, alterations } from './alterations.ts';

const matchSchema = z.strictObject({
  method: z.string().toUpperCase().optional(),
  /** The path with its query. A string is the beginning, or a regular expression if it starts with `^`. */
  path: z.union([z.string(), z.instanceof(RegExp)]).optional(),
});

/** A fault: the requests that it applies to, how often, and its effects. */
export const faultSchema = z.strictObject({
  match: matchSchema.default({}),
  /** The number of requests that it applies to. Absent: all of them until the faults are cleared. */
  times: z.number().int().min(1).optional(),
  /** The status of a response in place of the service's own. */
  status: z.number().int().min(200).max(599).optional(),
  /** The delay before anything else. */
  delayMs: z.number().min(0).optional(),
  /**
   * Closes the connection: without a response, after the headers, or within the body. With `afterWork`, the
   * service executes the request, but its response is lost.
   */
  drop: z.enum(['beforeAnswer', 'afterHeaders', 'midBody', 'afterWork']).optional(),
  /** Ends the connection of an upload after this number of bytes. */
  cutAtBytes: z.number().int().min(0).optional(),
  /**
   * The body of a response in place of the service's own: a string, or a value for JSON. The status is 200 by
   * default.
   */
  body: z.unknown().optional(),
  contentType: z.string().optional(),
  /** Additional headers of the response, such as `Location`. */
  headers: z.record(z.string(), z.string()).optional(),
  /** The `Retry-After` header: seconds or a date. */
  retryAfter: z.union([z.number(), z.string()]).optional(),
  /** The name of a change to the service's own response. */
  alters: z.enum(Object.keys(alterations) as Alteration[]).optional(),
  /** Never responds, and keeps the connection open. */
  hang: z.literal(true).optional(),
});
export type Fault = z.input<typeof faultSchema>;

export interface Faults {
  /** Adds a fault. If several match a request, the first one applies. Throws if the fault is invalid. */
  add(fault: Fault): void;
  clear(): void;
}

type CheckedFault = z.output<typeof faultSchema>;

interface FaultList extends Faults {
  /** Returns the fault for a request and counts it, or returns `undefined`. */
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
      const match = faults.find(({ fault: { match } }) => matches(match, method, path));
      if (!match) return undefined;
      match.remaining--;
      faults = faults.filter(({ remaining }) => remaining > 0);
      return match.fault;
    },
  };
}

function matches(match: CheckedFault['match'], method: string, path: string): boolean {
  // Faults without a method don't apply to preflight requests.
  if (match.method === undefined ? method === 'OPTIONS' : match.method !== method) return false;
  if (match.path === undefined) return true;
  if (match.path instanceof RegExp) return match.path.test(path);
  return match.path.startsWith('^') ? new RegExp(match.path).test(path) : path.startsWith(match.path);
}
