import { SERVICES } from '../fleet/parts.ts';
import type { Fault } from './fault.ts';

/** Answers are late but within all timeouts: no request may fail. */
export const slowService: Fault = {
  name: 'timetracking 300 ms away',
  touches: [],
  async run(fleet, watch) {
    const { timetracking } = fleet.proxies;
    timetracking.delay(150);
    await watch.successes(60, ['timetracking']);
    timetracking.delay(0);
  },
};

/** Each batch of statements takes long, so that the service runs short of connections. */
export const slowDatabase: Fault = {
  name: 'database of directory 120 ms away',
  touches: SERVICES,
  async run(fleet, watch) {
    const { directoryDatabase } = fleet.proxies;
    directoryDatabase.delay(60);
    await watch.successes(80, ['directory']);
    directoryDatabase.delay(0);
  },
};

/** The connection stays open, but no data gets through. */
export const silentProxy: Fault = {
  name: 'no packet to scheduling',
  touches: ['scheduling'],
  async run(fleet, watch) {
    const { scheduling } = fleet.proxies;
    scheduling.set('slow');
    await watch.failures(5, ['scheduling']);
    scheduling.set('open');
  },
};
