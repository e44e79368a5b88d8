import { z } from 'zod';
import { type InputIssue, invalidInput, undeclared } from './serviceError.ts';

/** Validates an input. Throws an error with the path of every problem, but without values. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues.map(
    ({ path, message }): InputIssue => ({
      path: path.map((key) => (typeof key === 'number' ? key : String(key))),
      message,
    }),
  );
  throw invalidInput(issues);
}

/** Reads a body as JSON. A body of another type isn't an object, and invalid JSON isn't an input. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await request.text();
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json' || text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw undeclared('BAD_REQUEST', 400, 'Malformed request. Ensure the request body is properly formatted.');
  }
}

/**
 * Reads the query as an object, with lists in bracket form (`level[0]=`, `level[]=`). If a name occurs with
 * and without brackets, the values without brackets are lost. A name without brackets is a string, which no
 * list accepts.
 */
export function readQuery(search: URLSearchParams): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, value] of search) {
    const bracket = /^(.+)\[(\d{0,4})\]$/.exec(name);
    if (!bracket) {
      if (!Array.isArray(query[name])) query[name] = value;
      continue;
    }
    const [, key = '', position = ''] = bracket;
    const previous = query[key];
    const list: unknown[] = Array.isArray(previous) ? previous : [];
    if (position === '') list.push(value);
    else list[Number(position)] = value;
    query[key] = list;
  }
  return query;
}

/** Creates the schema of an integer in a query. */
export function queryInteger(min: number, max: number) {
  return z.string().transform(Number).pipe(z.number().int().min(min).max(max));
}
