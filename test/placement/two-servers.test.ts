import { afterAll } from 'vitest';
import { describeErasure } from './erasure.ts';
import { describeEvents } from './events.ts';
import { describeMisrouted } from './misrouted.ts';
import { describeTenancy } from './tenancy.ts';
import { startWorld } from './world.ts';

/** One platform for all: it takes long to start. */
const world = await startWorld();
afterAll(() => world.system.stop());

describeTenancy(world);
describeMisrouted(world);
describeEvents(world);
describeErasure(world);
