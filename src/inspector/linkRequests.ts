import type { Client, ProgressCallback, RequestOptions } from '@modelcontextprotocol/client';
import * as z from 'zod/mini';
import { defined, field } from '../fields.ts';
import { type Ask, callTask } from './callTask.ts';
import { checkDepth } from './depth.ts';
import type { Call, CallOptions, Completing, OfferedList, OfferKind } from './link.ts';
import { withRawNumbers } from './schema/exactJson.ts';
import { stringItems } from './schema/json.ts';
import { listMethods, readPages } from './wire/listPages.ts';
import type { Wire } from './wire/wire.ts';

/** No result is rejected: what is wrong with it is shown where it is. */
const anyResult = z.unknown();

export function createAsk(client: Client, wire: Wire): Ask {
  return async (method, params, options) => {
    const message = { method, ...(params && { params: { ...params } }) };
    return checkDepth(wire.contentOf(await client.request(message, anyResult, options)));
  };
}

/** JSON-RPC: the method isn't found. */
const methodNotFound = -32601;

/** `isAssumed`: the server doesn't tell whether it has the list. */
export async function list(
  ask: Ask,
  kind: OfferKind,
  options: CallOptions,
  isAssumed: boolean,
): Promise<OfferedList> {
  // All pages together have the time of one request.
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
  const asked = requestOptions({ ...options, signal });
  try {
    return await readPages(kind, (params) => ask(listMethods[kind], params, asked));
  } catch (error) {
    // A server with resources needn't have templates.
    const mayBeMissing = isAssumed || kind === 'template';
    if (mayBeMissing && field(error, 'code') === methodNotFound) return { items: [], problems: [] };
    throw error;
  }
}

export async function call(ask: Ask, wanted: Call, options: CallOptions): Promise<unknown> {
  const asked = requestOptions(options);
  switch (wanted.kind) {
    case 'tool': {
      const { name, args } = wanted;
      const params = { name, arguments: { ...withRawNumbers(args) } };
      return wanted.isTask ? callTask(ask, params, asked, options) : ask('tools/call', params, asked);
    }
    case 'prompt':
      return ask('prompts/get', { name: wanted.name, arguments: { ...wanted.args } }, asked);
    case 'resource':
      return ask('resources/read', { uri: wanted.uri }, asked);
  }
}

export async function complete(
  ask: Ask,
  { of, argument, value, others }: Completing,
  options: CallOptions,
): Promise<readonly string[]> {
  const ref =
    of.kind === 'prompt' ? { type: 'ref/prompt', name: of.name } : { type: 'ref/resource', uri: of.uri };
  const params = { ref, argument: { name: argument, value }, context: { arguments: { ...others } } };
  const result = await ask('completion/complete', params, requestOptions(options));
  return stringItems(field(field(result, 'completion'), 'values'));
}

export function requestOptions({ signal, timeoutMs, onProgress }: CallOptions): RequestOptions {
  const onprogress: ProgressCallback = ({ progress, total, message }) =>
    onProgress?.({ done: progress, ...defined({ total, message }) });
  return { signal, timeout: timeoutMs, resetTimeoutOnProgress: true, ...(onProgress && { onprogress }) };
}
