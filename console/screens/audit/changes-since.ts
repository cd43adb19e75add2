import type { Change } from '../../route/conflict.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { actorsOf, nameInSentence } from './actors.ts';
import { type AuditFilter, readAudit } from './read-audit.ts';

/**
 * The authors of changes to a record since a revision, the latest first, from the latest changes; undefined
 * while they cannot be read.
 * @param revision empty for a record that did not exist
 */
export async function changesSince(
  { call, callIfAvailable }: SessionVisit,
  filter: AuditFilter,
  revision: string,
): Promise<readonly Change[] | undefined> {
  const [actors, { records, isIncomplete }] = await Promise.all([
    actorsOf(call),
    readAudit(callIfAvailable, filter, undefined),
  ]);
  if (isIncomplete) return undefined;
  const isOlder = ({ versionAfter }: (typeof records)[number], index: number) =>
    versionAfter === revision || (revision === '' && records[index - 1]?.versionBefore === undefined && index > 0);
  const end = records.findIndex(isOlder);
  return (
    records
      .slice(0, end < 0 ? records.length : end)
      // A download of the institution's archive, for example, changes nothing.
      .filter(({ versionBefore, versionAfter }) => versionBefore !== versionAfter)
      .map((record) => ({ by: nameInSentence(record, actors), at: record.recordedAt }))
  );
}
