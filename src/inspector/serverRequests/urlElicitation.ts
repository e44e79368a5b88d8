import * as l10n from '@vscode/l10n';
import { isLoopback, isSafeUrl } from '../../api/baseUrl.ts';
import { getField } from '../../fields.ts';
import type { UrlElicitation } from './pendingRequest.ts';

/** An address that a server wants a person to visit, and what speaks against that. */
export function createUrlElicitation(
  address: string,
  serverUrl: string,
  isRequired: boolean,
): UrlElicitation {
  const asked = { isRequired, phase: 'asked' } as const;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    const warnings = [l10n.t("The URL doesn't point to a web page, so this editor can't open it.")];
    return { ...asked, before: address, host: '', after: '', warnings, canOpen: false };
  }
  const { href, host, pathname, search, hash } = url;
  const after = pathname + search + hash;
  const before = href.slice(0, href.length - after.length - host.length);
  return {
    ...asked,
    before,
    host,
    after,
    warnings: createUrlWarnings(url, serverUrl),
    canOpen: isSafeUrl(href),
  };
}

/** The address as it is opened. */
export const joinUrl = ({ before, host, after }: UrlElicitation): string => before + host + after;

function createUrlWarnings(url: URL, serverUrl: string): readonly string[] {
  const { protocol, hostname, host, username, password } = url;
  const server = new URL(serverUrl);
  const here = isLoopback(hostname);
  const warnings: readonly (string | false)[] = [
    (username !== '' || password !== '') &&
      l10n.t(
        "The URL has a user name or password before the host, which might be misleading. This editor can't open the URL.",
      ),
    protocol === 'http:' &&
      !here &&
      l10n.t(
        "The connection to this URL isn't encrypted (HTTP), so others can read or change your data. This editor can't open the URL.",
      ),
    hostname.split('.').some((label) => label.startsWith('xn--')) &&
      l10n.t(
        'The host name has characters from another script (xn--...) and might imitate another host name.',
      ),
    here && server.host !== '' && !isLoopback(server.hostname) && l10n.t('The URL points to this machine.'),
    // A server that is a process is at no address.
    server.host !== '' &&
      url.origin !== server.origin &&
      l10n.t('The URL points to {0}, not to the server ({1}).', host, server.host),
  ];
  return warnings.filter((one) => one !== false);
}

/** URL elicitation required. */
const urlElicitationRequired = -32042;

/** The addresses that a server wants to be visited before it does what it was asked to; none for other failures. */
export function getRequiredUrlElicitations(error: unknown): readonly Readonly<Record<string, unknown>>[] {
  const visits = getField(getField(error, 'data'), 'elicitations');
  if (getField(error, 'code') !== urlElicitationRequired || !Array.isArray(visits)) return [];
  return visits.filter((one) => typeof one === 'object' && one !== null);
}
