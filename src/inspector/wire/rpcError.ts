import { isObject } from '../schema/json.ts';
import { wordsOf } from './serverWords.ts';

/** The code of an error that has none: JSON-RPC requires an integer, and so does the SDK. */
export const noErrorCode = Number.MIN_SAFE_INTEGER;

export interface RpcErrorContent {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The `error` of a JSON-RPC message, which might be of any type. */
export function rpcErrorOf(error: unknown): RpcErrorContent {
  if (!isObject(error)) return { code: codeOf(error), message: wordsOf(error) ?? '' };
  const { code, data } = error;
  return {
    code: codeOf(code),
    message: wordsOf(error) ?? '',
    ...(data !== undefined && { data }),
  };
}

function codeOf(code: unknown): number {
  const number = typeof code === 'string' && /^-?\d{1,15}$/.test(code.trim()) ? Number(code) : code;
  return Number.isSafeInteger(number) ? Number(number) : noErrorCode;
}
