import { createParser } from 'eventsource-parser';
import { getField } from '../../fields.ts';
import { decodeBody, type Exchange, maxKeptBytes } from '../client/exchange.ts';
import { isEventStream } from '../client/forwardedHeaders.ts';

/** Returns the data of the complete events in a text (HTML Living Standard §9.2). */
export function readEvents(text: string): readonly string[] {
  const events: string[] = [];
  createParser({ onEvent: ({ data }) => events.push(data) }).feed(text);
  return events;
}

/**
 * Whether a response contains a JSON-RPC error, or the result of a tool that reports an error. `false` if the body is too
 * large or wasn't kept.
 */
export function hasRpcError({
  responseHeaders = [],
  responseBody,
}: Pick<Exchange, 'responseHeaders' | 'responseBody'>): boolean {
  if (responseBody.size > maxKeptBytes) return false;
  const text = decodeBody(responseBody);
  // Most responses are successful, and parsing them would take longer.
  if (!/"(?:error|isError)"/.test(text)) return false;
  return (isEventStream(responseHeaders) ? readEvents(text) : [text]).some(isErrorText);
}

function isErrorText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? value : [value]).some(
      (message) =>
        getField(message, 'jsonrpc') === '2.0' &&
        (getField(message, 'error') !== undefined ||
          getField(getField(message, 'result'), 'isError') === true),
    );
  } catch {
    return false;
  }
}
