import * as l10n from '@vscode/l10n';
import { getField, omitUndefined } from '../../fields.ts';
import type { McpConnection } from '../mcpConnection.ts';
import { getStringField, isJsonObject } from '../schema/json.ts';
import { findTypeProblems } from './fieldTypes.ts';
import { discoverResultType, initializeResultType } from './mcpTypes.ts';

type Handshake = Pick<McpConnection, 'server' | 'instructions' | 'capabilities' | 'problems'> & {
  /** Whether the server declares no capabilities, so that all lists are tried. */
  readonly areCapabilitiesAssumed: boolean;
  /** The version that the server declares; absent if it isn't valid in a header. */
  readonly protocolVersion?: string;
};

/** Key of the server's name and version in the `_meta` of a result (protocol 2026-07-28). */
const serverInfoKey = 'io.modelcontextprotocol/serverInfo';
const assumedCapabilities = { tools: {}, resources: {}, prompts: {} };

/**
 * Reads the result of `initialize` or `server/discover`, which can have any shape. `supported` are the protocol versions of
 * this client.
 */
export function readHandshake(result: unknown, supported: readonly string[]): Handshake {
  const isDiscovered = Array.isArray(getField(result, 'supportedVersions'));
  const declared = getField(result, 'capabilities');
  const version = readHeaderVersion(getField(result, 'protocolVersion'));
  const types = isDiscovered ? discoverResultType : initializeResultType;
  const isUnknownVersion = !isDiscovered && version !== undefined && !supported.includes(version);
  return {
    ...omitUndefined({ protocolVersion: version }),
    instructions: getStringField(result, 'instructions'),
    server: readServerInfo(
      isDiscovered ? getField(getField(result, '_meta'), serverInfoKey) : getField(result, 'serverInfo'),
    ),
    capabilities: isJsonObject(declared) ? readCapabilities(declared) : assumedCapabilities,
    areCapabilitiesAssumed: !isJsonObject(declared),
    problems: [
      ...findTypeProblems(result, types),
      ...(isUnknownVersion
        ? [
            {
              path: '/protocolVersion',
              message: l10n.t(
                "The server uses protocol version {0}, which this editor doesn't support.",
                version,
              ),
            },
          ]
        : []),
    ],
  };
}

/** Returns a version that is valid as a header value. */
function readHeaderVersion(version: unknown): string | undefined {
  return typeof version === 'string' && /^[\x21-\x7e]{1,100}$/.test(version) ? version : undefined;
}

/** Omits capabilities that are `null` or `false`, which some serializers write for missing ones. */
function readCapabilities(declared: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(declared).filter(([, value]) => value !== null && value !== false),
  );
}

function readServerInfo(declared: unknown): McpConnection['server'] {
  if (typeof declared === 'string') return { name: declared, version: '' };
  if (!isJsonObject(declared)) return undefined;
  const { name, version, title, icons } = declared;
  const toText = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return {
    name: toText(name),
    version: toText(version),
    ...(typeof title === 'string' && { title }),
    ...omitUndefined({ icons }),
  };
}
