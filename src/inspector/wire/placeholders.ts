import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/client';
import { getStringField, isJsonObject, type JsonObject, stringOrUndefined } from '../schema/json.ts';

/**
 * Key in the `_meta` of a placeholder, for the number of the content that it replaces. The SDK validates each message
 * and rejects all of it for one invalid field, so it only gets placeholders, which are always valid.
 */
const contentKey = 'hosted-mcp/held';

/** Returns the number of the content that a placeholder replaces. */
export function readContentNumber(placeholder: unknown): number | undefined {
  const meta = isJsonObject(placeholder) ? placeholder['_meta'] : undefined;
  const number = isJsonObject(meta) ? meta[contentKey] : undefined;
  return typeof number === 'number' ? number : undefined;
}

const createPlaceholderMeta = (number: number) => ({ [contentKey]: number });

/** A placeholder for the results of all methods except handshakes. It has the required fields of all these results. */
const anyResultPlaceholder = {
  resultType: 'complete',
  ttlMs: 0,
  cacheScope: 'private',
  completion: { values: [] },
  tools: [],
  resources: [],
  resourceTemplates: [],
  prompts: [],
  content: [],
  contents: [],
  messages: [],
};

/**
 * Creates the placeholder for a result. `number`: the number of the result. `store` stores parameters of a request in a
 * result, and returns their number.
 */
export function createResultPlaceholder(
  method: string,
  result: unknown,
  number: number,
  store: (params: unknown) => number,
): JsonObject {
  const _meta = createPlaceholderMeta(number);
  if (method === 'initialize') return { ...createInitializePlaceholder(result), _meta };
  if (method === 'server/discover') return { ...createDiscoverPlaceholder(result), _meta };
  if (isJsonObject(result) && result['resultType'] === 'input_required') {
    const { inputRequests, requestState } = result;
    return {
      resultType: 'input_required',
      _meta,
      ...(typeof requestState === 'string' && { requestState }),
      ...(isJsonObject(inputRequests) && {
        inputRequests: createInputRequestPlaceholders(inputRequests, store),
      }),
    };
  }
  return { ...anyResultPlaceholder, _meta };
}

function createInputRequestPlaceholders(
  requests: JsonObject,
  store: (params: unknown) => number,
): JsonObject {
  return Object.fromEntries(
    Object.entries(requests).map(([key, request]) => {
      const method = getStringField(request, 'method');
      if (method === undefined) return [key, request];
      const params = isJsonObject(request) ? request['params'] : undefined;
      return [key, { method, params: createRequestPlaceholder(method, params, store) }];
    }),
  );
}

function createInitializePlaceholder(result: unknown): JsonObject {
  const version = getStringField(result, 'protocolVersion') ?? '';
  return {
    // The actual version is set after the handshake.
    protocolVersion: SUPPORTED_PROTOCOL_VERSIONS.includes(version) ? version : LATEST_PROTOCOL_VERSION,
    capabilities: createCapabilitiesPlaceholder(isJsonObject(result) ? result['capabilities'] : undefined),
    serverInfo: { name: '', version: '' },
  };
}

/** Returns the placeholder for `server/discover`; empty without versions, because such a server accepts any method. */
function createDiscoverPlaceholder(result: unknown): JsonObject {
  const versions = isJsonObject(result) ? result['supportedVersions'] : undefined;
  const supportedVersions = (Array.isArray(versions) ? versions : []).filter((one) => stringOrUndefined(one));
  if (supportedVersions.length === 0) return {};
  const capabilities = createCapabilitiesPlaceholder(
    isJsonObject(result) ? result['capabilities'] : undefined,
  );
  return { ...anyResultPlaceholder, supportedVersions, capabilities };
}

/** Returns the capabilities that the SDK uses: whether lists report changes. */
function createCapabilitiesPlaceholder(capabilities: unknown): JsonObject {
  if (!isJsonObject(capabilities)) return {};
  const lists = ['tools', 'resources', 'prompts'].flatMap((name) => {
    const one = capabilities[name];
    if (!isJsonObject(one)) return [];
    return [[name, { listChanged: one['listChanged'] === true || one['listChanged'] === 'true' }] as const];
  });
  return Object.fromEntries(lists);
}

const userRequestMethods = ['elicitation/create', 'sampling/createMessage', 'roots/list'];

/** Creates placeholder parameters for a request of the server. Stores the original ones if the user answers the request. */
export function createRequestPlaceholder(
  method: string,
  params: unknown,
  store: (params: unknown) => number,
): JsonObject {
  if (!userRequestMethods.includes(method)) return {};
  const _meta = createPlaceholderMeta(store(params));
  switch (method) {
    case 'elicitation/create':
      return { mode: 'form', message: '', requestedSchema: { type: 'object', properties: {} }, _meta };
    case 'sampling/createMessage':
      return { messages: [], maxTokens: 1, _meta };
    default:
      return { _meta };
  }
}

/**
 * Creates the placeholder for a user's answer. The SDK validates it and removes its `_meta`, so the number is in another
 * field.
 */
export function createAnswerPlaceholder(
  kind: 'elicitation' | 'sampling' | 'roots',
  number: number,
): JsonObject {
  const name = `${contentKey}:${number}`;
  switch (kind) {
    case 'elicitation':
      return { action: 'accept', content: { name } };
    case 'sampling':
      return { role: 'assistant', model: name, content: { type: 'text', text: '' } };
    case 'roots':
      return { roots: [{ uri: `file:///${name}` }] };
  }
}

/** Returns the number of the response that a placeholder replaces. */
export function readAnswerNumber(placeholder: unknown): number | undefined {
  const [, number] = JSON.stringify(placeholder)?.match(/hosted-mcp\/held:(\d+)/) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Returns the parameters of a notification for the SDK; `undefined` if the SDK doesn't use it. */
export function createNotificationPlaceholder(
  method: string,
  params: JsonObject = {},
): JsonObject | undefined {
  switch (method) {
    case 'notifications/progress':
      return createProgressPlaceholder(params);
    case 'notifications/cancelled': {
      const requestId = readId(params['requestId']);
      return requestId === undefined ? undefined : { requestId };
    }
    case 'notifications/elicitation/complete': {
      const elicitationId = stringOrUndefined(params['elicitationId']);
      return elicitationId === undefined ? undefined : { elicitationId };
    }
    case 'notifications/subscriptions/acknowledged': {
      const { _meta, notifications } = params;
      return {
        ...(isJsonObject(_meta) && { _meta }),
        notifications: isJsonObject(notifications) ? notifications : {},
      };
    }
    default:
      return method.endsWith('/list_changed') ? {} : undefined;
  }
}

function createProgressPlaceholder({
  progressToken,
  progress,
  total,
  message,
}: JsonObject): JsonObject | undefined {
  const [token, done, totalCount] = [readId(progressToken), readNumber(progress), readNumber(total)];
  if (token === undefined || done === undefined) return undefined;
  return {
    progressToken: token,
    progress: done,
    ...(totalCount !== undefined && { total: totalCount }),
    ...(typeof message === 'string' && { message }),
  };
}

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return Number.isFinite(number) ? Number(number) : undefined;
}

const readId = (value: unknown): string | number | undefined =>
  typeof value === 'string' || Number.isSafeInteger(value) ? (value as string | number) : undefined;
