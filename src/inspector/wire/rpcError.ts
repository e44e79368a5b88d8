import { canonicalJson } from '../schema/canonicalJson.ts';
import { isJsonObject } from '../schema/json.ts';
import { extractErrorText } from './errorText.ts';

/** The code of an error that has none: JSON-RPC requires an integer, and so does the SDK. */
export const missingErrorCode = Number.MIN_SAFE_INTEGER;

export interface RpcErrorContent {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Maximum number of UTF-16 units of JSON that is shown where an error has no message. */
const maxJsonLength = 500;

/** The `error` of a JSON-RPC message, which might be of any type. */
export function readRpcError(error: unknown): RpcErrorContent {
  if (!isJsonObject(error))
    return { code: readErrorCode(error), message: isCode(error) ? '' : textOrJson(error) };
  const { code, data, message, ...others } = error;
  const rest = message ?? (Object.keys(others).length > 0 ? others : undefined);
  const words = extractErrorText(error) ?? textOrJson(rest);
  // A code of another type is one of the server's words.
  const head = isCode(code) ? '' : textOrJson(code);
  // Many messages have no reason, such as "Invalid params", but their data has.
  const reason = extractErrorText(data)?.slice(0, maxJsonLength) ?? '';
  return {
    code: readErrorCode(code),
    message: [head, words, words.includes(reason) ? '' : reason].filter((one) => one !== '').join(': '),
    ...(data !== undefined && { data }),
  };
}

/** Returns the words of a value; where it has none, the value as JSON; for an absent or empty one, an empty string. */
function textOrJson(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  const json = canonicalJson(value, maxJsonLength).slice(0, maxJsonLength);
  return extractErrorText(value) ?? (/^(?:\{\}|\[\])$/.test(json) ? '' : json);
}

const isCode = (code: unknown): boolean => readErrorCode(code) !== missingErrorCode;

function readErrorCode(code: unknown): number {
  const number = typeof code === 'string' && /^-?\d{1,15}$/.test(code.trim()) ? Number(code) : code;
  return Number.isSafeInteger(number) ? Number(number) : missingErrorCode;
}
