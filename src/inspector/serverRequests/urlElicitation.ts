import * as l10n from '@vscode/l10n';
import { isLoopback, isSafeUrl } from '../../api/baseUrl.ts';
import { getField } from '../../fields.ts';
import type { UrlElicitation } from './pendingRequestSchema.ts';

/** Creates the view of a URL elicitation, with warnings about its URL. */
export function createUrlElicitation(
  requestedUrl: string,
  serverUrl: string,
  isRequired: boolean,
): UrlElicitation {
  const initial = { isRequired, phase: 'asked' } as const;
  const url = URL.canParse(requestedUrl) ? new URL(requestedUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    const warnings = [l10n.t("The URL doesn't point to a web page, so this editor can't open it.")];
    return { ...initial, beforeHost: requestedUrl, host: '', afterHost: '', warnings, canOpen: false };
  }
  const { href, host, pathname, search, hash } = url;
  const afterHost = pathname + search + hash;
  const beforeHost = href.slice(0, href.length - afterHost.length - host.length);
  return {
    ...initial,
    beforeHost,
    host,
    afterHost,
    warnings: createUrlWarnings(url, serverUrl),
    canOpen: isSafeUrl(href),
  };
}

export const joinUrl = ({ beforeHost, host, afterHost }: UrlElicitation): string =>
  beforeHost + host + afterHost;

function createUrlWarnings(url: URL, serverUrl: string): readonly string[] {
  const { protocol, hostname, host, username, password } = url;
  const server = new URL(serverUrl);
  const isOnThisMachine = isLoopback(hostname);
  const warnings: readonly (string | false)[] = [
    (username !== '' || password !== '') &&
      l10n.t(
        "The URL has a user name or password before the host, which might be misleading. This editor can't open the URL.",
      ),
    protocol === 'http:' &&
      !isOnThisMachine &&
      l10n.t(
        "The connection to this URL isn't encrypted (HTTP), so others can read or change your data. This editor can't open the URL.",
      ),
    hostname.split('.').some((label) => label.startsWith('xn--')) &&
      l10n.t(
        'The host name has characters from another script (xn--...) and might imitate another host name.',
      ),
    isOnThisMachine &&
      server.host !== '' &&
      !isLoopback(server.hostname) &&
      l10n.t('The URL points to this machine.'),
    // The URL of a local process has no host.
    server.host !== '' &&
      url.origin !== server.origin &&
      l10n.t('The URL points to {0}, not to the server ({1}).', host, server.host),
  ];
  return warnings.filter((one) => one !== false);
}

/** The error code of MCP for a call that requires URL elicitations first. */
const urlElicitationRequired = -32042;

/** Returns the URL elicitations without which a call failed, or none for other errors. */
export function getRequiredUrlElicitations(error: unknown): readonly Readonly<Record<string, unknown>>[] {
  const elicitations = getField(getField(error, 'data'), 'elicitations');
  if (getField(error, 'code') !== urlElicitationRequired || !Array.isArray(elicitations)) return [];
  return elicitations.filter((one) => typeof one === 'object' && one !== null);
}
