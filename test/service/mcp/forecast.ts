import { createRandom } from '../world/random.ts';

export const cities = ['Lisbon', 'Oslo', 'Nairobi', 'Lima', 'Osaka'] as const;

/** Returns a forecast that depends only on the seed, the city, and the day. */
export function forecast(seed: number, city: string, ...day: string[]): string {
  const random = createRandom(seed, 'forecast', city, ...day);
  return `${city}: ${random.pick(['sunny', 'cloudy', 'rain'])}, ${random.int(-5, 35)} °C`;
}
