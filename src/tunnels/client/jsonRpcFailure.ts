/** The JSON-RPC error code of a request that the local server didn't answer: the first code that servers can define. */
const failureCode = -32000;

/** IDs of more requests aren't returned. A batch can have any number. */
const maxBatchSize = 100;

/**
 * Returns the body of an error response for the JSON-RPC requests in a text (JSON-RPC 2.0 §5.1). `undefined`: the text
 * contains no request, or isn't complete JSON.
 */
export function createJsonRpcFailure(text: string, message: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const ids = (Array.isArray(parsed) ? parsed.slice(0, maxBatchSize) : [parsed]).flatMap(readRequestId);
  const errors = ids.map((id) => ({ jsonrpc: '2.0', id, error: { code: failureCode, message } }));
  if (errors.length === 0) return undefined;
  return JSON.stringify(Array.isArray(parsed) ? errors : errors[0]);
}

/** Returns the ID of a request. Empty: the value is another message, or no message. */
function readRequestId(value: unknown): readonly (string | number | null)[] {
  if (typeof value !== 'object' || value === null) return [];
  const { jsonrpc, method, id } = value as Readonly<Record<string, unknown>>;
  if (jsonrpc !== '2.0' || typeof method !== 'string') return [];
  return typeof id === 'string' || typeof id === 'number' || id === null ? [id] : [];
}
