import { type SampleTool, type ToolCall, textResult } from '../context.ts';

/** Returns the arguments as JSON. */
const call = ({ args }: ToolCall) => textResult(JSON.stringify(args));

/** Tools with input schemas of every kind. */
export const inputTools: readonly SampleTool[] = [
  {
    name: 'plan_trip',
    description: 'Takes objects in objects, and arrays of objects.',
    inputSchema: {
      type: 'object',
      properties: {
        traveler: {
          type: 'object',
          title: 'Traveler',
          description: 'Who goes',
          properties: {
            name: { type: 'string' },
            contact: {
              type: 'object',
              properties: {
                email: { type: 'string', format: 'email' },
                page: { type: 'string', format: 'uri' },
              },
              required: ['email'],
            },
          },
          required: ['name'],
          additionalProperties: false,
        },
        stops: {
          type: 'array',
          minItems: 1,
          maxItems: 5,
          items: {
            type: 'object',
            properties: {
              city: { type: 'string' },
              arrival: { type: 'string', format: 'date' },
              nights: { type: 'integer', minimum: 1, maximum: 30, default: 2 },
            },
            required: ['city', 'arrival'],
          },
        },
        tags: { type: 'array', items: { type: 'string' }, uniqueItems: true, default: ['summer'] },
        isFlexible: { type: 'boolean', default: true },
      },
      required: ['traveler', 'stops'],
    },
    call,
  },
  {
    name: 'choose_units',
    description: 'Takes one of several values.',
    inputSchema: {
      type: 'object',
      properties: {
        temperature: { type: 'string', enum: ['celsius', 'fahrenheit', 'kelvin'], default: 'celsius' },
        wind: {
          type: 'string',
          title: 'Wind Speed',
          oneOf: [
            { const: 'kmh', title: 'Kilometers an hour' },
            { const: 'ms', title: 'Meters a second' },
            { const: 'bft', title: 'Beaufort' },
          ],
        },
        pressure: { type: 'string', enum: ['hpa', 'inhg'], enumNames: ['Hectopascals', 'Inches of mercury'] },
        decimals: { type: 'integer', enum: [0, 1, 2] },
        shown: {
          type: 'array',
          uniqueItems: true,
          items: {
            anyOf: [
              { const: 'rain', title: 'Rain' },
              { const: 'snow', title: 'Snow' },
            ],
          },
        },
        version: { const: 2 },
      },
      required: ['wind'],
    },
    call,
  },
  {
    name: 'find_place',
    description: 'Takes values of several types, and trees.',
    inputSchema: {
      type: 'object',
      properties: {
        place: {
          oneOf: [
            {
              title: 'By name',
              type: 'object',
              properties: { kind: { const: 'name' }, name: { type: 'string' } },
              required: ['kind', 'name'],
            },
            {
              title: 'By coordinates',
              type: 'object',
              properties: {
                kind: { const: 'coordinates' },
                latitude: { type: 'number', minimum: -90, maximum: 90 },
                longitude: { type: 'number', minimum: -180, maximum: 180 },
              },
              required: ['kind', 'latitude', 'longitude'],
            },
          ],
        },
        radius: { anyOf: [{ type: 'number' }, { type: 'string', enum: ['near', 'far'] }, { type: 'null' }] },
        language: { type: ['string', 'null'], default: null },
        region: { $ref: '#/$defs/region' },
      },
      required: ['place'],
      $defs: {
        region: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            parts: { type: 'array', items: { $ref: '#/$defs/region' } },
          },
          required: ['name'],
        },
      },
    },
    call,
  },
  {
    name: 'report_observation',
    description: 'Takes values with formats and limits.',
    inputSchema: {
      type: 'object',
      properties: {
        day: { type: 'string', format: 'date' },
        at: { type: 'string', format: 'date-time' },
        observer: { type: 'string', format: 'email' },
        source: { type: 'string', format: 'uri' },
        id: { type: 'string', format: 'uuid' },
        station: { type: 'string', pattern: '^[A-Z]{3}-\\d+$', minLength: 5, maxLength: 10 },
        humidity: { type: 'integer', minimum: 0, maximum: 100 },
        rain: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 },
        notes: { type: 'string', maxLength: 1000, default: '' },
      },
      required: ['day', 'humidity'],
    },
    call,
  },
  {
    name: 'note_anything',
    description: 'Takes names that it does not know.',
    inputSchema: {
      type: 'object',
      properties: {
        anything: {},
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        position: {
          type: 'array',
          prefixItems: [{ type: 'number' }, { type: 'number' }],
          // Without it, all chat requests in Visual Studio Code fail while the tool is enabled.
          items: { type: 'number' },
          minItems: 2,
        },
      },
      additionalProperties: { type: 'number' },
    },
    call,
  },
  { name: 'check_health', description: 'Takes nothing.', inputSchema: { type: 'object' }, call },
];
