import { isUuid } from '../../../../platform/core/ids.ts';
import { DAY_MS } from '../../../../platform/core/instant.ts';
import { dateOf, wallClock } from '../periods.ts';
import { type Finding, type RuleName, ruleNames } from './finding.ts';

/** What a finding's id is made of, so that the finding can be found again. */
export interface Identified {
  readonly rule: RuleName;
  readonly userId: string;
  readonly date: string;
}

const NO_RECORD = '00000000-0000-0000-0000-000000000000';
const BYTES = 37;

/** The id of a person's finding: the same while rule, person, date and first record are. Opaque to clients. */
export function findingId({ rule, date, records }: Pick<Finding, 'rule' | 'date' | 'records'>, userId: string): string {
  const bytes = Buffer.alloc(BYTES);
  bytes.writeUInt8(ruleNames.from(rule));
  bytes.writeInt32BE(wallClock(date) / DAY_MS, 1);
  bytes.write(`${userId}${records[0]?.id ?? NO_RECORD}`.replaceAll('-', ''), 5, 'hex');
  return bytes.toString('base64url');
}

/** What a text says as a finding's id; null if it is none. */
export function readFindingId(id: string): Identified | null {
  const bytes = Buffer.from(id, 'base64url');
  if (bytes.length !== BYTES || bytes.toString('base64url') !== id) return null;
  const number = bytes.readUInt8();
  const rule = ruleNames.all.find((name) => ruleNames.from(name) === number);
  const day = bytes.readInt32BE(1);
  const hex = bytes.toString('hex', 5, 21);
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (!rule || day < 0 || day > LAST_DAY || !isUuid(userId)) return null;
  return { rule, userId, date: dateOf(day * DAY_MS) };
}

/** Of the year 9998. */
const LAST_DAY = wallClock('9998-12-31') / DAY_MS;
