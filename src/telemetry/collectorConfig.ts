import * as l10n from '@vscode/l10n';
import type { TelemetryDestination, TelemetryHeader } from '../api/telemetry.ts';
import { containsCredential, getEndpointHost, isCredentialName } from './endpoint.ts';
import { describeExportFailure } from './exportFailure.ts';
import { isSuspended, locationText } from './texts.ts';

const signals = ['logs', 'metrics', 'traces'] as const;
type Signal = (typeof signals)[number];

/** An exporter of a Collector, for a telemetry destination. */
interface Exporter {
  /** The ID of a component, such as `otlphttp/logs_otlp_example_com`. */
  readonly id: string;
  readonly signal: Signal;
  readonly lines: readonly string[];
  /** The required environment variables, as `NAME: description`. */
  readonly requiredVariables: readonly string[];
  /** The reason why the service suspended the destination. Absent if it's active. */
  readonly suspensionReason?: string;
}

/**
 * Creates the configuration of an OpenTelemetry Collector that exports to the same destinations. It contains no
 * secrets, but refers to environment variables, which are listed at the top. Suspended destinations are comments,
 * because their receivers reject the data. Returns `undefined` if no destination has both a known signal and an
 * endpoint. `place`: the name of the environment.
 */
export function createCollectorConfig(
  destinations: readonly TelemetryDestination[],
  place: string,
): string | undefined {
  const variables = new UniqueNames();
  const ids = new UniqueNames();
  const exporters = destinations.flatMap(
    (destination) => toExporter(destination, locationText(destination, destinations), variables, ids) ?? [],
  );
  if (exporters.length === 0) return undefined;
  const omittedDestinations = destinations.filter(
    (destination) => readExportTarget(destination) === undefined,
  );
  const isInactive = exporters.every(({ suspensionReason }) => suspensionReason !== undefined);
  return [
    ...headerComments(exporters, omittedDestinations, place).map(yamlComment),
    'receivers:',
    '  otlp:',
    '    protocols:',
    '      grpc:',
    '        endpoint: "localhost:4317"',
    '      http:',
    '        endpoint: "localhost:4318"',
    isInactive ? 'exporters: {}' : 'exporters:',
    ...exporters.flatMap((exporter) => exporterLines(exporter).map((line) => `  ${line}`)),
    'service:',
    isInactive ? '  pipelines: {}' : '  pipelines:',
    ...signals.flatMap((signal) =>
      pipelineLines(
        signal,
        exporters.filter((exporter) => exporter.signal === signal),
      ).map((line) => `    ${line}`),
    ),
    '',
  ].join('\n');
}

/**
 * Returns the signal and the endpoint of a destination, or `undefined` if the signal is unknown or the endpoint is
 * missing.
 */
function readExportTarget({
  signal,
  endpoint,
}: TelemetryDestination): { readonly signal: Signal; readonly endpoint: string } | undefined {
  const knownSignal = signals.find((one) => one === signal);
  if (!knownSignal || endpoint === undefined || endpoint.trim() === '') return undefined;
  return { signal: knownSignal, endpoint };
}

/** Creates the exporter for a destination. `variables` and `ids`: the names that earlier exporters use. */
function toExporter(
  destination: TelemetryDestination,
  location: string,
  variables: UniqueNames,
  ids: UniqueNames,
): Exporter | undefined {
  const target = readExportTarget(destination);
  if (!target) return undefined;
  const { signal, endpoint } = target;
  const requiredVariables: string[] = [];
  const requireVariable = (variable: string, description: string): string => {
    const name = variables.take(variable.toUpperCase());
    requiredVariables.push(`${name}: ${description}`);
    return variableReference(name);
  };
  const name = ids.take(slug(`${signal}_${getEndpointHost(endpoint)}`));
  const url = containsCredential(endpoint)
    ? requireVariable(
        `OTLP_${name}_ENDPOINT`,
        l10n.t('the {0} endpoint at {1}, which contains a credential', signal, location),
      )
    : collectorValue(endpoint);
  const headers = headerLines(destination.headers, (header) =>
    requireVariable(
      slug(`OTLP_${name}_${header}`),
      l10n.t('the {0} header for {1} at {2}', header, signal, location),
    ),
  );
  const encoding = toEncoding(destination.protocol);
  return {
    id: `otlphttp/${name}`,
    signal,
    requiredVariables,
    ...(isSuspended(destination) && { suspensionReason: describeExportFailure(destination).reason }),
    lines: [
      `${yamlString(`otlphttp/${name}`)}:`,
      `  ${signal}_endpoint: ${url}`,
      ...(encoding === undefined
        ? [`  ${yamlComment(unknownProtocolText(destination.protocol))}`]
        : [`  encoding: ${encoding}`]),
      ...(headers.length === 0 ? [] : ['  headers:', ...headers.map((line) => `    ${line}`)]),
    ],
  };
}

/**
 * Returns the comments at the top: the required environment variables, and the destinations that are suspended or left
 * out.
 */
function headerComments(
  exporters: readonly Exporter[],
  omittedDestinations: readonly TelemetryDestination[],
  place: string,
): readonly string[] {
  const activeExporters = exporters.filter(
    ({ suspensionReason: suspendedExporters }) => suspendedExporters === undefined,
  );
  const suspended = exporters.filter((one) => !activeExporters.includes(one));
  const requiredVariables = activeExporters.flatMap((exporter) => exporter.requiredVariables);
  return [
    l10n.t('OpenTelemetry Collector configuration for the telemetry destinations of {0}', place),
    ...(requiredVariables.length === 0
      ? [l10n.t("This configuration doesn't require any environment variables.")]
      : [
          l10n.t(
            'This configuration contains no secrets. Set these environment variables for the Collector:',
          ),
          ...requiredVariables.map((line) => `  ${line}`),
        ]),
    ...(suspended.length === 0
      ? []
      : [l10n.t('Suspended by the service and therefore commented out: {0}', exporterIds(suspended))]),
    ...(activeExporters.length === 0
      ? [
          l10n.t(
            "This configuration has no active exporters and therefore no pipelines. A Collector can't start without a pipeline.",
          ),
        ]
      : []),
    ...(omittedDestinations.length === 0
      ? []
      : [
          l10n.t(
            'Left out because the signal or endpoint is unknown: {0}',
            omittedDestinations.map(({ id }) => id).join(', '),
          ),
        ]),
  ];
}

/** Writes a suspended exporter as comments, so that it can be activated again. */
function exporterLines({ lines, requiredVariables, suspensionReason }: Exporter): readonly string[] {
  if (suspensionReason === undefined) return lines;
  return [
    l10n.t('Suspended by the service: {0}.', suspensionReason),
    ...(requiredVariables.length === 0
      ? []
      : [l10n.t('This exporter would require these environment variables:')]),
    ...requiredVariables.map((line) => `  ${line}`),
    ...lines,
  ].map(yamlComment);
}

function pipelineLines(signal: Signal, exporters: readonly Exporter[]): readonly string[] {
  const activeExporters = exporters.filter(
    ({ suspensionReason: suspendedExporters }) => suspendedExporters === undefined,
  );
  const suspended = exporters.filter((one) => !activeExporters.includes(one));
  return [
    ...(suspended.length === 0
      ? []
      : [
          yamlComment(
            l10n.t('Suspended exporters left out of the {0} pipeline: {1}', signal, exporterIds(suspended)),
          ),
        ]),
    ...(activeExporters.length === 0
      ? []
      : [`${signal}:`, '  receivers: [otlp]', `  exporters: [${exporterIds(activeExporters)}]`]),
  ];
}

function exporterIds(exporters: readonly Exporter[]): string {
  return exporters.map(({ id }) => yamlString(id)).join(', ');
}

/**
 * Returns a line for each header. A YAML mapping can't have several headers with the same name, so the first one is
 * used.
 */
function headerLines(
  headers: readonly TelemetryHeader[],
  requireVariable: (name: string) => string,
): readonly string[] {
  const headersByName = new Map<string, TelemetryHeader>();
  for (const header of headers) {
    const key = header.name.toLowerCase();
    if (header.name !== '' && !headersByName.has(key)) headersByName.set(key, header);
  }
  return [...headersByName.values()].map(({ name, value, isSecret }) => {
    // A header whose name suggests a credential is treated as a secret, even if it's plain on the service.
    const isHidden = isSecret || value === undefined || isCredentialName(name);
    return `${yamlString(name)}: ${isHidden ? requireVariable(name) : collectorValue(value)}`;
  });
}

function toEncoding(protocol: string | undefined): string | undefined {
  if (protocol === 'http/protobuf') return 'proto';
  return protocol === 'http/json' ? 'json' : undefined;
}

function unknownProtocolText(protocol: string | undefined): string {
  return protocol === undefined
    ? l10n.t("The service didn't report a protocol.")
    : l10n.t('Unknown protocol: {0}', protocol);
}

/** Converts a text to a name of lowercase letters, digits, and underscores. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

/** Makes names unique by adding numbers. */
class UniqueNames {
  readonly #taken = new Set<string>();

  take(preferredName: string): string {
    let name = preferredName;
    for (let count = 2; this.#taken.has(name); count += 1) name = `${preferredName}_${count}`;
    this.#taken.add(name);
    return name;
  }
}

/** Formats a text as a double-quoted YAML string. */
function yamlString(text: string): string {
  const characters = [...text.replace(/\p{Surrogate}/gu, '\ufffd')];
  return `"${characters.map(escapeCharacter).join('')}"`;
}

/**
 * Formats a text as a value in a Collector configuration. Each `$` is doubled, because a single one starts a reference.
 */
function collectorValue(text: string): string {
  return yamlString(text.replaceAll('$', '$$$$'));
}

/** Formats a reference to an environment variable. */
function variableReference(variable: string): string {
  return yamlString(`\${env:${variable}}`);
}

/** Formats a text as a comment of one line, without control characters and line separators. */
function yamlComment(text: string): string {
  return `# ${text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')}`;
}

function escapeCharacter(character: string): string {
  if (character === '"' || character === '\\') return `\\${character}`;
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return character;
  const [prefix, digits] = code > 0xffff ? ['U', 8] : ['u', 4];
  return `\\${prefix}${code.toString(16).padStart(Number(digits), '0')}`;
}
