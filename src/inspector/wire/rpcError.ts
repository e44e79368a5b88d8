import { canonicalJson } from '../schema/canonicalJson.ts';
import { isJsonObject } from '../schema/json.ts';
import { extractErrorText } from './errorText.ts';

/** Code for an error without a valid one. JSON-RPC and the SDK require an integer. */
export const missingErrorCode = Number.MIN_SAFE_INTEGER;

export interface RpcErrorContent {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Maximum number of UTF-16 units of JSON in the message of an error without a text. */
const maxJsonLength = 500;

/** Reads the `error` of a JSON-RPC message, which can have any type. */
export function readRpcError(error: unknown): RpcErrorContent {
  if (!isJsonObject(error))
    return { code: readErrorCode(error), message: isCode(error) ? '' : textOrJson(error) };
  const { code, data, message, ...others } = error;
  const rest = message ?? (Object.keys(others).length > 0 ? others : undefined);
  const text = extractErrorText(error) ?? textOrJson(rest);
  // A code of another type is a part of the message.
  const codeText = isCode(code) ? '' : textOrJson(code);
  // Many messages contain no reason, such as "Invalid params", but their data does.
  const reason = extractErrorText(data)?.slice(0, maxJsonLength) ?? '';
  return {
    code: readErrorCode(code),
    message: [codeText, text, text.includes(reason) ? '' : reason].filter((one) => one !== '').join(': '),
    ...(data !== undefined && { data }),
  };
}

/** Returns the readable text of a value or, without one, its JSON. Empty for an empty value. */
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
