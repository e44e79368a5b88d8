import { failureReasons } from '../contract/records.ts';
import type { Playground, TelemetryDestination } from './model.ts';

type TelemetryPlan = Omit<TelemetryDestination, 'id'>;

/** An active destination and a suspended one. */
export const typicalTelemetry: readonly TelemetryPlan[] = [
  {
    signal: 'logs',
    endpoint: 'https://otlp.example.com/v1/logs',
    protocol: 'http/protobuf',
    headers: [
      { id: 'hdr_1', name: 'x-api-key', value: null, isSecret: true },
      { id: 'hdr_2', name: 'x-dataset', value: 'weather', isSecret: false },
    ],
    status: 'active',
    lastFailureReason: null,
    isScopedToIntentionalRequestsOnly: false,
  },
  {
    signal: 'traces',
    endpoint: 'https://traces.example.com/v1/traces',
    protocol: 'http/json',
    headers: [{ id: 'hdr_3', name: 'authorization', value: null, isSecret: true }],
    status: 'suspended',
    lastFailureReason: 'credentials',
    isScopedToIntentionalRequestsOnly: true,
  },
];

/** Destinations with each failure reason and each status. */
export const allTelemetryStates: readonly TelemetryPlan[] = [...failureReasons, null].flatMap(
  (reason, index) =>
    (['active', 'suspended'] as const).map((status) => ({
      signal: (['logs', 'metrics', 'traces'] as const)[index % 3] ?? 'logs',
      endpoint: `https://otlp.example.com/${reason ?? 'fine'}`,
      protocol: index % 2 === 0 ? 'http/protobuf' : 'http/json',
      headers: [],
      status,
      lastFailureReason: reason,
      isScopedToIntentionalRequestsOnly: status === 'suspended',
    })),
);

/** Playgrounds: complete, turned off, and never configured. */
export const typicalPlaygrounds = {
  weather: {
    isPlaygroundEnabled: true,
    serverMetadata: {
      name: 'Weather tools',
      description: 'Forecasts and alerts for cities.',
      headers: [
        { name: 'x-units', description: 'metric or imperial', isRequired: false, isSecret: false },
        { name: 'x-weather-key', description: 'Your own forecast key', isRequired: true, isSecret: true },
      ],
      examplePrompts: [
        { title: 'Today', prompt: 'What is the weather in Lisbon today?' },
        { title: 'Weekend', prompt: 'Will it rain in Oslo on Saturday?' },
      ],
    },
  },
  docs: {
    isPlaygroundEnabled: false,
    serverMetadata: { name: 'Docs search', description: '', headers: [], examplePrompts: [] },
  },
  empty: { isPlaygroundEnabled: false, serverMetadata: null },
} satisfies Record<string, Playground>;
