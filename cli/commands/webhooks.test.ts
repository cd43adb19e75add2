import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { type CliAnswer, runCli } from '../../test/support/cli/run-cli.ts';
import { query } from '../../test/support/postgres/query.ts';
import { newUser } from '../../test/support/test-directory.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { until } from '../../test/support/until.ts';
import { TestReceiver } from '../../test/support/webhooks/test-receiver.ts';

const [system, receiver] = [await TestSystem.start(), await TestReceiver.start()];
const institution = await system.newInstitution();
afterAll(() => receiver.end());

function lyceum(...args: string[]): Promise<CliAnswer> {
  return runCli(['webhooks', ...args, '--institution', institution.id], { environment: system.addresses });
}

describe('webhooks', () => {
  it('are created with a secret, tested, redelivered, listed and deleted', async () => {
    const created = await lyceum('create', receiver.url, '--types', 'user.updated', '--description', 'Door', '--json');
    expect([created.code, created.stderr]).toEqual([0, expect.stringContaining('shown only once')]);
    const { id, secret, ...data } = created.json;
    expect(secret).toMatch(/^whsec_/);
    expect(data).toMatchObject({ url: receiver.url, types: ['user.updated'], description: 'Door', isEnabled: true });
    expect((await lyceum('list')).stdout).toContain(id);

    const sent = (await lyceum('test', id, '--json')).json;
    expect(sent).toMatchObject({ endpointId: id, eventType: 'webhook.test', status: 'pending' });
    await until('the test event', () => receiver.requests.length === 1);
    const path = `/webhook-endpoints/${id}/deliveries`;
    const hasSucceeded = async () => (await institution.client.get(path)).body.data[0].status === 'succeeded';
    await until('the success', hasSucceeded);
    const lastAttempt = { at: expect.any(String), status: 204, error: null };
    expect((await lyceum('deliveries', id, '--status', 'succeeded', '--json')).json).toMatchObject([
      { id: sent.id, attemptCount: 1, lastAttempt },
    ]);
    expect((await lyceum('deliveries', id)).stdout).toMatch(/TRIES +LAST ANSWER .*\n.* succeeded +1 +204 /);
    expect((await lyceum('delivery', id, sent.id, '--json')).json).toMatchObject({
      id: sent.id,
      attempts: [{ ...lastAttempt, durationMs: expect.any(Number), response: '' }],
    });
    expect((await lyceum('delivery', id, sent.id)).stdout).toMatch(/^TIME +MS +ANSWER +RESPONSE\n\S+ +\d+ +204/);
    expect((await lyceum('redeliver', id, sent.id)).stdout).toContain('pending');
    await until('the same again', () => receiver.requests.length === 2);

    const rotated = (await lyceum('rotate', id, '--json')).json;
    expect(rotated.secret).not.toBe(secret);
    expect((await lyceum('delete', id)).stdout).toContain('deleted');
    expect((await lyceum('list', '--json')).json).toEqual([]);
  });

  it.each([
    [['update', 'x'], 'Give --url, --types or --description.'],
    [['replay', 'x'], 'Give --from or --since.'],
    [['replay', 'x', '--from', 'first'], '--from must be a number.'],
    [['enable', 'x'], 'The webhook endpoint does not exist.'],
    [['delivery', 'x', 'y'], 'The webhook endpoint does not exist.'],
  ])('%j ends with 2', async (args, message) => {
    const { code, stderr } = await lyceum(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('are not created if their secret would be lost', async () => {
    const answer = await lyceum('create', receiver.url);
    expect([answer.code, answer.stderr]).toEqual([2, expect.stringContaining('Use --json')]);
    expect((await institution.client.get('/webhook-endpoints')).body.data).toEqual([]);
  });
});

describe('webhooks listen', () => {
  it('forwards the events of the feed, signed, in order', async () => {
    const local = await TestReceiver.start();
    const ids = [(await newUser(institution.client)).id, (await newUser(institution.client)).id];
    await until('the events', async () => (await institution.client.get('/events')).body.data.length >= 2);
    const secret = `whsec_${Buffer.alloc(32, 'a secret of a test').toString('base64')}`;
    const to = ['--forward-to', local.url, '--secret', secret];
    const { code, stdout } = await lyceum('listen', ...to, '--from', '1', '--count', '2');
    expect([code, stdout.match(/user\.created .* 204/g)?.length]).toEqual([0, 2]);
    const webhook = new Webhook(secret);
    const events = local.requests.map(
      ({ body, headers }) => webhook.verify(body, headers as Record<string, string>) as { resource: { id: string } },
    );
    expect(events.map(({ resource }) => resource.id)).toEqual(ids);
    await local.end();
  });

  it('ends when the feed was restored from a backup while it ran, and has grown again', async () => {
    const local = await TestReceiver.start();
    const { id: institutionId, client } = await system.newInstitution();
    await newUser(client);
    await until('the event', async () => (await client.get('/events')).body.data.length === 1);
    const options = { environment: system.addresses };
    const listening = runCli(
      ['webhooks', 'listen', '--forward-to', local.url, '--institution', institutionId],
      options,
    );
    await until('an event that is forwarded', async () => {
      await newUser(client);
      return local.requests.length > 0;
    });
    const url = system.databases.url('webhooks');
    await query(url, 'DELETE FROM events WHERE institution_id = $1 AND sequence > 1', [institutionId]);
    await query(url, 'UPDATE feed_heads SET sequence = 1 WHERE institution_id = $1', [institutionId]);
    for (let n = 0; n < local.requests.length + 30; n++) await newUser(client);
    const { code, stderr } = await listening;
    expect([code, stderr]).toEqual([2, expect.stringContaining('restored from a backup')]);
    await local.end();
  });

  it('reports invalid options', async () => {
    const answer = await lyceum('listen', '--forward-to', 'here');
    expect([answer.code, answer.stderr]).toEqual([2, expect.stringContaining('--forward-to must be a URL')]);
  });
});

describe('webhooks replay', () => {
  it('sends an endpoint that was changed and enabled what it has missed', async () => {
    const { id } = (await lyceum('create', receiver.url, '--types', 'user.updated', '--json')).json;
    const changed = await lyceum('update', id, '--types', 'user.created', '--description', 'Gate', '--json');
    expect(changed.json).toMatchObject({ id, url: receiver.url, types: ['user.created'], description: 'Gate' });
    const cleared = await lyceum('update', id, '--types', '', '--description', '', '--json');
    expect(cleared.json).toMatchObject({ types: [], description: null, isEnabled: true });
    expect((await lyceum('update', id, '--url', `${receiver.url}/new`)).stdout).toContain(`${receiver.url}/new`);
    const path = `/webhook-endpoints/${id}`;
    expect((await institution.client.patch(path, { isEnabled: false }, { ifMatch: '*' })).status).toBe(200);
    expect((await lyceum('enable', id, '--json')).json).toMatchObject({ id, isEnabled: true });
    expect((await lyceum('replay', id, '--since', '1h')).stderr).toContain('has not answered any request');
    const before = receiver.requests.length;
    await lyceum('test', id);
    await until('the test event', () => receiver.requests.length > before);
    await until('its success', async () => (await lyceum('deliveries', id)).stdout.includes('succeeded'));
    expect((await lyceum('replay', id, '--from', '1', '--to', '1', '--json')).json).toEqual({ deliveries: 1 });
    await until('the event again', () => receiver.requests.length === before + 2);
    expect((await lyceum('delete', id)).code).toBe(0);
  });
});
