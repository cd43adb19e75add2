import { vi } from 'vitest';
import { RunningService } from '../../platform/process/service.ts';
import { watchDatabaseTraffic } from './postgres/database-traffic.ts';
import type { TestAnswer } from './test-messages.ts';

interface Cost {
  readonly rpcs: string[];
  readonly statements: string[];
  readonly answer: TestAnswer;
}

/**
 * The RPCs and statements of a request, without periodic look-ups, and what event relay and request records do
 * meanwhile.
 */
export async function costOf(request: () => Promise<TestAnswer>): Promise<Cost> {
  const invoke = vi.spyOn(RunningService.prototype, 'invoke');
  const traffic = watchDatabaseTraffic();
  try {
    const answer = await request();
    const rpcs = invoke.mock.calls
      .map(([{ name }]) => name)
      .filter((name) => name !== 'AuthenticateIntegration' && name !== 'RecordRequests');
    return { rpcs: rpcs.sort(), statements: traffic.ofRequests.toSorted(), answer };
  } finally {
    vi.restoreAllMocks();
  }
}

/** The batches that an answer with a full appointment needs. */
export const APPOINTMENT_BATCHES = ['BatchGetCourseLayers', 'BatchGetRooms', 'BatchGetUserGroups', 'BatchGetUsers'];
