import type { LoadKind } from './loadLayout.ts';

const cities = ['Lisbon', 'Oslo', 'Nairobi', 'Lima', 'Osaka', 'Reykjavík', 'Zürich', 'Montréal'];
const tools = ['get_forecast', 'get_forecast', 'get_alerts', 'list_cities'];
const winds = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];

/** Creates the content of a load entry, about 120 characters on average. An END entry has none. */
export function createLoadContent(kind: LoadKind, draw: (question: number) => number): string | undefined {
  const bits = draw(10);
  const more = draw(11);
  const city = cities[bits & 7] ?? '';
  const days = 1 + ((bits >>> 3) % 7);
  const ms = 40 + ((bits >>> 6) % 900);
  const trace = more.toString(16).padStart(8, '0');
  switch (kind) {
    case 'start':
      return `${tools[more & 3]} {"city":"${city}","days":${days},"units":"metric","lang":"en","include":["wind","rain","alerts"],"trace":"${trace}"}`;
    case 'debug':
      return `cache miss for forecast/${city}/${days}: key ${trace}, ${more % 4096} of 4096 slots in use, the oldest is ${ms} s old, evicting none, lock held 0.2 ms`;
    case 'call':
      return `{"msg":"calling upstream","url":"https://api.weather.example/v1/forecast","city":"${city}","days":${days},"attempt":1,"hop":2,"pool":"${more % 64}/64","trace":"${trace}"}`;
    case 'reply':
      return `{"msg":"upstream 200","ms":${ms},"city":"${city}","temperatureC":${(more % 48) - 10},"wind":{"speed":${more % 31},"from":"${winds[more & 7]}"},"source":"eu-${days}","cached":false,"hop":${days},"trace":"${trace}"}`;
    case 'warning':
      return `\u001B[33mslow\u001B[0m upstream answered for ${city} after ${ms + 300} ms, over its budget of 300 ms; the next call goes to region eu-${days} (trace ${trace})`;
    case 'error':
      return `upstream timed out after 10000 ms (city ${city}, region eu-${days}, trace ${trace}): the request is tried once more in ${ms} ms\n    at fetchUpstream (file:///app/dist/upstream.js:41:13)`;
    default:
      return undefined;
  }
}
