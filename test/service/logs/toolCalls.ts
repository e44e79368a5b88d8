import type { LogProfile } from '../world/model.ts';
import type { Random } from '../world/random.ts';

/** A tool call, as the log of a server shows it. */
interface LoggedToolCall {
  readonly tool: string;
  readonly argument: string;
  readonly steps: readonly string[];
  readonly failure: string;
}

const cities = ['Lisbon', 'Oslo', 'Nairobi', 'Lima', 'Osaka', 'Reykjavík', 'Zürich', 'Montréal'] as const;
const queries = ['rate limits', 'install on Linux', 'error 429', 'rotate a key', 'webhooks'] as const;

const toolCallMakers: Record<LogProfile['theme'], (random: Random) => LoggedToolCall> = {
  weather: (random) => {
    const city = random.pick(cities);
    const ms = random.int(40, 900);
    const tool = random.pick(['get_forecast', 'get_forecast', 'get_alerts', 'list_cities']);
    return {
      tool,
      argument: JSON.stringify({ city, days: random.int(1, 7) }),
      steps: [
        `calling upstream https://api.weather.example/v1/forecast?city=${encodeURIComponent(city)}`,
        random.chance(0.3)
          ? `cache hit for ${city} (age ${random.int(1, 599)} s)`
          : `upstream 200 in ${ms} ms`,
        JSON.stringify({
          city,
          temperatureC: random.int(-10, 38),
          wind: { speed: random.int(0, 30), from: 'NW' },
        }),
      ],
      failure: `upstream timed out after 10000 ms (city ${city})`,
    };
  },
  billing: (random) => {
    const invoice = `INV-${random.int(10_000, 99_999)}`;
    return {
      tool: random.pick(['create_invoice', 'list_invoices', 'refund_invoice']),
      argument: JSON.stringify({ invoice, currency: 'EUR' }),
      steps: [
        `looking up ${invoice}`,
        `query took ${random.int(2, 80)} ms, ${random.int(0, 40)} rows`,
        JSON.stringify({ invoice, total: random.int(100, 99_999) / 100, status: 'open' }, null, 2),
      ],
      failure: `refund of ${invoice} refused: already refunded`,
    };
  },
  docs: (random) => {
    const query = random.pick(queries);
    return {
      tool: random.pick(['search', 'fetch_page']),
      argument: JSON.stringify({ query, limit: 10 }),
      steps: [
        `searching the index for "${query}"`,
        `${random.int(0, 120)} matches in ${random.int(1, 30)} ms`,
      ],
      failure: `page not in the index: /guides/${random.text(6)}`,
    };
  },
  plain: (random) => ({
    tool: 'run_step',
    argument: JSON.stringify({ step: random.int(1, 20) }),
    steps: [`step ${random.int(1, 20)} of 20`, 'done'],
    failure: 'step ended with code 1',
  }),
};

/** Creates a tool call that fits the theme. */
export function createToolCall(theme: LogProfile['theme'], random: Random): LoggedToolCall {
  return toolCallMakers[theme](random);
}

/** Creates a stack trace of several lines. */
export function stackTrace(message: string): string {
  return [
    `Error: ${message}`,
    '    at fetchUpstream (file:///app/dist/upstream.js:41:13)',
    '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
    '    at async callTool (file:///app/dist/tools.js:118:20)',
    '    at async Server.handle (file:///app/dist/server.js:77:9)',
  ].join('\n');
}
