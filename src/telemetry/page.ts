import type { TelemetryDestination, TelemetryHeader } from '../api/telemetry.ts';
import { code, escapeMarkdown, table } from '../editor/markdown.ts';
import type { Translate } from '../editor/translate.ts';
import { masked, namesCredential } from './endpoint.ts';
import { failureOf, resumeText } from './reasons.ts';
import { isSuspended, protocolWord, scopeWord, signalWord, statusWord, whereWord } from './words.ts';

/** Telemetry destinations (E1) as Markdown. Every value is shown as text; what is or may be a secret is not shown. */
export function destinationsPage(
  destinations: readonly TelemetryDestination[],
  place: string,
  t: Translate,
): string {
  const intro = t(
    'The service exports logs, metrics or traces of an environment to receivers for OTLP, such as an OpenTelemetry Collector or an observability service. Destinations are added and changed in the web dashboard of the service.',
  );
  const suspendedFirst = destinations.toSorted(
    (one, other) => Number(isSuspended(other)) - Number(isSuspended(one)),
  );
  return [
    `# ${escapeMarkdown(t('Telemetry destinations of {0}', place))}`,
    escapeMarkdown(destinations.length === 0 ? `${t('There are none.')} ${intro}` : intro),
    ...suspendedFirst.flatMap((one) => section(one, destinations, t)),
    '',
  ].join('\n\n');
}

function section(
  destination: TelemetryDestination,
  all: readonly TelemetryDestination[],
  t: Translate,
): readonly string[] {
  const { id, signal, endpoint, protocol, status, lastFailureReason, headers } = destination;
  const failure = failureOf(destination, t);
  const isWrong = isSuspended(destination) || lastFailureReason !== undefined;
  const fact = (name: string, value: string): readonly string[] => [`**${escapeMarkdown(name)}**`, value];
  const rows = [
    fact(
      t('Status'),
      isSuspended(destination) ? `⚠ **${code(t('suspended'))}**` : code(statusWord(status, t)),
    ),
    ...(isWrong
      ? [
          fact(isSuspended(destination) ? t('Reason') : t('Last failure'), escapeMarkdown(failure.reason)),
          fact(t('What to do'), escapeMarkdown(failure.cure)),
        ]
      : []),
    ...(isSuspended(destination) ? [fact(t('Activate again'), escapeMarkdown(resumeText(t)))] : []),
    fact(t('Signal'), code(signalWord(signal, t))),
    fact(t('Endpoint'), endpoint === undefined ? escapeMarkdown(t('none')) : code(masked(endpoint))),
    fact(t('Protocol'), code(protocolWord(protocol, t))),
    fact(t('Requests'), escapeMarkdown(scopeWord(destination, t))),
    fact(
      t('Headers'),
      headers.length === 0
        ? escapeMarkdown(t('none'))
        : headers.map((one) => headerCell(one, t)).join('<br>'),
    ),
    fact(t('Destination ID'), code(id)),
  ];
  return [
    `## ${escapeMarkdown(t('{0} to {1}', signalWord(signal, t), whereWord(destination, all, t)))}`,
    table(['', ''], rows),
  ];
}

function headerCell({ name, value, isSecret }: TelemetryHeader, t: Translate): string {
  if (isSecret) return `${code(name)} ${escapeMarkdown(t('secret (not shown)'))}`;
  if (namesCredential(name))
    return `${code(name)} ${escapeMarkdown(t('plain, but named like a credential (not shown)'))}`;
  return value === undefined
    ? `${code(name)} ${escapeMarkdown(t('plain, no value'))}`
    : `${code(name)} = ${code(value)}`;
}
