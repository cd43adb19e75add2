import { expect, it } from 'vitest';
import { HOUR_MS } from '../../platform/core/instant.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { TestClient } from '../support/test-client.ts';
import type { TestSystem } from '../support/test-system.ts';
import type { Campus } from './campus.ts';

/** Within which gateways ask again about a secret that they have seen. */
const GATEWAYS_KNOW_MS = 5_000;

/** An administrator replaces the secret of a system that runs: it works until the promised end, and not after it. */
export function rotatedSecret(campus: () => Campus, system: () => TestSystem): void {
  const operator = () => system().operator(campus().institutionId);
  const { createIntegration, rotateIntegrationSecret, endOldSecret } = IntegrationService.method;

  it('no request with the old secret fails before its end, and none succeeds from then on', async () => {
    const { integration, clientSecret } = await operator()(createIntegration, { name: 'Badge terminals' });
    const clientId = integration?.clientId ?? '';
    const old = new TestClient(system().url, clientId, clientSecret);
    const status = async (client: TestClient) => (await client.get('/integration')).status;
    expect(await status(old)).toBe(200);

    const requests: Promise<number>[] = [];
    let isRotating = true;
    const running = (async () => {
      while (isRotating) {
        requests.push(status(old));
        await requests.at(-1);
      }
    })();
    const rotated = await operator()(rotateIntegrationSecret, { clientId, keepFormerSeconds: 7_200 });
    isRotating = false;
    await running;
    expect(new Set(await Promise.all(requests))).toEqual(new Set([200]));

    const renewed = new TestClient(system().url, clientId, rotated.clientSecret);
    const ends = Date.parse(rotated.integration?.secrets.find(({ expiresAt }) => expiresAt)?.expiresAt ?? '');
    expect(ends).toBe(system().clock.now() + 2 * HOUR_MS);
    for (const [behind, expected] of [
      [-HOUR_MS, 200],
      [-1, 200],
      [GATEWAYS_KNOW_MS, 401],
      [HOUR_MS, 401],
    ] as const) {
      system().clock.advance(ends + behind - system().clock.now());
      expect([behind, await status(old), await status(renewed)]).toEqual([behind, expected, 200]);
    }
  });

  it('a leaked secret that is ended opens nothing, and the new one goes on', async () => {
    const { integration, clientSecret } = await operator()(createIntegration, { name: 'HR export' });
    const clientId = integration?.clientId ?? '';
    const leaked = new TestClient(system().url, clientId, clientSecret);
    expect((await leaked.get('/integration')).status).toBe(200);
    const rotated = await operator()(rotateIntegrationSecret, { clientId });
    const renewed = new TestClient(system().url, clientId, rotated.clientSecret);
    expect([(await leaked.get('/integration')).status, (await renewed.get('/integration')).status]).toEqual([200, 200]);
    await operator()(endOldSecret, { clientId });
    system().clock.advance(GATEWAYS_KNOW_MS);
    expect([(await leaked.get('/integration')).status, (await renewed.get('/integration')).status]).toEqual([401, 200]);
  });
}
