import { systemIds } from '../../../platform/core/ids.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import type { Owner, StoredRequest } from '../domain/chunks.ts';
import { requestRowsOf, writeRequests } from '../store/write-requests.ts';

type Given = Partial<StoredRequest> & Pick<StoredRequest, 'time'>;

/** Stores requests of an integration, without a batch. Each is a GET that was answered with 200. */
export async function storeRequests(service: TestService, owner: Owner, requests: readonly Given[]): Promise<void> {
  const whole = requests.map((given) => ({
    ...{
      id: systemIds.newId(),
      requestId: systemIds.newRequestId(),
      method: 'GET',
      route: null,
      path: '/',
      status: 200,
    },
    ...{ code: null, detail: null, errors: null, durationMs: 1, bytesIn: 0, bytesOut: 0, isReplay: false },
    ...{ rateLimitRemaining: null, userAgent: null, clientAddress: null, ...given, ...owner },
  }));
  for (let from = 0; from < whole.length; from += AT_ONCE) {
    const rows = await requestRowsOf(whole.slice(from, from + AT_ONCE));
    await service.runtime.db.transaction(async (tx) => writeRequests(tx, rows), { of: 'trace' });
  }
}

const AT_ONCE = 5_000;
