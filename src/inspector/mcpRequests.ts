import type { Client, ProgressCallback, RequestOptions } from '@modelcontextprotocol/client';
import * as z from 'zod/mini';
import { getField, omitUndefined } from '../fields.ts';
import { callTask, type SendMcpRequest } from './callTask.ts';
import { checkDepth } from './checkDepth.ts';
import type { CompletionRequest, ListKind, ListResult, McpCall, McpRequestOptions } from './mcpConnection.ts';
import { withRawNumbers } from './schema/exactJson.ts';
import { filterStrings } from './schema/json.ts';
import { listMethods, readListPages } from './wire/listPages.ts';
import type { MessageAdapter } from './wire/messageAdapter.ts';

/** Results aren't validated, because their problems are shown on the page. */
const anyResult = z.unknown();

export function createRequestSender(client: Client, adapter: MessageAdapter): SendMcpRequest {
  return async (method, params, options) => {
    const message = { method, ...(params && { params: { ...params } }) };
    return checkDepth(adapter.takeContent(await client.request(message, anyResult, options)));
  };
}

/** The JSON-RPC error code "method not found". */
const methodNotFound = -32601;

/** Reads all pages of a list. `areCapabilitiesAssumed`: whether the server declared no capabilities. */
export async function sendListRequests(
  sendRequest: SendMcpRequest,
  kind: ListKind,
  options: McpRequestOptions,
  areCapabilitiesAssumed: boolean,
): Promise<ListResult> {
  // All pages together have the time limit of one request.
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
  const sdkOptions = toSdkRequestOptions({ ...options, signal });
  try {
    return await readListPages(kind, (params) => sendRequest(listMethods[kind], params, sdkOptions));
  } catch (error) {
    // A server with resources doesn't have to support resource templates.
    const isOptional = areCapabilitiesAssumed || kind === 'template';
    if (isOptional && getField(error, 'code') === methodNotFound) return { items: [], problems: [] };
    throw error;
  }
}

export async function sendCall(
  sendRequest: SendMcpRequest,
  request: McpCall,
  options: McpRequestOptions,
): Promise<unknown> {
  const sdkOptions = toSdkRequestOptions(options);
  switch (request.kind) {
    case 'tool': {
      const { name, args } = request;
      const params = { name, arguments: { ...withRawNumbers(args) } };
      return request.requiresTask
        ? callTask(sendRequest, params, sdkOptions, options)
        : sendRequest('tools/call', params, sdkOptions);
    }
    case 'prompt':
      return sendRequest('prompts/get', { name: request.name, arguments: { ...request.args } }, sdkOptions);
    case 'resource':
      return sendRequest('resources/read', { uri: request.uri }, sdkOptions);
  }
}

export async function sendCompletionRequest(
  sendRequest: SendMcpRequest,
  { ref: target, argument, value, otherArguments }: CompletionRequest,
  options: McpRequestOptions,
): Promise<readonly string[]> {
  const ref =
    target.kind === 'prompt'
      ? { type: 'ref/prompt', name: target.name }
      : { type: 'ref/resource', uri: target.uri };
  const params = { ref, argument: { name: argument, value }, context: { arguments: { ...otherArguments } } };
  const result = await sendRequest('completion/complete', params, toSdkRequestOptions(options));
  return filterStrings(getField(getField(result, 'completion'), 'values'));
}

export function toSdkRequestOptions({ signal, timeoutMs, onProgress }: McpRequestOptions): RequestOptions {
  const onprogress: ProgressCallback = ({ progress, total, message }) =>
    onProgress?.({ done: progress, ...omitUndefined({ total, message }) });
  return { signal, timeout: timeoutMs, resetTimeoutOnProgress: true, ...(onProgress && { onprogress }) };
}
