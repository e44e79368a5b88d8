import * as l10n from '@vscode/l10n';
import { isLoopback, isSafeAddress } from '../../api/baseUrl.ts';
import { field } from '../../fields.ts';
import type { Visit } from './shapes.ts';

/** An address that a server wants a person to visit, and what speaks against that. */
export function visitOf(address: string, serverUrl: string, isRequired: boolean): Visit {
  const asked = { isRequired, phase: 'asked' } as const;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    const warnings = [l10n.t("It isn't the address of a web page, and can't be opened from here.")];
    return { ...asked, before: address, host: '', after: '', warnings, mayOpen: false };
  }
  const { href, host, pathname, search, hash } = url;
  const after = pathname + search + hash;
  const before = href.slice(0, href.length - after.length - host.length);
  return {
    ...asked,
    before,
    host,
    after,
    warnings: warningsOf(url, serverUrl),
    mayOpen: isSafeAddress(href),
  };
}

/** The address as it is opened. */
export const addressOf = ({ before, host, after }: Visit): string => before + host + after;

function warningsOf(url: URL, serverUrl: string): readonly string[] {
  const { protocol, hostname, host, username, password } = url;
  const server = new URL(serverUrl);
  const here = isLoopback(hostname);
  const warnings: readonly (string | false)[] = [
    (username !== '' || password !== '') &&
      l10n.t("There is a name before its host, which may deceive you. It can't be opened from here."),
    protocol === 'http:' &&
      !here &&
      l10n.t(
        "It isn't encrypted (http): others may read and change what you do there. It can't be opened from here.",
      ),
    hostname.split('.').some((label) => label.startsWith('xn--')) &&
      l10n.t('Its host has letters of another script (xn--…), and may look like the name of another one.'),
    here && server.host !== '' && !isLoopback(server.hostname) && l10n.t('It leads to your own machine.'),
    // A server that is a process is at no address.
    server.host !== '' &&
      url.origin !== server.origin &&
      l10n.t('{0} is another place than the server ({1}).', host, server.host),
  ];
  return warnings.filter((one) => one !== false);
}

/** URL elicitation required. */
const visitRequired = -32042;

/** The addresses that a server wants to be visited before it does what it was asked to; none for other failures. */
export function requiredVisits(error: unknown): readonly Readonly<Record<string, unknown>>[] {
  const visits = field(field(error, 'data'), 'elicitations');
  if (field(error, 'code') !== visitRequired || !Array.isArray(visits)) return [];
  return visits.filter((one) => typeof one === 'object' && one !== null);
}
