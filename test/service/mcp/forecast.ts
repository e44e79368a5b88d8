import { createRandom } from '../world/random.ts';

export const cities = ['Lisbon', 'Oslo', 'Nairobi', 'Lima', 'Osaka'] as const;

/** The same for the same seed, city and day. */
export function forecast(seed: number, city: string, ...day: string[]): string {
  const random = createRandom(seed, 'forecast', city, ...day);
  return `${city}: ${random.pick(['sunny', 'cloudy', 'rain'])}, ${random.int(-5, 35)} °C`;
}
