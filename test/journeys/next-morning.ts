import { DAY_MS, HOUR_MS } from '../../platform/core/instant.ts';
import type { TestSystem } from '../support/test-system.ts';

/** Advances the clock, which other journeys have moved, to 06:00 UTC: no midnight of Europe is near. */
export function nextMorning({ clock }: TestSystem): void {
  clock.advance(DAY_MS - ((clock.now() - 6 * HOUR_MS) % DAY_MS));
}
