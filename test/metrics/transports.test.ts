import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { MeteredSystem } from '../support/metered-system.ts';

// Between processes, calls are multiplexed: processes.test.ts counts those.
it('calls over gRPC are counted at both ends, like direct ones', async () => {
  const metered = await MeteredSystem.start({ transport: 'grpc' });
  try {
    const { client } = await metered.system.newInstitution();
    await client.get('/users');
    const before = await metered.scrape();
    for (let n = 0; n < 2; n++) await client.get(`/users/${randomUUID()}`);
    const after = await metered.scrape();
    expect(after.growthSince(before, 'lyceum_rpc_client_calls_total')).toMatchObject({
      ' code=NOT_FOUND method=UserService/GetUser service=gateway target=directory': 2,
    });
    expect(after.growthSince(before, 'lyceum_rpc_server_calls_total')).toMatchObject({
      ' code=NOT_FOUND method=UserService/GetUser service=directory': 2,
    });
  } finally {
    await metered.stop();
  }
});
