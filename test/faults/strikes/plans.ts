import { SERVICES } from '../fleet/parts.ts';
import { killGateway, killNats, killPostgres, killService, killServiceWithoutNats } from './kills.ts';
import { pauseGateway, pauseNats, pausePostgres, pauseService, pauseServiceLong } from './pauses.ts';
import { silentWay, slowDatabase, slowService } from './slow-ways.ts';
import type { Strike } from './strike.ts';

export interface Plan {
  /** Of the traffic, 1 being some fifty requests a second. */
  readonly pace: number;
  readonly strikes: readonly Strike[];
  /** Whether there are slow ways among them. */
  readonly hasWays: boolean;
}

const someStrikes: readonly Strike[] = [
  killService('timetracking'),
  killPostgres,
  killNats,
  killGateway,
  pauseService('scheduling'),
];

const allStrikes: readonly Strike[] = [
  ...SERVICES.map(killService),
  killPostgres,
  killNats,
  killServiceWithoutNats,
  killGateway,
  pauseService('directory'),
  pauseServiceLong('timetracking'),
  pausePostgres,
  pauseNats,
  pauseGateway,
  slowService,
  slowDatabase,
  silentWay,
];

/** One fault of each sort and little traffic, for every run of the tests, whatever else the machine does. */
export const shortPlan: Plan = { pace: 0.5, strikes: someStrikes, hasWays: false };

/** Everything. */
export const fullPlan: Plan = { pace: 1, strikes: allStrikes, hasWays: true };
