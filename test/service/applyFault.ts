import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { requestAlteration } from './alteredResponses.ts';
import type { faultSchema } from './faults.ts';

type ParsedFault = z.output<typeof faultSchema>;

/** Applies a fault. Returns `false` if the service must still respond. */
export async function applyFault(
  fault: ParsedFault,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (fault.delayMs !== undefined) await sleep(fault.delayMs, undefined, { ref: false });
  if (fault.hang) return true;
  if (fault.drop === 'beforeAnswer') {
    request.socket.destroy();
    return true;
  }
  if (fault.drop === 'afterWork') {
    discardResponse(response);
    return false;
  }
  if (fault.alters !== undefined) {
    requestAlteration(request, fault.alters);
    return false;
  }
  if (fault.status === undefined && fault.body === undefined && fault.drop === undefined) return false;

  request.resume(); // No one reads the body. The connection stays open.
  const body = createBody(fault);
  response.writeHead(fault.status ?? 200, {
    'Content-Type': fault.contentType ?? (typeof fault.body === 'string' ? 'text/plain' : 'application/json'),
    'Content-Length': Buffer.byteLength(body),
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Date, Retry-After',
    ...fault.headers,
    ...(fault.retryAfter !== undefined && { 'Retry-After': String(fault.retryAfter) }),
  });
  if (fault.drop === undefined) response.end(body);
  else
    await endConnection(response, fault.drop === 'midBody' ? body.slice(0, Math.ceil(body.length / 2)) : '');
  return true;
}

/** Discards everything that the service writes, and closes the connection at the end of the response. */
function discardResponse(response: ServerResponse): void {
  response.writeHead = () => response;
  response.write = () => true;
  response.flushHeaders = () => undefined;
  response.end = () => {
    response.destroy();
    return response;
  };
}

/** Sends the headers and a part of the body, then ends the connection. */
async function endConnection(response: ServerResponse, part: string): Promise<void> {
  response.flushHeaders();
  if (part !== '') await new Promise<void>((resolve) => response.write(part, () => resolve()));
  // `destroySoon` closes the socket after the written data is sent, so that the client receives it.
  response.socket?.destroySoon();
}

function createBody({ status = 200, body }: ParsedFault): string {
  if (typeof body === 'string') return body;
  if (body !== undefined) return JSON.stringify(body);
  if (status < 400) return JSON.stringify({ logs: [], padding: 'x'.repeat(200) });
  const code = errorCodes[status] ?? 'ERROR';
  return JSON.stringify({ defined: false, code, status, message: code.toLowerCase().replaceAll('_', ' ') });
}

const errorCodes: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
};
