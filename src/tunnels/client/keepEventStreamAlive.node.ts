import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Time without data after which a comment is sent, in milliseconds. Tunnel hosts and proxies end responses that are
 * silent for a minute.
 */
const silenceMs = 25_000;

/** A comment of an event stream (HTML Standard §9.2.6), which clients ignore. */
const comment = ':\n\n';

/**
 * Sends comments while an event stream is silent, but only between two events. Does nothing for other responses. Returns
 * a function that ends it.
 */
export function keepEventStreamAlive(answer: IncomingMessage, response: ServerResponse): () => void {
  const {
    'content-type': type = '',
    'content-length': length,
    'content-encoding': encoding,
  } = answer.headers;
  if (!/^text\/event-stream\b/i.test(type) || length !== undefined || encoding !== undefined) return () => {};
  let lastText = '\n\n';
  answer.on('data', (chunk: Buffer) => {
    lastText = (lastText + chunk.subarray(-4).toString('latin1')).slice(-4);
    timer.refresh();
  });
  const timer = setTimeout(() => {
    if (endsEvent(lastText)) response.write(comment);
    timer.refresh();
  }, silenceMs);
  return () => clearTimeout(timer);
}

/** Whether a text ends with an empty line, which ends an event. */
const endsEvent = (text: string): boolean => /(?:\n|\r(?!\n)|^)(?:\r\n|\n|\r)$/.test(text);
