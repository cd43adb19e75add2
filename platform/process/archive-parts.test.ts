import { randomUUID } from 'node:crypto';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { until } from '../../test/support/until.ts';
import { toInstantText } from '../core/instant.ts';
import type { KeptPart } from '../data/archive/service-part.ts';
import { silentLogger } from '../observability/log.ts';
import { ArchiveParts } from './archive-parts.ts';

const probe = await startProbe();
afterAll(() => probe.stop());

/** A process of the service. */
function startWork(): void {
  const { databaseUrl, clock } = probe;
  const work = new ArchiveParts({
    ...{ databaseUrl, db: probe.database(), clock, log: silentLogger, service: 'probe', tables: [] },
  });
  work.start();
  onTestFinished(() => work.stop());
}

async function ordered(expiresInMs = 60_000): Promise<{ institutionId: string; archiveId: string }> {
  const [institutionId, archiveId] = [randomUUID(), randomUUID()];
  await probe.sql('INSERT INTO archive_parts (institution_id, archive_id, expires_at) VALUES ($1, $2, $3)', [
    institutionId,
    archiveId,
    toInstantText(probe.clock.now() + expiresInMs),
  ]);
  return { institutionId, archiveId };
}
const partOf = async ({ institutionId }: { institutionId: string }) =>
  (
    await probe.sql<{ part: KeptPart | null }>('SELECT part FROM archive_parts WHERE institution_id = $1', [
      institutionId,
    ])
  )[0]?.part;

it('a part that a killed process has begun is written anew, by one of several processes', async () => {
  const order = await ordered();
  const { institutionId, archiveId } = order;
  await probe.sql(
    `INSERT INTO archive_chunks (institution_id, archive_id, member, position, content, expires_at)
     SELECT $1, $2, m, 0, 'half', now() FROM unnest(ARRAY['probe/audit_log.jsonl.zst', 'probe/half', 'api/users.jsonl']) m`,
    [institutionId, archiveId],
  );
  for (const _ of [1, 2, 3]) startWork();
  const part = await until('the part', () => partOf(order));
  const kept = await probe.sql<{ member: string; size: number }>(
    `SELECT member, sum(length(content))::int AS size FROM archive_chunks
     WHERE institution_id = $1 AND archive_id = $2 GROUP BY member`,
    [institutionId, archiveId],
  );
  const members = part.members.filter(({ size }) => size > 0).map(({ name, size }) => ({ member: name, size }));
  expect(members.length).toBeGreaterThan(2);
  expect(kept).toEqual(expect.arrayContaining([...members, { member: 'api/users.jsonl', size: 4 }]));
  expect(kept.length).toBe(members.length + 1);
});

it('no part is written of an institution that stands still, before it goes on, nor of an archive that has expired', async () => {
  const [still, expired] = [await ordered(), await ordered(0)];
  await probe.sql("INSERT INTO standstills (institution_id, state, is_settled) VALUES ($1, 'frozen', true)", [
    still.institutionId,
  ]);
  const free = await ordered(120_000);
  startWork();
  await until('the part', () => partOf(free));
  expect([await partOf(still), await partOf(expired)]).toEqual([null, null]);
  await probe.sql('DELETE FROM standstills WHERE institution_id = $1', [still.institutionId]);
  await until('the other part', () => partOf(still));
  expect(await partOf(expired)).toBe(null);
});
