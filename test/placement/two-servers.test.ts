import { describeAuditStream } from './audit-stream.ts';
import { describeBatches } from './batches.ts';
import { describeErasure } from './erasure.ts';
import { describeEvents } from './events.ts';
import { describeMisrouted } from './misrouted.ts';
import { describeNeighbour } from './neighbour.ts';
import { describeRows } from './rows.ts';
import { describeTenancy } from './tenancy.ts';
import { startWorld } from './world.ts';

/** One platform for all: it takes long to start. */
const world = await startWorld();

describeTenancy(world);
describeMisrouted(world);
describeAuditStream(world);
describeBatches(world);
describeEvents(world);
describeErasure(world);
describeNeighbour(world);
describeRows(world);
