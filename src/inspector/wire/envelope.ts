import { isJsonObject, type JsonObject, stringOrUndefined } from '../schema/json.ts';
import { type RpcErrorContent, readRpcError } from './rpcError.ts';

/** A JSON-RPC message of a server. Its version, IDs, and fields might violate JSON-RPC 2.0. */
export type Envelope =
  | { readonly kind: 'result'; readonly id: unknown; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: unknown; readonly error: RpcErrorContent }
  | {
      readonly kind: 'request';
      readonly id: unknown;
      readonly method: string;
      readonly params: JsonObject | undefined;
    }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject | undefined };

/** Reads a value as a message; `undefined` if it has no method, result, or error. */
export function readEnvelope(value: unknown): Envelope | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, params } = value;
  const method = stringOrUndefined(value['method']);
  if (method !== undefined) {
    const message = { method, params: isJsonObject(params) ? params : undefined };
    const isNotification = id === undefined || (id === null && method.startsWith('notifications/'));
    return isNotification ? { kind: 'notification', ...message } : { kind: 'request', id, ...message };
  }
  const { error, result } = value;
  // Some servers always send both fields, as in JSON-RPC 1.0. The unused one is null or empty.
  const hasError = error !== undefined && error !== null && !(isEmptyContent(error) && isPresent(result));
  if (hasError) return { kind: 'error', id, error: readRpcError(error) };
  if (Object.hasOwn(value, 'result')) return { kind: 'result', id, result };
  return error === null && id !== undefined ? { kind: 'result', id, result: undefined } : undefined;
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** Whether a value is falsy or an object with only falsy fields, such as `{"code":0,"message":""}`. */
const isEmptyContent = (value: unknown): boolean =>
  !value || (typeof value === 'object' && Object.values(value).every((one) => !one));
