import { decodeText, type Exchange } from '../client/exchange.ts';
import { listHeaders, removeConnectionHeaders } from '../client/forwardedHeaders.ts';
import { maskHeaderValue, maskPath } from './credentials.ts';
import { isBodyKept } from './replay.ts';

/** Stands in for a credential in a command, which the user replaces. */
const placeholder = 'SECRET';
/** Stands in for the name of a file with the body. */
const bodyFile = 'BODY';

/** Headers that curl sets, that proxies add, and that would make curl write a compressed response. */
const omittedHeaders =
  /^(?:host|content-length|transfer-encoding|expect|accept-encoding|x-forwarded-.*|forwarded|via)$/i;

/**
 * Formats a curl command for a POSIX shell that sends a request to a public URL. Credentials are placeholders. So is a body
 * that isn't a text, or wasn't kept completely: without it, the command would send another request.
 */
export function formatCurl(
  { method, path, requestHeaders, requestBody }: Exchange,
  publicUrl: string,
): string {
  const url = `${new URL(publicUrl).origin}${maskPath(path, placeholder)}`;
  const headers = [...listHeaders(removeConnectionHeaders(requestHeaders))].filter(
    ([name]) => !omittedHeaders.test(name),
  );
  const body = isBodyKept(requestBody) ? decodeText(requestBody) : undefined;
  return [
    `curl${/[[\]{}]/.test(url) ? ' --globoff' : ''} -X ${quoteForShell(method)} ${quoteForShell(url)}`,
    ...headers.map(
      ([name, value]) => `-H ${quoteForShell(`${name}: ${maskHeaderValue(name, value, placeholder)}`)}`,
    ),
    ...(requestBody.size === 0
      ? []
      : [body === undefined ? `--data-binary @${bodyFile}` : `--data-raw ${quoteForShell(body)}`]),
  ].join(' \\\n  ');
}

const quoteForShell = (text: string): string =>
  /^[A-Z]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
